/* Memory that verification tools make an input, in units of ELEMENT: what the pointers point to, as far as the
   text of the program tells. */

typedef __SIZE_TYPE__ size_t;

ELEMENT __VERIFIER_nondet_element(void);
void __maymust_unmodelled(void);

void __VERIFIER_nondet_memory(void *to, size_t size)
{
    ELEMENT *target = to;
    size_t i = 0, count = size / sizeof(ELEMENT);
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    while (i < count) {
        target[i] = __VERIFIER_nondet_element();
        i++;
    }
}

void __CPROVER_havoc_slice(void *to, size_t size)
{
    ELEMENT *target = to;
    size_t i = 0, count = size / sizeof(ELEMENT);
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    while (i < count) {
        target[i] = __VERIFIER_nondet_element();
        i++;
    }
}

void klee_make_symbolic(void *to, size_t size, const char *name)
{
    ELEMENT *target = to;
    size_t i = 0, count = size / sizeof(ELEMENT);
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    while (i < count) {
        target[i] = __VERIFIER_nondet_element();
        i++;
    }
}

void Frama_C_make_unknown(char *to, size_t size)
{
    ELEMENT *target = (ELEMENT *)to;
    size_t i = 0, count = size / sizeof(ELEMENT);
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    while (i < count) {
        target[i] = __VERIFIER_nondet_element();
        i++;
    }
}
