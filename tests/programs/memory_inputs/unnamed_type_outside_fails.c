extern void reach_error(void);

typedef struct { union { int number; float real; } value; struct { int *count; } inner; } cell;

void look(cell *c)
{
    if (c && c->value.real == 2.5f && c->inner.count && *c->inner.count == 11)
        reach_error();
}
