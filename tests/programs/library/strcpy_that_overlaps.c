#include <assert.h>
#include <string.h>

int main(void)
{
    char s[2] = "b";
    assert(strcmp(s, "a") > 0);
    assert(strcpy(s + 1, s) != 0);
    return 0;
}
