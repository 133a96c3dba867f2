/* The number of the last error. What is modelled sets none. */

static int errno_number;

int *__errno_location(void)
{
    return &errno_number;
}
