/* Thesis Fig. 2.1(b): the program that the figure weaves φ_lock into. */
extern void acquire(void);
extern void release(void);

struct request {
    struct request *next;
};
struct list {
    struct request *listHead;
};

void example(struct list *external) {
    int n = 0, nOld;
    struct request *request;
    do {
        acquire();
        nOld = n;
        request = external->listHead;
        if (request != 0) {
            external->listHead = request->next;
            release();
            // do stuff not needing lock
            n++;
        }
    } while (nOld != n);
    release();
}
