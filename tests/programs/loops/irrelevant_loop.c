#include <assert.h>

void f(int n, int flag) {
    int sum = 0, state = 0;
    for (int i = 0; i < n; i++) sum += i;
    if (flag) state = 1;
    assert(state == 0 || flag);
}
