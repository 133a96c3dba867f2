/* Data that is read is an input, in units of ELEMENT: what the pointers point to, as far as the text of the
   program tells. An item that is read in part holds anything. */

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;

size_t __VERIFIER_nondet_size(void);
ssize_t __VERIFIER_nondet_ssize(void);
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
    size_t end = (done < count && size > 1 ? done + 1 : done) * width; /* a byte is read or not */
    while (i < end) {
        target[i] = __VERIFIER_nondet_element();
        i++;
    }
    return done;
}

/* So many bytes, or fewer, or an error. */
static ssize_t __maymust_fill(ELEMENT *target, size_t size)
{
    ssize_t done = __VERIFIER_nondet_ssize();
    size_t i = 0;
    __VERIFIER_assume(done >= -1 && (done < 0 || (size_t)done <= size));
    if (done < 0)
        return done;
    size_t end = ((size_t)done + sizeof(ELEMENT) - 1) / sizeof(ELEMENT);
    if (end * sizeof(ELEMENT) > size)
        __maymust_unmodelled();
    while (i < end) {
        ELEMENT given = __VERIFIER_nondet_element();
        size_t known = (size_t)done - i * sizeof(ELEMENT);
        if (known < sizeof(ELEMENT)) {
#ifdef POINTERS
            __maymust_unmodelled();
#else
            __VERIFIER_assume((given ^ target[i]) >> (8 * known) == 0); /* the bytes behind them stay */
#endif
        }
        target[i] = given;
        i++;
    }
    return done;
}

ssize_t read(int file, void *to, size_t size)
{
    return __maymust_fill(to, size);
}

ssize_t pread(int file, void *to, size_t size, long at)
{
    return __maymust_fill(to, size);
}

ssize_t recv(int socket, void *to, size_t size, int flags)
{
    if (flags & 0x20) /* MSG_TRUNC: what is given is the length of the message, which may not fit */
        __maymust_unmodelled();
    return __maymust_fill(to, size);
}

ssize_t getrandom(void *to, size_t size, unsigned flags)
{
    return __maymust_fill(to, size);
}

int getentropy(void *to, size_t size)
{
    return __maymust_fill(to, size) == (ssize_t)size ? 0 : -1;
}

ssize_t readlink(const char *path, char *to, size_t size)
{
    while (*path)
        path++;
    return __maymust_fill((ELEMENT *)to, size);
}

ssize_t readlinkat(int folder, const char *path, char *to, size_t size)
{
    while (*path)
        path++;
    return __maymust_fill((ELEMENT *)to, size);
}
