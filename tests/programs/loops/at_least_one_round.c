/* i is 1 after the first round and never passes a greater n. */
#include <assert.h>

void f(int n) {
    int i = 0;
    do {
        i++;
    } while (i < n);
    assert(i >= 1 && (i == n || n < 1));
}
