#ifndef _MAYMUST_UNISTD_H
#define _MAYMUST_UNISTD_H
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
_Noreturn void _exit(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int close(int);
pid_t getpid(void);
unsigned int sleep(unsigned int);
int usleep(unsigned int);
#endif
