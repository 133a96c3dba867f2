/* The address of an element of an array in a structure, but beyond its end. */
struct line {
    char text[8];
    int length;
};

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    static struct line l;
    struct line *p = &l;
    unsigned n = __VERIFIER_nondet_uint() % 16;
    char *at = &p->text[n];
    return *at == 0 && n < 8;
}
