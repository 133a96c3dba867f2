/* Any float below 2^63 is a long. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    double d = __VERIFIER_nondet_int();
    long l = d * 1000.0;
    return l == 0;
}
