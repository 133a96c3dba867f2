#include <assert.h>
#include <errno.h>

int main(void)
{
    assert(errno == 0);
    errno = ERANGE;
    assert(errno == 34);
    return 0;
}
