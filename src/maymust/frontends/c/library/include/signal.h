#ifndef _MAYMUST_SIGNAL_H
#define _MAYMUST_SIGNAL_H
#include <maymust/base.h>
#if defined _MAYMUST_GLIBC && defined _MAYMUST_POSIX
/* Other headers of the machine use its structures. */
#include_next <signal.h>
#else
typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
#define SIG_DFL ((__sighandler_t)0)
#define SIG_ERR ((__sighandler_t)-1)
#define SIG_IGN ((__sighandler_t)1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGPOLL 29
#define SIGPWR 30
#define SIGSYS 31
#define SIGIO SIGPOLL
#define SIGIOT SIGABRT
#define SIGCLD SIGCHLD
int __libc_current_sigrtmin(void);
int __libc_current_sigrtmax(void);
#define SIGRTMIN (__libc_current_sigrtmin())
#define SIGRTMAX (__libc_current_sigrtmax())
#ifdef _MAYMUST_POSIX
#include <maymust/pthread_types.h>
#include <maymust/sigset.h>
#include <maymust/timespec.h>
#include <stddef.h>
typedef int pid_t;
typedef unsigned int uid_t;
typedef __sighandler_t sig_t;
union sigval { int sival_int; void *sival_ptr; };
typedef union sigval sigval_t;
typedef struct {
    int si_signo, si_errno, si_code;
    pid_t si_pid;
    uid_t si_uid;
    int si_status, si_timerid, si_overrun, si_fd, si_syscall;
    unsigned si_arch;
    long si_utime, si_stime, si_band;
    sigval_t si_value;
    short si_addr_lsb;
    unsigned si_pkey;
    void *si_addr, *si_lower, *si_upper, *si_call_addr;
} siginfo_t;
#define si_int si_value.sival_int
#define si_ptr si_value.sival_ptr
struct sigaction {
    union { __sighandler_t _handler; void (*_action)(int, siginfo_t *, void *); } _what;
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};
#define sa_handler _what._handler
#define sa_sigaction _what._action
typedef struct sigevent {
    sigval_t sigev_value;
    int sigev_signo, sigev_notify;
    void (*sigev_notify_function)(sigval_t);
    pthread_attr_t *sigev_notify_attributes;
    long _more[4];
} sigevent_t;
typedef struct { void *ss_sp; int ss_flags; size_t ss_size; } stack_t;
struct sigstack { void *ss_sp; int ss_onstack; };
struct sigcontext { unsigned long _registers[64]; };
#if __SIZEOF_POINTER__ == 8
typedef long long greg_t;
#define NGREG 23
#else
typedef int greg_t;
#define NGREG 19
#endif
typedef greg_t gregset_t[NGREG];
typedef struct { unsigned _state[128]; } *fpregset_t;
typedef struct { gregset_t gregs; fpregset_t fpregs; unsigned long _more[8]; } mcontext_t;
typedef struct ucontext_t {
    unsigned long uc_flags;
    struct ucontext_t *uc_link;
    stack_t uc_stack;
    mcontext_t uc_mcontext;
    sigset_t uc_sigmask;
    unsigned _state[136];
} ucontext_t;
#define NSIG 65
#define sigmask(number) ((int)(1u << ((number) - 1)))
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SA_INTERRUPT 0x20000000
#define SA_NOMASK SA_NODEFER
#define SA_ONESHOT SA_RESETHAND
#define SA_STACK SA_ONSTACK
#define SS_ONSTACK 1
#define SS_DISABLE 2
#define MINSIGSTKSZ 2048
#define SIGSTKSZ 8192
#define SIGEV_SIGNAL 0
#define SIGEV_NONE 1
#define SIGEV_THREAD 2
#define SIGEV_THREAD_ID 4
#define FP_XSTATE_MAGIC1 0x46505853U
#define FP_XSTATE_MAGIC2 0x46505845U
#define FP_XSTATE_MAGIC2_SIZE sizeof(FP_XSTATE_MAGIC2)
#define SI_ASYNCNL -60
#define SI_DETHREAD -7
#define SI_TKILL -6
#define SI_SIGIO -5
#define SI_ASYNCIO -4
#define SI_MESGQ -3
#define SI_TIMER -2
#define SI_QUEUE -1
#define SI_USER 0
#define SI_KERNEL 128
#define ILL_ILLOPC 1
#define ILL_ILLOPN 2
#define ILL_ILLADR 3
#define ILL_ILLTRP 4
#define ILL_PRVOPC 5
#define ILL_PRVREG 6
#define ILL_COPROC 7
#define ILL_BADSTK 8
#define ILL_BADIADDR 9
#define FPE_INTDIV 1
#define FPE_INTOVF 2
#define FPE_FLTDIV 3
#define FPE_FLTOVF 4
#define FPE_FLTUND 5
#define FPE_FLTRES 6
#define FPE_FLTINV 7
#define FPE_FLTSUB 8
#define FPE_FLTUNK 14
#define FPE_CONDTRAP 15
#define SEGV_MAPERR 1
#define SEGV_ACCERR 2
#define SEGV_BNDERR 3
#define SEGV_PKUERR 4
#define SEGV_ACCADI 5
#define SEGV_ADIDERR 6
#define SEGV_ADIPERR 7
#define SEGV_MTEAERR 8
#define SEGV_MTESERR 9
#define BUS_ADRALN 1
#define BUS_ADRERR 2
#define BUS_OBJERR 3
#define BUS_MCEERR_AR 4
#define BUS_MCEERR_AO 5
#define CLD_EXITED 1
#define CLD_KILLED 2
#define CLD_DUMPED 3
#define CLD_TRAPPED 4
#define CLD_STOPPED 5
#define CLD_CONTINUED 6
#define POLL_IN 1
#define POLL_OUT 2
#define POLL_MSG 3
#define POLL_ERR 4
#define POLL_PRI 5
#define POLL_HUP 6
#endif
#ifdef _GNU_SOURCE
#include <unistd.h>
typedef __sighandler_t sighandler_t;
#define SIG_HOLD ((__sighandler_t)2)
#define TRAP_BRKPT 1
#define TRAP_TRACE 2
#define TRAP_BRANCH 3
#define TRAP_HWBKPT 4
#define TRAP_UNK 5
#if __SIZEOF_POINTER__ == 8
enum {
    REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RDI, REG_RSI, REG_RBP, REG_RBX, REG_RDX,
    REG_RAX, REG_RCX, REG_RSP, REG_RIP, REG_EFL, REG_CSGSFS, REG_ERR, REG_TRAPNO, REG_OLDMASK, REG_CR2
};
#endif
#endif
__sighandler_t signal(int, __sighandler_t);
int raise(int);
#ifdef _MAYMUST_POSIX
int kill(pid_t, int);
void psignal(int, const char *);
void psiginfo(const siginfo_t *, const char *);
int sigemptyset(sigset_t *) _MAYMUST_NONNULL(1);
int sigfillset(sigset_t *) _MAYMUST_NONNULL(1);
int sigaddset(sigset_t *, int) _MAYMUST_NONNULL(1);
int sigdelset(sigset_t *, int) _MAYMUST_NONNULL(1);
int sigismember(const sigset_t *, int) _MAYMUST_NONNULL(1);
int sigprocmask(int, const sigset_t *, sigset_t *);
int sigsuspend(const sigset_t *) _MAYMUST_NONNULL(1);
int sigpending(sigset_t *) _MAYMUST_NONNULL(1);
int sigwait(const sigset_t *, int *) _MAYMUST_NONNULL(1, 2);
int sigwaitinfo(const sigset_t *, siginfo_t *) _MAYMUST_NONNULL(1);
int sigtimedwait(const sigset_t *, siginfo_t *, const struct timespec *) _MAYMUST_NONNULL(1);
int sigqueue(pid_t, int, const union sigval);
int pthread_sigmask(int, const sigset_t *, sigset_t *);
int pthread_kill(pthread_t, int);
int killpg(pid_t, int);
__sighandler_t ssignal(int, __sighandler_t);
int gsignal(int);
int sigblock(int);
int sigsetmask(int);
int siggetmask(void);
int sigreturn(struct sigcontext *);
int siginterrupt(int, int);
int sigaltstack(const stack_t *, stack_t *);
#endif
#ifdef _GNU_SOURCE
__sighandler_t sysv_signal(int, __sighandler_t);
int sigpause(int);
int sigisemptyset(const sigset_t *) _MAYMUST_NONNULL(1);
int sigandset(sigset_t *, const sigset_t *, const sigset_t *) _MAYMUST_NONNULL(1, 2, 3);
int sigorset(sigset_t *, const sigset_t *, const sigset_t *) _MAYMUST_NONNULL(1, 2, 3);
int sighold(int);
int sigrelse(int);
int sigignore(int);
__sighandler_t sigset(int, __sighandler_t);
int pthread_sigqueue(pthread_t, int, const union sigval);
int tgkill(pid_t, pid_t, int);
#endif
#endif
#endif
