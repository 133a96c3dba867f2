#ifndef _MAYMUST_COMPLEX_H
#define _MAYMUST_COMPLEX_H
#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I
double creal(double _Complex);
double cimag(double _Complex);
double cabs(double _Complex);
#endif
