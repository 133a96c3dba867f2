extern void reach_error(void);

typedef struct { struct ring *other; } link_t;
struct ring { unsigned char tag; link_t link; };

void visit(struct ring *a, struct ring *b)
{
    if (a && b && a != b && a->link.other == b && b->link.other == a && a->tag == 200 && b->tag == 7)
        reach_error();
}
