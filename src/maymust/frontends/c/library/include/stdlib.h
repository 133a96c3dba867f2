#ifndef _MAYMUST_STDLIB_H
#define _MAYMUST_STDLIB_H
#include <maymust/base.h>
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
size_t __ctype_get_mb_cur_max(void);
#define MB_CUR_MAX (__ctype_get_mb_cur_max())
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
void *alloca(size_t);
#ifdef _MAYMUST_POSIX
#include <maymust/wait.h>
#include <sys/types.h>
struct random_data {
    int32_t *fptr, *rptr, *state;
    int rand_type, rand_deg, rand_sep;
    int32_t *end_ptr;
};
struct drand48_data { unsigned short _state[8]; unsigned long long _factor; };
#endif
#ifdef _GNU_SOURCE
#include <maymust/locale_type.h>
typedef int (*comparison_fn_t)(const void *, const void *);
#endif
double atof(const char *) _MAYMUST_NONNULL(1);
int atoi(const char *) _MAYMUST_NONNULL(1);
long atol(const char *) _MAYMUST_NONNULL(1);
long long atoll(const char *) _MAYMUST_NONNULL(1);
double strtod(const char *, char **) _MAYMUST_NONNULL(1);
float strtof(const char *, char **) _MAYMUST_NONNULL(1);
long double strtold(const char *, char **) _MAYMUST_NONNULL(1);
long strtol(const char *, char **, int) _MAYMUST_NONNULL(1);
unsigned long strtoul(const char *, char **, int) _MAYMUST_NONNULL(1);
long long strtoll(const char *, char **, int) _MAYMUST_NONNULL(1);
unsigned long long strtoull(const char *, char **, int) _MAYMUST_NONNULL(1);
int rand(void);
void srand(unsigned int);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void *aligned_alloc(size_t, size_t);
_Noreturn void abort(void);
int atexit(void (*)(void)) _MAYMUST_NONNULL(1);
int at_quick_exit(void (*)(void)) _MAYMUST_NONNULL(1);
_Noreturn void exit(int);
_Noreturn void quick_exit(int);
char *getenv(const char *) _MAYMUST_NONNULL(1);
int system(const char *);
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *)) _MAYMUST_NONNULL(1, 2, 5);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *)) _MAYMUST_NONNULL(1, 4);
int abs(int);
long labs(long);
long long llabs(long long);
div_t div(int, int);
ldiv_t ldiv(long, long);
lldiv_t lldiv(long long, long long);
int mblen(const char *, size_t);
int mbtowc(wchar_t *, const char *, size_t);
int wctomb(char *, wchar_t);
size_t mbstowcs(wchar_t *, const char *, size_t);
size_t wcstombs(char *, const wchar_t *, size_t);
#ifdef _MAYMUST_POSIX
int rand_r(unsigned int *);
int posix_memalign(void **, size_t, size_t) _MAYMUST_NONNULL(1);
int setenv(const char *, const char *, int) _MAYMUST_NONNULL(2);
int unsetenv(const char *) _MAYMUST_NONNULL(1);
int mkstemp(char *) _MAYMUST_NONNULL(1);
char *mkdtemp(char *) _MAYMUST_NONNULL(1);
int getsubopt(char **, char *const *, char **) _MAYMUST_NONNULL(1, 2, 3);
long long strtoq(const char *, char **, int) _MAYMUST_NONNULL(1);
unsigned long long strtouq(const char *, char **, int) _MAYMUST_NONNULL(1);
char *l64a(long);
long a64l(const char *) _MAYMUST_NONNULL(1);
long random(void);
void srandom(unsigned int);
char *initstate(unsigned int, char *, size_t) _MAYMUST_NONNULL(2);
char *setstate(char *) _MAYMUST_NONNULL(1);
int random_r(struct random_data *, int32_t *) _MAYMUST_NONNULL(1, 2);
int srandom_r(unsigned int, struct random_data *) _MAYMUST_NONNULL(2);
int initstate_r(unsigned int, char *, size_t, struct random_data *) _MAYMUST_NONNULL(2, 4);
int setstate_r(char *, struct random_data *) _MAYMUST_NONNULL(1, 2);
double drand48(void);
double erand48(unsigned short[3]) _MAYMUST_NONNULL(1);
long lrand48(void);
long nrand48(unsigned short[3]) _MAYMUST_NONNULL(1);
long mrand48(void);
long jrand48(unsigned short[3]) _MAYMUST_NONNULL(1);
void srand48(long);
unsigned short *seed48(unsigned short[3]) _MAYMUST_NONNULL(1);
void lcong48(unsigned short[7]) _MAYMUST_NONNULL(1);
int drand48_r(struct drand48_data *, double *) _MAYMUST_NONNULL(1, 2);
int erand48_r(unsigned short[3], struct drand48_data *, double *) _MAYMUST_NONNULL(1, 2);
int lrand48_r(struct drand48_data *, long *) _MAYMUST_NONNULL(1, 2);
int nrand48_r(unsigned short[3], struct drand48_data *, long *) _MAYMUST_NONNULL(1, 2);
int mrand48_r(struct drand48_data *, long *) _MAYMUST_NONNULL(1, 2);
int jrand48_r(unsigned short[3], struct drand48_data *, long *) _MAYMUST_NONNULL(1, 2);
int srand48_r(long, struct drand48_data *) _MAYMUST_NONNULL(2);
int seed48_r(unsigned short[3], struct drand48_data *) _MAYMUST_NONNULL(1, 2);
int lcong48_r(unsigned short[7], struct drand48_data *) _MAYMUST_NONNULL(1, 2);
__UINT32_TYPE__ arc4random(void);
void arc4random_buf(void *, size_t) _MAYMUST_NONNULL(1);
__UINT32_TYPE__ arc4random_uniform(__UINT32_TYPE__);
void *reallocarray(void *, size_t, size_t);
void *valloc(size_t);
int on_exit(void (*)(int, void *), void *) _MAYMUST_NONNULL(1);
int putenv(char *) _MAYMUST_NONNULL(1);
int clearenv(void);
char *mktemp(char *) _MAYMUST_NONNULL(1);
int mkstemps(char *, int) _MAYMUST_NONNULL(1);
char *realpath(const char *, char *);
char *ecvt(double, int, int *, int *) _MAYMUST_NONNULL(3, 4);
char *fcvt(double, int, int *, int *) _MAYMUST_NONNULL(3, 4);
char *gcvt(double, int, char *) _MAYMUST_NONNULL(3);
char *qecvt(long double, int, int *, int *) _MAYMUST_NONNULL(3, 4);
char *qfcvt(long double, int, int *, int *) _MAYMUST_NONNULL(3, 4);
char *qgcvt(long double, int, char *) _MAYMUST_NONNULL(3);
int ecvt_r(double, int, int *, int *, char *, size_t) _MAYMUST_NONNULL(3, 4, 5);
int fcvt_r(double, int, int *, int *, char *, size_t) _MAYMUST_NONNULL(3, 4, 5);
int qecvt_r(long double, int, int *, int *, char *, size_t) _MAYMUST_NONNULL(3, 4, 5);
int qfcvt_r(long double, int, int *, int *, char *, size_t) _MAYMUST_NONNULL(3, 4, 5);
int rpmatch(const char *) _MAYMUST_NONNULL(1);
int getloadavg(double[], int) _MAYMUST_NONNULL(1);
#endif
#ifdef _GNU_SOURCE
int strfromd(char *, size_t, const char *, double) _MAYMUST_NONNULL(3);
int strfromf(char *, size_t, const char *, float) _MAYMUST_NONNULL(3);
int strfroml(char *, size_t, const char *, long double) _MAYMUST_NONNULL(3);
long strtol_l(const char *, char **, int, locale_t) _MAYMUST_NONNULL(1, 4);
unsigned long strtoul_l(const char *, char **, int, locale_t) _MAYMUST_NONNULL(1, 4);
long long strtoll_l(const char *, char **, int, locale_t) _MAYMUST_NONNULL(1, 4);
unsigned long long strtoull_l(const char *, char **, int, locale_t) _MAYMUST_NONNULL(1, 4);
double strtod_l(const char *, char **, locale_t) _MAYMUST_NONNULL(1, 3);
float strtof_l(const char *, char **, locale_t) _MAYMUST_NONNULL(1, 3);
long double strtold_l(const char *, char **, locale_t) _MAYMUST_NONNULL(1, 3);
char *secure_getenv(const char *) _MAYMUST_NONNULL(1);
int mkstemp64(char *) _MAYMUST_NONNULL(1);
int mkstemps64(char *, int) _MAYMUST_NONNULL(1);
int mkostemp(char *, int) _MAYMUST_NONNULL(1);
int mkostemp64(char *, int) _MAYMUST_NONNULL(1);
int mkostemps(char *, int, int) _MAYMUST_NONNULL(1);
int mkostemps64(char *, int, int) _MAYMUST_NONNULL(1);
char *canonicalize_file_name(const char *) _MAYMUST_NONNULL(1);
void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *) _MAYMUST_NONNULL(1, 4);
int posix_openpt(int);
int grantpt(int);
int unlockpt(int);
char *ptsname(int);
int ptsname_r(int, char *, size_t) _MAYMUST_NONNULL(2);
int getpt(void);
#endif
#endif
