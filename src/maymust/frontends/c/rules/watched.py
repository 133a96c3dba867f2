"""Finds the functions that rules speak of, as far as calls of them can be watched."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maymust.diagnostics import Diagnostic
from maymust.frontends.c import library
from maymust.frontends.c.tree.procedure_names import RULE_BODY, RULE_WRAPPER
from maymust.frontends.slic.tree import PROGRAM
from maymust.frozen import frozen
from maymust.ir.source import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maymust.frontends.c.clang.libclang import Cursor, Type
    from maymust.frontends.c.reading.declarations import Declarations
    from maymust.frontends.slic.tree import Rule

_DIRECTIVE = (
    rb"^[ \t]*#[ \t]*(?:(?:if|ifdef|ifndef|elif|pragma)\b(?:[^\n\\]|\\.)*?|(?:undef|define)[ \t]+)\b%s\b"
)
_REFUSED = (
    library.ERRORS
    | library.ASSERTIONS
    | library.FAILED_ASSERTIONS
    | library.ASSUMPTIONS
    | library.ON_STACK
    | {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork", "va_start", "va_end", "va_copy"}
)


@frozen
class Watched:
    """A function that rules speak of: where it is defined here, its type, its result, the types of parameters
    and what the wrapper calls them, and where its name stands."""

    name: str
    definition: Cursor | None
    type: Type
    returns: Type
    parameters: tuple[tuple[Type, str], ...]
    variadic: bool
    span: Span

    @property
    def wrapper(self) -> str:
        """The function that is called in its place."""
        return self.name if self.definition is not None else RULE_WRAPPER + self.name

    @property
    def body(self) -> str:
        """The function itself."""
        return RULE_BODY + self.name if self.definition is not None else self.name


class WatchedFunctions:
    """Finds them in the declarations of a text. What is wrong is told in `errors` and `warnings`."""

    def __init__(self, declarations: Declarations, path: str, text: bytes, entry: str) -> None:
        self.errors: list[Diagnostic] = []
        self.warnings: list[Diagnostic] = []
        self._declarations = declarations
        self._unit = declarations.unit
        self._path = path
        self._text = text
        self._entry = entry

    def watched(self, rules: Sequence[Rule]) -> list[Watched]:
        """The functions that rules speak of and that executions may come to."""
        in_reach = {self._entry, *self._declarations.names_in_reach(self._entry)}
        taken = {name for rule in rules for event in rule.events for name in event.program_names()}
        found: dict[str, Watched] = {}
        for rule in rules:
            names = [self.real(name) for name in rule.functions()]
            for name in names:
                if name in in_reach and name not in found:
                    watched = self._watched(name, rule, taken)
                    if watched is not None:
                        found[name] = watched
            called = [name for name in rule.functions() if name in in_reach]
            if not called and not self.errors:
                message = (
                    f"rule {rule.name}: nothing in reach of `{self._entry}` calls a function of this rule"
                )
                self.warnings.append(Diagnostic("warning", message, Span(self._path, 0, 0, 0, 0)))
            elif rule.watch and all(self.real(trigger.function) not in found for trigger in rule.watch):
                message = (
                    f"rule {rule.name}: nothing in reach of `{self._entry}` makes an object that it watches"
                )
                self.warnings.append(Diagnostic("warning", message, Span(self._path, 0, 0, 0, 0)))
        return list(found.values())

    def real(self, name: str) -> str:
        """The function that a rule means by a name."""
        return self._entry if name == PROGRAM else name

    def _watched(self, name: str, rule: Rule, taken: set[str]) -> Watched | None:
        unit, declared = self._unit, self._declarations.declared(name)
        definition = self._declarations.definition(name)
        span = next(part.span for part in rule.parts() if self.real(part.function) == name)
        if definition is None and self._is_in_directive(name):
            message = f"rule {rule.name}: a directive speaks of `{name}`: calls of it cannot be watched"
            self._error(message, span)
            return None
        if name in _REFUSED or name.startswith("__builtin_"):
            self._error(f"rule {rule.name}: calls of `{name}` cannot be watched", span)
            return None
        if not declared:
            self._error(f"rule {rule.name}: `{name}` is called, but not declared", span, "declare it")
            return None
        cursor = declared[-1] if definition is None else definition
        type_ = unit.canonical(unit.type_of(cursor))
        written = unit.parameters(cursor)
        names = [unit.spelling(p) for p in written]
        types = unit.parameter_types(type_)
        variadic = unit.type_kind(type_) == "FUNCTIONPROTO" and unit.is_variadic(type_)
        if len(names) != len(types) and definition is not None:
            self._error(f"rule {rule.name}: `{name}` is defined without a prototype", span)
            return None
        if variadic and (definition is not None or self.is_known(name)):
            message = (
                f"rule {rule.name}: calls of `{name}`, which takes any number of arguments, cannot be watched"
            )
            self._error(message, span)
            return None
        keep = name == self._entry and all(names) and taken.isdisjoint(names)  # inputs are shown by name
        own = names if keep else [f"maymust_{i}" for i in range(1, len(types) + 1)]
        at = unit.name_position(cursor)
        place = Span(at.file, at.line, at.column, at.line, at.column + len(name))
        shown = [unit.type_of(p) for p in written] if len(written) == len(types) else types
        parameters = tuple(zip(shown, own, strict=True))
        returns = unit.result_type(unit.type_of(cursor))
        return Watched(name, definition, type_, returns, parameters, variadic, place)

    def _is_in_directive(self, name: str) -> bool:
        """Whether the preprocessor might see that a macro renames a function."""
        return re.search(_DIRECTIVE % name.encode(), self._text, re.MULTILINE | re.DOTALL) is not None

    def is_known(self, name: str) -> bool:
        """Whether calls mean more here than that the result is an input."""
        known = not library.is_without_effect(name) or library.is_output(name)
        return known or self._declarations.has_model(name)

    def _error(self, message: str, span: Span, hint: str = "") -> None:
        self.errors.append(Diagnostic("error", message, span, hint))
