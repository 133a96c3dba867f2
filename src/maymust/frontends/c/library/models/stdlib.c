/* Numbers, in texts and otherwise. A text with a number that does not fit is not modelled. */

typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;

void __maymust_unmodelled(void);

int abs(int x)
{
    return x < 0 ? -x : x;
}

long labs(long x)
{
    return x < 0 ? -x : x;
}

long long llabs(long long x)
{
    return x < 0 ? -x : x;
}

intmax_t imaxabs(intmax_t x)
{
    return x < 0 ? -x : x;
}

/* The value of a digit; 99 for what is none. */
static int __maymust_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

/* The number that a text begins with; negative ones wrap. `limit` bounds its absolute value, and one more is
   allowed for a negative one if `lower` is set. */
static unsigned long long __maymust_number(const char *s, char **end, int base, unsigned long long limit, int lower)
{
    const char *at = s;
    unsigned long long value = 0;
    int negative = 0, found = 0;
    if (base < 0 || base == 1 || base > 36)
        __maymust_unmodelled();
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    if (*at == '-' || *at == '+') {
        negative = *at == '-';
        at++;
    }
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
        if (__maymust_digit(at[2]) < 16) {
            at = at + 2;
            base = 16;
        }
    }
    if (base == 0)
        base = *at == '0' ? 8 : 10;
    if (negative && lower)
        limit = limit + 1;
    while (__maymust_digit(*at) < base) {
        unsigned long long digit = __maymust_digit(*at);
        if (value > (limit - digit) / base)
            __maymust_unmodelled();
        value = value * base + digit;
        found = 1;
        at++;
    }
    if (end)
        *end = (char *)(found ? at : s);
    return negative ? -value : value;
}

int atoi(const char *s)
{
    return __maymust_number(s, 0, 10, __INT_MAX__, 1);
}

long atol(const char *s)
{
    return __maymust_number(s, 0, 10, __LONG_MAX__, 1);
}

long long atoll(const char *s)
{
    return __maymust_number(s, 0, 10, __LONG_LONG_MAX__, 1);
}

long strtol(const char *s, char **end, int base)
{
    return __maymust_number(s, end, base, __LONG_MAX__, 1);
}

long long strtoll(const char *s, char **end, int base)
{
    return __maymust_number(s, end, base, __LONG_LONG_MAX__, 1);
}

unsigned long strtoul(const char *s, char **end, int base)
{
    return __maymust_number(s, end, base, ~0ul, 0);
}

unsigned long long strtoull(const char *s, char **end, int base)
{
    return __maymust_number(s, end, base, ~0ull, 0);
}

intmax_t strtoimax(const char *s, char **end, int base)
{
    return __maymust_number(s, end, base, __INTMAX_MAX__, 1);
}

uintmax_t strtoumax(const char *s, char **end, int base)
{
    return __maymust_number(s, end, base, __UINTMAX_MAX__, 0);
}
