/* The usual loop from the start to the end. */
int main(void) {
    int a[4] = {1, 2, 3, 4}, sum = 0;
    for (int *p = a; p != a + 4; p++)
        sum += *p;
    return sum;
}
