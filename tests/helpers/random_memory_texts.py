"""Random uses of variadic functions, text that is printed into memory, and text that is read as numbers."""

from __future__ import annotations

from helpers.random_memory_objects import Objects
from helpers.random_memory_types import Array, Number, Pointer

TEXTS = """\
int sprintf(char *, const char *, ...), snprintf(char *, __SIZE_TYPE__, const char *, ...);
static unsigned long long {0}_rest(const char *kinds, __builtin_va_list list)
{{
    unsigned long long h = 0;
    for (; *kinds; kinds++) {{
        if (*kinds == 'i') h = h * 31 + __builtin_va_arg(list, int);
        else if (*kinds == 'w') h = h * 31 + __builtin_va_arg(list, unsigned long long);
        else if (*kinds == 'd') {{ double d = __builtin_va_arg(list, double); h = h * 31 + {0}_INT(d * 4); }}
        else if (*kinds == 's') h = h * 31 + *__builtin_va_arg(list, const char *);
        else if (*kinds == 'p') {{ int *p = __builtin_va_arg(list, int *); h = h * 31 + *p; *p = h & 255; }}
    }}
    return h;
}}
static unsigned long long {0}_all(const char *kinds, ...)
{{
    __builtin_va_list list, again;
    unsigned long long h;
    __builtin_va_start(list, kinds);
    __builtin_va_copy(again, list);
    h = {0}_rest(kinds, list);
    __builtin_va_end(list);
    if (*kinds == 'i') h += __builtin_va_arg(again, int);
    __builtin_va_end(again);
    return h;
}}
static void {0}_set(int n, ...)
{{
    __builtin_va_list list;
    __builtin_va_start(list, n);
    while (n-- > 0) {{
        long long *p = __builtin_va_arg(list, long long *);
        *p = __builtin_va_arg(list, int);
    }}
    __builtin_va_end(list);
}}
"""
_FORMATS = {
    "%d": "(int)({})", "%5d": "(short)({})", "%-4i|": "(int)({})", "%+d": "(int)({})", "%u": "(unsigned)({})",
    "%03x": "(unsigned)({})", "%X": "(unsigned)({})", "%o": "(unsigned)({})", "%lld": "(long long)({})",
    "%llx": "(unsigned long long)({})", "%hhd": "(int)({})", "%hu": "(int)({})", "%ld": "(long)({})",
    "%c": "(int)(({}) & 63) + 32", "%.3d": "(int)({})",
}  # fmt: skip


class Texts(Objects):
    """Makes statements. Each program has the functions above."""

    def variadic(self) -> list[str]:
        """A call with arguments of several types."""
        kinds = "".join(self.rng.choice("iiwdsp") for _ in range(self.rng.randint(0, 5)))
        given = "".join(f", {self._argument(kind)}" for kind in kinds)
        name = self.fresh("r")
        call = f'{self.prefix}_all("{kinds}"{given})'
        return [f"{{ unsigned long long {name} = {call}; {self.add(name)} }}"]

    def _argument(self, kind: str) -> str:
        match kind:
            case "i":
                return f"(int)({self.integer(1)})"
            case "w":
                return f"(long long)({self.integer(1)})"
            case "d":
                return f"(double)({self.floating(1)})"
            case "s":
                return self.rng.choice(('"ab"', '"" "c"', '"xyz" + 1'))
        return self.address(Pointer(Number("int")), self.level)[0]

    def set_all(self) -> list[str]:
        """A variadic function that writes through its arguments."""
        found = [self.address(Pointer(Number("long long")), self.level)[0] for _ in range(2)]
        given = [f"{at}, (int)({self.integer(1)})" for at in found[: self.rng.randint(1, 2)]]
        return [f"{self.prefix}_set({', '.join([str(len(given)), *given])});"]

    def printed(self) -> list[str]:
        """Numbers and strings are printed into memory."""
        rng, name = self.rng, self.fresh("s")
        format_, given = "", list[str]()
        for _ in range(rng.randint(1, 3)):
            if rng.random() < 0.3:
                format_ += rng.choice(("%s", "%5s", "%-3s,", "%.2s", "a%%b", "-"))
                if format_[-1] in "s,":
                    given.append(rng.choice(('"abc"', '""', f'({self.integer(1)} ? "ab" : "c")')))
            else:
                shown, argument = rng.choice(list(_FORMATS.items()))
                format_ += shown
                given.append(argument.format(self.integer(1)))
        listed = "".join(f", {argument}" for argument in given)
        call = f'sprintf({name}, "{format_}"{listed})'
        if rng.random() < 0.4:
            call = f'snprintf({name} + 1, {rng.choice((1, 3, 6, 30))}, "{format_}"{listed})'
        return [
            f"{{ char {name}[96] = {{'z'}}; int {name}n = {call}; {self.add(f'{name}n + strlen({name})')}",
            f"for (int {name}i = 0; {name}[{name}i]; {name}i++) {{ {self.add(f'{name}[{name}i]')} }} }}",
        ]

    def as_numbers(self) -> list[str]:
        """The characters of a string are read as a number, or set as one."""
        rng, name = self.rng, self.fresh("s")
        letters = "".join(rng.choice("abcxyz") for _ in range(7))
        number = rng.choice(("unsigned", "unsigned long long", "short"))
        at = f"({self.index(2)}) * sizeof({number}) % 8"
        match rng.randrange(4):
            case 0:
                return [self.add(f'*({number} *)"{letters}"')]
            case 1:
                head = f'{{ {number} {name}; memcpy(&{name}, "{letters}", sizeof {name});'
                return [f"{head} {self.add(name)} }}"]
            case 2:
                head = f'{{ const char *{name} = {self.integer(1)} ? "{letters}" : "{letters[::-1]}";'
                return [f"{head} {self.add(f'*(const {number} *)({name} + {at})')} }}"]
        head = f'{{ char {name}[8] = "{letters}"; *({number} *)({name} + {at}) = {self.integer(1)};'
        return [head, *self.hash(name, Array(Number("char"), 8)), "}"]
