#ifndef _MAYMUST_STDIO_H
#define _MAYMUST_STDIO_H
#include <maymust/base.h>
#include <stdarg.h>
#include <stddef.h>
typedef struct _IO_FILE FILE;
#ifdef _MAYMUST_GLIBC
#include <bits/types/__FILE.h>
#endif
typedef struct { long _position; int _state[2]; } fpos_t;
extern FILE *stdin, *stdout, *stderr;
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define TMP_MAX 238328
#define L_tmpnam 20
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#ifdef _MAYMUST_POSIX
typedef __INTPTR_TYPE__ ssize_t;
typedef long off_t;
#define L_ctermid 9
#define P_tmpdir "/tmp"
int asprintf(char **, const char *, ...);
int vasprintf(char **, const char *, va_list);
#endif
#ifdef _GNU_SOURCE
#define SEEK_DATA 3
#define SEEK_HOLE 4
#define L_cuserid 9
#define RENAME_NOREPLACE 1
#define RENAME_EXCHANGE 2
#define RENAME_WHITEOUT 4
#if __SIZEOF_LONG__ == 8
typedef long off64_t;
#else
typedef long long off64_t;
#endif
typedef struct { off64_t _position; int _state[2]; } fpos64_t;
typedef ssize_t cookie_read_function_t(void *, char *, size_t);
typedef ssize_t cookie_write_function_t(void *, const char *, size_t);
typedef int cookie_seek_function_t(void *, off64_t *, int);
typedef int cookie_close_function_t(void *);
typedef struct {
    cookie_read_function_t *read;
    cookie_write_function_t *write;
    cookie_seek_function_t *seek;
    cookie_close_function_t *close;
} cookie_io_functions_t;
struct obstack;
#endif
int remove(const char *);
int rename(const char *, const char *);
int fclose(FILE *);
FILE *tmpfile(void);
char *tmpnam(char[20]);
int fflush(FILE *);
FILE *fopen(const char *, const char *);
FILE *freopen(const char *, const char *, FILE *);
void setbuf(FILE *, char *);
int setvbuf(FILE *, char *, int, size_t);
int fprintf(FILE *, const char *, ...);
int printf(const char *, ...);
int sprintf(char *, const char *, ...);
int vfprintf(FILE *, const char *, va_list);
int vprintf(const char *, va_list);
int vsprintf(char *, const char *, va_list);
int snprintf(char *, size_t, const char *, ...);
int vsnprintf(char *, size_t, const char *, va_list);
int fscanf(FILE *, const char *, ...);
int scanf(const char *, ...);
int sscanf(const char *, const char *, ...);
int vfscanf(FILE *, const char *, va_list);
int vscanf(const char *, va_list);
int vsscanf(const char *, const char *, va_list);
int fgetc(FILE *);
int getc(FILE *);
int getchar(void);
int fputc(int, FILE *);
int putc(int, FILE *);
int putchar(int);
char *fgets(char *, int, FILE *);
int fputs(const char *, FILE *);
int puts(const char *);
int ungetc(int, FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
void rewind(FILE *);
int fgetpos(FILE *, fpos_t *);
int fsetpos(FILE *, const fpos_t *);
void clearerr(FILE *);
int feof(FILE *);
int ferror(FILE *);
void perror(const char *);
#ifdef _MAYMUST_POSIX
int renameat(int, const char *, int, const char *);
FILE *fdopen(int, const char *);
FILE *fmemopen(void *, size_t, const char *);
FILE *open_memstream(char **, size_t *);
int vdprintf(int, const char *, va_list);
int dprintf(int, const char *, ...);
int getc_unlocked(FILE *);
int getchar_unlocked(void);
int putc_unlocked(int, FILE *);
int putchar_unlocked(int);
ssize_t getdelim(char **, size_t *, int, FILE *);
ssize_t getline(char **, size_t *, FILE *);
int fseeko(FILE *, off_t, int);
off_t ftello(FILE *);
int fileno(FILE *);
int pclose(FILE *);
FILE *popen(const char *, const char *);
char *ctermid(char *);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);
char *tmpnam_r(char[20]);
char *tempnam(const char *, const char *);
int fflush_unlocked(FILE *);
void setbuffer(FILE *, char *, size_t);
void setlinebuf(FILE *);
int fgetc_unlocked(FILE *);
int fputc_unlocked(int, FILE *);
int getw(FILE *);
int putw(int, FILE *);
size_t fread_unlocked(void *, size_t, size_t, FILE *);
size_t fwrite_unlocked(const void *, size_t, size_t, FILE *);
void clearerr_unlocked(FILE *);
int feof_unlocked(FILE *);
int ferror_unlocked(FILE *);
int fileno_unlocked(FILE *);
#endif
#ifdef _GNU_SOURCE
int renameat2(int, const char *, int, const char *, unsigned int);
FILE *tmpfile64(void);
int fcloseall(void);
FILE *fopen64(const char *, const char *);
FILE *freopen64(const char *, const char *, FILE *);
FILE *fopencookie(void *, const char *, cookie_io_functions_t);
char *fgets_unlocked(char *, int, FILE *);
int fputs_unlocked(const char *, FILE *);
int fseeko64(FILE *, off64_t, int);
off64_t ftello64(FILE *);
int fgetpos64(FILE *, fpos64_t *);
int fsetpos64(FILE *, const fpos64_t *);
char *cuserid(char *);
int obstack_printf(struct obstack *, const char *, ...);
int obstack_vprintf(struct obstack *, const char *, va_list);
#endif
#endif
