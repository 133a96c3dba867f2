/* Formats that are read as they go, by functions that print: strings among their arguments must be strings. These
   models are used where checks of memory are asked for. What is printed, nobody sees. */

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __builtin_va_list va_list;

int __VERIFIER_nondet_int(void);
void __maymust_unmodelled(void);

static int __maymust_print(const char *format, va_list list)
{
    while (*format) {
        int longs = 0, limited = 0, c = 0;
        size_t most = 0;
        char size = 0;
        if (*format != '%') {
            format++;
            continue;
        }
        format++;
        while (*format == '-' || *format == '+' || *format == ' ' || *format == '#' || *format == '0' || *format == '\'')
            format++;
        if (*format == '*') {
            c = __builtin_va_arg(list, int);
            format++;
        }
        while (*format >= '0' && *format <= '9')
            format++;
        if (*format == '.') {
            format++;
            limited = 1;
            if (*format == '*') {
                c = __builtin_va_arg(list, int);
                limited = c >= 0;
                most = limited ? (size_t)c : 0;
                format++;
            }
            while (*format >= '0' && *format <= '9') {
                most = most * 10 + (size_t)(*format - '0');
                format++;
            }
        }
        while (*format == 'l' || *format == 'h' || *format == 'z' || *format == 't' || *format == 'j' || *format == 'q') {
            size = *format;
            longs = longs + (size == 'l');
            format++;
        }
        c = *format;
        if (!c)
            __maymust_unmodelled();
        format++;
        if (c == '%' || c == 'm')
            continue;
        if (c == 's') {
            size_t i = 0;
            const char *s = 0;
            if (longs)
                __maymust_unmodelled();
            s = __builtin_va_arg(list, const char *);
            if (!s)
                __maymust_unmodelled();
            while ((!limited || i < most) && s[i])
                i++;
        } else if (c == 'p') {
            const void *p = __builtin_va_arg(list, const void *);
        } else if (c == 'a' || c == 'A' || c == 'e' || c == 'E' || c == 'f' || c == 'F' || c == 'g' || c == 'G') {
            double x = __builtin_va_arg(list, double);
        } else if (c == 'd' || c == 'i' || c == 'o' || c == 'u' || c == 'x' || c == 'X' || (c == 'c' && !longs)) {
            if (size == 'j' || size == 'q' || longs > 1) {
                long long n = __builtin_va_arg(list, long long);
            } else if (longs == 1) {
                long n = __builtin_va_arg(list, long);
            } else if (size == 'z' || size == 't') {
                ptrdiff_t n = __builtin_va_arg(list, ptrdiff_t);
            } else {
                int n = __builtin_va_arg(list, int);
            }
        } else {
            __maymust_unmodelled();
        }
    }
    return __VERIFIER_nondet_int();
}

int vprintf(const char *format, va_list list)
{
    return __maymust_print(format, list);
}

int vfprintf(void *stream, const char *format, va_list list)
{
    return __maymust_print(format, list);
}

int vdprintf(int file, const char *format, va_list list)
{
    return __maymust_print(format, list);
}

void vsyslog(int priority, const char *format, va_list list)
{
    __maymust_print(format, list);
}

int __maymust_printf(const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = __maymust_print(format, list);
    __builtin_va_end(list);
    return n;
}

int __maymust_fprintf(void *stream, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = __maymust_print(format, list);
    __builtin_va_end(list);
    return n;
}

int __maymust_dprintf(int file, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    int n = __maymust_print(format, list);
    __builtin_va_end(list);
    return n;
}

void __maymust_syslog(int priority, const char *format, ...)
{
    va_list list;
    __builtin_va_start(list, format);
    __maymust_print(format, list);
    __builtin_va_end(list);
}
