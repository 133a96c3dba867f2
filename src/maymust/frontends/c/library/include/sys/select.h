#include <maymust/base.h>
#ifdef _MAYMUST_GLIBC
#include_next <sys/select.h>
#endif
#ifndef _MAYMUST_SYS_SELECT_H
#define _MAYMUST_SYS_SELECT_H
#include <maymust/sigset.h>
#include <maymust/timespec.h>
#include <maymust/timeval.h>
typedef long suseconds_t;
#ifndef _MAYMUST_GLIBC
typedef long fd_mask;
#define FD_SETSIZE 1024
#define NFDBITS (8 * (int)sizeof(fd_mask))
typedef struct { fd_mask fds_bits[FD_SETSIZE / NFDBITS]; } fd_set;
#define _MAYMUST_FD(fd, set) ((set)->fds_bits[(fd) / NFDBITS])
#define FD_SET(fd, set) ((void)(_MAYMUST_FD(fd, set) |= (fd_mask)(1UL << ((fd) % NFDBITS))))
#define FD_CLR(fd, set) ((void)(_MAYMUST_FD(fd, set) &= ~(fd_mask)(1UL << ((fd) % NFDBITS))))
#define FD_ISSET(fd, set) ((_MAYMUST_FD(fd, set) & (fd_mask)(1UL << ((fd) % NFDBITS))) != 0)
#define FD_ZERO(set) ((void)__builtin_memset((set), 0, sizeof(fd_set)))
int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
int pselect(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *);
#endif
#endif
