/* Functions without a body that return nothing read no inputs: the test must not give them any. */
void log_it(int what);
int next(void);
void reach_error(void);

int main(void)
{
    log_it(1);
    int first = next();
    log_it(2);
    int second = next();
    if (first == 77 && second == 99)
        reach_error();
    return 0;
}
