/* The compiler's functions on bits: __builtin_popcount and so on. */

void __maymust_unmodelled(void);

int __maymust_popcountll(unsigned long long x)
{
    x = x - (x >> 1 & 0x5555555555555555);
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (x * 0x0101010101010101) >> 56;
}

int __maymust_popcountl(unsigned long x)
{
    return __maymust_popcountll(x);
}

int __maymust_popcount(unsigned x)
{
    return __maymust_popcountll(x);
}

int __maymust_parityll(unsigned long long x)
{
    return __maymust_popcountll(x) & 1;
}

int __maymust_parityl(unsigned long x)
{
    return __maymust_popcountll(x) & 1;
}

int __maymust_parity(unsigned x)
{
    return __maymust_popcountll(x) & 1;
}

/* How many zeros there are below the lowest one. */
int __maymust_ctzll(unsigned long long x)
{
    if (!x)
        __maymust_unmodelled();
    return __maymust_popcountll((x & -x) - 1);
}

int __maymust_ctzl(unsigned long x)
{
    return __maymust_ctzll(x);
}

int __maymust_ctz(unsigned x)
{
    return __maymust_ctzll(x);
}

int __maymust_ffsll(long long x)
{
    return x ? __maymust_ctzll(x) + 1 : 0;
}

int __maymust_ffsl(long x)
{
    return x ? __maymust_ctzll(x) + 1 : 0;
}

int __maymust_ffs(int x)
{
    return x ? __maymust_ctzll(x) + 1 : 0;
}

/* How many zeros there are above the highest one. */
int __maymust_clzll(unsigned long long x)
{
    if (!x)
        __maymust_unmodelled();
    x = x | x >> 1;
    x = x | x >> 2;
    x = x | x >> 4;
    x = x | x >> 8;
    x = x | x >> 16;
    x = x | x >> 32;
    return 64 - __maymust_popcountll(x);
}

int __maymust_clzl(unsigned long x)
{
    return __maymust_clzll(x) - 64 + 8 * (int)sizeof x;
}

int __maymust_clz(unsigned x)
{
    return __maymust_clzll(x) - 32;
}

unsigned short __maymust_bswap16(unsigned short x)
{
    return x >> 8 | x << 8;
}

unsigned __maymust_bswap32(unsigned x)
{
    x = (x & 0x00ff00ff) << 8 | (x >> 8 & 0x00ff00ff);
    return x << 16 | x >> 16;
}

unsigned long long __maymust_bswap64(unsigned long long x)
{
    x = (x & 0x00ff00ff00ff00ff) << 8 | (x >> 8 & 0x00ff00ff00ff00ff);
    x = (x & 0x0000ffff0000ffff) << 16 | (x >> 16 & 0x0000ffff0000ffff);
    return x << 32 | x >> 32;
}
