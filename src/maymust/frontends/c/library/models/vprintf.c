/* Text that is printed into memory, by a format that is read as it goes: integers, characters and strings
   without flags, widths and precisions. */

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

int __maymust_same_object(const void *, const void *);
void __maymust_unmodelled(void);

int vsnprintf(char *to, size_t size, const char *format, va_list list)
{
    size_t n = 0;
    if (__maymust_same_object(to, format))
        __maymust_unmodelled();
    while (*format) {
        char c = *format;
        format++;
        if (c == '%' && *format != '%') {
            int longs = 0;
            while (*format == 'l') {
                longs++;
                format++;
            }
            c = *format;
            format++;
            if (c == 's' && !longs) {
                const char *s = __builtin_va_arg(list, const char *);
                if (!s || __maymust_same_object(to, s))
                    __maymust_unmodelled();
                while (*s) {
                    if (n + 1 < size)
                        to[n] = *s;
                    n++;
                    s++;
                }
                continue;
            }
            if (c != 'c' || longs) {
                unsigned long long u = 0;
                char digits[22] = {0}, minus = 0;
                int k = 0, base = c == 'o' ? 8 : c == 'x' || c == 'X' ? 16 : 10;
                if (c == 'd' || c == 'i') {
                    long long v = 0;
                    if (longs == 0)
                        v = __builtin_va_arg(list, int);
                    else if (longs == 1)
                        v = __builtin_va_arg(list, long);
                    else
                        v = __builtin_va_arg(list, long long);
                    minus = v < 0;
                    u = v;
                    if (minus)
                        u = -u;
                } else if (c == 'u' || c == 'o' || c == 'x' || c == 'X') {
                    if (longs == 0)
                        u = __builtin_va_arg(list, unsigned);
                    else if (longs == 1)
                        u = __builtin_va_arg(list, unsigned long);
                    else
                        u = __builtin_va_arg(list, unsigned long long);
                } else {
                    __maymust_unmodelled();
                }
                if (longs > 2)
                    __maymust_unmodelled();
                do {
                    int d = u % base;
                    digits[k] = d < 10 ? '0' + d : c - 'x' + 'a' - 10 + d;
                    k++;
                    u /= base;
                } while (u);
                if (minus) {
                    if (n + 1 < size)
                        to[n] = '-';
                    n++;
                }
                while (k > 0) {
                    k--;
                    if (n + 1 < size)
                        to[n] = digits[k];
                    n++;
                }
                continue;
            }
            c = __builtin_va_arg(list, int);
        } else if (c == '%') {
            format++;
        }
        if (n + 1 < size)
            to[n] = c;
        n++;
    }
    if (size)
        to[n < size ? n : size - 1] = 0;
    return n;
}

int vsprintf(char *to, const char *format, va_list list)
{
    return vsnprintf(to, (size_t)-1, format, list);
}
