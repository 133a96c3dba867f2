#include <assert.h>
#include <string.h>
int main(void)
{
    char s[4];
    strcpy(s, "ab");
    assert(strlen(s) == 2 && strcmp(s, "aa") > 0);
    assert(strchr(s, 'b') == s + 1 && !strchr(s, 'c'));
    strcat(s, "c");
    assert(strstr(s, "bc") == s + 1);
    return 0;
}
