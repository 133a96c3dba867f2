/* Mathematical integers would leave the loop; a byte never does. */
#include <assert.h>

int main(void) {
    int sum = 0;
    for (unsigned char c = 0; c < 256; c++)
        sum += c;
    assert(0);
    return 0;
}
