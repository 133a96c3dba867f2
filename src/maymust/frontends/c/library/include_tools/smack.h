/* maymust: what SMACK's header declares, for those who have none. */
#ifndef SMACK_H_
#define SMACK_H_
void __SMACK_code(const char *, ...);
void __SMACK_mod(const char *, ...);
void __SMACK_decl(const char *, ...);
void __SMACK_top_decl(const char *, ...);
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);
void __VERIFIER_error(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
_Bool __VERIFIER_nondet_bool(void);
_Bool __SMACK_nondet_bool(void);
char __VERIFIER_nondet_char(void);
char __SMACK_nondet_char(void);
signed char __VERIFIER_nondet_signed_char(void);
signed char __SMACK_nondet_signed_char(void);
unsigned char __VERIFIER_nondet_unsigned_char(void);
unsigned char __SMACK_nondet_unsigned_char(void);
short __VERIFIER_nondet_short(void);
short __SMACK_nondet_short(void);
short __VERIFIER_nondet_signed_short(void);
short __SMACK_nondet_signed_short(void);
short __VERIFIER_nondet_signed_short_int(void);
short __SMACK_nondet_signed_short_int(void);
unsigned short __VERIFIER_nondet_unsigned_short(void);
unsigned short __SMACK_nondet_unsigned_short(void);
unsigned short __VERIFIER_nondet_unsigned_short_int(void);
unsigned short __SMACK_nondet_unsigned_short_int(void);
int __VERIFIER_nondet_int(void);
int __SMACK_nondet_int(void);
int __VERIFIER_nondet_signed_int(void);
int __SMACK_nondet_signed_int(void);
unsigned __VERIFIER_nondet_unsigned(void);
unsigned __SMACK_nondet_unsigned(void);
unsigned __VERIFIER_nondet_unsigned_int(void);
unsigned __SMACK_nondet_unsigned_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned __SMACK_nondet_uint(void);
long __VERIFIER_nondet_long(void);
long __SMACK_nondet_long(void);
long __VERIFIER_nondet_long_int(void);
long __SMACK_nondet_long_int(void);
long __VERIFIER_nondet_signed_long(void);
long __SMACK_nondet_signed_long(void);
long __VERIFIER_nondet_signed_long_int(void);
long __SMACK_nondet_signed_long_int(void);
unsigned long __VERIFIER_nondet_unsigned_long(void);
unsigned long __SMACK_nondet_unsigned_long(void);
unsigned long __VERIFIER_nondet_unsigned_long_int(void);
unsigned long __SMACK_nondet_unsigned_long_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
unsigned long __SMACK_nondet_ulong(void);
long long __VERIFIER_nondet_long_long(void);
long long __SMACK_nondet_long_long(void);
long long __VERIFIER_nondet_long_long_int(void);
long long __SMACK_nondet_long_long_int(void);
unsigned long long __VERIFIER_nondet_unsigned_long_long(void);
unsigned long long __SMACK_nondet_unsigned_long_long(void);
unsigned long long __VERIFIER_nondet_unsigned_long_long_int(void);
unsigned long long __SMACK_nondet_unsigned_long_long_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned char __SMACK_nondet_uchar(void);
unsigned short __VERIFIER_nondet_ushort(void);
unsigned short __SMACK_nondet_ushort(void);
float __VERIFIER_nondet_float(void);
float __SMACK_nondet_float(void);
double __VERIFIER_nondet_double(void);
double __SMACK_nondet_double(void);
__SIZE_TYPE__ __VERIFIER_nondet_size_t(void);
__SIZE_TYPE__ __SMACK_nondet_size_t(void);
void *__VERIFIER_nondet_pointer(void);
void *__SMACK_nondet_pointer(void);
#undef assert
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#define assume(e) __VERIFIER_assume((e) ? 1 : 0)
/* A function that runs before main. */
#define __SMACK_INIT(name) void __SMACK_init_func_##name(void)

#endif
