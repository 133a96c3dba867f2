#ifndef _MAYMUST_STDATOMIC_H
#define _MAYMUST_STDATOMIC_H
#include <stddef.h>
#include <stdint.h>
typedef enum {
    memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel,
    memory_order_seq_cst
} memory_order;
typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef struct { _Atomic(_Bool) _value; } atomic_flag;
#define ATOMIC_FLAG_INIT {0}
#define ATOMIC_VAR_INIT(value) (value)
#define atomic_init __c11_atomic_init
#define atomic_load(object) __c11_atomic_load(object, memory_order_seq_cst)
#define atomic_store(object, value) __c11_atomic_store(object, value, memory_order_seq_cst)
#define atomic_exchange(object, value) __c11_atomic_exchange(object, value, memory_order_seq_cst)
#define atomic_fetch_add(object, value) __c11_atomic_fetch_add(object, value, memory_order_seq_cst)
#define atomic_fetch_sub(object, value) __c11_atomic_fetch_sub(object, value, memory_order_seq_cst)
#endif
