/* Text that is read is an input. Where an error ends it, what came before has been stored. */

typedef __SIZE_TYPE__ size_t;

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
void __maymust_unmodelled(void);

char *fgets(char *s, int size, void *stream)
{
    int i = 0, fails = 0;
    if (size <= 0)
        __maymust_unmodelled();
    if (size > 1)
        fails = __VERIFIER_nondet_int();
    while (i < size - 1) {
        if (fails && (i == size - 2 || __VERIFIER_nondet_int()))
            return 0;
        s[i] = __VERIFIER_nondet_char();
        i++;
        if (!fails && (s[i - 1] == '\n' || __VERIFIER_nondet_int()))
            break;
    }
    s[i] = 0;
    return s;
}

char *gets(char *s)
{
    size_t i = 0;
    int fails = __VERIFIER_nondet_int();
    while (1) {
        if (fails && __VERIFIER_nondet_int())
            return 0;
        s[i] = __VERIFIER_nondet_char();
        if (!fails && (s[i] == '\n' || __VERIFIER_nondet_int()))
            break;
        i++;
    }
    s[i] = 0;
    return s;
}
