/* How far is it from one array to another? */
int main(void) {
    int a[2] = {0}, b[2] = {0};
    int *p = a, *q = b;
    return (int)(p - q);
}
