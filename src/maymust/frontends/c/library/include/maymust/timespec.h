#ifndef _MAYMUST_TIMESPEC_H
#define _MAYMUST_TIMESPEC_H
#include <maymust/base.h>
typedef long time_t;
#ifdef _MAYMUST_GLIBC
#include <bits/types/struct_timespec.h>
#else
struct timespec { time_t tv_sec; long tv_nsec; };
#endif
#endif
