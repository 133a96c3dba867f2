"""Weaves rules into a C text: a watched function gets a wrapper that does what rules say at its calls.

    int take(int n) { return n; }    becomes    int take(int n); int maymust_body_take(int n) { return n; }
                                                …
                                                int take(int m) { ‹entry› r = maymust_body_take(m); ‹exit› }

So every call is seen, wherever it is made: by its name, through a pointer, from within the function itself.
A function that is defined elsewhere (a driver's interface, the C library) keeps its name, and what the text
calls is renamed by a macro: `#define take maymust_rule_take`. The result is C again. All that follows, the
tests and the proofs among it, is as if the user had written it so; only places are translated back
(`weaving`).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.c import library
from maymust.frontends.c.clang.attributes import NORETURN, WEAK, attributes
from maymust.frontends.c.clang.weaving import Weaving, WovenRule
from maymust.frontends.c.kinds import LOST
from maymust.frontends.c.rules.actions import ActionWriter, Lines
from maymust.frontends.c.rules.watched import Watched, WatchedFunctions
from maymust.frontends.c.source import RuleViolation
from maymust.frontends.c.tree.procedure_names import RULE_BODY
from maymust.frontends.c.types import IntType, PointerType, VoidType
from maymust.frontends.slic.tree import RETURNED, Argument, Rule, When
from maymust.ir.source import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maymust.frontends.c.clang.libclang import Type
    from maymust.frontends.c.reading.declarations import Declarations

_MAIN = "main"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_RESULT = "maymust_result"
_KEPT = {NORETURN: "noreturn", WEAK: "weak"}  # attributes, as they are written
_UNFIT = frozenset({"leak", LOST})  # kinds of checks that what is new would be wrong for
_UNFIT_WITHOUT_SIZE = _UNFIT | {"bounds", "deref"}


def instrument(
    declarations: Declarations,
    path: str,
    text: bytes,
    entry: str,
    rules: Sequence[Rule],
    asked: frozenset[str] = frozenset(),
) -> Weaving:
    """The text with rules woven into it. `declarations` are those of the text as it is; `asked` are the kinds
    of checks besides the rules. Raises InputError where a rule does not fit the program."""
    return _Instrumentation(declarations, path, text, entry, rules, asked).weaving()


class _Instrumentation:
    def __init__(
        self,
        declarations: Declarations,
        path: str,
        text: bytes,
        entry: str,
        rules: Sequence[Rule],
        asked: frozenset[str],
    ) -> None:
        self._declarations = declarations
        self._unit = declarations.unit
        self._path = path
        self._text = text
        self._rules = rules
        self._asked = asked
        self._functions = WatchedFunctions(declarations, path, text, entry)
        self._errors, self._warnings = self._functions.errors, self._functions.warnings
        self._violations: list[RuleViolation] = []
        self._writers = [ActionWriter(rule, self._violations) for rule in rules]
        self._pointers: dict[str, bool] = {}  # whether what a rule watches is a pointer

    def weaving(self) -> Weaving:
        """The whole."""
        watched = self._functions.watched(self._rules)
        insertions = [part for function in watched for part in self._insertions(function)]
        self._raise_errors()
        behind: Lines = []
        for function in watched:
            behind += self._declaration(function)
        wrappers = [line for function in watched for line in self._wrapper(function)]
        for writer in self._writers:
            behind += writer.state(self._pointers.get(writer.rule.name))
        behind += wrappers
        self._raise_errors()
        return self._joined(watched, sorted(insertions), behind)

    def _raise_errors(self) -> None:
        if self._errors:
            raise InputError(*dict.fromkeys(self._errors))

    def _error(self, message: str, span: Span, hint: str = "") -> None:
        self._errors.append(Diagnostic("error", message, span, hint))

    # -- the user's text -----------------------------------------------------------------------------------

    def _insertions(self, function: Watched) -> list[tuple[int, str]]:
        """What is put where, so that a definition is one of the body."""
        if function.definition is None:
            return []
        name, unit = function.name.encode(), self._unit
        at = unit.name_position(function.definition).offset
        extent = unit.plain_extent(function.definition)
        if (
            extent is None
            or not unit.in_main_file(function.definition)
            or self._text[at : at + len(name)] != name
            or self._text[extent[1].offset - 1 : extent[1].offset] != b"}"
        ):
            message = f"`{function.name}` is defined in a header or by a macro: rules cannot watch it there"
            self._error(message, function.span, "define it in this file, as it is")
            return []
        found = [(at, RULE_BODY)]
        start = extent[0].offset
        earlier = [unit.name_position(c).offset for c in self._declarations.declared(function.name)]
        if all(offset >= start for offset in earlier):
            static = "static " if not unit.is_external(function.definition) else ""
            found.append((start, f"{static}{self._head(function)}; "))
        if function.name == _MAIN and not isinstance(self._returns(function), VoidType):
            found.append((extent[1].offset - 1, "return 0; "))  # as if it were still `main`
        return found

    # -- wrappers ------------------------------------------------------------------------------------------

    def _head(self, function: Watched) -> str:
        types = [self._declared(type_, name) for type_, name in function.parameters]
        if function.variadic:
            types.append("...")
        prototyped = self._unit.type_kind(function.type) == "FUNCTIONPROTO"
        parameters = ", ".join(types) or ("void" if prototyped else "")
        return f"{self._declared(function.returns, function.wrapper)}({parameters})"

    def _declared(self, type_: Type, name: str) -> str:
        text = self._unit.type_spelling(type_)
        if "(" in text or "[" in text:
            text = f"__typeof__({text})"
        return f"{text}{'' if text.endswith('*') else ' '}{name}"

    def _declaration(self, function: Watched) -> Lines:
        """A function from elsewhere, by its own name again. In tests it is weak, for a test may have no need
        of it, and then does not define it."""
        if function.definition is not None:
            return []
        declared = self._declarations.declared(function.name)
        found = {name for cursor in declared for name in attributes(self._unit, cursor)}
        kept = [f"__attribute__(({word}))" for name, word in _KEPT.items() if name in found]
        span = function.span
        head = f"extern __typeof__({function.wrapper}) {function.name}"
        return [(f"#undef {function.name}", span), (f"{' '.join([head, library.RULE_WEAK, *kept])};", span)]

    def _wrapper(self, function: Watched) -> Lines:
        span = function.span
        names = {i: name for i, (_, name) in enumerate(function.parameters, 1)}
        call = f"{function.body}({', '.join(names.values())})"
        void = isinstance(self._returns(function), VoidType)
        if not void:
            names[RETURNED] = _RESULT
            call = f"{self._declared(function.returns, _RESULT)} = {call}"
        return [
            (self._head(function), span),
            ("{", span),
            *self._actions(function, "entry", names),
            (f"{self._new_object(function) or call};", span),
            *self._actions(function, "exit", names),
            *([] if void else [(f"return {_RESULT};", span)]),
            ("}", span),
        ]

    def _new_object(self, function: Watched) -> str | None:
        """Instead of the call of a function from elsewhere, if a rule says that what it returns is new: an
        object of its own, or null. Without a size, what reads it has no meaning here."""
        triggers = [t for rule in self._rules for t in rule.watch if t.is_new and t.function == function.name]
        if not triggers or function.definition is not None or self._functions.is_known(function.name):
            return None
        size, span = triggers[0].size, triggers[0].span
        if not isinstance(self._returns(function), PointerType):
            self._error(f"`new`, but `{function.name}` returns no pointer", span)
        for kind in sorted(self._asked & (_UNFIT if size is not None else _UNFIT_WITHOUT_SIZE)):
            message = f"what a rule says to be new cannot be checked for `{kind}`"
            self._error(message, span, "check it without the rule")
        if size is not None and not self._fits(function, [size]):
            return None
        message = f"`{function.name}` has no body: it is assumed to return a new object, or null"
        self._warnings.append(Diagnostic("warning", message, function.span))
        bytes_ = "1" if size is None else function.parameters[size.position - 1][1]
        result = self._declared(function.returns, _RESULT)
        return f"{result} = {library.RULE_NEW}() ? __builtin_malloc({bytes_}) : 0"

    def _returns(self, function: Watched) -> object:
        return self._declarations.types.translate(function.returns)

    def _actions(self, function: Watched, when: When, names: dict[int, str]) -> Lines:
        found: Lines = []
        for writer in self._writers:
            rule = writer.rule
            for trigger in rule.watch:
                if (self._functions.real(trigger.function), trigger.when) == (
                    function.name,
                    when,
                ) and self._fits(function, [trigger.value]):
                    pointer = self._is_pointer(function, rule, trigger.value)
                    found += writer.choice(names[trigger.value.position], pointer, trigger.span)
            for event in rule.events:
                if (self._functions.real(event.function), event.when) != (function.name, when):
                    continue
                guards = [] if event.guard is None else [event.guard]
                if self._fits(function, event.arguments()):
                    for guard in guards:
                        self._is_pointer(function, rule, guard)
                    found += writer.event(event, names, self._pointers.get(rule.name))
        return found

    def _fits(self, function: Watched, arguments: Sequence[Argument]) -> bool:
        """Whether a call of the function has these values."""
        fits = True
        for argument in arguments:
            if argument.position > len(function.parameters):
                count = len(function.parameters)
                shown = f"{count} parameter{'' if count == 1 else 's'}"
                self._error(f"`{argument}`, but `{function.name}` has {shown}", argument.span)
                fits = False
            elif argument.position == RETURNED and isinstance(self._returns(function), VoidType):
                self._error(f"`$return`, but `{function.name}` returns nothing", argument.span)
                fits = False
        return fits

    def _is_pointer(self, function: Watched, rule: Rule, argument: Argument) -> bool:
        """Whether what is watched is a pointer; it is an error if a rule watches both."""
        at = argument.position
        passed = self._unit.parameter_types(function.type)
        type_ = self._declarations.types.translate(function.returns if at == RETURNED else passed[at - 1])
        pointer = isinstance(type_, PointerType)
        if not isinstance(type_, IntType | PointerType):
            self._error(f"`{argument}` of `{function.name}` is no pointer and no integer", argument.span)
        elif self._pointers.setdefault(rule.name, pointer) != pointer:
            self._error(f"rule {rule.name} watches pointers as well as integers", argument.span)
        return pointer

    # -- all together --------------------------------------------------------------------------------------

    def _joined(self, watched: list[Watched], insertions: list[tuple[int, str]], behind: Lines) -> Weaving:
        renamed = [f for f in watched if f.definition is None]
        head = [f"#ifndef {library.RULE_WEAK}", f"#define {library.RULE_WEAK}", "#endif"] if renamed else []
        head += [f"#define {f.name} {f.wrapper}" for f in renamed]
        head += [f"#line 1 {json.dumps(self._path)}"]
        pieces, last = [], 0
        inserted: dict[int, tuple[tuple[int, int], ...]] = {}
        for offset, what in insertions:
            pieces += [self._text[last:offset], what.encode()]
            last = offset
            line = self._text.count(b"\n", 0, offset) + 1
            column = offset - self._text.rfind(b"\n", 0, offset)
            inserted[line] = (*inserted.get(line, ()), (column, len(what.encode())))
        users = b"".join([*pieces, self._text[last:]])
        if users.startswith(_BYTE_ORDER_MARK):  # which must come first, or not at all
            users = b" " * len(_BYTE_ORDER_MARK) + users[len(_BYTE_ORDER_MARK) :]
        if not users.endswith(b"\n"):
            users += b"\n"
        first = len(head) + users.count(b"\n") + 1
        lines: Lines = [(f"{text};", behind[0][1]) for text in library.RULE_DECLARATIONS] if behind else []
        lines += behind
        text = "\n".join(head).encode() + b"\n" + users + "".join(f"{t}\n" for t, _ in lines).encode()
        return Weaving(
            text,
            len(head),
            inserted,
            {number: span for number, (_, span) in enumerate(lines, first)},
            tuple(f.name for f in renamed),
            tuple(WovenRule(rule.name, rule.description) for rule in self._rules),
            tuple(self._violations),
            tuple(self._warnings),
        )
