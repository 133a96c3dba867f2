/* The flag is read where a character was stored. */
union cell {
    char letter;
    _Bool flag;
};

extern char __VERIFIER_nondet_char(void);

int main(void) {
    union cell c;
    c.letter = __VERIFIER_nondet_char();
    return c.flag ? 1 : 0;
}
