/* What all of our headers share. They are the same on every machine, and need no C library there; where there is one,
   its own names for types and its macros are made known, since those of its headers that we do not have rest on them. */
#ifndef _MAYMUST_BASE_H
#define _MAYMUST_BASE_H
#if __has_include(<features.h>) && __has_include(<sys/cdefs.h>) && __has_include(<gnu/stubs.h>) && \
    __has_include(<bits/types.h>) && __has_include(<bits/types/__sigset_t.h>)
#include <features.h>
#ifdef __GLIBC__
#include <bits/types.h>
#define _MAYMUST_GLIBC 1
#endif
#endif
/* Without it, headers of ISO C declare nothing but what ISO C has: see `parse.py`. */
#ifndef _MAYMUST_ISO_ONLY
#define _MAYMUST_POSIX 1
#endif
#define _MAYMUST_NONNULL(...) __attribute__((__nonnull__(__VA_ARGS__)))
#endif
