/* Characters, in the locale "C". Of the tests only whether they are zero is known; an argument that is
   neither EOF nor an unsigned char is undefined. */

int __VERIFIER_nondet_int(void);
void __maymust_unmodelled(void);

int isdigit(int c)
{
    int any = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c >= '0' && c <= '9'))
        return 0;
    return any ? any : 1;
}

int isupper(int c)
{
    int any = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c >= 'A' && c <= 'Z'))
        return 0;
    return any ? any : 1;
}

int islower(int c)
{
    int any = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c >= 'a' && c <= 'z'))
        return 0;
    return any ? any : 1;
}

int isalpha(int c)
{
    int any = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')))
        return 0;
    return any ? any : 1;
}

int isalnum(int c)
{
    int any = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')))
        return 0;
    return any ? any : 1;
}

int isxdigit(int c)
{
    int any = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f')))
        return 0;
    return any ? any : 1;
}

int isspace(int c)
{
    int any = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c == ' ' || (c >= '\t' && c <= '\r')))
        return 0;
    return any ? any : 1;
}

int isblank(int c)
{
    int any = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c == ' ' || c == '\t'))
        return 0;
    return any ? any : 1;
}

int iscntrl(int c)
{
    int any = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!((c >= 0 && c < ' ') || c == 127))
        return 0;
    return any ? any : 1;
}

int isprint(int c)
{
    int any = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c >= ' ' && c < 127))
        return 0;
    return any ? any : 1;
}

int isgraph(int c)
{
    int any = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c > ' ' && c < 127))
        return 0;
    return any ? any : 1;
}

int ispunct(int c)
{
    int any = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        __maymust_unmodelled();
    if (!(c > ' ' && c < 127 && !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))))
        return 0;
    return any ? any : 1;
}

int isascii(int c)
{
    int any = __VERIFIER_nondet_int();
    if (c < 0 || c > 127)
        return 0;
    return any ? any : 1;
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
