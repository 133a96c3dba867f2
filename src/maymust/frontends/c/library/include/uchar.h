#ifndef _MAYMUST_UCHAR_H
#define _MAYMUST_UCHAR_H
#include <maymust/mbstate.h>
#include <stddef.h>
typedef __CHAR16_TYPE__ char16_t;
typedef __CHAR32_TYPE__ char32_t;
#ifdef _GNU_SOURCE
typedef unsigned char char8_t;
#endif
size_t mbrtoc16(char16_t *, const char *, size_t, mbstate_t *);
size_t c16rtomb(char *, char16_t, mbstate_t *);
size_t mbrtoc32(char32_t *, const char *, size_t, mbstate_t *);
size_t c32rtomb(char *, char32_t, mbstate_t *);
#ifdef _GNU_SOURCE
size_t mbrtoc8(char8_t *, const char *, size_t, mbstate_t *);
size_t c8rtomb(char *, char8_t, mbstate_t *);
#endif
#endif
