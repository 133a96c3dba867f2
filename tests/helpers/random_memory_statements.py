"""Random statements about memory: assignments of all kinds, loops over arrays, the heap, views of objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from helpers.random_memory_texts import Texts
from helpers.random_memory_types import (
    Array,
    FunctionPointer,
    Number,
    Pointer,
    Record,
    Type,
    declaration,
    has_pointers,
)
from helpers.random_memory_values import Place
from helpers.random_memory_variants import Variants
from helpers.random_memory_wrappers import Wrappers


@dataclass(frozen=True)
class Signature:
    """A function that can be called."""

    name: str
    parameters: tuple[Type, ...]
    result: Type | None


class Statements(Variants, Wrappers, Texts):
    """Makes statements, as lines. `level` is the depth of the block that they are in."""

    callable: tuple[Signature, ...] = ()

    def block(self, count: int) -> list[str]:
        """So many statements in a block of their own."""
        kept, counted = len(self.scope), len(self.counters)
        self.level += 1
        lines = [line for _ in range(count) for line in self.statement()]
        self.level -= 1
        del self.scope[kept:], self.counters[counted:]
        return ["{", *lines, "}"]

    def statement(self) -> list[str]:
        """One statement or a few that belong together."""
        makers: list[tuple[int, Callable[[], list[str]]]] = [
            (10, self._assign_number), (4, self._assign_whole), (6, self._assign_pointer), (3, self._step),
            (4, self.declare), (3, self._branch), (3, self._count), (3, self._walk), (4, self._call),
            (2, self.heap), (1, self.list_), (2, self.bytes_), (2, self.container), (2, self.text),
            (2, self.compare), (1, self._choose), (1, self._swap), (1, self._static), (1, self.pun),
            (1, self._literal), (1, self._switch), (2, self.back), (1, self.member_bytes), (1, self._comma),
            (2, self.copy), (1, self.clear), (1, self.string), (3, self.set_variant), (4, self.use_variant),
            (3, self.union), (2, self.through_function), (2, self.reused), (1, self.pooled),
            (2, self.several), (1, self.exchanged), (2, self.variadic), (1, self.set_all),
            (1, self.printed), (1, self.as_numbers),
        ]  # fmt: skip
        if self.level > 4:
            makers = makers[:4]
        (maker,) = self.rng.choices([m for _, m in makers], [w for w, _ in makers])
        return maker() or self._assign_number()

    # -- the simple ones -----------------------------------------------------------------------------------

    def declare(self) -> list[str]:
        """A new variable."""
        type_ = self.types.any()
        name = self.fresh("x")
        level = self.level
        value = self.initialiser(type_, constant=False, level=level)
        if isinstance(type_, Record) and self.rng.random() < 0.3:
            source = self.find(lambda p: p.type is type_ and p.level <= level)
            value = source.text if source is not None else value
        self.scope.append(Place(name, type_, level, level, plain=self.rng.random() < 0.4))
        return [f"{declaration(type_, name)} = {value};"]

    def _assign_number(self) -> list[str]:
        place = self.number_place(floating=self.rng.random() < 0.2)
        if place is None:
            return []
        assert isinstance(place.type, Number)
        value = self.number(place.type)
        if place.type.is_float:
            op = "=" if place.shared else self.rng.choice(("=", "=", "+=", "*=", "-="))
            return [f"{place.text} {op} {value};"]
        op = self.rng.choice(("=", "=", "=", "+=", "-=", "^=", "*=", "|=", "<<="))
        return [f"{place.text} {op} {f'({value} & 3)' if op == '<<=' else value};"]

    def _step(self) -> list[str]:
        place = self.number_place(floating=self.rng.random() < 0.1)
        other = self.number_place(floating=False)
        if place is None or other is None:
            return []
        form = self.rng.choice(("{}++", "++{}", "{}--", "--{}")).format(place.text)
        if place.shared:
            return []
        if self.rng.random() < 0.5 or (isinstance(place.type, Number) and place.type.is_float):
            return [f"{form};"]
        name = self.fresh()
        return [f"{{ long long {name} = {form}; {self.add(name)} }}"]

    def _assign_whole(self) -> list[str]:
        place = self.find(lambda p: isinstance(p.type, Record))
        if place is None:
            return []
        type_ = place.type
        source = self.find(lambda p: p.type is type_ and p.level <= place.floor)
        if source is None or self.rng.random() < 0.3:
            value = self.initialiser(type_, constant=False, level=place.floor)
            return [f"{place.text} = ({declaration(type_, '')}){value};"]
        first = self.find(lambda p: p.type is type_ and p.plain and p.text.isidentifier())
        chain = first is not None and first.text not in f"{place.text} {source.text}"
        if chain and self.rng.random() < 0.3 and not has_pointers(type_):
            assert first is not None
            return [f"{first.text} = {place.text} = {source.text};"]
        return [f"{place.text} = {source.text};"]

    def _assign_pointer(self) -> list[str]:
        place = self.find(lambda p: isinstance(p.type, Pointer | FunctionPointer))
        if place is None:
            return []
        if isinstance(place.type, FunctionPointer):
            return [f"{place.text} = {self.rng.choice(self.functions)};"]
        assert isinstance(place.type, Pointer)
        return [f"{place.text} = {self.address(place.type, place.floor)[0]};"]

    def _choose(self) -> list[str]:
        first = self.find(lambda p: isinstance(p.type, Number) and not p.type.bits and not p.plain)
        if first is None:
            return []
        type_ = first.type
        second = self.find(lambda p: p.type == type_ and not p.plain) or first
        return [f"*({self.integer(1)} ? &{first.text} : &{second.text}) = {self.integer()};"]

    def _swap(self) -> list[str]:
        first = self.find(lambda p: isinstance(p.type, Record | Pointer) and p.level == p.floor)
        if first is None:
            return []
        type_ = first.type
        second = self.find(lambda p: p.type == type_ and p.level == p.floor == first.level)
        if second is None:
            return []
        name = self.fresh()
        return [
            f"{{ {declaration(type_, name)} = {first.text}; {first.text} = {second.text};",
            f"{second.text} = {name}; }}",
        ]

    def _static(self) -> list[str]:
        type_, name = self.types.any(1), self.fresh("s")
        value = self.initialiser(type_, constant=True)
        self.scope.append(Place(name, type_, 0, 0, plain=self.rng.random() < 0.5))
        return [f"static {declaration(type_, name)} = {value};"]

    def _literal(self) -> list[str]:
        """A pointer to a compound literal."""
        type_ = self.rng.choice(self.types.records)
        if self.rng.random() < 0.3:
            wide = Array(self.types.number(), 3)
            value = self.initialiser(wide, constant=False, level=self.level)
            pointer, name = Pointer(wide.element, 3), self.fresh("q")
            text = f"{declaration(pointer, name)} = ({declaration(wide, '')}){{{value.strip('{}')}}};"
        else:
            pointer, name = Pointer(type_), self.fresh("q")
            value = self.initialiser(type_, constant=False, level=self.level)
            text = f"{declaration(pointer, name)} = &({declaration(type_, '')}){value};"
        self.scope.append(Place(name, pointer, self.level, self.level))
        return [text]

    def _comma(self) -> list[str]:
        place = self.find(lambda p: isinstance(p.type, Number) and p.text.isidentifier())
        other = self.number_place(floating=False)
        if place is None or other is None:
            return []
        return [f"{place.text} = ({other.text} ^= {self.integer(1)}, {self.integer(1)});"]

    # -- control -------------------------------------------------------------------------------------------

    def _branch(self) -> list[str]:
        lines = [f"if ({self.integer()})", *self.block(2)]
        return [*lines, "else", *self.block(1)] if self.rng.random() < 0.4 else lines

    def _switch(self) -> list[str]:
        lines = [f"switch ({self.integer()} & 3) {{"]
        for k in range(3):
            lines += [f"case {k}:", *self.block(1)]
            if self.rng.random() < 0.6:
                lines.append("break;")
        return [*lines, "default: ;", "}"]

    def _count(self) -> list[str]:
        if self.loops > 1:
            return []
        name, bound = self.fresh("i"), self.rng.choice((2, 3, 4))
        self.loops += 1
        self.counters.append((name, bound))
        body = self.block(2)
        self.counters.pop()
        self.loops -= 1
        kind = self.rng.choice(("int", "unsigned", "unsigned char", "long", "short"))
        return [f"for ({kind} {name} = 0; {name} < {bound}; {name}++)", *body]

    def _walk(self) -> list[str]:
        """A pointer goes through an array."""
        array = self.find(lambda p: isinstance(p.type, Array) and not p.plain)
        if array is None or self.loops > 1:
            return []
        assert isinstance(array.type, Array)
        element, count = array.type.element, array.type.count
        base, pointer = self.fresh("b"), self.fresh("q")
        head = [f"{{ {declaration(Pointer(element), base)} = {array.text};"]
        start = f"for ({declaration(Pointer(element), pointer)} = {base}"
        forms = (
            f"{start}; {pointer} != {base} + {count}; {pointer}++)",
            f"{start}; {pointer} < &{base}[{count}]; ++{pointer})",
            f"{start}; {pointer} - {base} < {count}; {pointer} += 1)",
        )
        self.loops += 1
        self.level += 1
        self.scope.append(Place(pointer, Pointer(element), array.level, self.level))
        fixed = len(self.scope) - 1
        body = self._guarded_block(fixed)
        del self.scope[fixed:]
        self.level -= 1
        self.loops -= 1
        return [*head, self.rng.choice(forms), *body, "}"]

    def _guarded_block(self, fixed: int) -> list[str]:
        """A block that does not move the pointer of the loop: it sees what the pointer points to."""
        moving = self.scope[fixed]
        assert isinstance(moving.type, Pointer)
        self.scope[fixed] = Place(
            f"(*{moving.text})", moving.type.target, moving.level, 0, through=moving.text
        )
        return self.block(2)

    # -- calls ---------------------------------------------------------------------------------------------

    def _call(self) -> list[str]:
        rng = self.rng
        if self.may_call_pointers and rng.random() < 0.4:
            place = self.find(lambda p: isinstance(p.type, FunctionPointer))
            if place is not None:
                form = rng.choice(("{}", "(*{})", "(**{})")).format(place.text)
                return self._called(form, self.common_signature)
        if not self.callable:
            return []
        signature = rng.choice(self.callable)
        return self._called(signature.name, signature)

    common_signature: Signature

    def called(self, text: str) -> list[str]:
        """A call of a function of the common signature."""
        kept = len(self.scope)
        lines = ["{", *self._called(text, self.common_signature), "}"]
        del self.scope[kept:]
        return lines

    def _called(self, text: str, signature: Signature) -> list[str]:
        given, levels = [], [0]
        for type_ in signature.parameters:
            if isinstance(type_, Pointer):
                value, level = self.address(type_, self.level)
                levels.append(level)
            elif isinstance(type_, Record):
                value = self._given_record(type_)
                levels.append(self.level)
            else:
                assert isinstance(type_, Number)
                value = self.number(type_)
            given.append(value)
        call = f"{text}({', '.join(given)})"
        if signature.result is None or self.rng.random() < 0.1:
            return [f"{call};"]
        result, name = signature.result, self.fresh("r")
        if isinstance(result, Record) and self.rng.random() < 0.3:
            numbers = [n for n, t in result.members if isinstance(t, Number) and not t.is_float]
            if numbers:
                return [f"{{ long long {name} = {call}.{self.rng.choice(numbers)}; {self.add(name)} }}"]
        level = max(levels) if isinstance(result, Pointer) else self.level if has_pointers(result) else 0
        self.scope.append(Place(name, result, max(level, self.level), self.level))
        return [f"{declaration(result, name)} = {call};"]

    def _given_record(self, type_: Record) -> str:
        source = self.find(lambda p: p.type is type_)
        if source is not None and self.rng.random() < 0.7:
            return source.text
        return f"({declaration(type_, '')}){self.initialiser(type_, constant=False, level=self.level)}"
