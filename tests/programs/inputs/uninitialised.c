#include <assert.h>

int main(void) {
    int x;
    if (x > 100) assert(x != 123);
    return 0;
}
