/* A network card: packets wait in a ring until the card takes them. The ring and the counters have a lock
   each. Requests come in any order; interrupts are served in between. */

typedef unsigned char UCHAR;
typedef unsigned int ULONG;
typedef int NTSTATUS;
typedef UCHAR KIRQL;
typedef ULONG KSPIN_LOCK;

#define STATUS_SUCCESS 0
#define STATUS_PENDING 259
#define STATUS_DEVICE_BUSY (-1073741567)
#define STATUS_INVALID_PARAMETER (-1073741811)
#define STATUS_DEVICE_NOT_READY (-1073741661)
#define STATUS_CANCELLED (-1073741536)

void KeInitializeSpinLock(KSPIN_LOCK *lock);
void KeAcquireSpinLock(KSPIN_LOCK *lock, KIRQL *old);
void KeReleaseSpinLock(KSPIN_LOCK *lock, KIRQL old);
int ReadRegister(int number);
void WriteRegister(int number, int value);
int NextRequest(void);
int RequestLength(void);
void ReportError(NTSTATUS status);

#define REGISTER_CONTROL 0
#define REGISTER_STATUS 1
#define REGISTER_ADDRESS 2
#define REGISTER_LENGTH 3

#define CONTROL_RESET 1
#define CONTROL_START 2
#define STATUS_READY 1
#define STATUS_DONE 2
#define STATUS_ERROR 4

#define RING_SIZE 8
#define LONGEST_PACKET 1514

enum request { REQUEST_STOP, REQUEST_SEND, REQUEST_INTERRUPT, REQUEST_CANCEL, REQUEST_STATISTICS };

struct packet {
    int length;
    int retries;
};

struct ring {
    KSPIN_LOCK lock;
    struct packet packets[RING_SIZE];
    unsigned head;
    unsigned count;
};

struct statistics {
    KSPIN_LOCK lock;
    ULONG sent;
    ULONG failed;
    ULONG dropped;
};

struct device {
    struct ring ring;
    struct statistics statistics;
    int started;
    int busy;
};

static struct device card;

/* -- counters ----------------------------------------------------------------------------------------- */

static void CountSent(struct device *device)
{
    KIRQL old;
    KeAcquireSpinLock(&device->statistics.lock, &old);
    device->statistics.sent++;
    KeReleaseSpinLock(&device->statistics.lock, old);
}

static void CountFailed(struct device *device, int dropped)
{
    KIRQL old;
    KeAcquireSpinLock(&device->statistics.lock, &old);
    device->statistics.failed++;
    if (dropped)
        device->statistics.dropped++;
    KeReleaseSpinLock(&device->statistics.lock, old);
}

static ULONG ReadStatistics(struct device *device)
{
    KIRQL old;
    ULONG total;
    KeAcquireSpinLock(&device->statistics.lock, &old);
    total = device->statistics.sent + device->statistics.failed;
    KeReleaseSpinLock(&device->statistics.lock, old);
    return total;
}

/* -- the card ----------------------------------------------------------------------------------------- */

static NTSTATUS ResetCard(struct device *device)
{
    int tries;
    WriteRegister(REGISTER_CONTROL, CONTROL_RESET);
    for (tries = 0; tries < 3; tries++) {
        if (ReadRegister(REGISTER_STATUS) & STATUS_READY) {
            device->started = 1;
            device->busy = 0;
            return STATUS_SUCCESS;
        }
    }
    device->started = 0;
    return STATUS_DEVICE_NOT_READY;
}

/* Gives the next packet to the card. The ring's lock is held. */
static void StartTransmission(struct device *device)
{
    struct packet *packet = &device->ring.packets[device->ring.head % RING_SIZE];
    WriteRegister(REGISTER_ADDRESS, (int)(device->ring.head % RING_SIZE));
    WriteRegister(REGISTER_LENGTH, packet->length);
    WriteRegister(REGISTER_CONTROL, CONTROL_START);
    device->busy = 1;
}

/* -- requests ----------------------------------------------------------------------------------------- */

static NTSTATUS DispatchSend(struct device *device, int length)
{
    KIRQL old;
    NTSTATUS status;
    struct packet *packet;

    if (length <= 0 || length > LONGEST_PACKET)
        return STATUS_INVALID_PARAMETER;
    KeAcquireSpinLock(&device->ring.lock, &old);
    if (!device->started) {
        status = STATUS_DEVICE_NOT_READY;
        goto cleanup;
    }
    if (device->ring.count == RING_SIZE) {
        status = STATUS_DEVICE_BUSY;
        goto cleanup;
    }
    packet = &device->ring.packets[(device->ring.head + device->ring.count) % RING_SIZE];
    packet->length = length;
    packet->retries = 0;
    device->ring.count++;
    if (!device->busy)
        StartTransmission(device);
    status = STATUS_PENDING;
cleanup:
    KeReleaseSpinLock(&device->ring.lock, old);
    if (status != STATUS_PENDING)
        CountFailed(device, 1);
    return status;
}

static void ServeInterrupt(struct device *device)
{
    KIRQL old;
    int status = ReadRegister(REGISTER_STATUS);

    KeAcquireSpinLock(&device->ring.lock, &old);
    if (!device->busy) {
        KeReleaseSpinLock(&device->ring.lock, old);
        return;
    }
    if (status & STATUS_ERROR) {
        struct packet *packet = &device->ring.packets[device->ring.head % RING_SIZE];
        if (packet->retries < 3) {
            packet->retries++;
            StartTransmission(device);
            KeReleaseSpinLock(&device->ring.lock, old);
            CountFailed(device, 0);
            return;
        }
    } else if (!(status & STATUS_DONE)) {
        KeReleaseSpinLock(&device->ring.lock, old);
        return;
    }
    device->ring.head++;
    device->ring.count--;
    device->busy = 0;
    if (device->ring.count > 0)
        StartTransmission(device);
    KeReleaseSpinLock(&device->ring.lock, old);
    if (status & STATUS_ERROR)
        CountFailed(device, 1);
    else
        CountSent(device);
}

static NTSTATUS DispatchCancel(struct device *device)
{
    KIRQL old;
    NTSTATUS status = STATUS_SUCCESS;
    KeAcquireSpinLock(&device->ring.lock, &old);
    if (device->busy) {
        WriteRegister(REGISTER_CONTROL, CONTROL_RESET);
        status = STATUS_CANCELLED;
    }
    device->ring.count = 0;
    device->busy = 0;
    KeReleaseSpinLock(&device->ring.lock, old);
    return status;
}

static NTSTATUS Dispatch(struct device *device, int request)
{
    switch (request) {
    case REQUEST_SEND:
        return DispatchSend(device, RequestLength());
    case REQUEST_INTERRUPT:
        ServeInterrupt(device);
        return STATUS_SUCCESS;
    case REQUEST_CANCEL:
        return DispatchCancel(device);
    case REQUEST_STATISTICS:
        return ReadStatistics(device) > 0 ? STATUS_SUCCESS : STATUS_PENDING;
    default:
        return STATUS_INVALID_PARAMETER;
    }
}

int main(void)
{
    NTSTATUS status;
    int request;

    KeInitializeSpinLock(&card.ring.lock);
    KeInitializeSpinLock(&card.statistics.lock);
    status = ResetCard(&card);
    if (status != STATUS_SUCCESS) {
        ReportError(status);
        return 1;
    }
    request = NextRequest();
    while (request != REQUEST_STOP) {
        status = Dispatch(&card, request);
        if (status < 0)
            ReportError(status);
        request = NextRequest();
    }
    return 0;
}
