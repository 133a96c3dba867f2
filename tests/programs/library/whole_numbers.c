/* Numbers with a point as whole ones, and their parts. */
#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);

int main(void) {
    double whole;
    double part = modf(-3.25, &whole);
    assert(whole == -3.0 && part == -0.25);
    part = modf(-4.0, &whole);
    assert(part == 0.0 && signbit(part));
    part = modf(INFINITY, &whole);
    assert(part == 0.0 && isinf(whole));
    part = modf(NAN, &whole);
    assert(part != part);
    assert(lround(2.5) == 3 && lround(-2.5) == -3 && lrint(2.5) == 2 && lrintf(-1.5f) == -2);
    assert(llroundf(0.49f) == 0 && llrint(-0.5) == 0);
    float x = __VERIFIER_nondet_float();
    if (x > 1.0f && x < 9.0f)
        assert(lroundf(x) >= 1 && lroundf(x) < 9);
    return 0;
}
