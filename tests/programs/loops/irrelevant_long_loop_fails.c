#include <assert.h>

void f(int a) {
    int sum = 0;
    for (int i = 0; i < 5000; i++) sum += i;
    assert(a != 12345);
}
