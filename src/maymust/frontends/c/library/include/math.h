#ifndef _MAYMUST_MATH_H
#define _MAYMUST_MATH_H
#include <maymust/base.h>
typedef float float_t;
typedef double double_t;
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VALL (__builtin_huge_vall())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling (MATH_ERRNO | MATH_ERREXCEPT)
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#ifdef _GNU_SOURCE
#define MAXFLOAT 3.40282347e+38F
#define SNANF (__builtin_nansf(""))
#define SNAN (__builtin_nans(""))
#define SNANL (__builtin_nansl(""))
#define FP_LLOGB0 (-__LONG_MAX__ - 1L)
#define FP_LLOGBNAN (-__LONG_MAX__ - 1L)
#define FP_INT_UPWARD 0
#define FP_INT_DOWNWARD 1
#define FP_INT_TOWARDZERO 2
#define FP_INT_TONEARESTFROMZERO 3
#define FP_INT_TONEAREST 4
#define M_Ef 2.718281828459045235360287471352662498F
#define M_LOG2Ef 1.442695040888963407359924681001892137F
#define M_LOG10Ef 0.434294481903251827651128918916605082F
#define M_LN2f 0.693147180559945309417232121458176568F
#define M_LN10f 2.302585092994045684017991454684364208F
#define M_PIf 3.141592653589793238462643383279502884F
#define M_PI_2f 1.570796326794896619231321691639751442F
#define M_PI_4f 0.785398163397448309615660845819875721F
#define M_1_PIf 0.318309886183790671537767526745028724F
#define M_2_PIf 0.636619772367581343075535053490057448F
#define M_2_SQRTPIf 1.128379167095512573896158903121545172F
#define M_SQRT2f 1.414213562373095048801688724209698079F
#define M_SQRT1_2f 0.707106781186547524400844362104849039F
#define M_El 2.718281828459045235360287471352662498L
#define M_LOG2El 1.442695040888963407359924681001892137L
#define M_LOG10El 0.434294481903251827651128918916605082L
#define M_LN2l 0.693147180559945309417232121458176568L
#define M_LN10l 2.302585092994045684017991454684364208L
#define M_PIl 3.141592653589793238462643383279502884L
#define M_PI_2l 1.570796326794896619231321691639751442L
#define M_PI_4l 0.785398163397448309615660845819875721L
#define M_1_PIl 0.318309886183790671537767526745028724L
#define M_2_PIl 0.636619772367581343075535053490057448L
#define M_2_SQRTPIl 1.128379167095512573896158903121545172L
#define M_SQRT2l 1.414213562373095048801688724209698079L
#define M_SQRT1_2l 0.707106781186547524400844362104849039L
#endif
/* The functions of each type: `f` is what their names end in. */
#define _MAYMUST_MATH(type, f) \
    type acos##f(type); type asin##f(type); type atan##f(type); type cos##f(type); type sin##f(type); type tan##f(type); \
    type acosh##f(type); type asinh##f(type); type atanh##f(type); type cosh##f(type); type sinh##f(type); type tanh##f(type); \
    type exp##f(type); type exp2##f(type); type expm1##f(type); type log##f(type); type log2##f(type); type log10##f(type); \
    type log1p##f(type); type logb##f(type); type sqrt##f(type); type cbrt##f(type); type fabs##f(type); type erf##f(type); \
    type erfc##f(type); type lgamma##f(type); type tgamma##f(type); type ceil##f(type); type floor##f(type); \
    type round##f(type); type trunc##f(type); type rint##f(type); type nearbyint##f(type); type atan2##f(type, type); \
    type pow##f(type, type); type fmod##f(type, type); type hypot##f(type, type); type fmax##f(type, type); \
    type fmin##f(type, type); type fdim##f(type, type); type copysign##f(type, type); type remainder##f(type, type); \
    type nextafter##f(type, type); type nexttoward##f(type, long double); type frexp##f(type, int *); \
    type ldexp##f(type, int); type modf##f(type, type *); type scalbn##f(type, int); \
    type scalbln##f(type, long); type fma##f(type, type, type); type remquo##f(type, type, int *); int ilogb##f(type); \
    long lround##f(type); long lrint##f(type); long long llround##f(type); long long llrint##f(type); \
    type nan##f(const char *);
_MAYMUST_MATH(double, ) _MAYMUST_MATH(float, f) _MAYMUST_MATH(long double, l)
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
#ifdef _GNU_SOURCE
#define issubnormal(x) (fpclassify(x) == FP_SUBNORMAL)
#define iszero(x) ((x) == 0)
#define iscanonical(x) ((void)(__typeof__(x))(x), 1)
int __issignaling(double);
int __issignalingf(float);
#define issignaling(x) (sizeof(x) == sizeof(float) ? __issignalingf(x) : __issignaling(x))
int __iseqsig(double, double);
int __iseqsigf(float, float);
#define iseqsig(x, y) (sizeof((x) + (y)) == sizeof(float) ? __iseqsigf(x, y) : __iseqsig(x, y))
#endif
#ifdef _MAYMUST_POSIX
extern int signgam;
#endif
#ifdef _MAYMUST_POSIX
int finite(double);
double drem(double, double);
double significand(double);
double j0(double);
double j1(double);
double jn(int, double);
double y0(double);
double y1(double);
double yn(int, double);
double gamma(double);
double lgamma_r(double, int *);
double scalb(double, double);
int isinff(float);
int finitef(float);
float dremf(float, float);
float significandf(float);
int isnanf(float);
float j0f(float);
float j1f(float);
float jnf(int, float);
float y0f(float);
float y1f(float);
float ynf(int, float);
float gammaf(float);
float lgammaf_r(float, int *);
float scalbf(float, float);
int isinfl(long double);
int finitel(long double);
long double dreml(long double, long double);
long double significandl(long double);
int isnanl(long double);
long double j0l(long double);
long double j1l(long double);
long double jnl(int, long double);
long double y0l(long double);
long double y1l(long double);
long double ynl(int, long double);
long double gammal(long double);
long double lgammal_r(long double, int *);
long double scalbl(long double, long double);
#endif
#ifdef _GNU_SOURCE
void sincos(double, double *, double *);
double exp10(double);
double nextdown(double);
double nextup(double);
long llogb(double);
double roundeven(double);
__INTMAX_TYPE__ fromfp(double, int, unsigned int);
__UINTMAX_TYPE__ ufromfp(double, int, unsigned int);
__INTMAX_TYPE__ fromfpx(double, int, unsigned int);
__UINTMAX_TYPE__ ufromfpx(double, int, unsigned int);
int canonicalize(double *, const double *);
double fmaxmag(double, double);
double fminmag(double, double);
double fmaximum(double, double);
double fminimum(double, double);
double fmaximum_num(double, double);
double fminimum_num(double, double);
double fmaximum_mag(double, double);
double fminimum_mag(double, double);
double fmaximum_mag_num(double, double);
double fminimum_mag_num(double, double);
int totalorder(const double *, const double *);
int totalordermag(const double *, const double *);
double getpayload(const double *);
int setpayload(double *, double);
int setpayloadsig(double *, double);
void sincosf(float, float *, float *);
float exp10f(float);
float nextdownf(float);
float nextupf(float);
long llogbf(float);
float roundevenf(float);
__INTMAX_TYPE__ fromfpf(float, int, unsigned int);
__UINTMAX_TYPE__ ufromfpf(float, int, unsigned int);
__INTMAX_TYPE__ fromfpxf(float, int, unsigned int);
__UINTMAX_TYPE__ ufromfpxf(float, int, unsigned int);
int canonicalizef(float *, const float *);
float fmaxmagf(float, float);
float fminmagf(float, float);
float fmaximumf(float, float);
float fminimumf(float, float);
float fmaximum_numf(float, float);
float fminimum_numf(float, float);
float fmaximum_magf(float, float);
float fminimum_magf(float, float);
float fmaximum_mag_numf(float, float);
float fminimum_mag_numf(float, float);
int totalorderf(const float *, const float *);
int totalordermagf(const float *, const float *);
float getpayloadf(const float *);
int setpayloadf(float *, float);
int setpayloadsigf(float *, float);
void sincosl(long double, long double *, long double *);
long double exp10l(long double);
long double nextdownl(long double);
long double nextupl(long double);
long llogbl(long double);
long double roundevenl(long double);
__INTMAX_TYPE__ fromfpl(long double, int, unsigned int);
__UINTMAX_TYPE__ ufromfpl(long double, int, unsigned int);
__INTMAX_TYPE__ fromfpxl(long double, int, unsigned int);
__UINTMAX_TYPE__ ufromfpxl(long double, int, unsigned int);
int canonicalizel(long double *, const long double *);
long double fmaxmagl(long double, long double);
long double fminmagl(long double, long double);
long double fmaximuml(long double, long double);
long double fminimuml(long double, long double);
long double fmaximum_numl(long double, long double);
long double fminimum_numl(long double, long double);
long double fmaximum_magl(long double, long double);
long double fminimum_magl(long double, long double);
long double fmaximum_mag_numl(long double, long double);
long double fminimum_mag_numl(long double, long double);
int totalorderl(const long double *, const long double *);
int totalordermagl(const long double *, const long double *);
long double getpayloadl(const long double *);
int setpayloadl(long double *, long double);
int setpayloadsigl(long double *, long double);
float fadd(double, double);
float fdiv(double, double);
float ffma(double, double, double);
float fmul(double, double);
float fsqrt(double);
float fsub(double, double);
float faddl(long double, long double);
float fdivl(long double, long double);
float ffmal(long double, long double, long double);
float fmull(long double, long double);
float fsqrtl(long double);
float fsubl(long double, long double);
double daddl(long double, long double);
double ddivl(long double, long double);
double dfmal(long double, long double, long double);
double dmull(long double, long double);
double dsqrtl(long double);
double dsubl(long double, long double);
#endif
#endif
