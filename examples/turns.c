// To be checked with --rule examples/turns.slic: one way out does not release the lock.
void acquire(void);
void release(void);
int ready(void);

int main(void)
{
    acquire();
    if (!ready())
        return 1;
    release();
    return 0;
}
