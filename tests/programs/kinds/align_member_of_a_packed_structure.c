/* The member by itself is fine, a plain pointer to it is not. */
struct __attribute__((packed, aligned(4))) record {
    char tag;
    int number;
};

int main(void) {
    struct record r = {1, 2};
    int *number = &r.number;
    return r.number + *number;
}
