/* A filter driver above a disk: it serves small requests from what it has read before, passes others down,
   and keeps those that must wait in a queue. The entry is the dispatch routine. */

typedef unsigned char UCHAR;
typedef unsigned int ULONG;
typedef int NTSTATUS;

#define STATUS_SUCCESS 0
#define STATUS_PENDING 259
#define STATUS_NOT_SUPPORTED (-1073741637)
#define STATUS_INVALID_PARAMETER (-1073741811)
#define STATUS_INSUFFICIENT_RESOURCES (-1073741670)
#define STATUS_DELETE_PENDING (-1073741738)
#define STATUS_BUFFER_TOO_SMALL (-1073741789)
#define STATUS_DEVICE_NOT_READY (-1073741661)

#define IRP_MJ_READ 3
#define IRP_MJ_WRITE 4
#define IRP_MJ_FLUSH 9
#define IRP_MJ_CONTROL 14
#define IRP_MJ_PNP 27
#define IRP_MJ_POWER 22

#define IRP_MN_START 0
#define IRP_MN_REMOVE 2
#define IRP_MN_QUERY 7
#define IRP_MN_SET_POWER 2
#define IRP_MN_QUERY_POWER 3

#define CONTROL_GEOMETRY 0x70000
#define CONTROL_VERIFY 0x74800
#define CONTROL_PAUSE 0x222000
#define CONTROL_RESUME 0x222004
#define CONTROL_STATISTICS 0x222008

typedef struct irp {
    UCHAR major;
    UCHAR minor;
    ULONG offset;
    ULONG length;
    ULONG code;
    ULONG output_length;
    NTSTATUS status;
    ULONG information;
} IRP;

typedef struct device {
    struct device *lower;
    int started;
    int removed;
    int paused;
    int sleeping;
    ULONG waiting;
    ULONG hits;
    ULONG misses;
    ULONG cached_from;
    ULONG cached_length;
} DEVICE;

void IoCompleteRequest(IRP *irp, int boost);
NTSTATUS IoCallDriver(DEVICE *device, IRP *irp);
void IoMarkIrpPending(IRP *irp);
int EnqueueRequest(DEVICE *device, IRP *irp);
int StartNextRequest(DEVICE *device);
int AcquireRemoveLock(DEVICE *device);
void ReleaseRemoveLock(DEVICE *device);
int CopyFromCache(ULONG from, ULONG length);

#define MOST_WAITING 16
#define MOST_STARTED 4
#define LARGEST_CACHED 4096

/* -- endings ------------------------------------------------------------------------------------------ */

/* Completes a request, once and for all. */
static NTSTATUS Complete(IRP *irp, NTSTATUS status, ULONG information)
{
    irp->status = status;
    irp->information = information;
    IoCompleteRequest(irp, 0);
    return status;
}

static NTSTATUS PassDown(DEVICE *device, IRP *irp)
{
    NTSTATUS status;

    if (device->lower == 0)
        return Complete(irp, STATUS_DEVICE_NOT_READY, 0);
    status = IoCallDriver(device->lower, irp);
    ReleaseRemoveLock(device);
    return status;
}

/* A request waits until the device goes on. If the queue is full, it fails. */
static NTSTATUS Queue(DEVICE *device, IRP *irp)
{
    if (device->waiting >= MOST_WAITING)
        return Complete(irp, STATUS_INSUFFICIENT_RESOURCES, 0);
    if (!EnqueueRequest(device, irp))
        return Complete(irp, STATUS_INSUFFICIENT_RESOURCES, 0);
    IoMarkIrpPending(irp);
    device->waiting++;
    return STATUS_PENDING;
}

/* -- reading and writing ------------------------------------------------------------------------------ */

static int IsCached(DEVICE *device, IRP *irp)
{
    if (irp->length > device->cached_length)
        return 0;
    if (irp->offset < device->cached_from)
        return 0;
    return irp->offset - device->cached_from <= device->cached_length - irp->length;
}

static NTSTATUS DispatchRead(DEVICE *device, IRP *irp)
{
    if (irp->length == 0)
        return Complete(irp, STATUS_SUCCESS, 0);
    if (device->paused)
        return Queue(device, irp);
    if (irp->length <= LARGEST_CACHED && IsCached(device, irp)) {
        if (CopyFromCache(irp->offset, irp->length)) {
            device->hits++;
            return Complete(irp, STATUS_SUCCESS, irp->length);
        }
        device->cached_length = 0; /* it is not to be trusted */
    }
    device->misses++;
    return PassDown(device, irp);
}

static NTSTATUS DispatchWrite(DEVICE *device, IRP *irp)
{
    NTSTATUS status = STATUS_SUCCESS;

    if (irp->length == 0) {
        status = STATUS_INVALID_PARAMETER;
        goto failed;
    }
    if (irp->offset + irp->length < irp->offset) {
        status = STATUS_INVALID_PARAMETER;
        goto failed;
    }
    if (device->paused)
        return Queue(device, irp);
    if (IsCached(device, irp))
        device->cached_length = 0;
    return PassDown(device, irp);
failed:
    return Complete(irp, status, 0);
}

/* -- control ------------------------------------------------------------------------------------------ */

/* Wakes a thread that sends on what waits: up to as many requests as it can take at once. */
static int Restart(DEVICE *device)
{
    ULONG started = 0;

    while (device->waiting > 0) {
        if (!StartNextRequest(device))
            return 0;
        device->waiting--;
        started++;
        if (started == MOST_STARTED)
            break;
    }
    device->paused = device->waiting > 0;
    return 1;
}

static NTSTATUS DispatchControl(DEVICE *device, IRP *irp)
{
    switch (irp->code) {
    case CONTROL_PAUSE:
        if (device->paused)
            return Complete(irp, STATUS_DEVICE_NOT_READY, 0);
        device->paused = 1;
        return Complete(irp, STATUS_SUCCESS, 0);
    case CONTROL_RESUME:
        if (!Restart(device))
            return Complete(irp, STATUS_DEVICE_NOT_READY, 0);
        return Complete(irp, STATUS_SUCCESS, 0);
    case CONTROL_STATISTICS:
        if (irp->output_length < 2 * sizeof(ULONG))
            return Complete(irp, STATUS_BUFFER_TOO_SMALL, 0);
        return Complete(irp, STATUS_SUCCESS, 2 * sizeof(ULONG));
    case CONTROL_VERIFY:
        if (device->paused)
            return Queue(device, irp);
        return PassDown(device, irp);
    case CONTROL_GEOMETRY:
    default:
        return PassDown(device, irp);
    }
}

/* -- plug and play ------------------------------------------------------------------------------------ */

static NTSTATUS DispatchPnp(DEVICE *device, IRP *irp)
{
    switch (irp->minor) {
    case IRP_MN_START:
        device->started = 1;
        device->paused = 0;
        return PassDown(device, irp);
    case IRP_MN_REMOVE:
        device->removed = 1;
        device->started = 0;
        device->cached_length = 0;
        return PassDown(device, irp);
    case IRP_MN_QUERY:
        if (device->waiting > 0)
            return Complete(irp, STATUS_DEVICE_NOT_READY, 0);
        device->paused = 1;
        return PassDown(device, irp);
    default:
        return PassDown(device, irp);
    }
}

/* A device that sleeps holds nothing back, and one that holds something back does not go to sleep. */
static NTSTATUS DispatchPower(DEVICE *device, IRP *irp)
{
    if (irp->minor == IRP_MN_QUERY_POWER && device->waiting > 0)
        return Complete(irp, STATUS_DEVICE_NOT_READY, 0);
    if (irp->minor == IRP_MN_SET_POWER) {
        device->sleeping = !device->sleeping;
        device->cached_length = 0;
    }
    return PassDown(device, irp);
}

/* -- the dispatch routine ----------------------------------------------------------------------------- */

NTSTATUS Dispatch(DEVICE *device, IRP *irp)
{
    NTSTATUS status;

    if (!AcquireRemoveLock(device))
        return Complete(irp, STATUS_DELETE_PENDING, 0);
    if (device->removed) {
        status = Complete(irp, STATUS_DELETE_PENDING, 0);
        ReleaseRemoveLock(device);
        return status;
    }
    if (!device->started && irp->major != IRP_MJ_PNP) {
        status = Complete(irp, STATUS_DEVICE_NOT_READY, 0);
        ReleaseRemoveLock(device);
        return status;
    }
    switch (irp->major) {
    case IRP_MJ_READ:
        status = DispatchRead(device, irp);
        break;
    case IRP_MJ_WRITE:
        status = DispatchWrite(device, irp);
        break;
    case IRP_MJ_FLUSH:
        status = PassDown(device, irp);
        break;
    case IRP_MJ_CONTROL:
        status = DispatchControl(device, irp);
        break;
    case IRP_MJ_POWER:
        status = DispatchPower(device, irp);
        break;
    case IRP_MJ_PNP:
        status = DispatchPnp(device, irp);
        break;
    default:
        status = Complete(irp, STATUS_NOT_SUPPORTED, 0);
        break;
    }
    return status;
}
