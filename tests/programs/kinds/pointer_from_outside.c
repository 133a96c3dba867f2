/* How long the caller's array is, nobody knows. */
int *next(int *p) { return p ? p + 2 : p; }
