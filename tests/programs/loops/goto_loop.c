extern void reach_error(void);

void f(unsigned char x) {
    int i = 0;
again:
    if (i < 5) {
        i++;
        if (i == x) goto out;
        goto again;
    }
    return;
out:
    if (x == 4) goto ERROR;
    return;
ERROR:
    reach_error();
}
