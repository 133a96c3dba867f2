/* Strings. What C leaves open (the value of strcmp beyond its sign) is decided once; what it leaves undefined
   (copies that overlap) is not modelled. */

typedef __SIZE_TYPE__ size_t;

void *malloc(size_t);
int __maymust_order(int, int);
int __maymust_same_object(const void *, const void *);
void __maymust_unmodelled(void);

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

size_t strnlen(const char *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

int strcmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    if (a[i] == b[i])
        return 0;
    return __maymust_order((unsigned char)a[i], (unsigned char)b[i]);
}

int strncmp(const char *a, const char *b, size_t most)
{
    size_t i = 0;
    while (i < most && a[i] && a[i] == b[i])
        i++;
    if (i == most || a[i] == b[i])
        return 0;
    return __maymust_order((unsigned char)a[i], (unsigned char)b[i]);
}

int strcasecmp(const char *a, const char *b)
{
    size_t i = 0;
    int x = 0, y = 0;
    while (1) {
        x = (unsigned char)a[i];
        y = (unsigned char)b[i];
        x = x >= 'A' && x <= 'Z' ? x + 32 : x;
        y = y >= 'A' && y <= 'Z' ? y + 32 : y;
        if (!x || x != y)
            break;
        i++;
    }
    if (x == y)
        return 0;
    return __maymust_order(x, y);
}

int strncasecmp(const char *a, const char *b, size_t most)
{
    size_t i = 0;
    int x = 0, y = 0;
    while (i < most) {
        x = (unsigned char)a[i];
        y = (unsigned char)b[i];
        x = x >= 'A' && x <= 'Z' ? x + 32 : x;
        y = y >= 'A' && y <= 'Z' ? y + 32 : y;
        if (!x || x != y)
            break;
        i++;
    }
    if (x == y)
        return 0;
    return __maymust_order(x, y);
}

char *strcpy(char *to, const char *from)
{
    size_t i = 0;
    if (__maymust_same_object(to, from)) {
        while (from[i])
            i++;
        if (from <= to + i && to <= from + i)
            __maymust_unmodelled();
        i = 0;
    }
    while (from[i]) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to;
}

char *stpcpy(char *to, const char *from)
{
    size_t i = 0;
    if (__maymust_same_object(to, from))
        __maymust_unmodelled();
    while (from[i]) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to + i;
}

char *strncpy(char *to, const char *from, size_t size)
{
    size_t i = 0;
    if (__maymust_same_object(to, from) && size && from < to + size && to < from + size)
        __maymust_unmodelled();
    while (i < size && from[i]) {
        to[i] = from[i];
        i++;
    }
    while (i < size) {
        to[i] = 0;
        i++;
    }
    return to;
}

char *strcat(char *to, const char *from)
{
    size_t end = 0, i = 0;
    if (__maymust_same_object(to, from))
        __maymust_unmodelled();
    while (to[end])
        end++;
    while (from[i]) {
        to[end + i] = from[i];
        i++;
    }
    to[end + i] = 0;
    return to;
}

char *strncat(char *to, const char *from, size_t most)
{
    size_t end = 0, i = 0;
    if (__maymust_same_object(to, from))
        __maymust_unmodelled();
    while (to[end])
        end++;
    while (i < most && from[i]) {
        to[end + i] = from[i];
        i++;
    }
    to[end + i] = 0;
    return to;
}

char *strchr(const char *s, int c)
{
    while (*s != (char)c) {
        if (!*s)
            return 0;
        s++;
    }
    return (char *)s;
}

char *index(const char *s, int c)
{
    while (*s != (char)c) {
        if (!*s)
            return 0;
        s++;
    }
    return (char *)s;
}

char *strrchr(const char *s, int c)
{
    const char *last = 0;
    while (1) {
        if (*s == (char)c)
            last = s;
        if (!*s)
            return (char *)last;
        s++;
    }
}

char *strstr(const char *s, const char *part)
{
    while (1) {
        size_t i = 0;
        while (part[i] && s[i] == part[i])
            i++;
        if (!part[i])
            return (char *)s;
        if (!*s)
            return 0;
        s++;
    }
}

size_t strspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n]) {
        size_t i = 0;
        while (set[i] && set[i] != s[n])
            i++;
        if (!set[i])
            break;
        n++;
    }
    return n;
}

size_t strcspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n]) {
        size_t i = 0;
        while (set[i] && set[i] != s[n])
            i++;
        if (set[i])
            break;
        n++;
    }
    return n;
}

char *strpbrk(const char *s, const char *set)
{
    while (*s) {
        size_t i = 0;
        while (set[i]) {
            if (set[i] == *s)
                return (char *)s;
            i++;
        }
        s++;
    }
    return 0;
}

static char *rest_of_strtok;
static int strtok_has_begun; /* before that, there must be a string */

char *strtok(char *s, const char *set)
{
    size_t i = 0;
    if (!s && strtok_has_begun) {
        s = rest_of_strtok;
        if (!s)
            return 0;
    }
    strtok_has_begun = 1;
    while (*s) {
        i = 0;
        while (set[i] && set[i] != *s)
            i++;
        if (!set[i])
            break;
        s++;
    }
    if (!*s) {
        rest_of_strtok = 0;
        return 0;
    }
    char *start = s;
    while (*s) {
        i = 0;
        while (set[i] && set[i] != *s)
            i++;
        if (set[i]) {
            *s = 0;
            rest_of_strtok = s + 1;
            return start;
        }
        s++;
    }
    rest_of_strtok = 0;
    return start;
}

char *strdup(const char *s)
{
    size_t n = 0, i = 0;
    while (s[n])
        n++;
    char *made = malloc(n + 1);
    if (!made)
        return 0;
    while (i <= n) {
        made[i] = s[i];
        i++;
    }
    return made;
}

char *strndup(const char *s, size_t most)
{
    size_t n = 0, i = 0;
    while (n < most && s[n])
        n++;
    char *made = malloc(n + 1);
    if (!made)
        return 0;
    while (i < n) {
        made[i] = s[i];
        i++;
    }
    made[n] = 0;
    return made;
}
