#ifndef _MAYMUST_WCHAR_H
#define _MAYMUST_WCHAR_H
#include <stddef.h>
#include <stdint.h>
typedef __WINT_TYPE__ wint_t;
typedef struct { int _state; wint_t _value; } mbstate_t;
#define WEOF ((wint_t)-1)
size_t wcslen(const wchar_t *);
wchar_t *wcscpy(wchar_t *, const wchar_t *);
wchar_t *wcscat(wchar_t *, const wchar_t *);
int wcscmp(const wchar_t *, const wchar_t *);
wchar_t *wcschr(const wchar_t *, wchar_t);
int wprintf(const wchar_t *, ...);
#endif
