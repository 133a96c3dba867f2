#ifndef _MAYMUST_STRINGS_H
#define _MAYMUST_STRINGS_H
#include <maymust/base.h>
#include <maymust/locale_type.h>
#include <stddef.h>
int bcmp(const void *, const void *, size_t) _MAYMUST_NONNULL(1, 2);
void bcopy(const void *, void *, size_t) _MAYMUST_NONNULL(1, 2);
void bzero(void *, size_t) _MAYMUST_NONNULL(1);
char *index(const char *, int) _MAYMUST_NONNULL(1);
char *rindex(const char *, int) _MAYMUST_NONNULL(1);
int ffs(int);
int strcasecmp(const char *, const char *) _MAYMUST_NONNULL(1, 2);
int strncasecmp(const char *, const char *, size_t) _MAYMUST_NONNULL(1, 2);
int strcasecmp_l(const char *, const char *, locale_t) _MAYMUST_NONNULL(1, 2, 3);
int strncasecmp_l(const char *, const char *, size_t, locale_t) _MAYMUST_NONNULL(1, 2, 4);
int ffsl(long);
int ffsll(long long);
#endif
