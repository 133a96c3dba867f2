/* Numbers with a point that become whole ones, and their parts. */

double round(double);
float roundf(float);
double rint(double);
float rintf(float);
double trunc(double);
float truncf(float);
double copysign(double, double);
float copysignf(float, float);
void __maymust_unmodelled(void);

#define LIMIT(type) ((type)1 << (sizeof(type) * 8 - 2)) * 2.0
#define WHOLE(type, number)                                       \
    double whole = number;                                        \
    if (!(whole >= -LIMIT(type) && whole < LIMIT(type)))          \
        __maymust_unmodelled();                                   \
    return (type)whole;

long lround(double x)
{
    WHOLE(long, round(x))
}

long lroundf(float x)
{
    WHOLE(long, roundf(x))
}

long long llround(double x)
{
    WHOLE(long long, round(x))
}

long long llroundf(float x)
{
    WHOLE(long long, roundf(x))
}

long lrint(double x)
{
    WHOLE(long, rint(x))
}

long lrintf(float x)
{
    WHOLE(long, rintf(x))
}

long long llrint(double x)
{
    WHOLE(long long, rint(x))
}

long long llrintf(float x)
{
    WHOLE(long long, rintf(x))
}

double modf(double x, double *whole)
{
    double part = x == x ? trunc(x) : x;
    *whole = part;
    if (x != x)
        return x;
    return copysign(x == part ? 0.0 : x - part, x);
}

float modff(float x, float *whole)
{
    float part = x == x ? truncf(x) : x;
    *whole = part;
    if (x != x)
        return x;
    return copysignf(x == part ? 0.0f : x - part, x);
}
