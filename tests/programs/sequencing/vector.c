/* A vector whose members are set and used in one expression. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct vector { int length, capacity, data[8]; } v;

static void clear(struct vector *x) { x->length = x->capacity = 0; }

int main(void)
{
    clear(&v);
    v.capacity = 8;
    for (int i = 0; i < 4; i++)
        v.data[v.length++] = v.capacity--;
    if (v.length != v.capacity)
        reach_error();
    int i = __VERIFIER_nondet_int() & 3, j = 4 + (__VERIFIER_nondet_int() & 3);
    v.data[i] = v.data[j] = 7;
    if (v.data[i] != v.data[j])
        reach_error();
    return 0;
}
