#ifndef _MAYMUST_TIMEVAL_H
#define _MAYMUST_TIMEVAL_H
#include <maymust/base.h>
#ifdef _MAYMUST_GLIBC
#include <bits/types/struct_timeval.h>
#else
struct timeval { long tv_sec, tv_usec; };
#endif
#endif
