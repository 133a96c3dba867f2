#ifndef _MAYMUST_STRING_H
#define _MAYMUST_STRING_H
#include <maymust/base.h>
#include <stddef.h>
#ifdef _MAYMUST_POSIX
#include <maymust/locale_type.h>
#include <strings.h>
/* POSIX's, or that of GNU. */
#ifdef _GNU_SOURCE
char *strerror_r(int, char *, size_t) _MAYMUST_NONNULL(2);
#else
int strerror_r(int, char *, size_t) _MAYMUST_NONNULL(2);
#endif
/* Some of GNU's and others that many programs expect without asking. */
void *mempcpy(void *, const void *, size_t) _MAYMUST_NONNULL(1, 2);
void *memmem(const void *, size_t, const void *, size_t) _MAYMUST_NONNULL(1, 3);
void *memrchr(const void *, int, size_t) _MAYMUST_NONNULL(1);
void *rawmemchr(const void *, int) _MAYMUST_NONNULL(1);
char *strchrnul(const char *, int) _MAYMUST_NONNULL(1);
char *strcasestr(const char *, const char *) _MAYMUST_NONNULL(1, 2);
size_t strlcpy(char *, const char *, size_t) _MAYMUST_NONNULL(1, 2);
size_t strlcat(char *, const char *, size_t) _MAYMUST_NONNULL(1, 2);
#endif
#ifdef _GNU_SOURCE
void *alloca(size_t);
#define strdupa(text) strcpy((char *)alloca(strlen(text) + 1), (text))
#define strndupa(text, most) \
    ((char *)memcpy(__builtin_memset(alloca(strnlen(text, most) + 1), 0, strnlen(text, most) + 1), (text), strnlen(text, most)))
#endif
void *memcpy(void *, const void *, size_t) _MAYMUST_NONNULL(1, 2);
void *memmove(void *, const void *, size_t) _MAYMUST_NONNULL(1, 2);
void *memset(void *, int, size_t) _MAYMUST_NONNULL(1);
int memcmp(const void *, const void *, size_t) _MAYMUST_NONNULL(1, 2);
void *memchr(const void *, int, size_t) _MAYMUST_NONNULL(1);
char *strcpy(char *, const char *) _MAYMUST_NONNULL(1, 2);
char *strncpy(char *, const char *, size_t) _MAYMUST_NONNULL(1, 2);
char *strcat(char *, const char *) _MAYMUST_NONNULL(1, 2);
char *strncat(char *, const char *, size_t) _MAYMUST_NONNULL(1, 2);
int strcmp(const char *, const char *) _MAYMUST_NONNULL(1, 2);
int strncmp(const char *, const char *, size_t) _MAYMUST_NONNULL(1, 2);
int strcoll(const char *, const char *) _MAYMUST_NONNULL(1, 2);
size_t strxfrm(char *, const char *, size_t) _MAYMUST_NONNULL(2);
char *strchr(const char *, int) _MAYMUST_NONNULL(1);
char *strrchr(const char *, int) _MAYMUST_NONNULL(1);
size_t strcspn(const char *, const char *) _MAYMUST_NONNULL(1, 2);
size_t strspn(const char *, const char *) _MAYMUST_NONNULL(1, 2);
char *strpbrk(const char *, const char *) _MAYMUST_NONNULL(1, 2);
char *strstr(const char *, const char *) _MAYMUST_NONNULL(1, 2);
char *strtok(char *, const char *) _MAYMUST_NONNULL(2);
size_t strlen(const char *) _MAYMUST_NONNULL(1);
char *strerror(int);
#ifdef _MAYMUST_POSIX
int strcoll_l(const char *, const char *, locale_t) _MAYMUST_NONNULL(1, 2, 3);
size_t strxfrm_l(char *, const char *, size_t, locale_t) _MAYMUST_NONNULL(2, 4);
char *strdup(const char *) _MAYMUST_NONNULL(1);
char *strndup(const char *, size_t) _MAYMUST_NONNULL(1);
char *strtok_r(char *, const char *, char **) _MAYMUST_NONNULL(2, 3);
size_t strnlen(const char *, size_t) _MAYMUST_NONNULL(1);
char *strerror_l(int, locale_t);
char *strsignal(int);
char *stpcpy(char *, const char *) _MAYMUST_NONNULL(1, 2);
char *stpncpy(char *, const char *, size_t) _MAYMUST_NONNULL(1, 2);
void *memccpy(void *, const void *, int, size_t) _MAYMUST_NONNULL(1, 2);
void explicit_bzero(void *, size_t) _MAYMUST_NONNULL(1);
char *strsep(char **, const char *) _MAYMUST_NONNULL(1, 2);
#endif
#ifdef _GNU_SOURCE
const char *strerrordesc_np(int);
const char *strerrorname_np(int);
const char *sigabbrev_np(int);
const char *sigdescr_np(int);
int strverscmp(const char *, const char *) _MAYMUST_NONNULL(1, 2);
char *strfry(char *) _MAYMUST_NONNULL(1);
void *memfrob(void *, size_t) _MAYMUST_NONNULL(1);
#ifndef basename
char *basename(const char *) _MAYMUST_NONNULL(1);
#endif
#endif
#endif
