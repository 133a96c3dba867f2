/* Fig. 3: p is never p1 or p2 where it is written through, though it is later. */
extern void __VERIFIER_error(void);

void alias(int *p, int *p1, int *p2) {
    if (p == p1)
        return;
    if (p == p2)
        return;
    *p1 = 0;
    *p2 = 0;
    *p = 1;
    if (*p1 == 1 || *p2 == 1)
        __VERIFIER_error();
    p = p1;
    p = p2;
}
