"""Random uses of functions that know nothing of what they are given: `void *`, and memory of any type."""

from __future__ import annotations

from helpers.random_memory_objects import Objects
from helpers.random_memory_types import WORDS, Number, Pointer, Record, Type, declaration, words
from helpers.random_memory_values import Place

WRAPPERS = """\
struct {0}_any {{ void *data; struct {0}_any *next; }};
static void *{0}_get(__SIZE_TYPE__ n) {{ void *p = malloc(n); if (!p) abort(); return p; }}
static void *{0}_zero(__SIZE_TYPE__ n) {{ void *p = {0}_get(n); memset(p, 0, n); return p; }}
static void {0}_drop(void *p) {{ if (p) free(p); }}
static void *{0}_same(void *p) {{ return p; }}
static void *{0}_pick(int c, void *p, void *q) {{ return c ? p : q; }}
static void {0}_copy(void *to, const void *from, __SIZE_TYPE__ n) {{ memcpy(to, from, n); }}
static void {0}_swap(void *p, void *q, __SIZE_TYPE__ n)
{{
    char *a = p, *b = q;
    for (__SIZE_TYPE__ i = 0; i < n; i++) {{ char c = a[i]; a[i] = b[i]; b[i] = c; }}
}}
static struct {0}_any *{0}_push(struct {0}_any *l, void *p)
{{
    struct {0}_any *n = {0}_get(sizeof *n);
    n->data = p; n->next = l;
    return n;
}}
static void *{0}_pop(struct {0}_any **l)
{{
    struct {0}_any *n = *l;
    void *p = n->data;
    *l = n->next; {0}_drop(n);
    return p;
}}
static char {0}_pool[2048] __attribute__((aligned(16)));
static unsigned {0}_used;
static void *{0}_take(unsigned n)
{{
    if (n > 2048 - {0}_used) abort();
    void *p = {0}_pool + {0}_used;
    {0}_used += (n + 15) / 16 * 16;
    return p;
}}
"""
_POOL_WORDS = 8  # that are taken at once


class Wrappers(Objects):
    """Makes statements. Each program has the functions above."""

    def some_type(self) -> Type:
        """A type of objects on the heap."""
        kinds: list[Type] = [*self.types.records, Number(self.rng.choice(WORDS)), self.types.pointer()]
        return self.rng.choice(kinds)

    def filled(self, name: str, type_: Type, level: int = 0) -> str:
        """What a pointer points to is set; so nothing there points to what lives shorter."""
        cast = f"({declaration(type_, '')})" if isinstance(type_, Record) else ""
        return f"*{name} = {cast}{self.initialiser(type_, constant=False, level=level)};"

    def through_function(self) -> list[str]:
        """A pointer that passes through a function as `void *`."""
        pointer, name = self.types.pointer(), self.fresh("q")
        value, level = self.address(pointer, self.level)
        form = self.rng.choice(
            ("{0}_same({1})", "{0}_pick({2}, {1}, {3})", "*(void **){0}_same(&(void *){{{1}}})")
        )
        other, below = self.address(pointer, self.level)
        given = form.format(self.prefix, value, self.integer(1), other)
        self.scope.append(Place(name, pointer, max(level, below, self.level), self.level))
        return [f"{declaration(pointer, name)} = {given};"]

    def reused(self) -> list[str]:
        """Memory of several types, one after the other."""
        rng, memory = self.rng, self.fresh("m")
        kinds = [self.some_type() for _ in range(rng.randint(1, 3))]
        sizes = [f"sizeof({declaration(type_, '')})" for type_ in kinds]
        size = sizes[0]
        for further in sizes[1:]:
            size = f"({size} > {further} ? {size} : {further})"
        lines = [f"{{ void *{memory} = {self.prefix}_{rng.choice(('get', 'zero'))}({size});"]
        lines += [line for type_ in kinds for line in self._lived(memory, type_)]
        return [*lines, f"{self.prefix}_drop({memory}); }}"]

    def _lived(self, memory: str, type_: Type) -> list[str]:
        """Memory is of a type for a while."""
        name = self.fresh("h")
        lines = [f"{{ {declaration(Pointer(type_), name)} = {memory};", self.filled(name, type_)]
        self.level += 1
        self.scope.append(Place(f"(*{name})", type_, self.level, 0, through=name))
        lines += self.block(1)
        self.scope.pop()
        self.level -= 1
        return [*lines, *self.hash(f"(*{name})", type_), "}"]

    def pooled(self) -> list[str]:
        """Memory from an array of characters, to which it is given back."""
        type_ = self.some_type()
        if words(type_) > _POOL_WORDS:
            return []
        memory, used = self.fresh("m"), f"{self.prefix}_used"
        taken = f"{self.prefix}_take(sizeof({declaration(type_, '')}))"
        head = f"{{ unsigned {memory}u = {used}; void *{memory} = {taken};"
        return [head, *self._lived(memory, type_), f"{used} = {memory}u; }}"]

    def several(self) -> list[str]:
        """Pointers to several types in one array, or in one list."""
        rng, name = self.rng, self.fresh("v")
        pointers = [self.types.pointer() for _ in range(rng.randint(1, 3))]
        given = [self.address(pointer, self.level) for pointer in pointers]
        highest = max(level for _, level in given)
        lines, taken = self._listed(name, [text for text, _ in given])
        if self.loops or rng.random() < 0.5:
            listed = ", ".join(text for text, _ in given)
            lines = [f"{{ void *{name}[] = {{{listed}}};"]
            taken = [f"{name}[{k}]" for k in range(len(pointers))]
        self.level += 1
        kept = len(self.scope)
        lines += self.block(1)
        for pointer, text in zip(pointers, taken, strict=True):
            at = self.fresh("q")
            lines.append(f"{declaration(pointer, at)} = {text};")
            self.scope.append(Place(at, pointer, max(highest, self.level), self.level))
        lines += self.block(2)
        for pointer, place in zip(pointers, self.scope[kept:], strict=True):
            lines += self.hash(place.text, pointer)
        del self.scope[kept:]
        self.level -= 1
        return [*lines, "}"]

    def _listed(self, name: str, given: list[str]) -> tuple[list[str], list[str]]:
        """Pushes pointers, and the calls that pop them in the same order."""
        lines = [f"{{ struct {self.prefix}_any *{name} = 0;"]
        lines += [f"{name} = {self.prefix}_push({name}, {text});" for text in reversed(given)]
        return lines, [f"{self.prefix}_pop(&{name})"] * len(given)

    def exchanged(self) -> list[str]:
        """Two numbers are exchanged, or one is copied, byte by byte."""
        first = self.find(lambda p: isinstance(p.type, Number) and not p.type.bits and not p.plain)
        if first is None:
            return []
        type_ = first.type
        second = self.find(lambda p: p.type == type_ and not p.plain and p.text != first.text)
        if second is None:
            return []
        name = self.fresh("x")
        function = self.rng.choice(("swap", "copy"))
        call = f"{self.prefix}_{function}(&{name}, &{second.text}, sizeof {name});"
        return [f"{{ {declaration(type_, name)} = {first.text}; {call} {first.text} = {name}; }}"]
