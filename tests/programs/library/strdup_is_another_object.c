#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *s = strdup("abc");
    s[1] = 'x';
    assert(strcmp(s, "axc") == 0);
    free(s);
    return 0;
}
