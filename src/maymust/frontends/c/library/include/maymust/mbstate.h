#ifndef _MAYMUST_MBSTATE_H
#define _MAYMUST_MBSTATE_H
#include <maymust/base.h>
#ifndef __mbstate_t_defined
#define __mbstate_t_defined 1
typedef struct { int _count; unsigned int _value; } mbstate_t;
#endif
#endif
