/* The character is looked at first. */
union cell {
    unsigned char letter;
    _Bool flag;
};

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    union cell c;
    c.letter = __VERIFIER_nondet_uchar();
    if (c.letter > 1)
        return 2;
    return c.flag;
}
