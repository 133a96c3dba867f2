/* Variables with names of functions that compilers know. */
#include <assert.h>

int index;
double gamma = 0.5;
long log[3];

static int exp(int n) { return n * 2; }

int main(void) {
    index++;
    log[index] = exp(21);
    assert(log[1] == 42 && gamma < 1);
    assert(index == 2);
    return 0;
}
