/* Those that are numbers, for <sys/types.h>. The others are unions, which may overlay anything: see `overlaps.py`. So they
   are left to <pthread.h> where there is one. */
#ifndef _MAYMUST_PTHREAD_TYPES_H
#define _MAYMUST_PTHREAD_TYPES_H
#include <maymust/base.h>
typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef union pthread_attr_t pthread_attr_t;
#ifndef _MAYMUST_GLIBC
typedef struct { int _state; } pthread_mutexattr_t, pthread_condattr_t, pthread_barrierattr_t;
typedef struct { int _state[2]; } pthread_rwlockattr_t;
typedef struct { long _state[sizeof(long) == 8 ? 5 : 6]; } pthread_mutex_t;
typedef struct { long _state[sizeof(long) == 8 ? 6 : 12]; } pthread_cond_t;
typedef struct { long _state[sizeof(long) == 8 ? 7 : 8]; } pthread_rwlock_t;
typedef struct { long _state[sizeof(long) == 8 ? 4 : 5]; } pthread_barrier_t;
#endif
#endif
