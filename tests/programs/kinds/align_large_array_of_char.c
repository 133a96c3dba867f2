/* Machines align large arrays, so this goes wrong; that the next does not, nobody promises. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char buffer[64] = {0};
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 4)
        return 0;
    return *(int *)(buffer + at) != 0;
}
