#include <__fc_builtin.h>
/* Frama-C's intervals and choices. */
int main(void)
{
    int i = Frama_C_interval(-3, 4), n = Frama_C_nondet(i, 100);
    unsigned char c = Frama_C_unsigned_char_interval(200, 201);
    double d = Frama_C_double_interval(0.5, 1.5);
    char text[4] = "abc";
    Frama_C_make_unknown(text, 2);
    Frama_C_show_each_i(i, n);
    Frama_C_assert(i >= -3 && i <= 4 && (n == i || n == 100) && c >= 200 && d <= 1.5);
    Frama_C_assert(text[2] == 'c');
    Frama_C_assert(text[1] == 'b');
    Frama_C_assert(i + c != 198);
    Frama_C_assert(n != 100 || d < 1.0);
    return 0;
}
