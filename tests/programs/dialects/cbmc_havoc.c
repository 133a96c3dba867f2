#include <stdlib.h>
/* Memory that becomes an input. */
struct pair {
    int first;
    char second;
};

int main(void)
{
    struct pair s = {1, 2};
    int a[4] = {1, 2, 3, 4}, *p = calloc(3, sizeof(int));
    __CPROVER_havoc_slice(a + 1, 2 * sizeof(int));
    __CPROVER_assert(a[0] == 1 && a[3] == 4, "around the slice");
    __CPROVER_assert(a[2] != 77, "in the slice");
    __CPROVER_havoc_object(&s);
    __CPROVER_assert(s.second != 9, "a member");
    __CPROVER_havoc_object(p);
    __CPROVER_assert(p[1] != 5, "an element");
    return 0;
}
