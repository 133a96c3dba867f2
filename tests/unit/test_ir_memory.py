"""What programs say of their memory: roles, areas, objects; as text and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from maymust.frontends.c import COptions, translate
from maymust.ir.memory import CODE, OUTSIDE, UNINITIALISED, Held, Memory, Role
from maymust.ir.memory_text import held_from_text, held_to_text, memory_from_text, memory_to_text
from maymust.ir.program import Program
from maymust.ir.text import IrSyntaxError, program_from_text, program_to_text

PROGRAMS = Path(__file__).parents[1] / "programs"
LIST = """
#include <stdlib.h>
struct node { int value; struct node *next; };
struct node *first;
int twice(int n) { return 2 * n; }
int (*apply)(int) = twice;
int f(struct node *given) {
    static int calls;
    int x = 1, *p = &x;
    struct node *made = malloc(sizeof *made);
    made->next = given; made->value = apply(*p); first = made; calls++;
    free(made);
    return first != 0;
}
"""


def program(text: str, **options: object) -> Program:
    return translate("list.c", text, COptions(**options)).program  # type: ignore[arg-type]


def test_every_variable_knows_its_role() -> None:
    found = program(LIST, entry="f", data_model="ILP32")
    parts = {variable.part for variable in found.globals if variable.held.is_variable}
    assert {("first", Role.OBJECT), ("first", Role.OFFSET), ("calls", Role.VALUE)} <= parts
    assert ("calls", Role.VALUE) not in found.global_parts()  # a function's own
    assert ("first", Role.OBJECT) in found.global_parts()
    assert set(found.parameter_parts("f")) == {("given", Role.OBJECT), ("given", Role.OFFSET)}
    next_ = found.the(Role.NEXT)
    assert next_ is not None
    alive = [variable for variable in found.globals if variable.role is Role.ALIVE]
    assert [variable.held.index for variable in alive] == [(Role.OBJECT,)]


def test_cells_are_those_of_the_variables() -> None:
    found = program(LIST, entry="f", data_model="ILP32")
    cells = {
        name
        for area in found.memory.areas
        for cell in area.cells
        for name in (cell.variable, cell.offset)
        if name is not None
    }
    assert cells == {variable.name for variable in found.globals if variable.held.is_cell}
    for number, area in enumerate(found.memory.areas):
        held = {variable.name: variable.held.area for variable in found.globals}
        assert {held[cell.variable] for cell in area.cells} <= {number}


def test_objects_have_numbers_of_their_kind() -> None:
    memory = program(LIST, entry="f").memory
    assert list(memory.functions.values()) == ["twice"]
    assert all(CODE <= number < OUTSIDE < UNINITIALISED for number in memory.functions)
    assert [of.text for of in memory.outside] == ["struct node"]
    (node,) = memory.outside
    assert [(part.path, part.start, part.target) for part in node.parts] == [
        (".value", 0, None),
        (".next", 64, 0),
    ]
    assert memory.first_allocated == 1 + sum(len(area.named) for area in memory.areas)


def test_a_copy_of_a_function_is_still_that_function() -> None:
    found = program(
        "#include <stdlib.h>\nvoid *get(size_t n) { return malloc(n); }"
        "int main(void) { int *a = get(4); char **b = get(8); *a = 1; *b = 0; return *a; }"
    )
    copies = [name for name in found.procedures if found.function(name) == "get"]
    assert len(copies) == 2
    assert found.function("main") == "main"


def test_names_may_have_dots() -> None:
    text = program_to_text(program("int f(int n) { return n; } int main(void) { return f(1); }"))
    renamed = program_from_text(
        text.replace("procedure f ", "procedure pkg.Class.f ").replace("call f ", "call pkg.Class.f ")
    )
    assert renamed.function("pkg.Class.f") == "pkg.Class.f"


@pytest.mark.parametrize("model", ["LP64", "ILP32"])
def test_text_and_back(model: str) -> None:
    for found in (
        program(LIST, entry="f", data_model=model),
        program(LIST, entry="f", data_model=model, properties=frozenset({"free", "uninit", "leak"})),
    ):
        assert program_from_text(program_to_text(found)) == found


def test_every_program_with_memory_is_read_back() -> None:
    for path in sorted((PROGRAMS / "memory").glob("*.c"))[:20]:
        found = translate(str(path), None, COptions()).program
        assert program_from_text(program_to_text(found)) == found, path


@pytest.mark.parametrize(
    "held",
    [
        Held(),
        Held(Role.OBJECT, 3, (Role.OBJECT, Role.OFFSET)),
        Held(Role.VALUE, 0, (), initial=True),
        Held(Role.OFFSET, inner=True),
    ],
)
def test_what_is_held_as_text(held: Held) -> None:
    assert held_from_text(held_to_text(held)) == held


def test_nothing_is_said_of_no_memory() -> None:
    assert list(memory_to_text(Memory(64))) == []
    assert memory_from_text(["memory 32 first 7"]) == Memory(32, first_allocated=7)


@pytest.mark.parametrize("line", ["memory 64", "area [1]", "named x", "outside 5", 'area {"a": 1}'])
def test_lines_that_say_nothing(line: str) -> None:
    with pytest.raises(ValueError, match="says nothing of memory"):
        memory_from_text([line])
    with pytest.raises(IrSyntaxError):
        program_from_text(f'program "a.c" LP64 entry f\n{line}\n')
