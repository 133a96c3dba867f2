int *address(void) {
    int x = 5;
    int *p = &x;
    return p;
}

int main(void) {
    int *p = address();
    return *p;
}
