/* Text that is read is an input. */

typedef __SIZE_TYPE__ size_t;

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
void __maymust_unmodelled(void);

char *fgets(char *s, int size, void *stream)
{
    int i = 0;
    if (size <= 0)
        __maymust_unmodelled();
    if (size > 1 && __VERIFIER_nondet_int())
        return 0;
    while (i < size - 1) {
        s[i] = __VERIFIER_nondet_char();
        i++;
        if (s[i - 1] == '\n' || __VERIFIER_nondet_int())
            break;
    }
    s[i] = 0;
    return s;
}

char *gets(char *s)
{
    size_t i = 0;
    if (__VERIFIER_nondet_int())
        return 0;
    while (1) {
        s[i] = __VERIFIER_nondet_char();
        if (s[i] == '\n' || __VERIFIER_nondet_int())
            break;
        i++;
    }
    s[i] = 0;
    return s;
}
