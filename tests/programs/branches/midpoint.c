#include <assert.h>

int midpoint(int low, int high) {
    if (low < 0 || high < low) return 0;
    int middle = low + (high - low) / 2;
    assert(low <= middle && middle <= high);
    return middle;
}
