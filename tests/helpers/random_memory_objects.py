"""Random uses of objects: the heap, views of their bytes, strings, neighbours in arrays; and checksums."""

from __future__ import annotations

from helpers.random_memory_types import (
    Array,
    Number,
    Pointer,
    Record,
    Type,
    Variant,
    declaration,
    has_floats,
    must_be_set,
)
from helpers.random_memory_values import Place, Values


class Objects(Values):
    """Makes statements, as lines. `level` is the depth of the block that they are in."""

    level = 1
    names = 0
    loops = 0  # around the statement that is made

    def fresh(self, stem: str = "t") -> str:
        """A name that is used nowhere else."""
        self.names += 1
        return f"{stem}{self.names}"

    def block(self, count: int) -> list[str]:
        """So many statements in a block of their own."""
        raise NotImplementedError

    # -- the heap ------------------------------------------------------------------------------------------

    def heap(self) -> list[str]:
        """An object that is allocated, used, and perhaps freed."""
        rng = self.rng
        kinds: list[Type] = [*self.types.records, self.types.number()]
        type_ = rng.choice(kinds)
        count = rng.choice((1, 1, 2, 4))
        pointer, name = Pointer(type_, count), self.fresh("h")
        size = rng.choice((f"{count} * sizeof *{name}", f"sizeof({declaration(type_, '')}) * {count}"))
        if count == 1 and rng.random() < 0.5:
            size = f"sizeof *{name}"
        lines = [f"{{ {declaration(pointer, name)} = malloc({size}); if (!{name}) abort();"]
        if rng.random() < 0.3 and not must_be_set(type_):
            lines = [
                f"{{ {declaration(pointer, name)} = calloc({count}, sizeof *{name}); if (!{name}) abort();"
            ]
        else:
            cast = f"({declaration(type_, '')})"
            for k in range(count):
                value = self.initialiser(type_, constant=False, level=0)
                lines.append(f"{name}[{k}] = {cast if isinstance(type_, Record) else ''}{value};")
        outer = len(self.scope)
        self.level += 1
        for k in range(count):  # the pointer itself is not changed: it is what is freed
            self.scope.append(Place(f"{name}[{k}]", type_, self.level, 0))
        lines += self.block(3)
        for k in range(count):
            lines += self.hash(f"{name}[{k}]", type_)
        del self.scope[outer:]
        self.level -= 1
        return [*lines, f"free({name});" if rng.random() < 0.8 else "", "}"]

    def list_(self) -> list[str]:
        """A list of nodes that is made, gone through and freed."""
        if self.loops:  # its head would live again and again, and what points to it is not told apart
            return []
        node, head, at = f"struct {self.prefix}_node", self.fresh("l"), self.fresh("n")
        count, order = self.rng.randint(1, 4), self.rng.random() < 0.5
        lines = [f"{{ {node} *{head} = 0; {node} **{head}e = &{head};"]
        link = f"*{head}e = {at}; {head}e = &{at}->next;" if order else f"{at}->next = {head}; {head} = {at};"
        null = f"{at}->next = 0;" if order else ""
        lines += [
            f"for (int {head}i = 0; {head}i < {count}; {head}i++) {{",
            f"{node} *{at} = malloc(sizeof({node})); if (!{at}) abort();",
            f"{at}->value = {self.integer(1)}; {at}->small = {head}i; {null} {link} }}",
            f"for ({node} *{at} = {head}; {at}; {at} = {at}->next) {{",
            f"{self.add(f'{at}->value + {at}->small')} }}",
            f"while ({head}) {{ {node} *{at} = {head}->next; free({head}); {head} = {at}; }} }}",
        ]
        return lines

    # -- functions of the library --------------------------------------------------------------------------

    def copy(self) -> list[str]:
        """An object is copied by way of another, or byte by byte within an array."""
        place = self.find(lambda p: isinstance(p.type, Record | Array) and not p.plain)
        if place is None:
            return []
        type_ = place.type
        if isinstance(type_, Array) and type_.count > 1 and self.rng.random() < 0.5:
            to, from_ = self.rng.sample(range(type_.count), 2)
            count = self.rng.randint(1, type_.count - max(to, from_))
            name = self.fresh("b")
            return [
                f"{{ {declaration(Pointer(type_.element), name)} = {place.text};",
                f"memmove({name} + {to}, {name} + {from_}, {count} * sizeof *{name}); }}",
            ]
        source = self.find(lambda p: p.type == type_ and p.level <= place.floor and not p.plain)
        if source is None:
            return []
        name = self.fresh("x")
        size = f"sizeof {name}"
        return [
            f"{{ {declaration(type_, name)}; memcpy(&{name}, &{source.text}, {size});",
            f"memcpy(&{place.text}, &{name}, {size}); }}",
        ]

    def clear(self) -> list[str]:
        """All bytes of an object become the same."""
        place = self.find(lambda p: isinstance(p.type, Record | Array) and not p.plain)
        if place is None or must_be_set(place.type):
            return []
        return [f"memset(&{place.text}, 0, sizeof {place.text});"]

    def string(self) -> list[str]:
        """A string is copied, measured and compared."""
        name = self.fresh("s")
        first, second = ("".join(self.rng.choice("abc") for _ in range(self.rng.randrange(5))) for _ in "ab")
        chosen = f'({self.integer(1)} ? "{first}" : "{second}")'
        return [
            f'{{ char {name}[12] = "{second}"; strcpy({name} + {self.rng.randrange(3)}, {chosen});',
            self.add(f'strlen({name}) * 4 + (strcmp({name}, "{first}") < 0) * 2'),
            *self.hash(name, Array(Number("char"), 12)),
            "}",
        ]

    # -- views ---------------------------------------------------------------------------------------------

    def bytes_(self) -> list[str]:
        """A byte of a number is read, or written."""
        place = self.find(lambda p: isinstance(p.type, Number) and not p.type.bits and not p.plain)
        if place is None:
            return []
        assert isinstance(place.type, Number)
        view = self.fresh("v")
        head = f"{{ unsigned char *{view} = (unsigned char *)&{place.text};"
        index = f"((unsigned)({self.integer(1)}) % sizeof({place.text}))"
        lines = [head]
        if place.type.spelling not in ("_Bool", "enum colour") and self.rng.random() < 0.6:
            value = self.fresh()
            lines.append(f"int {value} = {self.integer(1)}; {view}[{index}] = {value};")
        test = f"if ({place.text} == {place.text}) " if place.type.is_float else ""
        return [*lines, f"{test}{{ {self.add(f'{view}[{index}]')} }} }}"]

    def member_bytes(self) -> list[str]:
        place = self.find(lambda p: isinstance(p.type, Record) and not p.type.union and not p.plain)
        if place is None:
            return []
        assert isinstance(place.type, Record)
        names = [n for n, t in place.type.members if isinstance(t, Number) and not t.bits and not t.is_float]
        if not names:
            return []
        name = self.rng.choice(names)
        offset = f"__builtin_offsetof({place.type.spelling}, {name})"
        return [self.add(f"((unsigned char *)&{place.text})[{offset} + ({self.integer(0)}) % 1u]")]

    def container(self) -> list[str]:
        """From the address of a member to that of the whole."""
        place = self.find(lambda p: isinstance(p.type, Record) and not p.plain)
        if place is None:
            return []
        assert isinstance(place.type, Record)
        members = [(n, t) for n, t in place.type.members if not (isinstance(t, Number) and t.bits)]
        if not members:
            return []
        member, type_ = self.rng.choice(members)
        inner, outer = self.fresh("q"), self.fresh("w")
        spelling = place.type.spelling
        lines = [
            f"{{ {declaration(Pointer(type_), inner)} = &{place.text}.{member};",
            f"{spelling} *{outer} = ({spelling} *)",
            f"((char *){inner} - __builtin_offsetof({spelling}, {member}));",
        ]
        self.scope.append(Place(f"(*{outer})", place.type, place.level, 0, through=outer))
        lines += self.block(2)
        self.scope.pop()
        return [*lines, "}"]

    def pun(self) -> list[str]:
        place = self.find(lambda p: p.type == Number("float") and not p.plain)
        if place is None:
            return []
        return [f"if ({place.text} == {place.text}) {{ {self.add(f'*(unsigned *)&{place.text}')} }}"]

    def text(self) -> list[str]:
        words = [
            "".join(self.rng.choice("abc%z\\0 ") for _ in range(self.rng.randint(0, 6))) for _ in range(3)
        ]
        words = [word.replace("\\", "") for word in words]
        name = self.fresh("s")
        if self.rng.random() < 0.5:
            listed = ", ".join(f'"{word}"' for word in words)
            chosen = f"{name}[(unsigned)({self.integer(1)}) % 3]"
            head = f"{{ const char *{name}[] = {{{listed}}}; const char *{name}p = {chosen};"
        else:
            kind = self.rng.choice((f"const char *{name} =", f"char {name}[] =", f"static char {name}[12] ="))
            head = f'{{ {kind} "{words[0]}" "{words[1]}"; const char *{name}p = {name};'
        body = self.rng.choice(
            (
                f"while (*{name}p) {{ {self.add(f'*{name}p')} {name}p++; }}",
                f"while (*{name}p) {{ char {name}c = *{name}p++; {self.add(f'{name}c')} }}",
                f"for (int {name}i = 0; {name}p[{name}i]; {name}i++) {{ {self.add(f'{name}p[{name}i]')} }}",
                self.add(f"{name}p[0]"),
            )
        )
        return [head, body, "}"]

    def compare(self) -> list[str]:
        """Order and distance of two elements of an array."""
        array = self.find(lambda p: isinstance(p.type, Array) and not p.plain)
        if array is None:
            return []
        assert isinstance(array.type, Array)
        element, count = array.type.element, array.type.count
        base, a, b = self.fresh("b"), self.fresh("q"), self.fresh("q")
        pointer = Pointer(element)
        as_number = self.rng.choice(("", "", "(__UINTPTR_TYPE__)", "(unsigned long long)"))
        x, y = f"{as_number}{a}", f"{as_number}{b}"
        return [
            f"{{ {declaration(pointer, base)} = {array.text};",
            f"{declaration(pointer, a)} = {base} + {self.index(count)};",
            f"{declaration(pointer, b)} = &{base}[{self.index(count)}];",
            self.add(
                f"({x} < {y}) * 8 + ({x} <= {y}) * 4 + ({x} == {y}) * 2 + ({x} != {y}) + ({a} - {b}) * 16"
            ),
            "}",
        ]

    def back(self) -> list[str]:
        """Elements before a pointer."""
        array = self.find(lambda p: isinstance(p.type, Array) and p.type.count > 1 and not p.plain)
        if array is None:
            return []
        assert isinstance(array.type, Array)
        element, count = array.type.element, array.type.count
        base, at = self.fresh("b"), self.rng.randint(1, count - 1)
        back = self.rng.randint(1, at)
        kept = len(self.scope)
        text = self.rng.choice(
            (f"{base}[-{back}]", f"(*({base} - {back}))", f"{base}[(int){at - 2 * at} + {at - back}]")
        )
        self.scope.append(Place(text, element, array.level, 0))
        lines = [f"{{ {declaration(Pointer(element), base)} = &{array.text}[{at}];", *self.block(1), "}"]
        del self.scope[kept:]
        return lines

    # -- the checksum --------------------------------------------------------------------------------------

    def add(self, text: str) -> str:
        """A number becomes part of the checksum."""
        sum_ = f"{self.prefix}_h"
        return f"{sum_} = {sum_} * 31 + (unsigned long long)({text});"

    def hash(self, text: str, type_: Type, depth: int = 1) -> list[str]:
        """All numbers in an object become part of the checksum, and some that it points to."""
        match type_:
            case Number(spelling="float"):
                return [f"{{ float u = {text}; {self.add('u != u ? 7u : *(unsigned *)&u')} }}"]
            case Number(spelling="double"):
                return [f"{{ double u = {text}; {self.add('u != u ? 7u : *(unsigned long long *)&u')} }}"]
            case Number():
                return [self.add(text)]
            case Array(element=element, count=count):
                if self.rng.random() < 0.5:
                    return [line for k in range(count) for line in self.hash(f"{text}[{k}]", element, depth)]
                name = self.fresh("k")
                inner = self.hash(f"{text}[{name}]", element, depth)
                return [f"for (int {name} = 0; {name} < {count}; {name}++) {{", *inner, "}"]
            case Variant(choices=choices):
                return self._hash_variant(text, choices, depth)
            case Record(members=members):
                # A union shows its bits where they are no NaN's.
                shown = [m for m in members if not type_.union or not has_floats(m[1])]
                return [line for n, t in shown for line in self.hash(f"{text}.{n}", t, depth)]
            case Pointer(target=target, nullable=nullable) if depth:
                inner = self.hash(f"(*{text})", target, 0)
                return [f"if ({text}) {{", *inner, "}"] if nullable else inner
        return []

    def _hash_variant(self, text: str, choices: list[tuple[str, Type]], depth: int) -> list[str]:
        """What was stored last becomes part of the checksum."""
        lines = [self.add(f"{text}.k")]
        for number, (name, type_) in enumerate(choices):
            inner = self.hash(f"{text}.u.{name}", type_, depth)
            if inner:
                lines += [f"if ({text}.k == {number}) {{", *inner, "}"]
        return lines
