"""What the exporter of C tests needs to know about the source behind a program."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class InputCall:
    """The input is the result of a call of a function without a body."""

    function: str


@dataclass(frozen=True, slots=True)
class Uninitialised:
    """The input is what an uninitialised variable, or a missing return value, happens to hold.

    `initialiser_at` is the byte of the main file where ` = value` would make it so; None where there is no
    such place (macros, other files, jumps past a declaration).
    """

    name: str
    initialiser_at: int | None


@dataclass(frozen=True, slots=True)
class ParameterInput:
    """The input is a parameter of the entry function."""

    position: int


@dataclass(frozen=True, slots=True)
class GlobalInput:
    """The input is the initial value of a global variable."""

    name: str


@dataclass(frozen=True, slots=True)
class HiddenInput:
    """The input is the initial value of a static local variable, which nothing outside can set."""


Origin = InputCall | Uninitialised | ParameterInput | GlobalInput | HiddenInput


@dataclass(frozen=True, slots=True)
class CallSite:
    """A violation is a call: the bytes of the main file that name its function."""

    function: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LabelSite:
    """A violation is a label: the byte of the main file behind its colon."""

    after: int


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter as it is written; `modelled` tells whether it is an input of the program."""

    type: str
    name: str
    modelled: bool


@dataclass(frozen=True, slots=True)
class Signature:
    """The entry function, as C writes it."""

    name: str
    returns: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """The source behind a program.

    `origins` is keyed by procedure and the location that the `Havoc` leaves; `violations` by property.
    `input_functions` are those whose results are inputs; `special_functions` the ones without a body that
    report errors, assume or stop.
    """

    text: bytes
    entry: Signature
    input_functions: tuple[str, ...] = ()
    special_functions: tuple[str, ...] = ()
    origins: Mapping[tuple[str, int], Origin] = field(default_factory=dict)
    violations: Mapping[str, CallSite | LabelSite] = field(default_factory=dict)
