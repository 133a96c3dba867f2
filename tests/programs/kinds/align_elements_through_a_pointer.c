/* Steps of a pointer are whole elements. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int table[8] = {0};
    int *p = table + __VERIFIER_nondet_uint() % 8;
    return *p;
}
