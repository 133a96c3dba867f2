#ifndef _MAYMUST_SETJMP_H
#define _MAYMUST_SETJMP_H
#include <maymust/base.h>
typedef long jmp_buf[32];
int setjmp(jmp_buf);
int _setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
#ifdef _MAYMUST_POSIX
typedef long sigjmp_buf[32];
int sigsetjmp(sigjmp_buf, int);
_Noreturn void siglongjmp(sigjmp_buf, int);
_Noreturn void _longjmp(jmp_buf, int);
#endif
#endif
