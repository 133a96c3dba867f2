/* The time is an input. */

typedef __INTPTR_TYPE__ time_t;

time_t __VERIFIER_nondet_time(void);

time_t time(time_t *kept)
{
    time_t now = __VERIFIER_nondet_time();
    if (kept)
        *kept = now;
    return now;
}
