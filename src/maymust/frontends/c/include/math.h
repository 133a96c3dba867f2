#ifndef _MAYMUST_MATH_H
#define _MAYMUST_MATH_H
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define M_PI 3.14159265358979323846
#define M_E 2.7182818284590452354
#define _MAYMUST_UNARY(f) double f(double); float f##f(float); long double f##l(long double);
#define _MAYMUST_BINARY(f) double f(double, double); float f##f(float, float); long double f##l(long double, long double);
_MAYMUST_UNARY(acos) _MAYMUST_UNARY(asin) _MAYMUST_UNARY(atan) _MAYMUST_UNARY(cos) _MAYMUST_UNARY(sin) _MAYMUST_UNARY(tan)
_MAYMUST_UNARY(cosh) _MAYMUST_UNARY(sinh) _MAYMUST_UNARY(tanh) _MAYMUST_UNARY(exp) _MAYMUST_UNARY(exp2) _MAYMUST_UNARY(log)
_MAYMUST_UNARY(log2) _MAYMUST_UNARY(log10) _MAYMUST_UNARY(sqrt) _MAYMUST_UNARY(cbrt) _MAYMUST_UNARY(fabs) _MAYMUST_UNARY(ceil)
_MAYMUST_UNARY(floor) _MAYMUST_UNARY(round) _MAYMUST_UNARY(trunc) _MAYMUST_UNARY(rint) _MAYMUST_UNARY(nearbyint)
_MAYMUST_BINARY(atan2) _MAYMUST_BINARY(pow) _MAYMUST_BINARY(fmod) _MAYMUST_BINARY(hypot) _MAYMUST_BINARY(fmax)
_MAYMUST_BINARY(fmin) _MAYMUST_BINARY(fdim) _MAYMUST_BINARY(copysign) _MAYMUST_BINARY(remainder)
_MAYMUST_UNARY(acosh) _MAYMUST_UNARY(asinh) _MAYMUST_UNARY(atanh) _MAYMUST_UNARY(expm1) _MAYMUST_UNARY(log1p)
_MAYMUST_UNARY(logb) _MAYMUST_UNARY(erf) _MAYMUST_UNARY(erfc) _MAYMUST_UNARY(lgamma) _MAYMUST_UNARY(tgamma)
_MAYMUST_BINARY(nextafter)
#define _MAYMUST_OTHERS(type, f) type frexp##f(type, int *); type ldexp##f(type, int); type modf##f(type, type *); \
    type scalbn##f(type, int); type fma##f(type, type, type); type remquo##f(type, type, int *); int ilogb##f(type); \
    long lround##f(type); long lrint##f(type); long long llround##f(type); long long llrint##f(type); \
    type nan##f(const char *);
_MAYMUST_OTHERS(double, ) _MAYMUST_OTHERS(float, f) _MAYMUST_OTHERS(long double, l)
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
int __fpclassify(double);
int __fpclassifyf(float);
#define fpclassify(x) (sizeof(x) == sizeof(float) ? __fpclassifyf(x) : __fpclassify(x))
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)
#endif
