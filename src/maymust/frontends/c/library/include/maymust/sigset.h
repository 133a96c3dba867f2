#ifndef _MAYMUST_SIGSET_H
#define _MAYMUST_SIGSET_H
#include <maymust/base.h>
#ifdef _MAYMUST_GLIBC
#include <bits/types/sigset_t.h>
#else
typedef struct { unsigned long _set[1024 / (8 * sizeof(long))]; } sigset_t;
#endif
#endif
