/* The number of the last error. What is modelled sets none; it is not known where something else may set one. */

void __maymust_errno(void);

static int errno_number;

int *__errno_location(void)
{
    __maymust_errno();
    return &errno_number;
}
