/* Characters, in the locale "C". Of the tests only whether they are zero is known; an argument that is
   neither EOF nor an unsigned char is undefined. What else they return is decided once; given is what glibc
   returns. */

int __maymust_nonzero(int);
void __maymust_unmodelled(void);

int isdigit(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c >= '0' && c <= '9'))
        return 0;
    return __maymust_nonzero(2048);
}

int isupper(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c >= 'A' && c <= 'Z'))
        return 0;
    return __maymust_nonzero(256);
}

int islower(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c >= 'a' && c <= 'z'))
        return 0;
    return __maymust_nonzero(512);
}

int isalpha(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')))
        return 0;
    return __maymust_nonzero(1024);
}

int isalnum(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')))
        return 0;
    return __maymust_nonzero(8);
}

int isxdigit(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f')))
        return 0;
    return __maymust_nonzero(4096);
}

int isspace(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c == ' ' || (c >= '\t' && c <= '\r')))
        return 0;
    return __maymust_nonzero(8192);
}

int isblank(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c == ' ' || c == '\t'))
        return 0;
    return __maymust_nonzero(1);
}

int iscntrl(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!((c >= 0 && c < ' ') || c == 127))
        return 0;
    return __maymust_nonzero(2);
}

int isprint(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c >= ' ' && c < 127))
        return 0;
    return __maymust_nonzero(16384);
}

int isgraph(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c > ' ' && c < 127))
        return 0;
    return __maymust_nonzero(32768);
}

int ispunct(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c > ' ' && c < 127 && !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))))
        return 0;
    return __maymust_nonzero(4);
}

int isascii(int c)
{
    if (c < 0 || c > 127)
        return 0;
    return __maymust_nonzero(1);
}

int toascii(int c)
{
    return c & 127;
}

int tolower(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int toupper(int c)
{
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}
