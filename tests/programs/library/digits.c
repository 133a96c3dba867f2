#include <assert.h>
#include <ctype.h>
#include <stdlib.h>

void f(unsigned char c)
{
    char s[2] = {0, 0};
    if (isdigit(c)) {
        s[0] = c;
        assert(atoi(s) == c - '0');
        assert(tolower(c) == c && !isalpha(c));
    }
}
