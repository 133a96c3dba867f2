/* The address of a variable is not null, and needs no check. */
static int get(const int *p) __attribute__((nonnull));
static int get(const int *p) { return *p; }

int main(void) {
    int a[2] = {1, 2};
    return get(a) + get(&a[1]) + 4 / get(a);
}
