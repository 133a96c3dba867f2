/* A service that copies records between files and keeps a journal of it. Whatever fails, files are closed. */

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
#define PATIENCE 5
#define END_OF_FILE (-1)

enum command { COMMAND_QUIT, COMMAND_COPY, COMMAND_APPEND, COMMAND_VERIFY };
enum result { DONE, NO_SOURCE, NO_TARGET, TOO_LARGE, TOO_SHORT, WRITE_FAILED, DIFFERENT };

struct journal {
    int entries;
    int lost;
};

struct service {
    struct journal journal;
    int served;
    int failed;
};

static struct service service;

/* -- the journal -------------------------------------------------------------------------------------- */

static void journal_note(struct journal *journal, int command, int result)
{
    file *opened = file_open("journal", APPENDING);
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

static int copy_record(void)
{
    file *source, *target = 0;
    int size, result;

    source = open_patiently("record", READING);
    if (source == 0)
        return NO_SOURCE;
    size = file_size(source);
    if (size < 0 || size > LARGEST_RECORD) {
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
    if (last < 0) {
        file_close(source);
        return TOO_SHORT;
    }
    last = file_read(source, last);
    if (last != file_read(source, 0))
        result = DIFFERENT;
    file_close(source);
    return result;
}

/* -- commands ----------------------------------------------------------------------------------------- */

static int serve(int command)
{
    switch (command) {
    case COMMAND_COPY:
        return copy_record();
    case COMMAND_APPEND:
        return append_to_record(next_number());
    case COMMAND_VERIFY:
        return verify_record();
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
        result = serve(command);
        journal_note(&service.journal, command, result);
        if (result == DONE)
            service.served++;
        else
            service.failed++;
        if (service.failed > 100)
            break;
    }
    report(service.failed);
    return service.failed > 0;
}
