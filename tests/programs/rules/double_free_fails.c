/* A printer's jobs: each has a buffer and a header, which are made, handed on and freed again, on every way
   out of what may fail. */

typedef unsigned long size_t;

void *ExAllocatePool(int kind, size_t size);
void ExFreePool(void *block);
int ReadHeader(void);
int ReadContent(int length);
int SendToPrinter(void *data, int length);
int PrinterStatus(void);
int NextJob(void);
void Log(int code);

#define POOL_NORMAL 0
#define POOL_PAGED 1

#define PRINTER_READY 1
#define PRINTER_OUT_OF_PAPER 2

#define LONGEST_JOB 65536
#define LONGEST_HEADER 128

enum job { JOB_NONE, JOB_TEXT, JOB_PICTURE, JOB_TEST_PAGE };
enum result { PRINTED, NO_MEMORY, TOO_LONG, BAD_HEADER, BAD_CONTENT, NO_PAPER, NOT_SENT };

struct statistics {
    unsigned printed;
    unsigned failed;
    unsigned repeated;
};

static struct statistics statistics;

/* -- parts of a job ----------------------------------------------------------------------------------- */

/* The header's block is the caller's, unless this fails. */
static int MakeHeader(void **header)
{
    void *made = ExAllocatePool(POOL_NORMAL, LONGEST_HEADER);
    int length;

    *header = 0;
    if (made == 0)
        return NO_MEMORY;
    length = ReadHeader();
    if (length <= 0 || length > LONGEST_HEADER) {
        ExFreePool(made);
        return BAD_HEADER;
    }
    *header = made;
    return PRINTED;
}

/* So is the content's. */
static int MakeContent(int length, void **content)
{
    void *made;

    *content = 0;
    if (length <= 0 || length > LONGEST_JOB)
        return TOO_LONG;
    made = ExAllocatePool(POOL_PAGED, (size_t)length);
    if (made == 0)
        return NO_MEMORY;
    *content = made;
    if (ReadContent(length) != length) {
        ExFreePool(made);
        return BAD_CONTENT;
    }
    return PRINTED;
}

/* -- sending ------------------------------------------------------------------------------------------ */

/* Tries again while there is no paper, but not for ever. */
static int SendPart(void *part, int length)
{
    int tries = 0, status;

    for (;;) {
        status = PrinterStatus();
        if (status & PRINTER_READY)
            break;
        if (!(status & PRINTER_OUT_OF_PAPER))
            return NOT_SENT;
        if (++tries > 3)
            return NO_PAPER;
        statistics.repeated++;
    }
    return SendToPrinter(part, length) == length ? PRINTED : NOT_SENT;
}

static int PrintText(int length)
{
    void *header = 0, *content = 0;
    int result;

    result = MakeHeader(&header);
    if (result != PRINTED)
        goto cleanup;
    result = MakeContent(length, &content);
    if (result != PRINTED)
        goto cleanup;
    result = SendPart(header, LONGEST_HEADER);
    if (result != PRINTED)
        goto cleanup;
    result = SendPart(content, length);
cleanup:
    if (content != 0)
        ExFreePool(content);
    if (header != 0)
        ExFreePool(header);
    return result;
}

/* Pictures have no header, and are sent in one piece. */
static int PrintPicture(int length)
{
    void *content;
    int result = MakeContent(length, &content);

    if (result != PRINTED)
        return result;
    result = SendPart(content, length);
    ExFreePool(content);
    return result;
}

static int PrintTestPage(void)
{
    void *page = ExAllocatePool(POOL_NORMAL, 512);
    int result;

    if (page == 0)
        return NO_MEMORY;
    if (!(PrinterStatus() & PRINTER_READY)) {
        ExFreePool(page);
        return NO_PAPER;
    }
    result = SendToPrinter(page, 512) == 512 ? PRINTED : NOT_SENT;
    ExFreePool(page);
    return result;
}

/* -- jobs --------------------------------------------------------------------------------------------- */

static int Print(int job)
{
    switch (job) {
    case JOB_TEXT:
        return PrintText(ReadHeader());
    case JOB_PICTURE:
        return PrintPicture(ReadHeader());
    case JOB_TEST_PAGE:
        return PrintTestPage();
    default:
        return BAD_HEADER;
    }
}

int main(void)
{
    int job, result;

    job = NextJob();
    while (job != JOB_NONE) {
        result = Print(job);
        if (result == PRINTED) {
            statistics.printed++;
        } else {
            statistics.failed++;
            Log(result);
        }
        job = NextJob();
    }
    return 0;
}
