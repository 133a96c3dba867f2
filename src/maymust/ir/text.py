"""The IR as text, and back.

    program "abs.c" LP64 entry abs
    property P1 assert "a >= 0" @ 5:3-5:17
    global calls bv32 unsigned "calls"
    procedure abs -> bv32 entry 0 exit 1
      parameter abs::a bv32 signed "a"
      local abs::b bv32 unsigned "b"
      0 -> 2: assume (slt abs::a 0:32) @ 3:7-3:12
      2 -> 3: abs::a := (sub 0:32 abs::a) @ 4:5-4:11
      3 -> 1: return abs::a @ 6:3-6:11
    end

Several values that a call sets or a procedure returns are separated by commas (`p, q := call f x`,
`return a, b`). A span names its file only where that is not the program's. A target that is called like a
statement is written between bars. What memory is, and what variables hold, is said as in `memory_text`.
Reading gives back the same program (its start is always called `%start`).
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NoReturn, assert_never, get_args

from maymust.ir.memory_text import WORDS as MEMORY_WORDS
from maymust.ir.memory_text import held_from_text, held_to_text, memory_from_text, memory_to_text
from maymust.ir.program import (
    NO_MEMORY,
    START,
    Assign,
    Assume,
    Call,
    Edge,
    Error,
    GapCode,
    Havoc,
    InputKind,
    Procedure,
    Program,
    Property,
    Return,
    Statement,
    Unmodelled,
    Variable,
)
from maymust.ir.source import Span
from maymust.terms import Sort, Term, variable
from maymust.terms.sorts import sort_named
from maymust.terms.text import (
    TermSyntaxError,
    quoted,
    term_from_text,
    term_to_text,
    terms_from_tokens,
    tokens,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.ir.memory import Memory

_STATEMENTS = ("assume", "havoc", "call", "return", "error", "unmodelled")

# -- printing --------------------------------------------------------------------------------------------


def program_to_text(program: Program) -> str:
    """The text of a program."""
    lines = [f"program {json.dumps(program.file)} {program.data_model} entry {quoted(program.entry)}"]
    lines += [
        f"property {p.id} {p.kind} {json.dumps(p.description)}{_span(p.span, program.file)}"
        for p in program.properties
    ]
    lines += memory_to_text(program.memory)
    lines += [f"global {_variable(v)}" for v in program.globals]
    for procedure in program.procedures.values():
        lines += _procedure(procedure, program.file)
    return "\n".join(lines) + "\n"


def _procedure(procedure: Procedure, file: str) -> Iterator[str]:
    returns = f" -> {', '.join(map(str, procedure.returns))}" if procedure.returns else ""
    function = f" of {json.dumps(procedure.function)}" if procedure.function else ""
    head = f"procedure {quoted(procedure.name)}{returns} entry {procedure.entry} exit {procedure.exit}"
    yield head + function
    for p in procedure.parameters:
        yield f"  parameter {_variable(p)}"
    for v in procedure.locals:
        yield f"  local {_variable(v)}"
    for edge in procedure.edges:
        yield f"  {edge.source} -> {edge.target}: {statement_to_text(edge.statement)}{_span(edge.span, file)}"
    yield "end"


def _variable(v: Variable) -> str:
    return (
        f"{quoted(v.name)} {v.term.sort} {'signed' if v.signed else 'unsigned'} {json.dumps(v.source_name)}"
        f"{held_to_text(v.held)}"
    )


def _span(span: Span, file: str) -> str:
    other = "" if span.file == file else json.dumps(span.file) + " "
    return f" @ {other}{span.line}:{span.column}-{span.end_line}:{span.end_column}"


def statement_to_text(statement: Statement) -> str:
    """The text of a statement."""
    match statement:
        case Assign(target, value):
            return f"{_target(target)} := {term_to_text(value)}"
        case Assume(condition):
            return f"assume {term_to_text(condition)}"
        case Havoc(target, name, kind):
            return f"havoc {term_to_text(target)} {kind} {json.dumps(name)}"
        case Call(results, callee, arguments):
            prefix = f"{', '.join(map(_target, results))} := " if results else ""
            return prefix + "call " + " ".join([quoted(callee), *map(term_to_text, arguments)])
        case Return(values):
            return f"return {', '.join(map(term_to_text, values))}".rstrip()
        case Error(property_id):
            return f"error {property_id}"
        case Unmodelled(construct, hides, code):
            hidden = "" if hides is None else " ".join([" hides", *sorted(hides)])
            return f"unmodelled {'' if code == 'other' else f'{code} '}{json.dumps(construct)}{hidden}"
        case _:
            assert_never(statement)


def _target(term: Term) -> str:
    text = term_to_text(term)
    return f"|{text}|" if text in _STATEMENTS else text


# -- reading ---------------------------------------------------------------------------------------------


class IrSyntaxError(ValueError):
    """Text that is no program; the message names the line."""


_STRING = r'"(?:[^"\\]|\\.)*"'
_NAME = r"(?:\|[^|]*\||[^\s|]+)"
_SORT = r"[\w>-]+"
_SPAN = rf" @ (?:(?P<file>{_STRING}) )?(?P<l>\d+):(?P<c>\d+)-(?P<el>\d+):(?P<ec>\d+)"
_PROGRAM = re.compile(rf"program (?P<file>{_STRING}) (?P<model>\S+) entry (?P<entry>{_NAME})\Z")
_PROPERTY = re.compile(rf"property (?P<id>\S+) (?P<kind>\S+) (?P<text>{_STRING}){_SPAN}\Z")
_VARIABLE = re.compile(
    rf"(?P<role>global|parameter|local) (?P<name>{_NAME}) (?P<sort>{_SORT})"
    rf" (?P<sign>signed|unsigned) (?P<source>{_STRING})(?P<held>(?: [\w,=]+)*)\Z"
)
_PROCEDURE = re.compile(
    rf"procedure (?P<name>{_NAME})(?: -> (?P<returns>{_SORT}(?:, {_SORT})*))?"
    rf" entry (?P<entry>\d+) exit (?P<exit>\d+)(?: of (?P<function>{_STRING}))?\Z"
)
_EDGE = re.compile(rf"(?P<source>\d+) -> (?P<target>\d+): (?P<statement>.*?){_SPAN}\Z")
_KINDS: dict[str, InputKind] = {kind: kind for kind in get_args(InputKind)}
_HAVOC = re.compile(rf"havoc (?P<target>{_NAME}) (?P<kind>{'|'.join(_KINDS)}) (?P<name>{_STRING})\Z")
_CODES: dict[str, GapCode] = {code: code for code in get_args(GapCode)}
_UNMODELLED = re.compile(
    rf"unmodelled (?:(?P<code>{'|'.join(_CODES)}) )?(?P<construct>.*?)"
    r"( hides(?P<hides>( [^\s\"]+)*))?\Z"
)
_CALL = re.compile(
    rf"(?:(?P<results>{_NAME}(?:, {_NAME})*) := )?call (?P<callee>{_NAME})(?: (?P<arguments>.*))?\Z"
)


_ASSIGN = re.compile(rf"(?P<target>{_NAME}) := (?P<value>.*)\Z")


def program_from_text(text: str) -> Program:
    """The program that `text` is."""
    return _Reader(text).program()


def _unquoted(name: str) -> str:
    return name[1:-1] if name.startswith("|") else name


def _parts(text: str) -> list[str]:
    """What stands between commas; those in names between bars do not count."""
    return [part.strip() for part in re.findall(r"(?:\|[^|]*\||[^,|])+", text)]


class _Reader:
    def __init__(self, text: str) -> None:
        self.lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1)]
        self.lines = [(n, line) for n, line in self.lines if line and not line.startswith("#")]
        self.position = 0
        self.file = ""
        self.sorts: dict[str, Sort] = {}

    def program(self) -> Program:
        head = self._expect(_PROGRAM, "a program line")
        self.file = self._string(head["file"])
        properties: list[Property] = []
        global_variables: list[Variable] = []
        procedures: dict[str, Procedure] = {}
        memory = NO_MEMORY
        while self.position < len(self.lines):
            word = self._line().split(" ", 1)[0]
            if word == "property":
                m = self._expect(_PROPERTY, "a property")
                properties.append(Property(m["id"], m["kind"], self._string(m["text"]), self._span(m)))
            elif word in MEMORY_WORDS:
                memory = self._memory()
            elif word == "global":
                global_variables.append(self._variable())
            elif word == "procedure":
                procedure = self._procedure()
                if procedure.name in procedures:
                    self._fail(f"a second procedure is called {procedure.name}", back=1)
                procedures[procedure.name] = procedure
            else:
                self._fail("a property, a global or a procedure was expected")
        return Program(
            file=self.file,
            data_model=head["model"],
            entry=_unquoted(head["entry"]),
            globals=tuple(global_variables),
            procedures=procedures,
            properties=tuple(properties),
            start=START,
            memory=memory,
        )

    def _procedure(self) -> Procedure:
        head = self._expect(_PROCEDURE, "a procedure")
        parameters: list[Variable] = []
        local_variables: list[Variable] = []
        edges: list[Edge] = []
        while self._line() != "end":
            word = self._line().split(" ", 1)[0]
            if word == "parameter":
                parameters.append(self._variable())
            elif word == "local":
                local_variables.append(self._variable())
            else:
                m = self._expect(_EDGE, "an edge")
                edges.append(
                    Edge(int(m["source"]), int(m["target"]), self._statement(m["statement"]), self._span(m))
                )
        self.position += 1
        return Procedure(
            name=_unquoted(head["name"]),
            parameters=tuple(parameters),
            locals=tuple(local_variables),
            returns=tuple(self._sort(name) for name in _parts(head["returns"] or "")),
            entry=int(head["entry"]),
            exit=int(head["exit"]),
            edges=tuple(edges),
            function=self._string(head["function"]) if head["function"] else "",
        )

    def _variable(self) -> Variable:
        m = self._expect(_VARIABLE, "a variable")
        sort = self._sort(m["sort"])
        name = _unquoted(m["name"])
        self.sorts[name] = sort
        try:
            held = held_from_text(m["held"])
        except ValueError as error:
            self._fail(str(error), back=1)
        return Variable(variable(name, sort), self._string(m["source"]), m["sign"] == "signed", held)

    def _memory(self) -> Memory:
        lines: list[str] = []
        while self.position < len(self.lines) and self._line().split(" ", 1)[0] in MEMORY_WORDS:
            lines.append(self._line())
            self.position += 1
        try:
            return memory_from_text(lines)
        except ValueError as error:
            self._fail(str(error), back=1)

    def _sort(self, name: str) -> Sort:
        try:
            return sort_named(name)
        except ValueError as error:
            self._fail(str(error), back=1)

    def _statement(self, text: str) -> Statement:
        try:
            return self._parse_statement(text)
        except TermSyntaxError as error:
            self._fail(str(error), back=1)

    def _parse_statement(self, text: str) -> Statement:
        word, _, rest = text.partition(" ")
        match word:
            case "assume":
                return Assume(self._term(rest))
            case "havoc":
                m = _HAVOC.match(text)
                if m:
                    return Havoc(self._term(m["target"]), self._string(m["name"]), _KINDS[m["kind"]])
            case "return":
                return Return(tuple(map(self._term, _parts(rest))))
            case "error":
                return Error(rest)
            case "unmodelled":
                m = _UNMODELLED.match(text)
                if m:
                    hides = None if m["hides"] is None else frozenset(m["hides"].split())
                    return Unmodelled(self._string(m["construct"]), hides, _CODES[m["code"] or "other"])
        m = _CALL.match(text)
        if m:
            results = tuple(map(self._term, _parts(m["results"] or "")))
            return Call(results, _unquoted(m["callee"]), self._terms(m["arguments"] or ""))
        m = _ASSIGN.match(text)
        if m is None:
            self._fail("a statement was expected", back=1)
        return Assign(self._term(m["target"]), self._term(m["value"]))

    def _string(self, text: str) -> str:
        try:
            value = json.loads(text)
        except ValueError as error:
            self._fail(f"{text} is no string: {error}", back=1)
        if not isinstance(value, str):
            self._fail(f"{text} is no string", back=1)
        return value

    def _term(self, text: str) -> Term:
        return term_from_text(text, self.sorts.__getitem__)

    def _terms(self, text: str) -> tuple[Term, ...]:
        stream = list(tokens(text))
        depth = count = 0
        for kind, word in stream:
            if kind == "paren":
                depth += 1 if word == "(" else -1
            if depth == 0:
                count += 1
        return tuple(terms_from_tokens(stream, self.sorts.__getitem__, count))

    def _span(self, m: re.Match[str]) -> Span:
        file = self._string(m["file"]) if m["file"] else self.file
        return Span(file, int(m["l"]), int(m["c"]), int(m["el"]), int(m["ec"]))

    def _line(self) -> str:
        if self.position >= len(self.lines):
            self._fail("the text ends too early")
        return self.lines[self.position][1]

    def _expect(self, pattern: re.Pattern[str], what: str) -> re.Match[str]:
        m = pattern.match(self._line())
        if m is None:
            self._fail(f"{what} was expected")
        self.position += 1
        return m

    def _fail(self, why: str, back: int = 0) -> NoReturn:
        position = min(self.position - back, len(self.lines) - 1)
        number = self.lines[position][0] if self.lines else 1
        raise IrSyntaxError(f"line {number}: {why}")
