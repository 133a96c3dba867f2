/* A program for the rule of Fig. 16: the loop of Fig. 1 of the SLAM papers, with a driver's functions. With
   FORGETS, one way round the loop releases nothing. */
typedef int KSPIN_LOCK;
extern void KeAcquireSpinLock(KSPIN_LOCK *lock);
extern void KeReleaseSpinLock(KSPIN_LOCK *lock);
extern int next_packet(void);

KSPIN_LOCK lock;

int main(void) {
    int packets = 0, before;
    do {
        KeAcquireSpinLock(&lock);
        before = packets;
        if (next_packet()) {
#ifndef FORGETS
            KeReleaseSpinLock(&lock);
#endif
            packets++;
        }
    } while (packets != before);
    KeReleaseSpinLock(&lock);
    return 0;
}
