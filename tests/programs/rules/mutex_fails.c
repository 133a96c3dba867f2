/* A cache of one block in front of a disk. Functions that callers use take the cache's mutex; they call each
   other, so it is taken more than once. The disk and its queue of orders have a mutex of their own each, which
   are taken in this order: cache, disk, queue. */

struct mutex {
    int words[4];
};

void mutex_init(struct mutex *mutex);
void mutex_lock(struct mutex *mutex);
int mutex_trylock(struct mutex *mutex);
void mutex_unlock(struct mutex *mutex);
int disk_read(int block);
int disk_write(int block);
int disk_ready(void);
void disk_reset(void);
int next_operation(void);
int next_block(void);
void warn(int operation, int outcome);

#define NO_BLOCK (-1)
#define DISK_SIZE 4096
#define QUEUE_SIZE 16
#define MOST_ERRORS 10

enum operation {
    OPERATION_STOP,
    OPERATION_READ,
    OPERATION_WRITE,
    OPERATION_FLUSH,
    OPERATION_TRIM,
    OPERATION_ORDER,
    OPERATION_SERVE
};
enum outcome { OK, BUSY, FAILED, REFUSED };

struct queue {
    struct mutex mutex;
    unsigned waiting;
    unsigned refused;
};

struct disk {
    struct mutex mutex;
    int errors;
    int resets;
};

struct cache {
    struct mutex mutex;
    int block;
    int dirty;
};

static struct queue queue;
static struct disk disk;
static struct cache cache;

/* -- the disk ----------------------------------------------------------------------------------------- */

/* After many errors the disk starts anew. */
static void count_error(struct disk *of)
{
    mutex_lock(&of->mutex);
    of->errors++;
    if (of->errors > MOST_ERRORS) {
        disk_reset();
        of->resets++;
        of->errors = 0;
    }
    mutex_unlock(&of->mutex);
}

static int disk_access(struct disk *target, int block, int writing)
{
    int outcome = OK;

    if (block < 0 || block >= DISK_SIZE)
        return REFUSED;
    mutex_lock(&target->mutex);
    if (!disk_ready()) {
        count_error(target);
        mutex_unlock(&target->mutex);
        return BUSY;
    }
    if ((writing ? disk_write(block) : disk_read(block)) != 0) {
        count_error(target);
        outcome = FAILED;
    }
    mutex_unlock(&target->mutex);
    return outcome;
}

/* -- the cache ---------------------------------------------------------------------------------------- */

static int is_cached(struct cache *from, int block)
{
    int found;

    mutex_lock(&from->mutex);
    found = from->block == block;
    mutex_unlock(&from->mutex);
    return found;
}

static int write_back(struct cache *from)
{
    int outcome;

    mutex_lock(&from->mutex);
    if (!from->dirty) {
        mutex_unlock(&from->mutex);
        return OK;
    }
    outcome = disk_access(&disk, from->block, 1);
    if (outcome == OK)
        from->dirty = 0;
    mutex_unlock(&from->mutex);
    return outcome;
}

/* Makes room and reads a block into it. */
static int load_block(struct cache *into, int block)
{
    int outcome = OK;

    mutex_lock(&into->mutex);
    if (is_cached(into, block))
        goto done;
    outcome = write_back(into);
    if (outcome != OK)
        goto done;
    into->block = NO_BLOCK;
    outcome = disk_access(&disk, block, 0);
    if (outcome != OK)
        goto done;
    into->block = block;
done:
    mutex_unlock(&into->mutex);
    return outcome;
}

/* -- what callers use --------------------------------------------------------------------------------- */

static int cache_write(struct cache *to, int block)
{
    int outcome;

    mutex_lock(&to->mutex);
    outcome = load_block(to, block);
    if (outcome == OK)
        to->dirty = 1;
    mutex_unlock(&to->mutex);
    return outcome;
}

/* Gives up the block, if nobody else is at it. */
static int cache_trim(struct cache *from)
{
    if (!mutex_trylock(&from->mutex))
        return BUSY;
    if (write_back(from) != OK)
        return FAILED;
    from->block = NO_BLOCK;
    mutex_unlock(&from->mutex);
    return OK;
}

/* -- orders, which are carried out later -------------------------------------------------------------- */

static int queue_order(struct queue *to)
{
    int outcome = OK;

    mutex_lock(&to->mutex);
    if (to->waiting == QUEUE_SIZE) {
        to->refused++;
        outcome = REFUSED;
    } else {
        to->waiting++;
    }
    mutex_unlock(&to->mutex);
    return outcome;
}

/* Whether there was an order, which is taken out. */
static int queue_take(struct queue *from)
{
    mutex_lock(&from->mutex);
    if (from->waiting == 0) {
        mutex_unlock(&from->mutex);
        return 0;
    }
    from->waiting--;
    mutex_unlock(&from->mutex);
    return 1;
}

/* Carries out an order, if there is one. What fails waits again. */
static int queue_serve(struct queue *from, struct cache *through)
{
    int outcome;

    mutex_lock(&through->mutex);
    if (!queue_take(from)) {
        mutex_unlock(&through->mutex);
        return OK;
    }
    outcome = cache_write(through, next_block());
    if (outcome == FAILED || outcome == BUSY)
        queue_order(from);
    mutex_unlock(&through->mutex);
    return outcome;
}

/* -- operations --------------------------------------------------------------------------------------- */

static int operate(int operation)
{
    int block = next_block();

    switch (operation) {
    case OPERATION_READ:
        return load_block(&cache, block);
    case OPERATION_WRITE:
        return cache_write(&cache, block);
    case OPERATION_FLUSH:
        return write_back(&cache);
    case OPERATION_TRIM:
        return cache_trim(&cache);
    case OPERATION_ORDER:
        return queue_order(&queue);
    case OPERATION_SERVE:
        return queue_serve(&queue, &cache);
    default:
        return REFUSED;
    }
}

int main(void)
{
    int operation, outcome;

    mutex_init(&queue.mutex);
    mutex_init(&disk.mutex);
    mutex_init(&cache.mutex);
    cache.block = NO_BLOCK;
    operation = next_operation();
    while (operation != OPERATION_STOP) {
        outcome = operate(operation);
        if (outcome == FAILED || outcome == BUSY)
            warn(operation, outcome);
        operation = next_operation();
    }
    if (write_back(&cache) != OK)
        warn(OPERATION_FLUSH, FAILED);
    return 0;
}
