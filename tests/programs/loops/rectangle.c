/* 10 rows of 7. */
#include <assert.h>

int main(void) {
    int count = 0;
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 7; j++)
            count++;
    assert(count == 70);
    return 0;
}
