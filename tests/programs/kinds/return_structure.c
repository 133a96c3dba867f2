/* A structure is returned where it is asked for. */
struct pair {
    int a, b;
};

static struct pair swap(struct pair p, int really) {
    if (really)
        return (struct pair){p.b, p.a};
}

int main(void) {
    struct pair p = swap((struct pair){1, 2}, 1);
    return p.a - 2;
}
