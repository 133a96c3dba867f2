#ifndef _MAYMUST_CTYPE_H
#define _MAYMUST_CTYPE_H
#include <maymust/base.h>
#ifdef _MAYMUST_POSIX
#include <maymust/locale_type.h>
#define _MAYMUST_CLASS(name) int name(int, locale_t);
_MAYMUST_CLASS(isalnum_l) _MAYMUST_CLASS(isalpha_l) _MAYMUST_CLASS(isblank_l) _MAYMUST_CLASS(iscntrl_l)
_MAYMUST_CLASS(isdigit_l) _MAYMUST_CLASS(isgraph_l) _MAYMUST_CLASS(islower_l) _MAYMUST_CLASS(isprint_l)
_MAYMUST_CLASS(ispunct_l) _MAYMUST_CLASS(isspace_l) _MAYMUST_CLASS(isupper_l) _MAYMUST_CLASS(isxdigit_l)
int isascii(int);
int toascii(int);
#define isascii_l(c, l) ((void)(l), isascii(c))
#define toascii_l(c, l) ((void)(l), toascii(c))
#endif
int isalnum(int);
int isalpha(int);
int iscntrl(int);
int isdigit(int);
int islower(int);
int isgraph(int);
int isprint(int);
int ispunct(int);
int isspace(int);
int isupper(int);
int isxdigit(int);
int tolower(int);
int toupper(int);
int isblank(int);
#ifdef _MAYMUST_POSIX
int tolower_l(int, locale_t);
int toupper_l(int, locale_t);
#endif
#ifdef _GNU_SOURCE
int isctype(int, int);
#endif
#endif
