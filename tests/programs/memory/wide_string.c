/* The characters of a string, two at a time. */
#include <assert.h>

int main(void) {
    const unsigned short *p = (const unsigned short *)"abcdef";
    assert(p[1] == ('d' << 8 | 'c'));
    return 0;
}
