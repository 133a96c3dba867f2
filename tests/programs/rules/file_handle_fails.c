/* A service that copies records between files and keeps a journal of it. Whatever fails, files are closed.
   Commands that change records are locked out while a backup is being made. */

typedef struct file file;

file *file_open(const char *name, int mode);
void file_close(file *opened);
int file_read(file *opened, int position);
int file_write(file *opened, int value);
int file_size(file *opened);
void wait_a_little(void);
int next_command(void);
int next_number(void);
void report(int code);

#define READING 0
#define WRITING 1
#define APPENDING 2

#define LARGEST_RECORD 4096
#define LARGEST_JOURNAL 1000
#define PATIENCE 5
#define MOST_FAILURES 100
#define END_OF_FILE (-1)

enum command {
    COMMAND_QUIT,
    COMMAND_COPY,
    COMMAND_APPEND,
    COMMAND_VERIFY,
    COMMAND_BACK_UP,
    COMMAND_UNLOCK,
    COMMAND_TRUNCATE
};
enum result { DONE, NO_SOURCE, NO_TARGET, TOO_LARGE, TOO_SHORT, WRITE_FAILED, DIFFERENT, LOCKED };

struct journal {
    int entries;
    int lost;
};

struct service {
    struct journal journal;
    int served;
    int failed;
    int locked;
};

static struct service service;

/* -- the journal -------------------------------------------------------------------------------------- */

/* When the journal is long, it begins anew. */
static file *journal_open(struct journal *journal)
{
    if (journal->entries < LARGEST_JOURNAL)
        return file_open("journal", APPENDING);
    journal->entries = 0;
    return file_open("journal", WRITING);
}

static void journal_note(struct journal *journal, int command, int result)
{
    file *opened = journal_open(journal);

    if (opened == 0) {
        journal->lost++;
        return;
    }
    if (file_write(opened, command) < 0 || file_write(opened, result) < 0)
        journal->lost++;
    else
        journal->entries++;
    file_close(opened);
}

/* -- records ------------------------------------------------------------------------------------------ */

/* Somebody else may have the file: then it is tried again. */
static file *open_patiently(const char *name, int mode)
{
    file *opened;
    int tries;

    for (tries = 0; tries < PATIENCE; tries++) {
        opened = file_open(name, mode);
        if (opened != 0)
            return opened;
        wait_a_little();
    }
    return 0;
}

static int is_size(int size)
{
    return size >= 0 && size <= LARGEST_RECORD;
}

static int copy_record(void)
{
    file *source, *target = 0;
    int size, result;

    source = open_patiently("record", READING);
    if (source == 0)
        return NO_SOURCE;
    size = file_size(source);
    if (!is_size(size)) {
        result = TOO_LARGE;
        goto cleanup;
    }
    target = file_open("copy", WRITING);
    if (target == 0) {
        result = NO_TARGET;
        goto cleanup;
    }
    result = file_write(target, file_read(source, 0)) < 0 ? WRITE_FAILED : DONE;
cleanup:
    if (target != 0)
        file_close(target);
    file_close(source);
    return result;
}

static int append_to_record(int value)
{
    file *target = open_patiently("record", APPENDING);
    int result = DONE;

    if (target == 0)
        return NO_TARGET;
    if (file_size(target) >= LARGEST_RECORD)
        result = TOO_LARGE;
    else if (file_write(target, value) < 0)
        result = WRITE_FAILED;
    file_close(target);
    return result;
}

/* A record ends as it begins. */
static int verify_record(void)
{
    file *source;
    int last, result = DONE;

    source = file_open("record", READING);
    if (source == 0)
        return NO_SOURCE;
    last = file_size(source) - 1;
    if (last < 0)
        return TOO_SHORT;
    last = file_read(source, last);
    if (last != file_read(source, 0))
        result = DIFFERENT;
    file_close(source);
    return result;
}

/* What is opened for writing is empty. */
static int truncate_record(void)
{
    file *opened = file_open("record", WRITING);
    int size;

    if (opened == 0)
        return NO_TARGET;
    size = file_size(opened);
    file_close(opened);
    return size == 0 ? DONE : DIFFERENT;
}

/* -- the backup --------------------------------------------------------------------------------------- */

/* Copies from one open file to another, number by number. Both stay open. */
static int copy_all(file *source, file *target)
{
    int position = 0, value;

    for (;;) {
        value = file_read(source, position);
        if (value == END_OF_FILE)
            return DONE;
        if (file_write(target, value) < 0)
            return WRITE_FAILED;
        position++;
        if (position > LARGEST_RECORD)
            return TOO_LARGE;
    }
}

/* The service stays locked if the backup is not complete. */
static int back_up(struct service *of)
{
    file *source, *target;
    int result;

    of->locked = 1;
    source = file_open("record", READING);
    if (source == 0)
        return NO_SOURCE;
    target = file_open("backup", WRITING);
    if (target == 0) {
        file_close(source);
        return NO_TARGET;
    }
    result = copy_all(source, target);
    file_close(target);
    file_close(source);
    if (result == DONE)
        of->locked = 0;
    return result;
}

/* -- commands ----------------------------------------------------------------------------------------- */

static int serve(struct service *by, int command)
{
    switch (command) {
    case COMMAND_COPY:
        return copy_record();
    case COMMAND_APPEND:
        return by->locked ? LOCKED : append_to_record(next_number());
    case COMMAND_VERIFY:
        return verify_record();
    case COMMAND_TRUNCATE:
        return by->locked ? LOCKED : truncate_record();
    case COMMAND_BACK_UP:
        return back_up(by);
    case COMMAND_UNLOCK:
        by->locked = 0;
        return DONE;
    default:
        return DONE;
    }
}

int main(void)
{
    int command, result;

    for (;;) {
        command = next_command();
        if (command == COMMAND_QUIT)
            break;
        result = serve(&service, command);
        journal_note(&service.journal, command, result);
        if (result == DONE)
            service.served++;
        else
            service.failed++;
        if (service.failed > MOST_FAILURES)
            break;
    }
    report(service.failed);
    return service.failed > 0;
}
