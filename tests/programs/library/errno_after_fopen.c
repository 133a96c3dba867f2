#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    errno = 0;
    fopen("there/is/none", "r");
    assert(errno == 0);
    return 0;
}
