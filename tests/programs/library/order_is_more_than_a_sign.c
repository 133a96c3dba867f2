#include <assert.h>
#include <string.h>

int main(void)
{
    char x[2] = "p";
    assert(strcmp(x, "q") == strcmp(x, "t"));
    return 0;
}
