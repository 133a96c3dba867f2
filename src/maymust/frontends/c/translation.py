"""The whole way, one step after the other. It imports clang, so it is imported only when needed."""

from __future__ import annotations

from maymust.frontends.c import COptions, Translation
from maymust.frontends.c.assemble import build_program, choose_entry
from maymust.frontends.c.declarations import Declarations
from maymust.frontends.c.library_models import LibraryModels
from maymust.frontends.c.parse import parse, read_source
from maymust.ir.validate import validate


def translate_text(path: str, text: str | bytes | None, options: COptions) -> Translation:
    """See `maymust.frontends.c.translate`. Requires a large stack."""
    content = read_source(path, text)
    unit = parse(path, content, options.data_model, options.include_paths, options.defines)
    declarations = Declarations(unit, LibraryModels(options.data_model))
    entry = choose_entry(declarations, path, options.entry)
    program, warnings, source = build_program(
        declarations,
        path,
        content,
        entry,
        options.data_model,
        globals_are_inputs=options.globals_are_inputs,
        malloc_may_fail=options.malloc_may_fail,
        assume_separate=options.assume_separate,
        asked=options.properties,
    )
    validate(program)
    return Translation(program, warnings, source)
