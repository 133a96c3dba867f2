"""Checks that were once left out as needless, or cases that were assumed away: programs that go wrong there
(compilers' sanitizers stop them), and some beside them that do not."""

from __future__ import annotations

import pytest

from maymust.checking import CheckOptions, check_program
from maymust.cli.properties import selected
from maymust.frontends.c import COptions, translate
from maymust.verdicts import Fails, Holds, Unknown

HEADERS = "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
SECONDS = 60

FREED = {
    "null plus": r"""
int main(void){int *a=NULL; free(a+1); return 0;}
""",
    "member of null": r"""
struct s{int x,y;}; int main(void){struct s *p=NULL; free(&p->y); return 0;}
""",
    "member of null through var": r"""
struct s{int x,y;}; int main(void){struct s *p=NULL; int *q=&p->y; free(q); return 0;}
""",
    "realloc null plus": r"""
int main(void){int *a=NULL; int *b=realloc(a+1,8); free(b); return 0;}
""",
    "realloc int": r"""
int main(void){char *b=realloc((void*)16,4); free(b); return 0;}
""",
    "free int": r"""
int main(void){free((void*)16); return 0;}
""",
    "realloc middle": r"""
int main(void){int *a=malloc(8); a=realloc(a+1,16); free(a); return 0;}
""",
    "realloc local": r"""
int main(void){int x; int *a=realloc(&x,16); free(a); return 0;}
""",
    "realloc literal": r"""
int main(void){char *a=realloc("abc",16); free(a); return 0;}
""",
    "realloc function": r"""
int main(void){char*a=realloc((void*)main,4); free(a); return 0;}
""",
    "free uninit": r"""
int main(void){int *p; free(p); return 0;}
""",
    "realloc uninit": r"""
int main(void){int *p; p=realloc(p,4); free(p); return 0;}
""",
    "twice by realloc": r"""
int main(void){int *p=malloc(4); int *q=realloc(p,8); free(p); free(q); return 0;}
""",
    "null in struct": r"""
struct s{int x,y;}; struct h{int *p;}; int main(void){struct s *p=NULL; struct h h;
  h.p=&p->y; struct h*q=&h; free(q->p); return 0;}
""",
    "null in array": r"""
int main(void){int *a[2]; int *n=NULL; a[0]=n+2; a[1]=NULL;
  for(int i=0;i<2;i++) free(a[i]); return 0;}
""",
    "compare moved null": r"""
int main(void){int *n=NULL; int *m=n+1; assert(m!=NULL); if(m) free(m); return 0;}
""",
    "free in function": r"""
void r(int *p){free(p);} int main(void){int *n=NULL; r(n+3); return 0;}
""",
    "realloc in function": r"""
int* r(int *p){return realloc(p,8);} int main(void){int *n=NULL; free(r(n+3)); return 0;}
""",
    "arr member null": r"""
struct s{int x; int a[2];}; int main(void){struct s *p=NULL; free(p->a); return 0;}
""",
    "free ptr": r"""
int main(void){void (*f)(void*)=free; int *n=NULL; f(n+1); return 0;}
""",
    "cfree sub": r"""
int main(void){char *n=NULL; free(&n[1]); return 0;}
""",
    "null minus": r"""
int main(void){int *n=NULL; free(n-1); return 0;}
""",
    "union null": r"""
union u{int *p; long l;}; int main(void){union u u; u.l=16; free(u.p); return 0;}
""",
}
BLOCKS = {
    "basic": r"""
int main(void){return *({int x=1; &x;});}
""",
    "argument": r"""
int f(int*p){return *p;} int main(void){return f(({int x=0; &x;}));}
""",
    "cond": r"""
int main(int c,char**v){int y=0; return *(c?({int x=0; &x;}):&y);}
""",
    "compound2": r"""
int main(void){return *({&(int){0};});}
""",
    "nested2": r"""
int main(void){return *({({int x=0; &x;});});}
""",
    "macro": r"""
#define M(e) ({__typeof__(e) t=(e); &t;})
int main(void){return *M(0);}
""",
    "whileloop": r"""
int main(void){int n=0; while(*({int x=n; &x;})<3) n++; return 0;}
""",
    "forloop": r"""
int main(void){for(int i=0;*({int x=i; &x;})<3;i++); return 0;}
""",
    "member": r"""
struct s{int a;}; int main(void){return ({struct s x={0}; &x;})->a;}
""",
    "array": r"""
int main(void){return ({int a[2]={0,0}; (int*)a;})[1];}
""",
    "write": r"""
int main(void){*({int x; &x;})=1; return 0;}
""",
    "comma": r"""
int main(void){return *(0,({int x=0; &x;}));}
""",
    "cast": r"""
int main(void){return *(int*)(void*)({int x=0; &x;});}
""",
    "arith": r"""
int main(void){return *(({int a[2]={0,0}; &a[0];})+1);}
""",
    "memcpyarg": r"""
int main(void){int y; memcpy(&y,({int x=0; &x;}),sizeof y); return y;}
""",
    "ifcond": r"""
int main(void){if(*({int x=0; &x;})) return 0; return 0;}
""",
    "switchv": r"""
int main(void){switch(*({int x=0; &x;})){case 0: return 0;} return 0;}
""",
    "label last": r"""
int main(void){return *({int x=0; L: &x;});}
""",
    "inner ret struct": r"""
struct s{int*p;}; int main(void){return *({int x=0; (struct s){&x};}).p;}
""",
}
CONSTANTS = {
    "global scalar": r"""
const int x=1; int main(void){*(int*)&x=2; return 0;}
""",
    "global array": r"""
const int a[2]={1,2}; int main(void){((int*)a)[1]=2; return 0;}
""",
    "global array2": r"""
const int a[2]={1,2}; int main(void){int*p=(int*)a; p[1]=2; return 0;}
""",
    "static local": r"""
int main(void){static const int x=1; *(int*)&x=2; return 0;}
""",
    "global literal": r"""
const int *p=&(const int){1}; int main(void){*(int*)p=2; return 0;}
""",
    "member constglobal": r"""
struct s{int a;int b;}; const struct s g={1,2}; int main(void){*(int*)&g.a=2; return 0;}
""",
    "member constglobal2": r"""
struct s{int a;int b;}; const struct s g={1,2}; int main(void){((struct s*)&g)->b=2;
  return 0;}
""",
    "memset": r"""
const int a[2]={1,2}; int main(void){memset((void*)a,0,sizeof a); return 0;}
""",
    "memcpy": r"""
const int a[2]={1,2}; int b[2]; int main(void){memcpy((void*)a,b,sizeof a); return 0;}
""",
    "structassign": r"""
struct s{int a;int b;}; const struct s g={1,2}; int main(void){struct s t={0,0};
  *(struct s*)&g=t; return 0;}
""",
    "arr of struct": r"""
struct s{int a;int b;}; const struct s g[2]={{1,2},{3,4}};
  int main(void){struct s*p=(struct s*)g; p[1].b=7; return 0;}
""",
    "struct with const array": r"""
struct s{const int a[2];}; const struct s g={{1,2}}; int main(void){int*p=(int*)g.a;
  p[1]=7; return 0;}
""",
    "step": r"""
const int x=1; int main(void){(*(int*)&x)++; return 0;}
""",
    "through fn": r"""
const int x=1; void f(int*p){*p=2;} int main(void){f((int*)&x); return 0;}
""",
    "strcpy": r"""
const char s[4]="abc"; int main(void){strcpy((char*)s,"x"); return 0;}
""",
    "ptrconst": r"""
int y; int *const p=&y; int main(void){*(int**)&p=0; return 0;}
""",
    "typedef": r"""
typedef const int ci; ci x=1; int main(void){*(int*)&x=2; return 0;}
""",
    "typedef arr": r"""
typedef int A[2]; const A a={1,2}; int main(void){int*p=(int*)a; p[0]=2; return 0;}
""",
    "two d": r"""
const int a[2][2]={1,2}; int main(void){int *p=(int*)a[1]; *p=2; return 0;}
""",
}
CODE = {
    "write main": r"""
int main(void){*(char*)main=1; return 0;}
""",
    "write far": r"""
int f(void){return 0;} int main(void){((char*)f)[1<<30]=1; return 0;}
""",
    "call middle": r"""
int f(void){return 0;} int main(void){return ((int(*)(void))((char*)f+9))();}
""",
    "call data": r"""
int x; int main(void){return ((int(*)(void))&x)();}
""",
    "call null offset": r"""
int main(void){return ((int(*)(void))((char*)0+9))();}
""",
    "call int": r"""
int main(void){return ((int(*)(void))16)();}
""",
    "call int big": r"""
int main(void){return ((int(*)(void))0x123456)();}
""",
    "call heap": r"""
int main(void){void*p=malloc(16); memset(p,0,16); return ((int(*)(void))p)();}
""",
    "memcpy to fn": r"""
int f(void){return 0;} int main(void){char b[4]={0}; memcpy((void*)f,b,4); return 0;}
""",
    "int write": r"""
int f(void){return 0;} int main(void){int*p=(int*)f; *p=0; return 0;}
""",
    "mixed region": r"""
int f(void){return 0;} int x; int main(int c,char**v){int*p=c>1000?&x:(int*)f; *p=0;
  return 0;}
""",
    "table middle": r"""
int f(void){return 0;} int (*t[2])(void)={f,f};
  int main(void){t[1]=(int(*)(void))((char*)f+5); return t[1]();}
""",
    "call literal": r"""
int main(void){return ((int(*)(void))"\x00\x00\x00\x00")();}
""",
    "struct fn": r"""
struct s{int a;}; void f(void){} int main(void){((struct s*)f)->a=1; return 0;}
""",
    "char through var": r"""
void f(void){} int main(void){char*p=(char*)f; p[3]=1; return 0;}
""",
    "null off var": r"""
int main(void){void(*p)(void)=0; char*c=(char*)p+3; p=(void(*)(void))c; p(); return 0;}
""",
}
UNSET = {
    "printf": r"""
int main(void){int x; printf("%d\n",x); return 0;}
""",
    "putchar": r"""
int main(void){int x; putchar(x); return 0;}
""",
    "cond": r"""
int main(int k,char**v){int x; k?x:0; return 0;}
""",
    "cast": r"""
int main(void){int x; (long)x; return 0;}
""",
    "not": r"""
int main(void){int x; !x; return 0;}
""",
    "use": r"""
void use(int); int main(void){int x; use(x); return 0;}
""",
    "plus": r"""
int main(void){int x; x+0; return 0;}
""",
    "compound": r"""
int main(void){int x; x+=1; return 0;}
""",
    "index discard": r"""
int main(void){int a[3]={0}; int x; a[x]; return 0;}
""",
    "addr index": r"""
int main(void){int a[3]={0}; int x; &a[x]; return 0;}
""",
    "float": r"""
int main(void){double d; printf("%f",d); return 0;}
""",
    "float neg": r"""
int main(void){double d; -d; return 0;}
""",
    "ptr2": r"""
int main(void){int*p; printf("%p",(void*)p); return 0;}
""",
    "ptr3": r"""
int main(void){int*p; p+1; return 0;}
""",
    "logical": r"""
int main(int k,char**v){int x; k&&x; return 0;}
""",
    "logical2": r"""
int main(int k,char**v){int x; x||k; return 0;}
""",
    "exit": r"""
int main(void){int x; exit(x);}
""",
    "stmt expr2": r"""
int main(void){int x; int y=({x;}); return 0;}
""",
    "init list": r"""
int main(void){int x; int a[2]={x,0}; return 0;}
""",
    "comp lit": r"""
int main(void){int x; (int){x}; return 0;}
""",
    "fnptr": r"""
int main(void){int(*f)(const char*,...)=printf; int x; f("%d",x); return 0;}
""",
    "expect": r"""
int main(void){int x; __builtin_expect(x,1); return 0;}
""",
    "loop": r"""
int main(void){int s; for(int i=0;i<2;i++) s+=i; printf("%d",s); return 0;}
""",
}
FINE = {
    "back": r"""
int main(void){int *n=NULL; int *m=n+1; free(m-1); return 0;}
""",
    "back2": r"""
int main(void){int *n=malloc(8); int *m=n+1; free(m-1); return 0;}
""",
    "first member": r"""
struct s{int x,y;}; int main(void){struct s *p=malloc(sizeof*p); free(&p->x); return 0;}
""",
    "value": r"""
int main(void){return ({int x=0; int*p=&x; *p;});}
""",
    "struct": r"""
struct s{int a;}; int main(void){return ({struct s x={0}; struct s*p=&x; *p;}).a;}
""",
    "outer": r"""
int main(void){int y=0; return *({int x=1; int*p=&x; *p=2; &y;});}
""",
    "compare": r"""
int main(void){int *p=({int x=0; &x;}); return 0;}
""",
    "goto back same block": r"""
int main(void){{int *p=0; again: if(p) return *p; int x=0; p=&x; goto again;} }
""",
    "read": r"""
const int x=1; int f(const int*p){return *p;} int main(void){return f(&x)-1;}
""",
    "ptr to const": r"""
int y; const int *p=&y; int main(void){p=0; *&p=&y; return 0;}
""",
    "union": r"""
union u{const int a; int b;}; union u g={1}; int main(void){g.b=2; return 0;}
""",
    "string array ok": r"""
char s[]="abc"; int main(void){s[0]='x'; return 0;}
""",
    "realloc const": r"""
int main(void){const int *p=malloc(4); *(int*)p=2; free((void*)p); return 0;}
""",
    "fn compare": r"""
int f(void){return 0;} int g(void){return 1;} int main(void){int(*p)(void)=f;
  assert(p!=g); assert(p==f); return p();}
""",
    "call": r"""
int f(void){return 0;} int main(void){int(*p)(void)=&f; int(**q)(void)=&p; return (*q)();}
""",
    "call moved back ok": r"""
int f(void){return 0;} int main(void){char*c=(char*)f+9; return ((int(*)(void))(c-9))();}
""",
    "deref fnptr": r"""
int f(void){return 0;} int main(void){return (*f)()+(**f)();}
""",
}
NOT_USED = {
    "bare": r"""
int main(void){int x; x; return 0;}
""",
    "void": r"""
int main(void){int x; (void)x; return 0;}
""",
    "param": r"""
int f(int a){(void)a; return 0;} int main(void){return f(1);}
""",
    "comma": r"""
int main(void){int x; x,1; return 0;}
""",
    "comma2": r"""
int main(void){int x; int y=(x,1); return y-1;}
""",
    "sizeof ok": r"""
int main(void){int x; (void)sizeof x; return 0;}
""",
    "stmt expr": r"""
int main(void){int x; ({x;}); return 0;}
""",
    "set": r"""
int main(int k,char**v){int x; if(k) x=1; else x=2; printf("%d",x); return 0;}
""",
    "scanf ok": r"""
int main(void){int x; if(scanf("%d",&x)==1) printf("%d",x); return 0;}
""",
}
OPEN = {
    "free alloca": r"""
int main(void){int *p=__builtin_alloca(8); free(p); return 0;}
""",
    "free vla": r"""
int f(int n){int a[n]; a[0]=1; free(a); return 0;} int main(void){return f(3);}
""",
    "local": r"""
int main(void){const int x=1; *(int*)&x=2; return x-x;}
""",
    "local array": r"""
int main(void){const int a[2]={1,2}; ((int*)a)[1]=3; return 0;}
""",
    "literal": r"""
int main(void){*(int*)&(const int){1}=2; return 0;}
""",
    "member": r"""
struct s{const int a;int b;}; struct s g={1,2}; int main(void){*(int*)&g.a=2; return 0;}
""",
    "member local": r"""
struct s{const int a;int b;}; int main(void){struct s l={1,2}; *(int*)&l.a=2; return 0;}
""",
    "volatile const": r"""
const volatile int x=1; int main(void){*(int*)&x=2; return 0;}
""",
    "param const": r"""
int f(const int x){*(int*)&x=2; return x;} int main(void){return f(2)-2;}
""",
    "read main": r"""
int main(void){return *(char*)main==0 && 0;}
""",
    "read far": r"""
int f(void){return 0;} int main(void){return ((char*)f)[1<<30]&&0;}
""",
    "memcpy fn": r"""
int f(void){return 0;} int main(void){char b[4]; memcpy(b,(void*)f,4); return 0;}
""",
    "strlen fn": r"""
void f(void){} int main(void){return strlen((char*)f)==0&&0;}
""",
}

SMALL = {
    "assigned": "*p = t;",
    "read": "p->i = 1; p->c = 2; t = *p;",
    "passed": "p->i = 1; p->c = 2; use(*p);",
    "returned": "p->i = 1; p->c = 2; t = get(p);",
    "assigned as a member": "struct o *q = malloc(9); q->s = t;",
}


def _verdicts(text: str, *asked: str) -> list[tuple[str, type]]:
    """Kinds of properties, and what is said of them."""
    options = COptions(properties=selected(list(asked), with_rules=False))
    program = translate("test.c", HEADERS + text, options).program
    results = check_program(program, CheckOptions(seconds=SECONDS))
    return [(result.property.kind, type(result.verdict)) for result in results]


@pytest.mark.parametrize("text", FREED.values(), ids=FREED)
def test_what_is_no_object_is_not_freed(text: str) -> None:
    assert ("free", Fails) in _verdicts(text, "memory")


@pytest.mark.parametrize("text", BLOCKS.values(), ids=BLOCKS)
def test_what_a_block_declares_is_gone_behind_it(text: str) -> None:
    assert ("deref", Fails) in _verdicts(text, "memory")


@pytest.mark.parametrize("text", CONSTANTS.values(), ids=CONSTANTS)
def test_constant_objects_that_last_are_not_written(text: str) -> None:
    assert ("deref", Fails) in _verdicts(text, "memory")


@pytest.mark.parametrize("text", CODE.values(), ids=CODE)
def test_functions_are_neither_written_nor_called_in_the_middle(text: str) -> None:
    found = [verdict for kind, verdict in _verdicts(text, "memory") if kind in ("deref", "null")]
    assert Fails in found


@pytest.mark.parametrize("text", UNSET.values(), ids=UNSET)
def test_values_that_something_uses_are_set(text: str) -> None:
    assert ("uninit", Fails) in _verdicts(text, "uninit")


@pytest.mark.parametrize("text", NOT_USED.values(), ids=NOT_USED)
def test_values_that_nothing_uses_need_not_be_set(text: str) -> None:
    assert {verdict for _, verdict in _verdicts(text, "uninit")} <= {Holds}


@pytest.mark.parametrize("text", FINE.values(), ids=FINE)
def test_what_is_allowed_holds(text: str) -> None:
    assert {verdict for _, verdict in _verdicts(text, "memory", "assert")} <= {Holds}


@pytest.mark.parametrize("text", OPEN.values(), ids=OPEN)
def test_what_is_not_modelled_is_not_judged(text: str) -> None:
    verdicts = {verdict for _, verdict in _verdicts(text, "memory")}
    assert verdicts == {Unknown}


@pytest.mark.parametrize("storage", ["", "static "])
def test_nothing_is_said_behind_a_write_to_a_constant(storage: str) -> None:
    text = f"int main(void) {{ {storage}const int x = 1; *(int *)&x = 2; assert(x == 1); return 0; }}"
    assert _verdicts(text, "assert") == [("assert", Unknown)]


@pytest.mark.parametrize("statements", SMALL.values(), ids=SMALL)
def test_a_structure_is_accessed_with_its_last_bytes(statements: str) -> None:
    types = "struct s { int i; char c; }; struct o { int x; struct s s; };"
    functions = "int use(struct s x) { return x.i; } struct s get(struct s *p) { return *p; }"
    body = f"struct s t = {{1, 2}}; struct s *p = malloc(5); {statements} return 0;"
    assert ("bounds", Fails) in _verdicts(f"{types} {functions} int main(void) {{ {body} }}", "memory")


def test_what_was_never_set_may_be_in_memory_from_outside() -> None:
    text = "int main(int c, char **v) { char *u; v[0] = u; return *v[0] && 0; }"
    assert {("null", Fails), ("deref", Fails)} <= set(_verdicts(text, "memory"))


@pytest.mark.parametrize("declared", ["int *p = p;", "switch (k) { int *p = &x; case 1:"])
def test_what_was_never_set_may_be_equal_to_anything(declared: str) -> None:
    end = "}" if "{" in declared else ""
    text = f"int main(int k, char **v) {{ int x = 0; {declared} assert(p != &x); {end} return 0; }}"
    assert _verdicts(text, "assert") == [("assert", Unknown)]
