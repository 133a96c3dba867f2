extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct item { int id; unsigned char data[3]; struct item *next; };

int main(void)
{
    struct item *a = malloc(sizeof *a);
    struct item *b = malloc(sizeof *b);
    int good = a->id == 1 && b->id == 2 && b->data[1] == 250;
    free(a);
    free(b);
    int *numbers = malloc(4 * sizeof(int));
    if (good && numbers[2] == -5)
        reach_error();
    free(numbers);
    return 0;
}
