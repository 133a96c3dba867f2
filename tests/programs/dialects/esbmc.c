/* ESBMC's assertions, assumptions and inputs. */
int __ESBMC_nondet_int(void);

int main(void)
{
    int x = __ESBMC_nondet_int();
    __ESBMC_assume(x > 3);
    __ESBMC_atomic_begin();
    __ESBMC_assert(x > 2, "implied");
    __ESBMC_atomic_end();
    __ESBMC_assert(x < 1000, "not implied");
    return 0;
}
