/* What is cut off does not count. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    float f = __VERIFIER_nondet_int() ? 255.9f : -0.9f;
    unsigned char c = f;
    return c;
}
