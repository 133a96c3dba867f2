/* Functions of verification tools that C itself can say. */

typedef __SIZE_TYPE__ size_t;

void *malloc(size_t);
void *calloc(size_t, size_t);
void __VERIFIER_assume(int);

/* It never fails. */
void *__CPROVER_allocate(size_t size, _Bool zero)
{
    void *found = zero ? calloc(1, size) : malloc(size);
    __VERIFIER_assume(found != 0);
    return found;
}

/* KLEE gives one of the values that its argument may have. In a single run that is the value it has, as in KLEE's
   own library for replays. */
float klee_get_valuef(float x)
{
    return x;
}

double klee_get_valued(double x)
{
    return x;
}

long klee_get_valuel(long x)
{
    return x;
}

long long klee_get_valuell(long long x)
{
    return x;
}

int klee_get_value_i32(int x)
{
    return x;
}

long long klee_get_value_i64(long long x)
{
    return x;
}
