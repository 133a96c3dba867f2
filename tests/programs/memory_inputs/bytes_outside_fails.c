extern void reach_error(void);

struct header { unsigned length; unsigned char rest[4]; struct header *next; };

void read_word(struct header *h)
{
    if (!h)
        return;
    unsigned char *bytes = (unsigned char *)&h->length;
    if (bytes[0] == 1 && bytes[3] == 9 && h->length < 0x09000200 && h->rest[2] == 5 && h->next == h)
        reach_error();
}
