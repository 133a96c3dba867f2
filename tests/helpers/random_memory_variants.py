"""Random uses of unions that hold pointers or numbers: what was stored is what is read."""

from __future__ import annotations

from helpers.random_memory_objects import Objects
from helpers.random_memory_types import (
    WORDS,
    Array,
    FunctionPointer,
    Number,
    Pointer,
    Record,
    Type,
    Variant,
    declaration,
)
from helpers.random_memory_values import Place


def union_functions(type_: Variant) -> list[str]:
    """Functions that are given such a union, and return it."""
    inner = type_.inner
    return [
        f"static {inner} {type_.tag}_same({inner} x) {{ return x; }}",
        f"static {inner} {type_.tag}_pick(int c, {inner} x, {inner} *y) {{ return c ? x : *y; }}",
        f"static void {type_.tag}_move({inner} *to, const {inner} *from) {{ *to = *from; }}",
    ]


class Variants(Objects):
    """Makes statements about variants, and about their unions alone."""

    may_call_pointers = False

    def called(self, text: str) -> list[str]:
        """A call of a function of the common signature."""
        raise NotImplementedError

    def set_variant(self) -> list[str]:
        """Something is stored in a variant."""
        place = self.find(lambda p: isinstance(p.type, Variant))
        if place is None:
            return []
        assert isinstance(place.type, Variant)
        number = self.rng.randrange(len(place.type.choices))
        if place.plain or self.rng.random() < 0.5:
            return [f"{place.text}.k = {number};", *self._stored(f"{place.text}.u", place, number)]
        name = self.fresh("w")
        head = f"{{ {place.type.spelling} *{name} = &{place.text}; {name}->k = {number};"
        return [head, *self._stored(f"{name}->u", place, number), "}"]

    def _stored(self, union: str, place: Place, number: int) -> list[str]:
        assert isinstance(place.type, Variant)
        name, type_ = place.type.choices[number]
        return self._store(f"{union}.{name}", type_, place.floor)

    def _store(self, text: str, type_: Type, level: int) -> list[str]:
        """All of an object that lives at this level is set."""
        if isinstance(type_, Array):
            parts = [self._store(f"{text}[{k}]", type_.element, level) for k in range(type_.count)]
            return [line for part in parts for line in part]
        value = self.initialiser(type_, constant=False, level=level)
        cast = f"({declaration(type_, '')})" if isinstance(type_, Record) else ""
        return [f"{text} = {cast}{value};"]

    def use_variant(self) -> list[str]:
        """What is stored in a variant is used: what it points to is read and written."""
        place = self.find(lambda p: isinstance(p.type, Variant))
        if place is None:
            return []
        type_, name = place.type, self.fresh("w")
        assert isinstance(type_, Variant)
        if place.plain or self.rng.random() < 0.4:
            lines, union = [f"{{ {type_.spelling} {name} = {place.text};"], f"{name}.u"
            kind = f"{name}.k"
        else:
            lines, union = [f"{{ {type_.spelling} *{name} = &{place.text};"], f"{name}->u"
            kind = f"{name}->k"
        lines.append(f"switch ({kind}) {{")
        for number in range(len(type_.choices)):
            lines += [f"case {number}: {{", *self._used(union, type_, number, place.level), "break; }"]
        return [*lines, "default: abort();", "} }"]

    def _used(self, union: str, type_: Variant, number: int, level: int) -> list[str]:
        """The member of the union that was stored last is read."""
        member, choice = type_.choices[number]
        text = f"{union}.{member}"
        match choice:
            case Number() if choice.spelling in WORDS and self.rng.random() < 0.5:
                return [self.add(f"{union}.bytes[{self.index(self.types.word)}]")]
            case Array(element=Number(spelling="unsigned char")) if self.rng.random() < 0.5:
                return [self.add(f"{union}.{type_.choices[0][0]}")]
            case FunctionPointer() if self.may_call_pointers:
                return self.called(text)
            case Pointer() | Record() | Number():
                name = self.fresh("q")
                self.level += 1
                lines = [f"{declaration(choice, name)} = {text};"]
                self.scope.append(Place(name, choice, max(level, self.level), self.level))
                lines += self.block(1)
                self.scope.pop()
                self.level -= 1
                return [*lines, *self.hash(name, choice)]
        return self.hash(text, choice)

    def union(self) -> list[str]:
        """The union of a variant alone, as a variable that is written, copied and read in turn."""
        found = [record for record in self.types.records if isinstance(record, Variant)]
        if not found or (self.loops and self.rng.random() < 0.7):  # its variables would live again
            return []
        type_, rng = self.rng.choice(found), self.rng
        name, other, at = self.fresh("u"), self.fresh("u"), self.fresh("u")
        number = rng.randrange(len(type_.choices))
        member, choice = type_.choices[number]
        value = self.initialiser(choice, constant=False, level=self.level)
        lines = [
            f"{{ {type_.inner} {name} = {{.{member} = {value}}}, {other}[2] = {{{name}, {name}}};",
            f"{type_.inner} *{at} = {rng.choice((f'&{name}', f'&{other}[1]', f'{other}'))};",
        ]
        self.level += 1
        for _ in range(rng.randint(1, 4)):
            if rng.random() < 0.5:
                number = rng.randrange(len(type_.choices))
                member, choice = type_.choices[number]
                lines += self._store(f"(*{at}).{member}", choice, self.level)
                lines.append(self._copied_to_all(type_, name, other, at))
            else:
                lines.append(self._copied(type_, name, other, at))
            holder = rng.choice((name, f"{other}[{self.index(2)}]", f"(*{at})"))
            lines += self._used(holder, type_, number, self.level)
        self.level -= 1
        return [*lines, "}"]

    def _copied_to_all(self, type_: Variant, name: str, other: str, at: str) -> str:
        """All three become what `at` points to."""
        tag, temporary = type_.tag, self.fresh("u")
        return f"{{ {type_.inner} {temporary} = *{at}; " + self.rng.choice(
            (
                f"{name} = {temporary}; {other}[0] = {temporary}; {other}[1] = {other}[0]; }}",
                f"{name} = {tag}_same({temporary}); {other}[0] = {name}; {other}[1] = {name}; }}",
                f"{tag}_move(&{other}[0], &{temporary}); {other}[1] = {other}[0]; {name} = {temporary}; }}",
                f"memcpy(&{name}, &{temporary}, sizeof {name}); {other}[0] = {name}; {other}[1] = {name}; }}",
            )
        )

    def _copied(self, type_: Variant, name: str, other: str, at: str) -> str:
        """One becomes another, which is the same."""
        tag = type_.tag
        return self.rng.choice(
            (
                f"{name} = {tag}_same({other}[{self.index(2)}]);",
                f"{name} = {tag}_pick({self.integer(1)}, {other}[0], {at});",
                f"{other}[{self.index(2)}] = {name};",
                f"{tag}_move({at}, &{other}[1]);",
                f"memmove({other}, {at}, sizeof *{at});",
                f"{at} = {self.integer(1)} ? &{name} : {other};",
            )
        )
