/* A caller's _Bool is 0 or 1. */
struct state {
    int level;
    _Bool ready;
};

int is_ready(const struct state *s) { return s && s->ready; }
