#ifndef _MAYMUST_STDNORETURN_H
#define _MAYMUST_STDNORETURN_H
#define noreturn _Noreturn
#endif
