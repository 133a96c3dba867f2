/* Data that is read is an input, in units of ELEMENT: what the pointers point to, as far as the text of the
   program tells. An item that is read in part holds anything. */

typedef __SIZE_TYPE__ size_t;

size_t __VERIFIER_nondet_size(void);
ELEMENT __VERIFIER_nondet_element(void);
void __VERIFIER_assume(int);
void __maymust_unmodelled(void);

size_t fread(void *to, size_t size, size_t count, void *stream)
{
    ELEMENT *target = to;
    size_t done = __VERIFIER_nondet_size(), i = 0, width = size / sizeof(ELEMENT);
    if (!size)
        return 0;
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    __VERIFIER_assume(done <= count);
    size_t end = (done < count ? done + 1 : done) * width;
    while (i < end) {
        target[i] = __VERIFIER_nondet_element();
        i++;
    }
    return done;
}
