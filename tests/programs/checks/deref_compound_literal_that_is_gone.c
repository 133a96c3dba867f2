int main(void) {
    int *p = (int[]){1, 2};
    {
        p = (int[]){3, 4};
    }
    return *p;
}
