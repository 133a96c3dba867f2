#ifndef _MAYMUST_THREADS_H
#define _MAYMUST_THREADS_H
#include <time.h>
typedef unsigned long thrd_t;
typedef struct { long _state[8]; } mtx_t;
typedef struct { long _state[8]; } cnd_t;
typedef int (*thrd_start_t)(void *);
enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain, mtx_recursive, mtx_timed };
#define thread_local _Thread_local
int thrd_create(thrd_t *, thrd_start_t, void *);
int thrd_join(thrd_t, int *);
int mtx_init(mtx_t *, int);
int mtx_lock(mtx_t *);
int mtx_unlock(mtx_t *);
#endif
