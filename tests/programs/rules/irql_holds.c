/* A tape drive whose registers must only be touched at its interrupt level. Requests begin at the lowest
   level, may wait there, and raise it around what they do with the drive. */

typedef unsigned char KIRQL;
typedef int NTSTATUS;

#define PASSIVE_LEVEL 0
#define APC_LEVEL 1
#define DISPATCH_LEVEL 2
#define DEVICE_LEVEL 5
#define HIGH_LEVEL 15

#define STATUS_SUCCESS 0
#define STATUS_TIMEOUT 258
#define STATUS_IO_DEVICE_ERROR (-1073741435)
#define STATUS_NO_MEMORY (-1073741801)
#define STATUS_NO_MEDIA (-1073741448)
#define STATUS_INVALID_DEVICE_REQUEST (-1073741808)

void KeRaiseIrql(KIRQL level, KIRQL *old);
void KeLowerIrql(KIRQL level);
KIRQL KeGetCurrentIrql(void);
NTSTATUS KeWaitForSingleObject(void *object, int milliseconds);
void *ExAllocatePagedPool(int size);
void ReleasePool(void *block);
int TapeStatus(void);
void TapeCommand(int command);
int TapeData(void);
int NextRequest(void);
int RequestCount(void);
void LogError(NTSTATUS status);

#define TAPE_LOADED 1
#define TAPE_READY 2
#define TAPE_FAULT 4

enum tape_command { TAPE_REWIND, TAPE_FORWARD, TAPE_BACK, TAPE_READ_BLOCK, TAPE_RESET };
enum request { REQUEST_CLOSE, REQUEST_REWIND, REQUEST_SKIP, REQUEST_READ, REQUEST_EJECT };

struct tape {
    int position;
    int loaded;
    int faults;
    int event;
    KIRQL level;
};

static struct tape drive;

/* -- at the drive's level ----------------------------------------------------------------------------- */

/* What the drive says. Called at its level. */
static int PollStatus(struct tape *tape)
{
    int status = TapeStatus();
    if (status & TAPE_FAULT) {
        tape->faults++;
        TapeCommand(TAPE_RESET);
    }
    tape->loaded = (status & TAPE_LOADED) != 0;
    return status;
}

static NTSTATUS IssueCommand(struct tape *tape, int command)
{
    KIRQL old = KeGetCurrentIrql();
    NTSTATUS status = STATUS_SUCCESS;
    KIRQL unused;

    KeRaiseIrql(tape->level, &unused);
    if (!(PollStatus(tape) & TAPE_READY)) {
        status = STATUS_IO_DEVICE_ERROR;
        goto restore;
    }
    if (!tape->loaded) {
        status = STATUS_NO_MEDIA;
        goto restore;
    }
    TapeCommand(command);
    switch (command) {
    case TAPE_REWIND:
        tape->position = 0;
        break;
    case TAPE_FORWARD:
        tape->position++;
        break;
    case TAPE_BACK:
        tape->position--;
        break;
    }
restore:
    KeLowerIrql(old);
    return status;
}

/* The drive has time until its event. Waiting is for low levels. */
static NTSTATUS AwaitDrive(struct tape *tape)
{
    int tries;
    for (tries = 0; tries < 5; tries++)
        if (KeWaitForSingleObject(&tape->event, 200) == STATUS_SUCCESS)
            return STATUS_SUCCESS;
    return STATUS_TIMEOUT;
}

/* -- requests ----------------------------------------------------------------------------------------- */

static NTSTATUS Rewind(struct tape *tape)
{
    NTSTATUS status = IssueCommand(tape, TAPE_REWIND);
    if (status < 0)
        return status;
    return AwaitDrive(tape);
}

static NTSTATUS Skip(struct tape *tape, int count)
{
    NTSTATUS status = STATUS_SUCCESS;
    int command = TAPE_FORWARD;

    if (count < 0) {
        command = TAPE_BACK;
        count = -(count + 1);
    }
    while (count > 0 && status == STATUS_SUCCESS) {
        status = IssueCommand(tape, command);
        if (status < 0)
            return status;
        status = AwaitDrive(tape);
        count--;
    }
    return status;
}

static NTSTATUS ReadBlocks(struct tape *tape, int count)
{
    NTSTATUS status = STATUS_SUCCESS;
    KIRQL unused;
    void *buffer;
    int block, sum = 0;

    if (count <= 0 || count > 1000)
        return STATUS_INVALID_DEVICE_REQUEST;
    buffer = ExAllocatePagedPool(count * 512);
    if (buffer == 0)
        return STATUS_NO_MEMORY;
    for (block = 0; block < count; block++) {
        status = IssueCommand(tape, TAPE_READ_BLOCK);
        if (status != STATUS_SUCCESS)
            break;
        status = AwaitDrive(tape);
        if (status != STATUS_SUCCESS)
            break;
        KeRaiseIrql(tape->level, &unused);
        if (PollStatus(tape) & TAPE_FAULT) {
            KeLowerIrql(PASSIVE_LEVEL);
            status = STATUS_IO_DEVICE_ERROR;
            break;
        }
        sum += TapeData();
        tape->position++;
        KeLowerIrql(PASSIVE_LEVEL);
    }
    ReleasePool(buffer);
    return status == STATUS_SUCCESS && sum < 0 ? STATUS_IO_DEVICE_ERROR : status;
}

static NTSTATUS Eject(struct tape *tape)
{
    NTSTATUS status = Rewind(tape);
    KIRQL unused;

    if (status != STATUS_SUCCESS)
        return status;
    KeRaiseIrql(DISPATCH_LEVEL, &unused);
    KeRaiseIrql(tape->level, &unused);
    PollStatus(tape);
    tape->loaded = 0;
    KeLowerIrql(DISPATCH_LEVEL);
    tape->position = 0;
    KeLowerIrql(PASSIVE_LEVEL);
    return STATUS_SUCCESS;
}

static NTSTATUS Dispatch(struct tape *tape, int request)
{
    switch (request) {
    case REQUEST_REWIND:
        return Rewind(tape);
    case REQUEST_SKIP:
        return Skip(tape, RequestCount());
    case REQUEST_READ:
        return ReadBlocks(tape, RequestCount());
    case REQUEST_EJECT:
        return Eject(tape);
    default:
        return STATUS_INVALID_DEVICE_REQUEST;
    }
}

int main(void)
{
    NTSTATUS status;
    int request;

    drive.level = DEVICE_LEVEL;
    request = NextRequest();
    while (request != REQUEST_CLOSE) {
        status = Dispatch(&drive, request);
        if (status < 0)
            LogError(status);
        request = NextRequest();
    }
    return drive.faults;
}
