#include <assert.h>
#include <string.h>

int main(void)
{
    char s[8] = "abcdef";
    memcpy(s + 1, s, 4);
    assert(s[1] == 'a');
    return 0;
}
