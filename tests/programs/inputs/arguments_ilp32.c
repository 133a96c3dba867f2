/* There cannot be more arguments than pointers to them. */
#include <assert.h>

int main(int argc, char **argv) {
    int all = argc + 1;
    assert(all > 0);
    assert(all < 1000000);
    return 0;
}
