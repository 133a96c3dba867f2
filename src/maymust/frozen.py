"""Immutable values: `@frozen` is `@dataclass(frozen=True, slots=True)`, in a third of the time.

`dataclass` compiles six methods for each class, one by one, which takes 0.6 ms, and the two hundred classes
of maymust are made at each start. Here three are compiled together; the others are shared by all classes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform, overload

Made = TypeVar("Made")

_COMPARISON = """
def __eq__(self, other):
 return ({mine}) == ({others}) if other.__class__ is self.__class__ else NotImplemented
def __hash__(self):
 return hash(({mine}))
"""


@overload
def frozen(cls: type[Made], /) -> type[Made]: ...
@overload
def frozen(*, eq: bool = True) -> Callable[[type[Made]], type[Made]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[Any] | None = None, /, *, eq: bool = True) -> Any:
    """The class, with slots and the methods of a frozen dataclass; `fields` and `replace` know it as one.

    With `eq=False`, each instance equals itself only. A default, a factory and `compare` are all that a
    `field` may state.
    """
    return _completed(cls, eq) if cls else lambda given: _completed(given, eq)


def _completed(cls: type[Any], eq: bool) -> type[Any]:
    made = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    shared = {
        "__repr__": _repr,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__getstate__": _get_state,
        "__setstate__": _set_state,
    }
    for name, method in (shared | _compiled(fields(made), eq)).items():
        if name not in vars(cls):
            setattr(made, name, method)
    return made


def _compiled(parts: tuple[Field[Any], ...], eq: bool) -> dict[str, Any]:
    """The methods that must be fast: their text names the fields."""
    known: dict[str, Any] = {"_assign": object.__setattr__, "_MISSING": MISSING}
    parameters, lines = ["self"], ["pass"]
    for part in parts:
        name, value = part.name, part.name
        if part.default is not MISSING:
            known[f"_default_{name}"] = part.default
            parameters.append(f"{name}=_default_{name}")
        elif part.default_factory is not MISSING:
            known[f"_make_{name}"] = part.default_factory
            parameters.append(f"{name}=_MISSING")
            value = f"_make_{name}() if {name} is _MISSING else {name}"
        else:
            parameters.append(name)
        lines.append(f"_assign(self, '{name}', {value})")
    text = f"def __init__({', '.join(parameters)}):\n " + "\n ".join(lines)
    if eq:
        compared = [part.name for part in parts if part.compare]
        mine, others = ("".join(f"{one}.{name}," for name in compared) for one in ("self", "other"))
        text += _COMPARISON.format(mine=mine, others=others)
    methods: dict[str, Any] = {}
    exec(text, known, methods)  # noqa: S102 - our own text
    return methods


def _repr(self: Any) -> str:
    shown = ", ".join(f"{part.name}={getattr(self, part.name)!r}" for part in fields(self))
    return f"{type(self).__qualname__}({shown})"


def _refuse(_self: Any, name: str, _value: object = None) -> None:
    raise FrozenInstanceError(f"cannot change {name!r}")


def _get_state(self: Any) -> list[Any]:
    return [getattr(self, part.name) for part in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for part, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, part.name, value)
