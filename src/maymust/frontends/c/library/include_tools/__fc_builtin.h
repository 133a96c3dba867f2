/* maymust: what Frama-C's header of built-in functions declares, for those who have none. */
#ifndef FC_BUILTIN
#define FC_BUILTIN
extern volatile int Frama_C_entropy_source;
void Frama_C_make_unknown(char *, __SIZE_TYPE__);
int Frama_C_nondet(int, int);
void *Frama_C_nondet_ptr(void *, void *);
int Frama_C_interval(int, int);
int Frama_C_interval_split(int, int);
unsigned char Frama_C_unsigned_char_interval(unsigned char, unsigned char);
char Frama_C_char_interval(char, char);
unsigned short Frama_C_unsigned_short_interval(unsigned short, unsigned short);
short Frama_C_short_interval(short, short);
unsigned int Frama_C_unsigned_int_interval(unsigned int, unsigned int);
int Frama_C_int_interval(int, int);
unsigned long Frama_C_unsigned_long_interval(unsigned long, unsigned long);
long Frama_C_long_interval(long, long);
unsigned long long Frama_C_unsigned_long_long_interval(unsigned long long, unsigned long long);
long long Frama_C_long_long_interval(long long, long long);
__SIZE_TYPE__ Frama_C_size_t_interval(__SIZE_TYPE__, __SIZE_TYPE__);
float Frama_C_float_interval(float, float);
double Frama_C_double_interval(double, double);
double Frama_C_real_interval_as_double(double, double);
void Frama_C_abort(void) __attribute__((noreturn));
__SIZE_TYPE__ Frama_C_offset(const void *);
void *Frama_C_malloc_fresh(__SIZE_TYPE__);
#endif
