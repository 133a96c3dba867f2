"""Programs as text, and back."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from helpers.programs import P1, ProcedureBuilder, Shape, program, random_program, var
from maymust.ir.program import START, Call, Error, Return, Unmodelled, Variable
from maymust.ir.source import Span
from maymust.ir.text import IrSyntaxError, program_from_text, program_to_text, statement_to_text
from maymust.ir.validate import validate
from maymust.terms import add, bitvec, constant, is_nonzero, variable

if TYPE_CHECKING:
    from collections.abc import Callable

ABS = """\
program "abs.c" LP64 entry abs
property P1 assert "a >= 0" @ 5:3-5:17
global calls bv32 unsigned "calls"
procedure abs -> bv32 entry 0 exit 1
  parameter abs::a bv32 signed "a"
  local abs::b bv32 unsigned "b"
  0 -> 2: assume (slt abs::a 0:32) @ 3:7-3:12
  0 -> 3: assume (not (slt abs::a 0:32)) @ 3:7-3:12
  2 -> 3: abs::a := (sub 0:32 abs::a) @ 4:5-4:11
  3 -> 4: assume (slt abs::a 0:32) @ 5:3-5:17
  4 -> 1: error P1 @ 5:3-5:17
  3 -> 5: assume (not (slt abs::a 0:32)) @ 5:3-5:17
  5 -> 6: havoc abs::b call "__VERIFIER_nondet_uint" @ "lib.h" 1:1-1:2
  6 -> 1: return abs::a @ 6:3-6:11
end
procedure %start entry 0 exit 1
  local %start::x bv32 signed "a"
  0 -> 2: calls := 0:32 @ 1:1-1:2
  2 -> 3: havoc %start::x parameter "a" @ 1:1-1:2
  3 -> 4: %start::x := call abs %start::x @ 1:1-1:2
  4 -> 5: call abs (add 1:32 %start::x) @ 1:1-1:2
  5 -> 1: return @ 1:1-1:2
end
"""


def test_a_program_and_its_text() -> None:
    read = program_from_text(ABS)
    validate(read)
    assert program_to_text(program_from_text(program_to_text(read))) == program_to_text(read)
    assert read.file == "abs.c"
    assert read.property("P1").description == "a >= 0"
    assert read.procedures["abs"].returns == (bitvec(32),)
    assert read.procedures["abs"].edges[6].span == Span("lib.h", 1, 1, 1, 2)
    assert read.procedures[START].edges[3].statement.arguments[0].args  # type: ignore[union-attr]
    # the text above is in the printer's own form, but for the order in which `add` holds its arguments
    assert program_to_text(read).replace("(add %start::x 1:32)", "(add 1:32 %start::x)") == ABS


def test_random_programs_survive(size: Callable[[int], int]) -> None:
    for seed in range(size(60)):
        made = random_program(random.Random(seed), Shape(unmodelled=0.1, recursion=0.3))
        validate(made)
        assert program_from_text(program_to_text(made)) == made


@pytest.mark.parametrize(
    "name", ["assume", "havoc", "call", "return", "error", "unmodelled", "end", "a b", "x := y"]
)
def test_variables_may_be_called_like_statements(name: str) -> None:
    builder = ProcedureBuilder(START)
    target = variable(name, bitvec(8))
    named = Variable(target, name, signed=False)
    builder.assign(target, constant(3, 8))
    builder.havoc(target)
    builder.assign(target, target)
    builder.check(is_nonzero(target))
    made = program(builder.build(), variables=(named,))
    validate(made)
    assert program_from_text(program_to_text(made)) == made


def test_calls_with_results_called_call() -> None:
    callee = ProcedureBuilder("call", (var("call::p", 8),), returns=(8,))
    callee.step(Return((var("call::p", 8).term,)))
    builder = ProcedureBuilder(START)
    result = builder.local("call", 8)
    target = variable("call", bitvec(8))
    builder.assign(target, constant(3, 8))
    builder.step(Call((target,), "call", (target,)))
    builder.step(Call((result,), "call", (target,)))
    made = program(callee.build(), builder.build(), variables=(Variable(target, "call", signed=False),))
    validate(made)
    assert program_from_text(program_to_text(made)) == made


def test_several_values_are_separated_by_commas() -> None:
    callee = ProcedureBuilder("f", (), returns=(8, 4))
    callee.step(Return((constant(1, 8), constant(2, 4))))
    builder = ProcedureBuilder(START)
    first, odd = variable("first", bitvec(8)), variable("a, b", bitvec(4))
    call = Call((first, odd), "f", ())
    builder.assign(first, constant(0, 8))
    builder.assign(odd, constant(0, 4))
    builder.step(call)
    builder.step(Call((), "f", ()))
    named = tuple(Variable(v, v.name or "", signed=False) for v in (first, odd))
    made = program(callee.build(), builder.build(), variables=named)
    validate(made)
    assert statement_to_text(call) == "first, |a, b| := call f"
    assert statement_to_text(Return((first, odd, add(first, first)))) == (
        "return first, |a, b|, (add first first)"
    )
    assert "procedure f -> bv8, bv4 entry" in program_to_text(made)
    assert program_from_text(program_to_text(made)) == made


def test_odd_strings_survive() -> None:
    builder = ProcedureBuilder(START)
    builder.step(Unmodelled('asm("nop @ 1:1-2:2"); \\ \u2028 \n end'))
    made = replace(program(builder.build()), file='odd "name" | # é.c')
    made = replace(made, properties=(replace(P1, description='a | b " @ 1:1-1:1'),))
    assert program_from_text(program_to_text(made)) == made


def test_statements_as_text() -> None:
    assert statement_to_text(Error("P1")) == "error P1"
    assert statement_to_text(Return(())) == "return"
    assert statement_to_text(Call((), "f", ())) == "call f"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('program "abs.c"', "programme abs.c", "line 1: a program line"),
        ("property P1 assert", "property P1", "line 2: a property"),
        ("global calls bv32", "global calls int", "line 3: no sort"),
        ("global calls bv32 unsigned", "global calls bv32", "line 3: a variable"),
        ("procedure abs ->", "procedures abs ->", "line 4: a property, a global or a procedure"),
        ("procedure %start", "procedure abs", "a second procedure is called abs"),
        ("entry 0 exit 1\n  parameter", "entry 0\n  parameter", "line 4: a procedure"),
        ("0 -> 2: assume", "0 => 2: assume", "line 7: an edge"),
        (
            "(slt abs::a 0:32) @ 3:7-3:12\n  0 -> 3",
            "(slt abs::a) @ 3:7-3:12\n  0 -> 3",
            "line 7: slt does not take",
        ),
        ("abs::a := (sub 0:32 abs::a)", "abs::z := 0:32", "line 9: 'abs::z' is not declared"),
        ("abs::a := (sub 0:32 abs::a)", "abs::a = 0:32", "line 9: a statement was expected"),
        ('havoc abs::b call "__VER', 'havoc abs::b magic "__VER', "line 13: "),
        ('"__VERIFIER_nondet_uint"', '"\\q"', "line 13: "),
        ("4 -> 1: error P1", "4 -> 1: unmodelled 5", "line 11: 5 is no string"),
        ("4 -> 1: error P1", "4 -> 1: unmodelled", "line 11: "),
        ("  5 -> 1: return @ 1:1-1:2\nend\n", "", "the text ends too early"),
    ],
)
def test_syntax_errors_name_the_line(old: str, new: str, message: str) -> None:
    assert ABS.count(old) == 1
    with pytest.raises(IrSyntaxError) as caught:
        program_from_text(ABS.replace(old, new))
    assert message in str(caught.value)


def test_an_empty_text_is_no_program() -> None:
    with pytest.raises(IrSyntaxError, match="line 1"):
        program_from_text("\n# nothing\n")
