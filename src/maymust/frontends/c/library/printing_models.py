"""Writes models in C for calls of `sprintf` and `snprintf` with a literal format.

    sprintf(s, "%d:%s", n, t)    becomes the call of
    int sprintf(char *to, const char *format, int a0, const char *a1) { … }

which stores character by character. What constants are shown as is known when the model is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.library import print_formats
from maymust.frontends.c.library.print_formats import Item
from maymust.frontends.c.types import INT, FunctionType, IntType, PointerType
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.frontends.c.tree.expressions import CallExpression, Expression
    from maymust.frontends.c.types import CType

_FORMATS = {"sprintf": 1, "snprintf": 2}  # which argument is the format
_BUILTIN = "__builtin_"
_BASES = {"d": 10, "i": 10, "u": 10, "x": 16, "X": 16, "o": 8}
_DIGITS = 22  # of the largest number, in base 8
_SPACE = "' '"
_TYPES = {  # signed and unsigned, as they begin a declaration
    "": ("int ", "unsigned "),
    "l": ("long ", "unsigned long "),
    "ll": ("long long ", "unsigned long long "),
    "j": ("long long ", "unsigned long long "),
    "z": ("__PTRDIFF_TYPE__ ", "__SIZE_TYPE__ "),
    "t": ("__PTRDIFF_TYPE__ ", "__SIZE_TYPE__ "),
}
_HEAD = """\
typedef __SIZE_TYPE__ size_t;
int __maymust_same_object(const void *, const void *);
void __maymust_unmodelled(void);
"""


def model(call: CallExpression) -> str | None:
    """A definition of the function that does what the call does, if that is known."""
    name = (call.function or "").removeprefix(_BUILTIN)
    at = _FORMATS.get(name)
    if at is None or len(call.arguments) <= at or not _is_declared_well(call, at):
        return None
    to, given = call.arguments[0].type, call.arguments[at + 1 :]
    pieces = print_formats.pieces(call.arguments[at])
    if pieces is None or not isinstance(to, PointerType):
        return None
    items = [piece for piece in pieces if isinstance(piece, Item)]
    if len(items) != len(given) or not all(
        print_formats.fits(item, argument.type, to.width) for item, argument in zip(items, given, strict=True)
    ):
        return None
    code = _Code(limited=name == "snprintf")
    size = ["size_t size"] if code.limited else []
    declared = [f"{_type(item)}a{number}" for number, item in enumerate(items)]
    parameters = ", ".join(["char *to", *size, "const char *format", *declared])
    end = "if (size) to[n < size ? n : size - 1] = 0;" if code.limited else "to[n] = 0;"
    body = "\n".join(["size_t n = 0;", *_stores(code, pieces, given), end, "return n;"])
    return f"{_HEAD}int {name}({parameters})\n{{\n{body}\n}}\n"


def _stores(code: _Code, pieces: list[int | Item], given: tuple[Expression, ...]) -> list[str]:
    lines, arguments = list[str](), iter(enumerate(given))
    for piece in pieces:
        if not isinstance(piece, Item):
            lines.append(code.put(str(piece)))
            continue
        number, argument = next(arguments)
        known = print_formats.known(piece, argument)
        if known is None:
            lines.append(f"{{ {' '.join(code.converted(piece, f'a{number}'))} }}")
        else:
            lines += [code.put(str(byte)) for byte in known]
    return lines


def _is_declared_well(call: CallExpression, at: int) -> bool:
    """Whether the function is declared as the C library does."""
    type_ = call.callee.type
    if isinstance(type_, PointerType):
        type_ = type_.target
    if not isinstance(type_, FunctionType) or not type_.variadic or type_.returns != INT:
        return False
    to, *rest = type_.parameters or (type_.returns,)
    size: list[CType] = [IntType(to.width, signed=False)] if at == 2 and isinstance(to, PointerType) else []
    return (
        bool(rest) and isinstance(to, PointerType) and isinstance(rest[-1], PointerType) and rest[:-1] == size
    )


def _type(item: Item) -> str:
    """The type of the argument, as it begins a declaration."""
    if item.kind == "s":
        return "const char *"
    signed, unsigned = _TYPES.get(item.size, _TYPES[""])
    return signed if item.kind in "dic" else unsigned


@frozen
class _Code:
    """Writes code that stores characters behind each other: `n` counts them. If it is `limited`, no more
    than `size` are stored."""

    limited: bool

    def put(self, character: str) -> str:
        """Stores a character."""
        guard = "if (n + 1 < size) " if self.limited else ""
        return f"{guard}to[n] = {character}; n++;"

    def converted(self, item: Item, name: str) -> list[str]:
        """Stores what a conversion makes of an argument."""
        if item.kind == "s":
            return self._text(item, name)
        if item.kind == "c":
            return self._in_width(item, "1", [self.put(name)])
        return self._number(item, name)

    def _text(self, item: Item, name: str) -> list[str]:
        more = f"{name}[i]" if item.precision is None else f"i < {item.precision} && {name}[i]"
        stored = [f"for (size_t i = 0; {more}; i++) {{ {self.put(f'{name}[i]')} }}"]
        refused = f"if (!{name} || __maymust_same_object(to, {name})) __maymust_unmodelled();"
        if not item.width:
            return [refused, *stored]
        length = f"size_t k = 0; for (size_t i = 0; {more}; i++) k++;"
        return [refused, length, *self._in_width(item, "k", stored)]

    def _number(self, item: Item, name: str) -> list[str]:
        signed, unsigned = _TYPES.get(item.size, _TYPES[""])
        cast = "" if item.narrow is None else f"({'signed' if item.signed else 'unsigned'} {item.narrow})"
        code, length = list[str](), "k"
        if item.signed:
            plus = "'+'" if "+" in item.flags else "' '" if " " in item.flags else "0"
            code += [f"{signed}v = {cast}{name}; {unsigned}u = v; char sign = {plus};"]
            code += ["if (v < 0) { u = -u; sign = '-'; }"]
            length = "k + (sign != 0)"
        else:
            code += [f"{unsigned}u = {cast}{name};"]
        base, letter = _BASES[item.kind], "A" if item.kind == "X" else "a"
        digit = "'0' + d" if base <= 10 else f"d < 10 ? '0' + d : '{letter}' - 10 + d"
        room = max(_DIGITS, item.width, item.precision or 0)
        code += [f"char digits[{room}] = {{0}}; int k = 0;"]
        code += [f"do {{ int d = u % {base}; digits[k] = {digit}; k++; u /= {base}; }} while (u);"]
        if item.precision is not None:
            code += [f"while (k < {item.precision}) {{ digits[k] = '0'; k++; }}"]
        elif "0" in item.flags and "-" not in item.flags:
            code += [f"while ({length} < {item.width}) {{ digits[k] = '0'; k++; }}"]
        stored = [f"if (sign) {{ {self.put('sign')} }}"] if item.signed else []
        stored += [f"for (int i = k; i > 0; i--) {{ {self.put('digits[i - 1]')} }}"]
        return [*code, *self._in_width(item, length, stored)]

    def _in_width(self, item: Item, length: str, stored: list[str]) -> list[str]:
        """Spaces before or behind what is stored, which is so long."""
        if not item.width:
            return stored
        spaces = [f"for (int j = {length}; j < {item.width}; j++) {{ {self.put(_SPACE)} }}"]
        return [*stored, *spaces] if "-" in item.flags else [*spaces, *stored]
