/* Two loops by goto share one counter; the way back from the second forgets to reset it. */
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int x = 0;
first:
    x++;
    if (x > 3) reach_error();
    if (__VERIFIER_nondet_bool()) goto second;
    x = 0;
    goto first;
second:
    if (__VERIFIER_nondet_bool()) goto first;
    x = 0;
    goto first;
}
