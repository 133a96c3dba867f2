/* 0 + 1 + ... + 11 == 66. */
#include <assert.h>

int main(void) {
    int count = 0;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < i; j++)
            count++;
    assert(count == 66);
    return 0;
}
