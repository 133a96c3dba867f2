#ifndef _MAYMUST_COMPLEX_H
#define _MAYMUST_COMPLEX_H
#include <maymust/base.h>
#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#define CMPLXL(x, y) __builtin_complex((long double)(x), (long double)(y))
#define _MAYMUST_COMPLEX(type, f) \
    type cabs##f(type _Complex); type carg##f(type _Complex); type creal##f(type _Complex); type cimag##f(type _Complex); \
    type _Complex conj##f(type _Complex); type _Complex cproj##f(type _Complex); type _Complex csqrt##f(type _Complex); \
    type _Complex cexp##f(type _Complex); type _Complex clog##f(type _Complex); \
    type _Complex cpow##f(type _Complex, type _Complex); \
    type _Complex cacos##f(type _Complex); type _Complex casin##f(type _Complex); type _Complex catan##f(type _Complex); \
    type _Complex ccos##f(type _Complex); type _Complex csin##f(type _Complex); type _Complex ctan##f(type _Complex); \
    type _Complex cacosh##f(type _Complex); type _Complex casinh##f(type _Complex); type _Complex catanh##f(type _Complex); \
    type _Complex ccosh##f(type _Complex); type _Complex csinh##f(type _Complex); type _Complex ctanh##f(type _Complex);
_MAYMUST_COMPLEX(double, ) _MAYMUST_COMPLEX(float, f) _MAYMUST_COMPLEX(long double, l)
#ifdef _GNU_SOURCE
_Complex double clog10(_Complex double);
_Complex float clog10f(_Complex float);
_Complex long double clog10l(_Complex long double);
#endif
#endif
