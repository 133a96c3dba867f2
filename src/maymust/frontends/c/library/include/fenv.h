#ifndef _MAYMUST_FENV_H
#define _MAYMUST_FENV_H
#include <maymust/base.h>
typedef unsigned short fexcept_t;
typedef struct { unsigned _state[sizeof(long) == 8 ? 8 : 7]; } fenv_t;
#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT 61
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
#define FE_DFL_ENV ((const fenv_t *)-1)
#ifdef _GNU_SOURCE
typedef struct { unsigned _state[2]; } femode_t;
#define FE_NOMASK_ENV ((const fenv_t *)-2)
#define FE_DFL_MODE ((const femode_t *)-1L)
#endif
int feclearexcept(int);
int fegetexceptflag(fexcept_t *, int);
int feraiseexcept(int);
int fesetexceptflag(const fexcept_t *, int);
int fetestexcept(int);
int fegetround(void);
int fesetround(int);
int fegetenv(fenv_t *);
int feholdexcept(fenv_t *);
int fesetenv(const fenv_t *);
int feupdateenv(const fenv_t *);
#ifdef _GNU_SOURCE
int fesetexcept(int);
int fetestexceptflag(const fexcept_t *, int);
int fegetmode(femode_t *);
int fesetmode(const femode_t *);
int feenableexcept(int);
int fedisableexcept(int);
int fegetexcept(void);
#endif
#endif
