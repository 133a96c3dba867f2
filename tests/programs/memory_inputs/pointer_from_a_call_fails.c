extern void reach_error(void);

struct message { short kind; double weight; struct message *reply; };
extern struct message *receive(void);

int main(void)
{
    struct message *first = receive(), *second = receive();
    if (!first || !second || first == second)
        return 0;
    if (first->kind == -3 && first->weight > 2.5 && first->weight < 2.75 && first->reply == second)
        reach_error();
    return 0;
}
