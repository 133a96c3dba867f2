/* Nobody looks at the value that is missing. */
static int log_it(int level) {
    if (level > 3)
        return 1;
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int level = __VERIFIER_nondet_int();
    log_it(level);
    (void)log_it(1);
    if (level > 3)
        return log_it(level);
    return 0;
}
