int main(void) {
    int *p = (int *)1000000;
    return *p;
}
