#include "smack.h"
/* What SMACK runs before main. */
int level = 1;

__SMACK_INIT(twice) { level *= 2; }
__SMACK_INIT(more) { level += 3; }

int main(void)
{
    assert(level == 5);
    assert(level == 8);
    return 0;
}
