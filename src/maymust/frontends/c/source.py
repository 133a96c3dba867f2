"""Defines what the exporter of C tests needs to know about the source behind a program."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.ir.memory import Scalar
    from maymust.ir.source import Span


@frozen
class InputCall:
    """The input is the result of a call of a function without a body: an integer, or a part of it."""

    function: str
    part: Scalar | None = None


@frozen
class Uninitialised:
    """The input is what an uninitialised variable, or a missing return value, happens to hold.

    `initialiser_at` is the byte of the main file where ` = value` would make it so; None where there is no
    such place (macros, other files, jumps past a declaration). If there is a `part`, the input is that part
    of the variable, which has `size` bytes. Where `offsets` are given, the input is indexed by bytes, and
    these are the ones at which it is part of the variable. If it is `watched`, to read it before it is set is
    a violation, so no run depends on the value. If it is `filled`, the variable is not uninitialised: the
    input is part of the bytes that a call of a function such as `klee_make_symbolic` fills, or, without a
    `part`, the next of them.
    """

    name: str
    initialiser_at: int | None
    part: Scalar | None = None
    size: int = 0
    offsets: tuple[int, ...] = ()
    watched: bool = False
    filled: bool = False


@frozen
class ParameterInput:
    """The input is a parameter of the entry function: an integer, or a part of it."""

    position: int
    part: Scalar | None = None


@frozen
class GlobalInput:
    """The input is the initial value of a global variable: an integer, or a part of it."""

    name: str
    part: Scalar | None = None


@frozen
class MemoryInput:
    """The input is what a cell of memory holds at the start."""


@frozen
class AllocationFails:
    """The input tells whether the last allocation fails."""


@frozen
class Chance:
    """The input tells whether something happens that hardly ever does: a test goes without. Or it stands
    behind an `Answer`."""


@frozen
class HiddenInput:
    """The input is one that nothing outside can set: the initial value of a static local variable, say."""


@frozen
class Allocation:
    """The statement is no input, but counts an object that is allocated.

    `call` are the bytes of the main file that hold the call, if what it returns can be filled there; of one
    that `moved` an object (`realloc`), those that name the function; of a variable-length `array`, which this
    names, where its declarator ends. The object begins at bit `base` of an area of the program's memory;
    its size in bytes is `size`, or held by the variable `sizes`. If it is `filled`, its contents do not come
    from outside.
    """

    call: tuple[int, int] | None
    area: int
    base: int
    size: int | None
    sizes: str | None
    filled: bool
    moved: bool = False
    array: str | None = None


@frozen
class Answer:
    """The statement is no input, but computes what a function without a body returns to the program."""

    function: str


Origin = (
    InputCall
    | Uninitialised
    | ParameterInput
    | GlobalInput
    | MemoryInput
    | AllocationFails
    | Chance
    | HiddenInput
)


@frozen
class Result:
    """What a function without a body returns, if it is no integer."""

    text: str
    parts: tuple[Scalar, ...]


@frozen
class CallSite:
    """A violation is a call: the bytes of the main file that name its function."""

    function: str
    start: int
    end: int


@frozen
class LabelSite:
    """A violation is a label: the byte of the main file behind its colon."""

    after: int


@frozen
class ReadSite:
    """A violation is that something is read: the bytes of the main file that hold the lvalue."""

    start: int
    end: int


@frozen
class Parameter:
    """A parameter as it is written; `modelled` tells whether it is an input of the program, and `scalar`
    whether it is a single number or pointer."""

    type: str
    name: str
    modelled: bool
    scalar: bool


@frozen
class Signature:
    """The entry function, as C writes it."""

    name: str
    returns: str
    parameters: tuple[Parameter, ...]


@frozen
class RuleViolation:
    """An `abort` of a rule: which one it is of, its message, which may be empty, and its place."""

    rule: str
    message: str
    span: Span

    def __str__(self) -> str:
        return f"rule {self.rule} violated" + (f": {self.message}" if self.message else "")


@frozen
class Source:
    """The source behind a program.

    `origins` is keyed by procedure and the location that the `Havoc` leaves, `allocations` and `answers`
    likewise; `violations` by property. `input_functions` are those whose results are inputs;
    `special_functions` the ones without a body that report errors, assume or stop. `undefined` are the
    variables that are inputs because nothing defines them. `rule_violations` are the aborts
    of rules, by the numbers that they are reported with. `defines` are the macros that were defined for it,
    `NAME` or `NAME=VALUE`, and `declared` what was declared in front of it, in C (`clang.prelude`). `headers`
    are those that it includes and no compiler has: as they are included, and what they hold. `run_first` are
    the functions that run before the entry.
    """

    text: bytes
    entry: Signature
    input_functions: tuple[str, ...] = ()
    special_functions: tuple[str, ...] = ()
    origins: Mapping[tuple[str, int], Origin] = field(default_factory=dict)
    violations: Mapping[str, CallSite | LabelSite | ReadSite] = field(default_factory=dict)
    allocations: Mapping[tuple[str, int], Allocation] = field(default_factory=dict)
    results: Mapping[str, Result] = field(default_factory=dict)
    undefined: tuple[str, ...] = ()
    rule_violations: tuple[RuleViolation, ...] = ()
    answers: Mapping[tuple[str, int], Answer] = field(default_factory=dict)
    defines: tuple[str, ...] = ()
    declared: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    run_first: tuple[str, ...] = ()
