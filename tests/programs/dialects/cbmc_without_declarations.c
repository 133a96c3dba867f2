/* CBMC knows these without declarations, whatever scalar they are given. */
int main(void)
{
    long long wide;
    double half = 0.5;
    int x, *p = &x;
    __CPROVER_assume(half);
    __CPROVER_assume(wide);
    __CPROVER_assert(p, "a pointer");
    __CPROVER_assert(wide & 0xffffffff, "the low half may be zero");
    return 0;
}
