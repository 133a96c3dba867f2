/* An array of structures: each field is an array of its own. */
#include <assert.h>

struct pair { int x; char y; } a[800];

void f(void) {
    for (int i = 0; i < 800; i++) {
        a[i].x = 3;
        a[i].y = 4;
    }
    for (int i = 0; i < 800; i++) assert(a[i].x == 3 && a[i].y == 4);
}
