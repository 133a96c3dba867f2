/* A printer's jobs: each has a buffer and a header, which are made, handed on and freed again, on every way
   out of what may fail. Firmware goes to the printer through one block, as large as there is memory for. */

typedef unsigned long size_t;

void *ExAllocatePool(int kind, size_t size);
void ExFreePool(void *block);
int ReadHeader(void);
int ReadContent(int length);
int ReadChecksum(void);
int SendToPrinter(void *data, int length);
int PrinterStatus(void);
void WaitForPrinter(int milliseconds);
int NextJob(void);
void Log(int code);

#define POOL_NORMAL 0
#define POOL_PAGED 1

#define PRINTER_READY 1
#define PRINTER_OUT_OF_PAPER 2
#define PRINTER_REFUSED 4

#define LONGEST_JOB 65536
#define LONGEST_HEADER 128
#define LONGEST_FIRMWARE 16384
#define SMALLEST_STAGE 256
#define MOST_TRIES 3

enum job { JOB_NONE, JOB_TEXT, JOB_PICTURE, JOB_TEST_PAGE, JOB_FIRMWARE };
enum result { PRINTED, NO_MEMORY, TOO_LONG, BAD_HEADER, BAD_CONTENT, NO_PAPER, NOT_SENT };

struct statistics {
    unsigned printed;
    unsigned failed;
    unsigned repeated;
};

struct printer {
    int online;
    int firmware;
    struct statistics statistics;
};

static struct printer printer;

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

/* As large a block as there is memory for; its size is left in `size`. */
static void *MakeStage(int *size)
{
    void *made = 0;

    *size = LONGEST_FIRMWARE;
    while (made == 0 && *size >= SMALLEST_STAGE) {
        made = ExAllocatePool(POOL_NORMAL, (size_t)*size);
        if (made == 0)
            *size = *size / 2;
    }
    return made;
}

/* -- sending ------------------------------------------------------------------------------------------ */

/* Tries again while there is no paper, but not for ever. */
static int SendPart(struct printer *device, void *part, int length)
{
    int tries = 0, status;

    for (;;) {
        status = PrinterStatus();
        if (status & PRINTER_READY)
            break;
        if (!(status & PRINTER_OUT_OF_PAPER)) {
            device->online = 0;
            return NOT_SENT;
        }
        if (++tries > MOST_TRIES)
            return NO_PAPER;
        device->statistics.repeated++;
        WaitForPrinter(100 * tries);
    }
    return SendToPrinter(part, length) == length ? PRINTED : NOT_SENT;
}

static int PrintText(struct printer *device, int length)
{
    void *header = 0, *content = 0;
    int result;

    result = MakeHeader(&header);
    if (result != PRINTED)
        goto cleanup;
    result = MakeContent(length, &content);
    if (result != PRINTED)
        goto cleanup;
    result = SendPart(device, header, LONGEST_HEADER);
    if (result != PRINTED)
        goto cleanup;
    result = SendPart(device, content, length);
cleanup:
    if (content != 0)
        ExFreePool(content);
    if (header != 0)
        ExFreePool(header);
    return result;
}

/* Pictures have no header and are sent in one piece. */
static int PrintPicture(struct printer *device, int length)
{
    void *content;
    int result = MakeContent(length, &content);

    if (result != PRINTED)
        return result;
    result = SendPart(device, content, length);
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

/* -- firmware ----------------------------------------------------------------------------------------- */

/* The firmware goes to the printer in stages, all through one block. */
static int LoadFirmware(struct printer *device, int length)
{
    int size, part, sent = 0, result = PRINTED;
    void *stage = MakeStage(&size);

    if (stage == 0)
        return NO_MEMORY;
    while (sent < length) {
        part = length - sent < size ? length - sent : size;
        if (ReadContent(part) != part) {
            result = BAD_CONTENT;
            break;
        }
        result = SendPart(device, stage, part);
        if (result != PRINTED)
            break;
        sent += part;
    }
    ExFreePool(stage);
    if (result == PRINTED)
        device->firmware = ReadChecksum();
    return result;
}

/* -- jobs --------------------------------------------------------------------------------------------- */

static int Print(struct printer *device, int job)
{
    switch (job) {
    case JOB_TEXT:
        return PrintText(device, ReadHeader());
    case JOB_PICTURE:
        return PrintPicture(device, ReadHeader());
    case JOB_TEST_PAGE:
        return PrintTestPage();
    case JOB_FIRMWARE:
        return LoadFirmware(device, ReadHeader());
    default:
        return BAD_HEADER;
    }
}

int main(void)
{
    int job, result;

    printer.online = 1;
    job = NextJob();
    while (job != JOB_NONE) {
        result = Print(&printer, job);
        if (result == PRINTED) {
            printer.statistics.printed++;
        } else {
            printer.statistics.failed++;
            Log(result);
        }
        if (!printer.online && (PrinterStatus() & PRINTER_READY))
            printer.online = 1;
        job = NextJob();
    }
    return 0;
}
