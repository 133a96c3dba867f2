"""Random well-defined C programs about memory, as cases: records, unions, pointers, the heap, floats."""

from __future__ import annotations

import random

from helpers.c_types import BASIC, random_value
from helpers.random_functions import Case
from helpers.random_memory_statements import Signature, Statements
from helpers.random_memory_texts import TEXTS
from helpers.random_memory_types import Number, Pointer, Record, Type, TypeMaker, Variant, declaration
from helpers.random_memory_values import Place
from helpers.random_memory_variants import union_functions
from helpers.random_memory_wrappers import WRAPPERS

ROWS = 2
_WORDS = {"LP64": 8, "ILP32": 4}
_INPUTS = ("int", "unsigned char", "long long")
_HEAD = """\
#define {0}_INT(x) ((x) > -1e6 && (x) < 1e6 ? (int)(x) : 3)
#define {0}_F(x) ((x) == (x) ? (x) : 1.5)
void *malloc(__SIZE_TYPE__), *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *), abort(void);
void *memcpy(void *, const void *, __SIZE_TYPE__), *memmove(void *, const void *, __SIZE_TYPE__);
void *memset(void *, int, __SIZE_TYPE__);
char *strcpy(char *, const char *);
__SIZE_TYPE__ strlen(const char *);
int strcmp(const char *, const char *);
struct {0}_node {{ char small; int value; struct {0}_node *next; }};
unsigned long long {0}_h, {0}_r0, {0}_r1;
"""


def memory_case(name: str, rng: random.Random, model: str) -> Case:
    """A program whose result is a checksum of all that its variables hold."""
    parameters = tuple(t for spelling in _INPUTS for t in BASIC if t.spelling == spelling)
    rows = tuple(tuple(random_value(rng, t, model) for t in parameters) for _ in range(ROWS))
    return Case(
        name,
        _Program(rng, name, _WORDS[model]).text(),
        parameters,
        (f"{name}_r0", f"{name}_r1"),
        rows,
        stateful=True,
    )


class _Program:
    def __init__(self, rng: random.Random, name: str, word: int) -> None:
        self.rng = rng
        self.name = name
        self.types = TypeMaker(rng, name, word)
        self.code = Statements(rng, self.types)

    def text(self) -> str:
        """All of it."""
        rng, code, name = self.rng, self.code, self.name
        for _ in range(rng.randint(1, 3)):
            self.types.record()
        target = rng.choice(self.types.records)
        code.common_signature = Signature("", (Number("int"), Pointer(target)), Number("int"))
        code.functions = [f"{name}_c{i}" for i in range(rng.randint(1, 3))]
        definitions = [
            *(text.format(name) for text in (_HEAD, WRAPPERS, TEXTS)),
            f"{target.spelling};\ntypedef int (*{name}_fp)(int, {target.spelling} *);",
            *(record.definition() for record in self.types.records),
            *(line for r in self.types.records if isinstance(r, Variant) for line in union_functions(r)),
            *(f"int {function}(int, {target.spelling} *);" for function in code.functions),
        ]
        for i in range(rng.randint(2, 4)):
            self._global(f"{name}_g{i}")
        functions = [
            line
            for function in code.functions
            for line in self._function(Signature(function, code.common_signature.parameters, Number("int")))
        ]
        code.may_call_pointers = True
        for i in range(rng.randint(0, 3)):
            signature = Signature(
                f"{name}_f{i}", tuple(self._parameter() for _ in range(rng.randint(0, 3))), self._result()
            )
            functions += self._function(signature)
            code.callable = (*code.callable, signature)
        entry = self._entry()
        return "\n".join([*definitions, *code.globals, *functions, *entry, ""])

    def _global(self, name: str) -> None:
        type_ = self.types.any()
        value = self.code.initialiser(type_, constant=True)
        self.code.globals.append(f"{declaration(type_, name)} = {value};")
        self.code.common.append(Place(name, type_, plain=self.rng.random() < 0.4))

    def _parameter(self) -> Type:
        choice = self.rng.randrange(3)
        return (
            self.types.number()
            if choice == 0
            else self.types.pointer()
            if choice == 1
            else self.rng.choice(self.types.records)
        )

    def _result(self) -> Type | None:
        choice = self.rng.randrange(5)
        if choice == 0:
            return None
        return (
            self.types.number()
            if choice < 3
            else self.rng.choice(self.types.records)
            if choice == 3
            else self.types.pointer()
        )

    def _function(self, signature: Signature) -> list[str]:
        code, rng = self.code, self.rng
        names = [f"p{i}" for i in range(len(signature.parameters))]
        code.scope = [
            Place(n, t, 1, 1, plain=rng.random() < 0.5)
            for n, t in zip(names, signature.parameters, strict=True)
        ]
        given = (
            ", ".join(declaration(t, n) for n, t in zip(names, signature.parameters, strict=True)) or "void"
        )
        head = f"{signature.name}({given})"
        result = signature.result
        body = [line for _ in range(rng.randint(1, 3)) for line in code.statement()]
        if result is None:
            return [f"void {head}", "{", *body, "}"]
        return [declaration(result, head), "{", *body, f"return {self._returned(result)};", "}"]

    def _returned(self, type_: Type) -> str:
        """A value that does not point to what ends with the function."""
        code = self.code
        if isinstance(type_, Pointer):
            return code.address(type_, 0)[0]
        if isinstance(type_, Record):
            place = code.find(lambda p: p.type is type_ and p.level == 0)
            literal = f"({declaration(type_, '')}){code.initialiser(type_, constant=False)}"
            return literal if place is None else place.text
        assert isinstance(type_, Number)
        return code.number(type_)

    def _entry(self) -> list[str]:
        code, name = self.code, self.name
        inputs = list(zip("abc", _INPUTS, strict=True))
        code.scope = [Place(n, Number(spelling), 1, 1, plain=True) for n, spelling in inputs]
        head = f"void {name}({', '.join(f'{spelling} {n}' for n, spelling in inputs)})"
        body = [line for _ in range(self.rng.randint(2, 4)) for line in code.declare()]
        body += [line for _ in range(self.rng.randint(4, 10)) for line in code.statement()]
        body.append(f"{name}_r1 = {name}_h;")
        for place in (*code.scope, *code.common):
            body += code.hash(place.text, place.type)
        return [head, "{", *body, f"{name}_r0 = {name}_h;", "}"]
