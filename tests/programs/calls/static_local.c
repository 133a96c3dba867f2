#include <assert.h>

static int next(void) {
    static int count = 3;
    return count++;
}

int main(void) {
    int a = next();
    int b = next();
    assert(a == 3 && b == 4);
    return 0;
}
