"""Goes the whole way, one step after the other. It imports clang, so it is imported only when needed."""

from __future__ import annotations

from dataclasses import replace

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.c import COptions, Translation
from maymust.frontends.c.builtins.argument_checks import are_checked
from maymust.frontends.c.clang.dialects import rewrite
from maymust.frontends.c.clang.parse import parse, read_source
from maymust.frontends.c.clang.prelude import contract_warnings
from maymust.frontends.c.clang.weaving import Weaving
from maymust.frontends.c.lowering.program import build_program
from maymust.frontends.c.reading.declarations import Declarations
from maymust.frontends.c.reading.entry import choose_entry
from maymust.frontends.c.reading.models import LibraryModels
from maymust.frontends.c.rules.instrument import instrument
from maymust.frontends.slic import RuleText, parse_rule
from maymust.frontends.slic.tree import Rule
from maymust.ir.source import Span
from maymust.ir.validate import validate


def translate_text(path: str, text: str | bytes | None, options: COptions) -> Translation:
    """See `maymust.frontends.c.translate`. Requires a large stack."""
    content = read_source(path, text)
    rewriting = rewrite(content)
    content = content if rewriting is None else rewriting.text
    unit = parse(path, content, options.data_model, options.include_paths, options.defines, rewriting)
    warned = contract_warnings(unit)
    models = LibraryModels(options.data_model, checked=are_checked(options.properties))
    declarations = Declarations(unit, models)
    entry = choose_entry(declarations, path, options.entry)
    weaving = None
    if options.rules:
        weaving = instrument(declarations, path, content, entry, _parsed(options.rules), options.properties)
        weaving = replace(weaving, rewriting=rewriting)
        content = weaving.text
        unit = parse(path, content, options.data_model, options.include_paths, options.defines, weaving)
        models = LibraryModels(options.data_model, checked=are_checked(options.properties))
        declarations = Declarations(unit, models)
        _refuse_unseen_calls(declarations, path, entry, weaving)
    program, warnings, source = build_program(
        declarations,
        path,
        content,
        entry,
        options.data_model,
        globals_are_inputs=options.globals_are_inputs,
        malloc_may_fail=options.malloc_may_fail,
        copies=options.copies,
        shortcuts=options.shortcuts,
        assume_separate=options.assume_separate,
        asked=options.properties,
        weaving=weaving,
    )
    validate(program)
    warnings = tuple(sorted((*warned, *warnings), key=lambda warning: warning.span))
    return Translation(program, warnings, replace(source, defines=options.defines))


def _refuse_unseen_calls(declarations: Declarations, path: str, entry: str, weaving: Weaving) -> None:
    """Raises InputError where a function that rules watch is still mentioned by its own name: some header has
    done away with the macro that renames it."""
    unseen = sorted(declarations.names_in_reach(entry).intersection(weaving.renamed))
    if unseen:
        message = f"`{unseen[0]}` is a macro in a header: rules cannot watch it"
        raise InputError(Diagnostic("error", message, Span(path, 0, 0, 0, 0)))


def _parsed(texts: tuple[RuleText, ...]) -> list[Rule]:
    """The rules. Raises InputError with all that is wrong with them."""
    rules: dict[str, Rule] = {}
    wrong: list[Diagnostic] = []
    for text in texts:
        if text.name in rules:
            span = Span(text.path, 0, 0, 0, 0)
            wrong.append(Diagnostic("error", f"there are two rules called `{text.name}`", span))
        try:
            rules[text.name] = parse_rule(text)
        except InputError as error:
            wrong += error.diagnostics
    if wrong:
        raise InputError(*wrong)
    return list(rules.values())
