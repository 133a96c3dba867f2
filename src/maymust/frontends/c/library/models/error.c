/* Messages that may end the program. */

void exit(int);

void error(int status, int number, const char *format, ...)
{
    while (*format)
        format++;
    if (status)
        exit(status);
}
