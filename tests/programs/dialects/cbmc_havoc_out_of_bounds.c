/* A slice that is not there. */
int main(void)
{
    int a[3] = {1, 2, 3};
    __CPROVER_havoc_slice(a + 1, 12);
    return a[0];
}
