/* Sorting and searching, in units of ELEMENT: what the pointers point to, as far as the text of the program
   tells. C leaves open in which order elements come that compare equal, and which of them is found, and which
   elements are compared, which of two first; it is assumed that comparing has no side effects. */

typedef __SIZE_TYPE__ size_t;

int __VERIFIER_nondet_int(void);
size_t __VERIFIER_nondet_size(void);
void __VERIFIER_assume(int);
void __maymust_unmodelled(void);

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    ELEMENT *all = base;
    size_t width = size / sizeof(ELEMENT), i = 1;
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    if (count > 2 && __VERIFIER_nondet_int()) { /* any two may be compared, not only those that are below */
        size_t first = __VERIFIER_nondet_size(), second = __VERIFIER_nondet_size();
        __VERIFIER_assume(first < count && second < count && first != second);
        compare(all + first * width, all + second * width);
    }
    while (i < count) {
        ELEMENT *at = all + i * width;
        while (at != all) {
            size_t k = 0;
            ELEMENT *first = at - width, *second = at;
            int order = 0, swapped = __VERIFIER_nondet_int();
            if (swapped) {
                first = at;
                second = at - width;
            }
            order = compare(first, second);
            if (swapped)
                order = order < 0 ? 1 : order > 0 ? -1 : 0;
            if (order < 0)
                break;
#ifndef POINTERS
            if (order == 0 && width == 1 && at[-1] == at[0])
                break;
#endif
            if (order == 0 && __VERIFIER_nondet_int())
                break;
            while (k < width) {
                ELEMENT kept = at[k];
                at[k] = (at - width)[k];
                (at - width)[k] = kept;
                k++;
            }
            at = at - width;
        }
        i++;
    }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    const ELEMENT *at = base, *found = 0;
    size_t width = size / sizeof(ELEMENT), i = 0;
    int before = 1;
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    while (i < count) {
        int order = compare(key, at);
        if (order > 0 ? before <= 0 : order == 0 && before < 0)
            __maymust_unmodelled();
        if (order == 0 && (!found || __VERIFIER_nondet_int()))
            found = at;
        before = order;
        at = at + width;
        i++;
    }
    return (void *)found;
}
