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
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
off_t lseek(int, off_t, int);
int access(const char *, int);
int chdir(const char *);
int rmdir(const char *);
int unlink(const char *);
int link(const char *, const char *);
int symlink(const char *, const char *);
ssize_t readlink(const char *, char *, size_t);
int truncate(const char *, off_t);
int ftruncate(int, off_t);
char *getcwd(char *, size_t);
int pipe(int *);
int dup(int);
int dup2(int, int);
int fsync(int);
int isatty(int);
pid_t getppid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int setuid(uid_t);
int setgid(gid_t);
int gethostname(char *, size_t);
long sysconf(int);
pid_t fork(void);
int execv(const char *, char *const *);
int execve(const char *, char *const *, char *const *);
int execvp(const char *, char *const *);
unsigned int alarm(unsigned int);
int pause(void);
int getopt(int, char *const *, const char *);
extern char *optarg;
extern int optind, opterr, optopt;
#endif
