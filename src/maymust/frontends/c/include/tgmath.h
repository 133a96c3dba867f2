#ifndef _MAYMUST_TGMATH_H
#define _MAYMUST_TGMATH_H
#include <complex.h>
#include <math.h>
#endif
