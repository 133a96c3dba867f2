#ifndef _MAYMUST_UNISTD_H
#define _MAYMUST_UNISTD_H
#include <sys/types.h>
typedef __INTPTR_TYPE__ intptr_t;
typedef unsigned int socklen_t;
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define L_SET SEEK_SET
#define L_INCR SEEK_CUR
#define L_XTND SEEK_END
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define _POSIX_VERSION 200809L
#ifdef _MAYMUST_GLIBC
#define _UNISTD_H 1
#include <bits/posix_opt.h>
#include <bits/confname.h>
#else
enum {
    _PC_LINK_MAX, _PC_MAX_CANON, _PC_MAX_INPUT, _PC_NAME_MAX, _PC_PATH_MAX, _PC_PIPE_BUF, _PC_CHOWN_RESTRICTED,
    _PC_NO_TRUNC, _PC_VDISABLE
};
enum {
    _SC_ARG_MAX, _SC_CHILD_MAX, _SC_CLK_TCK, _SC_NGROUPS_MAX, _SC_OPEN_MAX, _SC_STREAM_MAX, _SC_TZNAME_MAX,
    _SC_JOB_CONTROL, _SC_SAVED_IDS, _SC_PAGESIZE = 30, _SC_PAGE_SIZE = 30, _SC_LINE_MAX = 43, _SC_IOV_MAX = 60,
    _SC_GETGR_R_SIZE_MAX = 69, _SC_GETPW_R_SIZE_MAX, _SC_LOGIN_NAME_MAX, _SC_TTY_NAME_MAX, _SC_THREAD_STACK_MIN = 75,
    _SC_NPROCESSORS_CONF = 83, _SC_NPROCESSORS_ONLN, _SC_PHYS_PAGES, _SC_AVPHYS_PAGES, _SC_HOST_NAME_MAX = 180
};
#endif
extern char **__environ;
extern char *optarg;
extern int optind, opterr, optopt;
#ifdef _GNU_SOURCE
#define SEEK_DATA 3
#define SEEK_HOLE 4
#define CLOSE_RANGE_UNSHARE 2u
#define CLOSE_RANGE_CLOEXEC 4u
extern char **environ;
int *__errno_location(void);
#define TEMP_FAILURE_RETRY(call) \
    (__extension__({ long _result; do _result = (long)(call); while (_result == -1L && *__errno_location() == 4); _result; }))
#endif
int access(const char *, int) _MAYMUST_NONNULL(1);
off_t lseek(int, off_t, int);
int close(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int pipe(int[2]);
unsigned int alarm(unsigned int);
unsigned int sleep(unsigned int);
int pause(void);
int chown(const char *, uid_t, gid_t) _MAYMUST_NONNULL(1);
int chdir(const char *) _MAYMUST_NONNULL(1);
char *getcwd(char *, size_t);
int dup(int);
int dup2(int, int);
int execve(const char *, char *const[], char *const[]) _MAYMUST_NONNULL(1, 2);
int execv(const char *, char *const[]) _MAYMUST_NONNULL(1, 2);
int execle(const char *, const char *, ...) _MAYMUST_NONNULL(1, 2);
int execl(const char *, const char *, ...) _MAYMUST_NONNULL(1, 2);
int execvp(const char *, char *const[]) _MAYMUST_NONNULL(1, 2);
int execlp(const char *, const char *, ...) _MAYMUST_NONNULL(1, 2);
long pathconf(const char *, int) _MAYMUST_NONNULL(1);
long fpathconf(int, int);
long sysconf(int);
pid_t getpid(void);
pid_t getppid(void);
pid_t getpgrp(void);
int setpgid(pid_t, pid_t);
pid_t setsid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int getgroups(int, gid_t[]);
int setuid(uid_t);
int setgid(gid_t);
pid_t fork(void);
char *ttyname(int);
int ttyname_r(int, char *, size_t) _MAYMUST_NONNULL(2);
int isatty(int);
int link(const char *, const char *) _MAYMUST_NONNULL(1, 2);
int unlink(const char *) _MAYMUST_NONNULL(1);
int rmdir(const char *) _MAYMUST_NONNULL(1);
pid_t tcgetpgrp(int);
int tcsetpgrp(int, pid_t);
char *getlogin(void);
int fsync(int);
int faccessat(int, const char *, int, int) _MAYMUST_NONNULL(2);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
int fchown(int, uid_t, gid_t);
int lchown(const char *, uid_t, gid_t) _MAYMUST_NONNULL(1);
int fchownat(int, const char *, uid_t, gid_t, int) _MAYMUST_NONNULL(2);
int fchdir(int);
int fexecve(int, char *const[], char *const[]) _MAYMUST_NONNULL(2);
size_t confstr(int, char *, size_t);
pid_t getpgid(pid_t);
pid_t getsid(pid_t);
int seteuid(uid_t);
int setegid(gid_t);
int linkat(int, const char *, int, const char *, int) _MAYMUST_NONNULL(2, 4);
int symlink(const char *, const char *) _MAYMUST_NONNULL(1, 2);
ssize_t readlink(const char *, char *, size_t) _MAYMUST_NONNULL(1, 2);
int symlinkat(const char *, int, const char *) _MAYMUST_NONNULL(1, 3);
ssize_t readlinkat(int, const char *, char *, size_t) _MAYMUST_NONNULL(2, 3);
int unlinkat(int, const char *, int) _MAYMUST_NONNULL(2);
int getlogin_r(char *, size_t) _MAYMUST_NONNULL(1);
int getopt(int, char *const *, const char *) _MAYMUST_NONNULL(2, 3);
int gethostname(char *, size_t) _MAYMUST_NONNULL(1);
int truncate(const char *, off_t) _MAYMUST_NONNULL(1);
int ftruncate(int, off_t);
int fdatasync(int);
void closefrom(int);
useconds_t ualarm(useconds_t, useconds_t);
int usleep(useconds_t);
char *getwd(char *) _MAYMUST_NONNULL(1);
int nice(int);
int setpgrp(void);
int setreuid(uid_t, uid_t);
int setregid(gid_t, gid_t);
pid_t vfork(void);
int ttyslot(void);
int setlogin(const char *) _MAYMUST_NONNULL(1);
int sethostname(const char *, size_t) _MAYMUST_NONNULL(1);
int sethostid(long);
int getdomainname(char *, size_t) _MAYMUST_NONNULL(1);
int setdomainname(const char *, size_t) _MAYMUST_NONNULL(1);
int vhangup(void);
int revoke(const char *) _MAYMUST_NONNULL(1);
int profil(unsigned short *, size_t, size_t, unsigned int) _MAYMUST_NONNULL(1);
int acct(const char *);
char *getusershell(void);
void endusershell(void);
void setusershell(void);
int daemon(int, int);
int chroot(const char *) _MAYMUST_NONNULL(1);
char *getpass(const char *) _MAYMUST_NONNULL(1);
long gethostid(void);
void sync(void);
int getpagesize(void);
int getdtablesize(void);
int brk(void *);
void *sbrk(intptr_t);
long syscall(long, ...);
int lockf(int, int, off_t);
char *crypt(const char *, const char *) _MAYMUST_NONNULL(1, 2);
int getentropy(void *, size_t);
#ifdef _GNU_SOURCE
int euidaccess(const char *, int) _MAYMUST_NONNULL(1);
int eaccess(const char *, int) _MAYMUST_NONNULL(1);
int execveat(int, const char *, char *const[], char *const[], int) _MAYMUST_NONNULL(2, 3);
off64_t lseek64(int, off64_t, int);
ssize_t pread64(int, void *, size_t, off64_t);
ssize_t pwrite64(int, const void *, size_t, off64_t);
int pipe2(int[2], int);
char *get_current_dir_name(void);
int dup3(int, int, int);
int execvpe(const char *, char *const[], char *const[]) _MAYMUST_NONNULL(1, 2);
int group_member(gid_t);
int getresuid(uid_t *, uid_t *, uid_t *);
int getresgid(gid_t *, gid_t *, gid_t *);
int setresuid(uid_t, uid_t, uid_t);
int setresgid(gid_t, gid_t, gid_t);
int syncfs(int);
int truncate64(const char *, off64_t) _MAYMUST_NONNULL(1);
int ftruncate64(int, off64_t);
ssize_t copy_file_range(int, off64_t *, int, off64_t *, size_t, unsigned int);
void swab(const void *, void *, ssize_t) _MAYMUST_NONNULL(1, 2);
int close_range(unsigned int, unsigned int, int);
pid_t gettid(void);
#endif
#endif
