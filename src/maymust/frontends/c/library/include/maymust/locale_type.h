#ifndef _MAYMUST_LOCALE_TYPE_H
#define _MAYMUST_LOCALE_TYPE_H
typedef struct __locale_struct *locale_t;
#endif
