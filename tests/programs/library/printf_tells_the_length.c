#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = printf("abc\n");
    assert(n == 4 || n < 0);
    int m = putchar(n + 'a');
    assert(m == -1 || m == (unsigned char)(n + 'a'));
    return 0;
}
