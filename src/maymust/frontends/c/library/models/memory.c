/* Memory, in units of ELEMENT: what the pointers point to, as far as the text of the program tells. */

typedef __SIZE_TYPE__ size_t;

int __maymust_order(int, int);
int __maymust_same_object(const void *, const void *);
void __maymust_unmodelled(void);

void *memcpy(void *to, const void *from, size_t size)
{
    ELEMENT *target = to;
    const ELEMENT *source = from;
    size_t i = 0, count = size / sizeof(ELEMENT);
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    if (__maymust_same_object(to, from) && to != from && target < source + count && source < target + count)
        __maymust_unmodelled();
    while (i < count) {
        target[i] = source[i];
        i++;
    }
    return to;
}

void *mempcpy(void *to, const void *from, size_t size)
{
    ELEMENT *target = to;
    const ELEMENT *source = from;
    size_t i = 0, count = size / sizeof(ELEMENT);
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    if (__maymust_same_object(to, from) && to != from && target < source + count && source < target + count)
        __maymust_unmodelled();
    while (i < count) {
        target[i] = source[i];
        i++;
    }
    return target + count;
}

void *memmove(void *to, const void *from, size_t size)
{
    ELEMENT *target = to;
    const ELEMENT *source = from;
    size_t i = 0, count = size / sizeof(ELEMENT);
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    if (__maymust_same_object(to, from) && source < target) {
        while (i < count) {
            i++;
            target[count - i] = source[count - i];
        }
    } else {
        while (i < count) {
            target[i] = source[i];
            i++;
        }
    }
    return to;
}

void bcopy(const void *from, void *to, size_t size)
{
    ELEMENT *target = to;
    const ELEMENT *source = from;
    size_t i = 0, count = size / sizeof(ELEMENT);
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    if (__maymust_same_object(to, from) && source < target) {
        while (i < count) {
            i++;
            target[count - i] = source[count - i];
        }
    } else {
        while (i < count) {
            target[i] = source[i];
            i++;
        }
    }
}

void *memset(void *to, int byte, size_t size)
{
    ELEMENT *target = to;
    size_t i = 0, count = size / sizeof(ELEMENT);
#ifdef POINTERS
    ELEMENT repeated = 0;
    if ((unsigned char)byte)
        __maymust_unmodelled();
#else
    ELEMENT repeated = (ELEMENT)~(ELEMENT)0 / 255 * (unsigned char)byte;
#endif
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    while (i < count) {
        target[i] = repeated;
        i++;
    }
    return to;
}

void bzero(void *to, size_t size)
{
    ELEMENT *target = to;
    size_t i = 0, count = size / sizeof(ELEMENT);
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    while (i < count) {
        target[i] = 0;
        i++;
    }
}

#ifndef POINTERS
int memcmp(const void *a, const void *b, size_t size)
{
    const ELEMENT *first = a, *second = b;
    size_t i = 0, count = size / sizeof(ELEMENT);
    if (size % sizeof(ELEMENT))
        __maymust_unmodelled();
    while (i < count && first[i] == second[i])
        i++;
    if (i == count)
        return 0;
    ELEMENT x = first[count - 1], y = second[count - 1]; /* all of both must be there */
    x = first[i];
    y = second[i];
    while ((x & 255) == (y & 255)) {
        x = x >> 7 >> 1;
        y = y >> 7 >> 1;
    }
    return __maymust_order(x & 255, y & 255);
}
#endif
