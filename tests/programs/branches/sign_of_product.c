#include <assert.h>

int sign(int a, int b) {
    int product = a * b;
    if (a > 0 && b > 0)
        assert(product > 0);
    return product;
}
