/* Memory, byte by byte. */

typedef __SIZE_TYPE__ size_t;

void *memchr(const void *s, int c, size_t size)
{
    const unsigned char *byte = s;
    size_t i = 0;
    while (i < size) {
        if (byte[i] == (unsigned char)c)
            return (void *)(byte + i);
        i++;
    }
    return 0;
}

void *memrchr(const void *s, int c, size_t size)
{
    const unsigned char *byte = s;
    while (size > 0) {
        size--;
        if (byte[size] == (unsigned char)c)
            return (void *)(byte + size);
    }
    return 0;
}

void *rawmemchr(const void *s, int c)
{
    const unsigned char *byte = s;
    while (*byte != (unsigned char)c)
        byte++;
    return (void *)byte;
}
