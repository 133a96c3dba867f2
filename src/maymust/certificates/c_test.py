"""A failing run as a standalone C program: the source itself, fed with the run's inputs.

The source's text is taken over as it is, but for insertions that keep its lines: an uninitialised local is
given the value it had in the run, and the place of the violation says that it was reached. Functions
without a body are defined by their symbol, so that no declaration of the source can clash. What cannot be
fed is told in a comment.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import shorten

from maymust.certificates.native import FLAGS, MODEL_FLAGS, REACHED, SANITIZERS
from maymust.frontends.c import library
from maymust.frontends.c.source import (
    CallSite,
    GlobalInput,
    InputCall,
    LabelSite,
    ParameterInput,
    Source,
    Uninitialised,
)
from maymust.interp.replay import Run
from maymust.ir.program import Havoc, Program, Property, Variable, node_place
from maymust.terms import ArrayValue, to_signed

_PRELUDE = """\
#define MAYMUST_TEXT_(x) #x
#define MAYMUST_TEXT(x) MAYMUST_TEXT_(x)
#define MAYMUST_SYMBOL(name) __asm__(MAYMUST_TEXT(__USER_LABEL_PREFIX__) name)
static unsigned long long maymust_input(void) __attribute__((unused));
static void maymust_violation(void) __attribute__((unused));
"""
_SUPPORT = """\
extern int maymust_dprintf(int, const char *, ...) MAYMUST_SYMBOL("dprintf");
extern void maymust_abort(void) MAYMUST_SYMBOL("abort");
extern void maymust_exit(int) MAYMUST_SYMBOL("_exit");

static void maymust_violation(void)
{
    maymust_dprintf(2, "%s\\n");
    maymust_abort();
}

static const unsigned long long maymust_values[] = {
%s};

static unsigned long long maymust_input(void)
{
    static unsigned next;
    return next < sizeof maymust_values / sizeof *maymust_values - 1 ? maymust_values[next++] : 0;
}
"""
_REPORTING = library.ERRORS | library.FAILED_ASSERTIONS - {"__assert_fail"}  # that one is the C library's


@dataclass
class _Feed:
    """Which input goes where."""

    values: list[tuple[int, str]] = field(default_factory=list)
    parameters: dict[int, int] = field(default_factory=dict)
    globals: dict[str, int] = field(default_factory=dict)
    insertions: dict[int, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)


def c_test(
    source: Source, program: Program, run: Run, wanted: Property, include_paths: Sequence[str] = ()
) -> str:
    """The text of a C program that violates the property as the run does; `include_paths` is for the command
    in its heading."""
    feed = _feed(source, program.variables(), run)
    site = source.violations.get(wanted.id)
    if isinstance(site, CallSite) and site.function not in source.special_functions:
        feed.insertions[site.start] = "(maymust_violation(), "
        feed.insertions[site.end] = ")"
    elif isinstance(site, LabelSite):
        feed.insertions[site.after] = " maymust_violation();"
    wrapped = source.entry.name != "main" or bool(feed.parameters or feed.globals)
    parts = [_heading(program, wanted, feed, include_paths), _PRELUDE]
    if wrapped:
        parts.append("#define main maymust_original_main\n")
    parts.append(f"#line 1 {json.dumps(program.file)}\n{_edited(source.text, feed.insertions)}\n")
    parts.append('#line 1 "maymust"\n')
    if wrapped:
        parts.append("#undef main\n")
    values = "".join(f"    {c_number(value)}, /* {name} */\n" for value, name in feed.values) + "    0,\n"
    parts += [_SUPPORT % (REACHED, values), *_outside(source)]
    if wrapped:
        parts.append(_main(source, feed))
    return "\n".join(parts)


def c_number(value: int) -> str:
    """An integer as a C expression."""
    if value == -(1 << 63):
        return "(-9223372036854775807LL - 1)"
    return f"{value}ULL" if value >= 1 << 63 else str(value)


def _feed(source: Source, variables: Mapping[str, Variable], run: Run) -> _Feed:
    feed = _Feed()
    for edge, given in run.inputs:
        assert isinstance(edge.statement, Havoc)
        variable = variables[edge.statement.target.name or ""]
        name = edge.statement.name.replace("*/", "* /")
        if isinstance(given.value, ArrayValue):
            feed.left_out.append(f"{name} = {shorten(str(given.value), 200)}, line {edge.span.line}")
            continue
        value = to_signed(given.value, variable.term.width) if variable.signed else given.value
        match source.origins.get(node_place(given.node)):
            case InputCall():
                feed.values.append((value, f"{name}, line {edge.span.line}"))
            case ParameterInput(position):
                feed.parameters[position] = value
            case GlobalInput(target):
                feed.globals[target] = value
            case Uninitialised(_, int(place)):
                feed.insertions[place] = " = maymust_input()"
                feed.values.append((value, f"{name}, line {edge.span.line}"))
            case _:
                feed.left_out.append(f"{name} = {value}, line {edge.span.line}")
    return feed


def _heading(program: Program, wanted: Property, feed: _Feed, include_paths: Sequence[str]) -> str:
    flags = " ".join(
        (
            *FLAGS,
            *SANITIZERS.get(wanted.kind, ((), ()))[0],
            MODEL_FLAGS[program.data_model],
            *(f"-I{folder}" for folder in include_paths),
        )
    )
    lines = [
        f"A test that violates {wanted.span}: {wanted.description.replace('*/', '* /')}",
        f"    cc {flags} THIS_FILE.c && ./a.out",
        f"{_visible(wanted.kind)} Generated by maymust.",
    ]
    lines += [f"Not fed, for want of a place to do so: {what}" for what in feed.left_out]
    return "/* " + "\n   ".join(lines) + " */"


def _visible(kind: str) -> str:
    """How a violation shows when the test is run."""
    if kind in ("assert", "unreach"):
        return "The program aborts where the property is violated."
    if kind in SANITIZERS:
        return "The compiler's sanitizers report the violation."
    return "The violation does not show when the program is run natively."


def _edited(text: bytes, insertions: Mapping[int, str]) -> str:
    pieces, last = [], 0
    for place in sorted(insertions):
        pieces += [text[last:place], insertions[place].encode()]
        last = place
    return b"".join([*pieces, text[last:]]).decode("utf-8", "replace")


def _outside(source: Source) -> list[str]:
    """Definitions of the functions without a body, under their symbols."""
    found = []
    for number, name in enumerate((*source.input_functions, *source.special_functions)):
        if name in library.ASSUMPTIONS:
            found.append(_definition(number, name, "void", "int c", "if (!c) maymust_exit(0);"))
        elif name in library.ASSERTIONS:
            found.append(_definition(number, name, "void", "int c", "if (!c) maymust_violation();"))
        elif name in _REPORTING:
            found.append(_definition(number, name, "void", "void", "maymust_violation();"))
        elif name in source.input_functions:
            found.append(_definition(number, name, "unsigned long long", "void", "return maymust_input();"))
    return found


def _definition(number: int, symbol: str, returns: str, parameters: str, body: str) -> str:
    function = f"{returns} maymust_outside_{number}({parameters})"
    return f'{function} MAYMUST_SYMBOL("{symbol}");\n{function} {{ {body} }}\n'


def _main(source: Source, feed: _Feed) -> str:
    entry = source.entry
    name = "maymust_original_main" if entry.name == "main" else entry.name
    lines = [f"    {target} = {c_number(value)};" for target, value in feed.globals.items()]
    arguments = [
        f"({p.type})({c_number(feed.parameters.get(position, 0))})" if p.modelled else f"({p.type}){{0}}"
        for position, p in enumerate(entry.parameters)
    ]
    lines.append(f"    maymust_entry({', '.join(arguments)});")
    # Called through a pointer of a plain type: a function that is named like a builtin (`abs`) must not be
    # replaced by it, nor the call dropped because the builtin has no effect.
    types = ", ".join(p.type for p in entry.parameters)
    pointer = f"static {entry.returns} (*volatile maymust_entry)({types}) = {name};"
    return "\n".join([pointer, "", "int main(void)", "{", *lines, "    return 0;", "}", ""])
