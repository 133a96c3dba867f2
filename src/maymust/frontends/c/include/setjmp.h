#ifndef _MAYMUST_SETJMP_H
#define _MAYMUST_SETJMP_H
typedef long jmp_buf[32];
typedef long sigjmp_buf[32];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
#endif
