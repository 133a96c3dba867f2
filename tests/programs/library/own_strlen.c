#include <assert.h>

unsigned long strlen(const char *s)
{
    return s[0] ? 1 : 0;
}

int main(void)
{
    assert(strlen("abc") == 3);
    return 0;
}
