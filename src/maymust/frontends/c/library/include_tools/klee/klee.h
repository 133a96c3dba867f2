/* maymust: what KLEE's header declares, for those who have none. */
#ifndef KLEE_KLEE_H
#define KLEE_KLEE_H
void klee_make_symbolic(void *, __SIZE_TYPE__, const char *);
void klee_define_fixed_object(void *, __SIZE_TYPE__);
int klee_range(int, int, const char *);
int klee_int(const char *);
__UINTPTR_TYPE__ klee_choose(__UINTPTR_TYPE__);
void klee_silent_exit(int) __attribute__((noreturn));
void klee_abort(void) __attribute__((noreturn));
void klee_report_error(const char *, int, const char *, const char *) __attribute__((noreturn));
__SIZE_TYPE__ klee_get_obj_size(void *);
void klee_print_expr(const char *, ...);
void klee_print_range(const char *, int);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_merge(void);
unsigned klee_is_symbolic(__UINTPTR_TYPE__);
unsigned klee_is_replay(void);
void klee_assume(__UINTPTR_TYPE__);
void klee_warning(const char *);
void klee_warning_once(const char *);
void klee_prefer_cex(void *, __UINTPTR_TYPE__);
void klee_posix_prefer_cex(void *, __UINTPTR_TYPE__);
void klee_mark_global(void *);
float klee_get_valuef(float);
double klee_get_valued(double);
long klee_get_valuel(long);
long long klee_get_valuell(long long);
__INT32_TYPE__ klee_get_value_i32(__INT32_TYPE__);
__INT64_TYPE__ klee_get_value_i64(__INT64_TYPE__);
void klee_check_memory_access(const void *, __SIZE_TYPE__);
void klee_set_forking(unsigned);
void klee_alias_function(const char *, const char *);
void klee_stack_trace(void);
int klee_get_errno(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
#define klee_assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#endif
