#include <assert.h>

enum kind { NONE, EQUILATERAL, ISOSCELES, SCALENE };

enum kind classify(unsigned short a, unsigned short b, unsigned short c) {
    enum kind k;
    if (a + b <= c || b + c <= a || a + c <= b) k = NONE;
    else if (a == b && b == c) k = EQUILATERAL;
    else if (a == b || b == c || a == c) k = ISOSCELES;
    else k = SCALENE;
    assert(k != EQUILATERAL || a == c);
    assert(k == NONE || a > 0);
    return k;
}
