#ifndef _MAYMUST_STDINT_H
#define _MAYMUST_STDINT_H
#include <maymust/base.h>
typedef __INT8_TYPE__ int8_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __INT_LEAST8_TYPE__ int_least8_t;
typedef __UINT_LEAST8_TYPE__ uint_least8_t;
typedef __INT_FAST8_TYPE__ int_fast8_t;
typedef __UINT_FAST8_TYPE__ uint_fast8_t;
typedef __INT16_TYPE__ int16_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __INT_LEAST16_TYPE__ int_least16_t;
typedef __UINT_LEAST16_TYPE__ uint_least16_t;
/* glibc's are as wide as addresses. */
typedef __INTPTR_TYPE__ int_fast16_t;
typedef __UINTPTR_TYPE__ uint_fast16_t;
typedef __INT32_TYPE__ int32_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __INT_LEAST32_TYPE__ int_least32_t;
typedef __UINT_LEAST32_TYPE__ uint_least32_t;
typedef __INTPTR_TYPE__ int_fast32_t;
typedef __UINTPTR_TYPE__ uint_fast32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INT_LEAST64_TYPE__ int_least64_t;
typedef __UINT_LEAST64_TYPE__ uint_least64_t;
typedef __INT_FAST64_TYPE__ int_fast64_t;
typedef __UINT_FAST64_TYPE__ uint_fast64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
#define INT8_MAX __INT8_MAX__
#define INT8_MIN (-__INT8_MAX__ - 1)
#define UINT8_MAX __UINT8_MAX__
#define INT_LEAST8_MAX __INT_LEAST8_MAX__
#define INT_LEAST8_MIN (-__INT_LEAST8_MAX__ - 1)
#define UINT_LEAST8_MAX __UINT_LEAST8_MAX__
#define INT_FAST8_MAX __INT_FAST8_MAX__
#define INT_FAST8_MIN (-__INT_FAST8_MAX__ - 1)
#define UINT_FAST8_MAX __UINT_FAST8_MAX__
#define INT16_MAX __INT16_MAX__
#define INT16_MIN (-__INT16_MAX__ - 1)
#define UINT16_MAX __UINT16_MAX__
#define INT_LEAST16_MAX __INT_LEAST16_MAX__
#define INT_LEAST16_MIN (-__INT_LEAST16_MAX__ - 1)
#define UINT_LEAST16_MAX __UINT_LEAST16_MAX__
#define INT_FAST16_MAX __INTPTR_MAX__
#define INT_FAST16_MIN (-__INTPTR_MAX__ - 1)
#define UINT_FAST16_MAX __UINTPTR_MAX__
#define INT32_MAX __INT32_MAX__
#define INT32_MIN (-__INT32_MAX__ - 1)
#define UINT32_MAX __UINT32_MAX__
#define INT_LEAST32_MAX __INT_LEAST32_MAX__
#define INT_LEAST32_MIN (-__INT_LEAST32_MAX__ - 1)
#define UINT_LEAST32_MAX __UINT_LEAST32_MAX__
#define INT_FAST32_MAX __INTPTR_MAX__
#define INT_FAST32_MIN (-__INTPTR_MAX__ - 1)
#define UINT_FAST32_MAX __UINTPTR_MAX__
#define INT64_MAX __INT64_MAX__
#define INT64_MIN (-__INT64_MAX__ - 1)
#define UINT64_MAX __UINT64_MAX__
#define INT_LEAST64_MAX __INT_LEAST64_MAX__
#define INT_LEAST64_MIN (-__INT_LEAST64_MAX__ - 1)
#define UINT_LEAST64_MAX __UINT_LEAST64_MAX__
#define INT_FAST64_MAX __INT_FAST64_MAX__
#define INT_FAST64_MIN (-__INT_FAST64_MAX__ - 1)
#define UINT_FAST64_MAX __UINT_FAST64_MAX__
#define INTPTR_MAX __INTPTR_MAX__
#define INTPTR_MIN (-__INTPTR_MAX__ - 1)
#define UINTPTR_MAX __UINTPTR_MAX__
#define INTMAX_MAX __INTMAX_MAX__
#define INTMAX_MIN (-__INTMAX_MAX__ - 1)
#define UINTMAX_MAX __UINTMAX_MAX__
#define SIZE_MAX __SIZE_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define PTRDIFF_MIN (-__PTRDIFF_MAX__ - 1)
#define _MAYMUST_PASTE2(a, b) a##b
#define _MAYMUST_PASTE(a, b) _MAYMUST_PASTE2(a, b)
#define INT8_C(v) _MAYMUST_PASTE(v, __INT8_C_SUFFIX__)
#define UINT8_C(v) _MAYMUST_PASTE(v, __UINT8_C_SUFFIX__)
#define INT16_C(v) _MAYMUST_PASTE(v, __INT16_C_SUFFIX__)
#define UINT16_C(v) _MAYMUST_PASTE(v, __UINT16_C_SUFFIX__)
#define INT32_C(v) _MAYMUST_PASTE(v, __INT32_C_SUFFIX__)
#define UINT32_C(v) _MAYMUST_PASTE(v, __UINT32_C_SUFFIX__)
#define INT64_C(v) _MAYMUST_PASTE(v, __INT64_C_SUFFIX__)
#define UINT64_C(v) _MAYMUST_PASTE(v, __UINT64_C_SUFFIX__)
#define INTMAX_C(v) _MAYMUST_PASTE(v, __INTMAX_C_SUFFIX__)
#define UINTMAX_C(v) _MAYMUST_PASTE(v, __UINTMAX_C_SUFFIX__)
#define SIG_ATOMIC_MAX __INT_MAX__
#define SIG_ATOMIC_MIN (-__INT_MAX__ - 1)
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN (-__WCHAR_MAX__ - 1)
#define WINT_MAX __UINT32_MAX__
#define WINT_MIN 0u
#ifdef _GNU_SOURCE
#define INT8_WIDTH 8
#define INT_LEAST8_WIDTH 8
#define INT_FAST8_WIDTH 8
#define UINT8_WIDTH 8
#define UINT_LEAST8_WIDTH 8
#define UINT_FAST8_WIDTH 8
#define INT16_WIDTH 16
#define INT_LEAST16_WIDTH 16
#define INT_FAST16_WIDTH (8 * __SIZEOF_POINTER__)
#define UINT16_WIDTH 16
#define UINT_LEAST16_WIDTH 16
#define UINT_FAST16_WIDTH (8 * __SIZEOF_POINTER__)
#define INT32_WIDTH 32
#define INT_LEAST32_WIDTH 32
#define INT_FAST32_WIDTH (8 * __SIZEOF_POINTER__)
#define UINT32_WIDTH 32
#define UINT_LEAST32_WIDTH 32
#define UINT_FAST32_WIDTH (8 * __SIZEOF_POINTER__)
#define INT64_WIDTH 64
#define INT_LEAST64_WIDTH 64
#define INT_FAST64_WIDTH 64
#define UINT64_WIDTH 64
#define UINT_LEAST64_WIDTH 64
#define UINT_FAST64_WIDTH 64
#define INTPTR_WIDTH (8 * __SIZEOF_POINTER__)
#define UINTPTR_WIDTH (8 * __SIZEOF_POINTER__)
#define PTRDIFF_WIDTH (8 * __SIZEOF_POINTER__)
#define SIZE_WIDTH (8 * __SIZEOF_POINTER__)
#define INTMAX_WIDTH 64
#define UINTMAX_WIDTH 64
#define SIG_ATOMIC_WIDTH 32
#define WCHAR_WIDTH 32
#define WINT_WIDTH 32
#endif
#endif
