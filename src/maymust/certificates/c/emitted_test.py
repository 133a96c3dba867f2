"""A failing run as a standalone C program: the source itself, fed with the run's inputs.

The source's text is taken over as it is, but for insertions that keep its lines: an uninitialised local is
given the value it had in the run, what is allocated is filled, and the place of the violation says that it
was reached, or shows to valgrind what is read there. Functions without a body are defined by their symbol, so
that no declaration of the source can clash. What pointers from outside point to is built (see `memory`).
What cannot be fed is told in a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from maymust.certificates.c.count import COUNTER, START
from maymust.certificates.c.directives import definition, first_calls
from maymust.certificates.c.faults import Fault, fault_of, is_model
from maymust.certificates.c.feed import Feed, feed_of
from maymust.certificates.c.native import LIBRARIES, flags_for, runner_for
from maymust.certificates.c.showing import showing
from maymust.certificates.c.text import PRELUDE, helpers, instrumented, support
from maymust.frontends.c import library
from maymust.frontends.c.source import CallSite, LabelSite, Parameter, ReadSite, Result, Source
from maymust.frozen import frozen
from maymust.interp.replay import Run
from maymust.ir.memory import Scalar
from maymust.ir.program import Program, Property
from maymust.terms import ArrayValue, Value

_REPORTING = library.ERRORS | library.FAILED_ASSERTIONS - {"__assert_fail"}  # that one is the C library's

_RULE_PLACES = f"""
unsigned {library.RULE_OBJECT}(const void *p) {{ return (unsigned)(__UINTPTR_TYPE__)p; }}
long {library.RULE_OFFSET}(const void *p) {{ return (long)((unsigned long long)(__UINTPTR_TYPE__)p >> 32); }}
int {library.RULE_SAME}(unsigned object, long offset, const void *p)
{{
    return {library.RULE_OBJECT}(p) == object && {library.RULE_OFFSET}(p) == offset;
}}
"""


@frozen
class Exported:
    """A failing run as C: the text, where its violation shows, if that is known, and which of the run's
    inputs it does not give to the program."""

    text: str
    fault: Fault | None
    not_fed: tuple[str, ...]


def c_test(
    source: Source, program: Program, run: Run, wanted: Property, include_paths: Sequence[str] = ()
) -> str:
    """The text of a C program that violates the property as the run does."""
    return exported(source, program, run, wanted, include_paths).text


def exported(
    source: Source, program: Program, run: Run, wanted: Property, include_paths: Sequence[str] = ()
) -> Exported:
    """A C program that violates the property as the run does; `include_paths` is for the command in its
    heading."""
    feed = feed_of(source, program, run, wanted.kind)
    _mark(feed, source, wanted)
    for header in source.headers:  # the text is in front
        for line in re.finditer(
            rb"(?m)^[ \t]*#[ \t]*include[ \t]*[<\"]%b[>\"]" % re.escape(header.encode()), source.text
        ):
            feed.insert(line.start(), "//")
    call = _call(source, feed)
    outside = _outside(source)
    objects = feed.memory.definitions()
    counts = showing(wanted.kind).tool == "count"
    start = START if counts else ""
    wrapped = source.entry.name != "main" or bool(
        feed.parameters or feed.globals or feed.memory.setup or start
    )
    text = _edited(source.text, feed.insertions)
    declared, defined = helpers("".join([text, *outside]))
    parts = [_heading(program, wanted, feed, include_paths), PRELUDE + declared]
    if isinstance(source.violations.get(wanted.id), ReadSite):
        parts.append("#define register /* the address is taken where the variable is read */\n")
    if source.rule_violations:
        parts.append(f"#define {library.RULE_WEAK} __attribute__((weak))\n")
    if wrapped:
        parts.append("#define main maymust_original_main\n")
    parts += [
        f"#define {define.replace('=', ' ', 1) if '=' in define else f'{define} 1'}"
        for define in source.defines
    ]
    parts += [source.declared, *source.headers.values()]
    parts.append(f"#line 1 {json.dumps(program.file)}\n{text}\n")
    parts.append('#line 1 "maymust"\n')
    if wrapped:
        parts.append("#undef main\n")
    parts.append(support(feed.values, wrapped=counts) + defined)
    parts += [COUNTER if counts else "", objects, *call.undefined]
    if any("maymust_pointers" in stub for stub in outside):
        parts.append(f"static void *const maymust_pointers[] = {{{', '.join(feed.pointers)}}};\n")
    parts += [*outside, first_calls(source.run_first)]
    if run.steps and is_model(run.steps[-1].edge.span):
        parts.append(instrumented(program.function(run.steps[-1].procedure)))
    if wrapped:
        parts.append(_main(source, feed, call, start))
    whole = "\n".join([part for part in parts if part])
    return Exported(whole, fault_of(source, program, run, wanted), _not_fed(feed))


def _mark(feed: Feed, source: Source, wanted: Property) -> None:
    """Makes the place of the violation show, if it is in the text."""
    match source.violations.get(wanted.id):
        case CallSite(function, start, end) if function not in source.special_functions:
            feed.insert(start, "(maymust_violation(), ")
            feed.insert(end, ")")
        case LabelSite(after):
            feed.insert(after, " maymust_violation();")
        case ReadSite(start, end):
            read = source.text[start:end].decode("utf-8", "replace")
            place = f"__typeof__(&({read})) maymust_place = &("
            feed.insert(start, f"(*({{ {place}")
            told = "maymust_read((const void *)maymust_place, sizeof *maymust_place)"
            feed.insert(end, f"); {told}; maymust_place; }}))")


def _heading(program: Program, wanted: Property, feed: Feed, include_paths: Sequence[str]) -> str:
    flags = " ".join(
        (*flags_for(wanted.kind, program.data_model), *(f"-I{folder}" for folder in include_paths))
    )
    runner = " ".join((*runner_for(wanted.kind), "./a.out"))
    lines = [
        f"A test that violates {wanted.span}: {wanted.description.replace('*/', '* /')}",
        f"    cc {flags} THIS_FILE.c {' '.join(LIBRARIES)} && {runner}",
        f"{_VISIBLE[showing(wanted.kind).tool]} Generated by maymust.",
    ]
    lines += [f"Not fed, for want of a place to do so: {what}" for what in _not_fed(feed)]
    return "/* " + "\n   ".join(lines) + " */"


def _not_fed(feed: Feed) -> tuple[str, ...]:
    return (*feed.left_out, *feed.memory.left_out)


_VISIBLE = {
    "test": "The program aborts where the property is violated.",
    "count": "The program tells at its end what it has allocated and not freed.",
    "sanitizers": "The compiler's sanitizers report the violation.",
    "valgrind": "Valgrind reports the violation.",
    "none": "The violation does not show when the program is run natively.",
}


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
        tool = definition(name)
        if tool is not None:
            found.append(_definition(number, name, *tool))
        elif name in library.ASSUMPTIONS:
            found.append(_definition(number, name, "void", "int c", "if (!c) maymust_exit(0);"))
        elif name in library.ASSERTIONS:
            found.append(_definition(number, name, "void", "int c", "if (!c) maymust_violation();"))
        elif name == library.RULE_VIOLATION:
            texts = ", ".join(json.dumps(str(v)) for v in source.rule_violations)
            said = f'maymust_dprintf(2, "%s\\n", (const char *[]){{{texts}}}[c]); maymust_violation();'
            found.append(_definition(number, name, "void", "int c", said))
        elif name == library.RULE_HALT:
            found.append(_definition(number, name, "void", "void", "maymust_exit(0);"))
        elif name in _REPORTING:
            found.append(_definition(number, name, "void", "void", "maymust_violation();"))
        elif name in source.results:
            found.append(_definition(number, name, *_returning(source.results[name])))
        elif name in source.input_functions:
            found.append(_definition(number, name, "unsigned long long", "void", "return maymust_input();"))
    if source.rule_violations:
        found.append(_RULE_PLACES)
    return found


def _definition(number: int, symbol: str, returns: str, parameters: str, body: str) -> str:
    function = f"{returns} maymust_outside_{number}({parameters})"
    return f'{function} MAYMUST_SYMBOL("{symbol}");\n{function} {{ {body} }}\n'


def _returning(result: Result) -> tuple[str, str, str]:
    """How a function is defined that returns no integer: type, parameters, body."""
    if result.text == "void":
        return "void", "void", ""
    whole = result.parts[0] if result.parts and result.parts[0].path == "" else None
    if whole is not None and whole.kind in _TYPES:
        type_ = "double" if whole.kind == "float" and whole.width == 64 else _TYPES[whole.kind]
        return type_, "void", f"return {_asked(whole)};"
    lines = []
    for part in result.parts:
        loops, path = _loops(part)
        target = f"result{path}"
        filled = f"maymust_fill(&{target}, sizeof {target});"
        lines.append(loops + (filled if part.kind == "bits" else f"{target} = {_asked(part)};"))
    return result.text, "void", f"{result.text} result = {{0}}; {' '.join(lines)} return result;"


_TYPES = {"float": "float", "pointer": "void *"}


def _asked(part: Scalar) -> str:
    """The next of the values, as one of a scalar part."""
    match part.kind, part.width:
        case "float", 32:
            return "maymust_float(maymust_input())"
        case "float", _:
            return "maymust_double(maymust_input())"
        case "pointer", _:
            return "maymust_pointers[maymust_input()]"
    return "maymust_input()"


def _loops(part: Scalar) -> tuple[str, str]:
    """Loops over all elements of a part, and how an element is written within them."""
    loops, path = "", part.path
    for depth, (count, _) in enumerate(part.dimensions):
        name = f"maymust_i{depth}"
        loops += f"for (unsigned long {name} = 0; {name} < {count}; {name}++) "
        path = path.replace("[]", f"[{name}]", 1)
    return loops, path


@frozen
class _Call:
    """The call of the entry: definitions of variables that lack one, variables for its parameters, what is
    done before, and what is passed."""

    undefined: list[str]
    variables: list[str]
    lines: list[str]
    arguments: list[str]


def _call(source: Source, feed: Feed) -> _Call:
    variables, lines, arguments = list[str](), list[str](), list[str]()
    initial: dict[str, str] = {}
    for target, part, value in feed.globals:
        if target in source.undefined and part.path == "" and isinstance(value, int) and part.kind != "bits":
            initial[target] = f" = {feed.memory.constant(part, value)}"
        else:
            lines += _assignments(feed, target, part, value)
    undefined = [f"__typeof__({name}) {name}{initial.get(name, '')};\n" for name in source.undefined]
    for position, parameter in enumerate(source.entry.parameters):
        given = feed.parameters.get(position, [])
        if parameter.modelled and parameter.scalar:
            arguments.append(_argument(feed, parameter, *given[0]) if given else f"({parameter.type})(0)")
        elif parameter.modelled:
            variable = f"maymust_parameter_{position}"
            variables.append(f"static {parameter.type} {variable};")
            for part, value in given:
                lines += _assignments(feed, variable, part, value)
            arguments.append(variable)
        else:
            arguments.append(f"({parameter.type}){{0}}")
    return _Call(undefined, variables, lines, arguments)


def _argument(feed: Feed, parameter: Parameter, part: Scalar, value: Value) -> str:
    assert isinstance(value, int)
    number = feed.memory.constant(part, value)
    return f"(void *){number}" if part.kind == "pointer" else f"({parameter.type})({number})"


def _main(source: Source, feed: Feed, call: _Call, start: str) -> str:
    entry = source.entry
    name = "maymust_original_main" if entry.name == "main" else entry.name
    # Called through a pointer of a plain type: a function that is named like a builtin (`abs`) must not be
    # replaced by it, nor the call dropped because the builtin has no effect.
    types = ", ".join(p.type for p in entry.parameters)
    pointer = f"static {entry.returns} (*volatile maymust_entry)({types}) = {name};"
    entered = f"maymust_entry({', '.join(call.arguments)});"
    lines = [start, *feed.memory.setup, *call.lines, entered, "return 0;"]
    body = [f"    {line}" for line in lines if line]
    return "\n".join([*call.variables, pointer, "", "int main(void)", "{", *body, "}", ""])


def _assignments(feed: Feed, target: str, part: Scalar, value: Value) -> list[str]:
    """Statements that give a part of a variable its value."""
    if not isinstance(value, ArrayValue):
        return [_assignment(feed, target + part.path, part, value)]
    loops, path = _loops(part)
    found = [loops + _assignment(feed, target + path, part, value.default)]
    for index, element in value.items():
        if index < part.count:
            found.append(_assignment(feed, target + part.element(index)[0], part, element))
    return found


def _assignment(feed: Feed, target: str, part: Scalar, value: int) -> str:
    if part.kind != "bits":
        return f"{target} = {feed.memory.constant(part, value)};"
    size = part.width // 8
    values = ", ".join(str(byte) for byte in value.to_bytes(size, "little"))
    return f"__builtin_memcpy(&{target}, (const unsigned char[]){{{values}}}, {size});"
