"""From the annotations of a file to the contracts of its functions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.acsl import Specified
from maymust.frontends.acsl.comments import Annotation, find_annotations, is_blank
from maymust.frontends.acsl.lexing import Places, tokens
from maymust.frontends.acsl.parsing import Parser
from maymust.frontends.acsl.scope import Scope, scopes_of
from maymust.frontends.acsl.tree import WrittenContract
from maymust.frontends.acsl.type_check import check_contract
from maymust.frontends.acsl.typed import TypedContract, arrays_in, globals_in
from maymust.frontends.c import COptions
from maymust.frontends.c.clang.api import Unit
from maymust.frontends.c.clang.parse import parse, read_source
from maymust.frontends.c.reading.declarations import Declarations
from maymust.frozen import frozen
from maymust.ir.source import Span


@frozen
class _Declared:
    """A function's declaration: the bytes where it begins and ends, and what its parameters are called."""

    name: str
    start: int
    end: int
    parameters: tuple[str, ...] = ()


def read_contracts(path: str, text: bytes | None, options: COptions) -> Specified:
    """See `maymust.frontends.acsl.contracts_of`. Requires a large stack."""
    content = read_source(path, text)
    decoded = content.decode("latin-1")
    written = find_annotations(decoded)
    if not written:
        return Specified(content, {}, {}, ())
    unit = parse(path, content, options.data_model, options.include_paths, options.defines)
    declarations = Declarations(unit)
    scopes = scopes_of(declarations)
    known = {each.name for each in declarations.globals()}
    attached, warnings = _attached(written, decoded, _functions(unit), Places(path, decoded), scopes, known)
    found: dict[str, TypedContract] = {}
    wrong: list[Diagnostic] = []
    for name, contract in attached.items():
        try:
            found[name] = check_contract(contract, scopes[name])
            reached = declarations.names_in_reach(name) if declarations.definition(name) else set()
            used, elements = globals_in(found[name]) | reached, arrays_in(found[name])
            scopes[name] = replace(scopes[name], used=used, elements=elements)
        except InputError as refused:
            wrong.extend(refused.diagnostics)
    if wrong:
        raise InputError(*wrong)
    return Specified(content, found, scopes, tuple(warnings))


def _functions(unit: Unit) -> list[_Declared]:
    """The declarations of functions in the main file, in order."""
    found: list[_Declared] = []
    for raw in unit.top_level():
        if raw.kind == "FUNCTION_DECL" and unit.in_main_file(raw.cursor):
            start, end = unit.extent(raw.cursor)
            parameters = tuple(map(unit.spelling, unit.parameters(raw.cursor)))
            found.append(_Declared(unit.spelling(raw.cursor), start.offset, end.offset, parameters))
    return found


def _attached(
    written: list[Annotation],
    text: str,
    functions: list[_Declared],
    places: Places,
    scopes: Mapping[str, Scope],
    known: Collection[str],
) -> tuple[dict[str, WrittenContract], list[Diagnostic]]:
    """The contract of each function: all clauses before its declarations. Raises InputError."""
    found: dict[str, WrittenContract] = {}
    warnings: list[Diagnostic] = []
    wrong: list[Diagnostic] = []
    for annotation in written:
        span = places.span(annotation.start, annotation.end)
        inside = [each for each in functions if each.start < annotation.start < each.end]
        if inside:
            warnings.append(_unused(annotation, inside[0].name, places))
            continue
        following = [each for each in functions if each.start >= annotation.end]
        if not following or not is_blank(text[annotation.end : following[0].start]):
            hint = "write it directly before a function"
            warnings.append(Diagnostic("warning", "this annotation is not used", span, hint))
            continue
        name = following[0].name
        try:
            _check_names(following[0], scopes[name], known, span)
            contract = Parser(tokens(annotation, places)).contract()
        except InputError as refused:
            wrong.extend(refused.diagnostics)
            continue
        before = found.get(name, WrittenContract((), contract.span))
        found[name] = WrittenContract(before.clauses + contract.clauses, before.span)
    if wrong:
        raise InputError(*wrong)
    return found, warnings


def _check_names(declared: _Declared, scope: Scope, known: Collection[str], span: Span) -> None:
    """Refuses a contract before a declaration in which parameters are called otherwise than in the scope,
    which is that of the definition: names would mean something else. Without names, they must be of no
    global variables."""
    for here, there in zip(declared.parameters, scope.parameters, strict=False):
        if there and here != there and (here or there in known):
            what = f"`{here}`" if here else "nothing"
            message = f"a parameter of `{declared.name}` is called {what} here, but elsewhere `{there}`"
            raise InputError(Diagnostic("error", message, span, "contracts need the same names"))


def _unused(annotation: Annotation, function: str, places: Places) -> Diagnostic:
    """What is said about an annotation in a body."""
    span = places.span(annotation.start, annotation.end)
    words = annotation.text.split()
    match words[:1]:
        case ["assert"] | ["check"]:
            message = f"this assertion in `{function}` is not checked"
            return Diagnostic("warning", message, span, "write assert(…), which is")
        case ["loop"]:
            message = f"this annotation of a loop in `{function}` is not used"
            return Diagnostic("warning", message, span, "loops are unrolled up to the bound")
        case _:
            message = f"this annotation in `{function}` is not used"
            return Diagnostic("warning", message, span, "contracts stand before functions")
