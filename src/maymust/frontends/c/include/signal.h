#ifndef _MAYMUST_SIGNAL_H
#define _MAYMUST_SIGNAL_H
typedef int sig_atomic_t;
typedef void (*_maymust_handler)(int);
#define SIG_DFL ((_maymust_handler)0)
#define SIG_ERR ((_maymust_handler)-1)
#define SIG_IGN ((_maymust_handler)1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
_maymust_handler signal(int, _maymust_handler);
int raise(int);
#endif
