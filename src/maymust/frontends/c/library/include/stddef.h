/* The machine's headers ask for parts of it: `__need_wint_t` for what C has elsewhere. */
#ifdef __need_wint_t
#undef __need_wint_t
typedef __WINT_TYPE__ wint_t;
#endif
#ifndef _MAYMUST_STDDEF_H
#define _MAYMUST_STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct { long long _a; long double _b; } max_align_t;
#ifndef NULL
#define NULL ((void *)0)
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
