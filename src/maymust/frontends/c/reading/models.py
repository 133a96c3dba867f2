"""Reads models of the C library: functions in our own C, in `library/models/`, that stand for those without a
body.

A model is read anew for every call (`Instance`), so that what one call is given is not mixed with what
another is given when pointers are analysed. Some models go through memory in units of an element type; which
one, is seen from what the arguments point to.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from maymust.frontends.c.clang.parse import parse
from maymust.frontends.c.library import print_formats, printing_models, scanning_models
from maymust.frontends.c.library.copy_plans import IN_CELLS, copy_plan, pointed_to
from maymust.frontends.c.library.requirements import row_of
from maymust.frontends.c.reading.declarations import Declarations
from maymust.frontends.c.tree import duplicates
from maymust.frontends.c.tree.expressions import FunctionName
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.types import ArrayType, FloatType, FunctionType, IntType, PointerType, size_of
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.frontends.c.tree.expressions import CallExpression, Declared, Expression
    from maymust.frontends.c.tree.leaves import Shapes
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.tree.statements import Function
    from maymust.frontends.c.types import CType

_FOLDER = Path(__file__).parents[1] / "library/models"
_HEADERS = {  # where that is not the file's name
    "memory": "string.h",
    "bytes": "string.h",
    "sort": "stdlib.h",
    "input": "stdio.h",
    "vprintf": "stdio.h",
    "ctype_tables": "ctype.h",
    "bits": "compiler",
    "byte_order": "arpa/inet.h",
    "checked_printing": "stdio.h",
    "fills": "verification tools",
    "directives": "verification tools",
}
_DEFINITION = re.compile(r"^(?!typedef)[a-z][^;{}#/]*?(\w+)\(([^;{}]*)\)\n\{", re.MULTILINE)
_ARITHMETIC = "stdlib"  # where models of numbers are, some of which overflow
_CHECKED = "checked_"  # so begin the files of models that only matter to checks of memory
_BYTES = "1"
_ELEMENTS = {
    _BYTES: ("ELEMENT=unsigned char",),
    "2": ("ELEMENT=unsigned short",),
    "4": ("ELEMENT=unsigned int",),
    "8": ("ELEMENT=unsigned long long",),
    "pointer": ("ELEMENT=void *", "POINTERS"),
}
_BUILTIN, _OWN = "__builtin_", "__maymust_"


@frozen
class Model:
    """A function of a file in `models/`. `by_element`: it goes through memory in units of an element type;
    `is_read_anew`: calls have instances of their own, for it is given pointers, or may go wrong."""

    file: str
    by_element: bool
    is_read_anew: bool


@cache
def _models() -> dict[str, Model]:
    found = {}
    for path in sorted(_FOLDER.glob("*.c")):
        text = path.read_text()
        for name, parameters in _DEFINITION.findall(text):
            found[name] = Model(path.stem, "ELEMENT" in text, "*" in parameters or path.stem == _ARITHMETIC)
    return found


def modelled() -> frozenset[str]:
    """The names of the functions that have a model."""
    return frozenset(_models())


def _model(name: str) -> Model | None:
    return _models().get(_base(name))


def _base(name: str) -> str:
    """The function that stands for others: `strlen` for `strlen.n2` and for `__builtin_strlen`, and one of
    our own for what only compilers have."""
    plain = name.partition(".")[0].removeprefix(_BUILTIN)
    own = _OWN + plain
    return own if name.startswith(_BUILTIN) and own in _models() else plain


class LibraryModels:
    """The models for one program. Files are parsed when they are needed, with the program's data model. Some
    models only matter where checks of memory are asked for (`checked`)."""

    def __init__(self, data_model: str, *, checked: bool = False) -> None:
        self._data_model = data_model
        self._checked = checked
        self._units: dict[tuple[str, str], Declarations] = {}
        self._functions: dict[str, Function] = {}
        self._counts: dict[str, int] = {}
        self._calls: dict[
            str, tuple[Place, str]
        ] = {}  # of each instance, or the first: where, and in which function

    def has(self, name: str) -> bool:
        """Whether there is a model of this name, or of which this is an instance."""
        model = _model(name)
        is_there = model is not None and (self._checked or not model.file.startswith(_CHECKED))
        return self.is_made(name) or (is_there and not name.endswith(IN_CELLS))

    def function(self, name: str) -> Function:
        """The instance of that name. Requires that there is a model."""
        known = self._functions.get(name)
        if known is None:
            parts = name.split(".")
            unit = self._unit(name, parts[1] if len(parts) > 1 and parts[1] in _ELEMENTS else _BYTES)
            known = self._functions[name] = unit.read_as(_base(name), name)
        return known

    def for_call(self, call: CallExpression, caller: str, shapes: Shapes) -> CallExpression:
        """The call, of an instance of its own, or of what needs none. Requires that its function has a
        model."""
        name = call.function
        model = None if name is None else _model(name)
        if name is None or model is None:
            return call
        if not model.is_read_anew:
            self._calls.setdefault(name, (call.place, caller))
            return call
        if copy_plan(shapes, call) is not None:
            name += IN_CELLS
        else:
            if model.by_element:
                name += f".{self._element(name, call)}"
            self._counts[name] = number = self._counts.get(name, 0) + 1
            name += f".n{number}" if number > 1 else ""
            self._calls[name] = call.place, caller
        callee = FunctionName(call.callee.type, call.callee.place, name)
        return replace(call, function=name, callee=callee)

    def for_format(self, call: CallExpression, caller: str) -> CallExpression:
        """The call, of a model made for it: it prints to memory or scans strings, and its format is known."""
        text = printing_models.model(call) or scanning_models.model(call)
        if text is None:
            return self._with_read_format(call, caller)
        name = _base((call.function or "").removeprefix("__isoc99_").removeprefix("__isoc23_"))
        self._counts[name] = number = self._counts.get(name, 0) + 1
        own_name = f"{name}.n{number}"
        unit = self._parsed((text, ""), "<stdio.h model>", text.encode(), ())
        self._functions[own_name] = unit.read_as(name, own_name)
        self._calls[own_name] = call.place, caller
        callee = FunctionName(call.callee.type, call.callee.place, own_name)
        return replace(call, function=own_name, callee=callee)

    def _with_read_format(self, call: CallExpression, caller: str) -> CallExpression:
        """The call, of a model that reads the format, if that prints and its format is not known."""
        own = _OWN + (call.function or "").removeprefix(_BUILTIN)
        row = row_of(call)
        formats = [need.at for need in row.needs if need.kind == "F"] if row is not None else []
        if not self._checked or own not in _models() or not formats or len(call.arguments) <= formats[0]:
            return call
        if print_formats.conversions(call.arguments[formats[0]]) is not None:
            return call
        self._counts[own] = number = self._counts.get(own, 0) + 1
        name = f"{own}.n{number}"
        self._calls[name] = call.place, caller
        return replace(call, function=name, callee=FunctionName(call.callee.type, call.callee.place, name))

    def user_call(self, name: str) -> tuple[Place, str] | None:
        """Where the user's text makes the call for which an instance was made, perhaps by way of others, and
        of which function."""
        while made := self._calls.get(duplicates.original(name)):
            place, caller = made
            if not place.unit.is_model:
                return place, function_name(name).removeprefix(_OWN)
            name = caller
        return None

    def is_made(self, name: str) -> bool:
        """Whether this is a model that was made for a call."""
        return name in self._functions and _model(name) is None

    def initial_value(self, variable: Declared) -> Expression:
        """What a variable of a model holds at the start."""
        for unit in self._units.values():
            if unit.unit is variable.place.unit:
                return unit.initial_value(variable)
        raise AssertionError(variable)

    def _unit(self, name: str, element: str) -> Declarations:
        model = _model(name)
        assert model is not None
        key = (model.file, element if model.by_element else _BYTES)
        path = f"<{_HEADERS.get(model.file, f'{model.file}.h')} model>"
        return self._parsed(key, path, (_FOLDER / f"{model.file}.c").read_bytes(), _ELEMENTS[element])

    def _parsed(self, key: tuple[str, str], path: str, text: bytes, defines: tuple[str, ...]) -> Declarations:
        known = self._units.get(key)
        if known is None:
            unit = parse(path, text, self._data_model, (), defines)
            unit.is_model = True
            known = self._units[key] = Declarations(unit, self)
        return known

    def _element(self, name: str, call: CallExpression) -> str:
        """In which units a call goes through memory: the largest that all pointers agree to."""
        pointed = {pointed_to(argument) for argument in call.arguments if _is_data(argument.type)}
        kinds = {_kind(type_) for type_ in pointed}
        kind = kinds.pop() if len(kinds) == 1 else _BYTES
        return _BYTES if kind == "pointer" and _base(name) == "memcmp" else kind


def _is_data(type_: CType) -> bool:
    return isinstance(type_, PointerType) and not isinstance(type_.target, FunctionType)


def _kind(type_: CType) -> str:
    while isinstance(type_, ArrayType):
        type_ = type_.element
    match type_:
        case IntType() | FloatType():
            return str(size_of(type_))
        case PointerType():
            return "pointer"
    return _BYTES
