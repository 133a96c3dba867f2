"""Contracts: what is required and ensured, as FIR expressions over the names of the translation."""

from __future__ import annotations

from helpers.bounded_c import program_of, verdicts, words
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import UndecidedWithin
from maymust.engines.forge.from_ir import expressions as e
from maymust.engines.forge.from_ir.contract import Clause, EntryContract
from maymust.engines.forge.from_ir.names import Names
from maymust.fir.tree import Expression, OldUse, Quantified, Unary, VariableUse
from maymust.ir.memory import Role
from maymust.ir.source import Span

HERE = Span("test.c", 1, 1, 1, 2)
LIST = """
struct node { int value; struct node *next; };
int count = 0;
struct node *add(struct node *list, struct node *n, int v) {
    if (!n) return list;
    n->value = v;
    n->next = list;
    count++;
    return n;
}
int twice(int n) { return 2 * n; }
"""


def clause(number: int, condition: Expression) -> Clause:
    return Clause(f"E{number}", condition, f"clause {number}", HERE)


def test_required_and_ensured_of_numbers() -> None:
    def contract(names: Names) -> EntryContract:
        n = names.parameter("n")
        required = e.binary("greater", n, e.number(0))
        return EntryContract(
            (clause(0, required),),
            (
                clause(1, e.binary("greater", names.result(), n)),
                clause(2, e.binary("greater", names.result(), e.number(3))),
            ),
        )

    assert words(LIST, "twice", contract=contract) == ["holds", "fails"]
    assert words(LIST, "twice", contract=lambda names: EntryContract((), contract(names).ensures)) == [
        "fails",
        "fails",
    ]


def test_fields_old_values_and_reachability() -> None:
    def contract(names: Names) -> EntryContract:
        domain = names.domain_of("list")
        following, value = names.cell("list", 8, Role.OBJECT), names.cell("list", 0)
        assert isinstance(following, VariableUse)
        given, n = names.parameter("list", Role.OBJECT), names.parameter("n", Role.OBJECT)
        added = e.negation(e.equal(n, names.null(domain)))
        reached = e.subset(given, e.join(names.result(), Unary("reflexive_closure", following)))
        each = names.bound_variable("o", domain)
        others = e.implication(
            e.negation(e.equal(e.use(each), n)),
            e.equal(e.join(e.use(each), following), e.join(e.use(each), OldUse(following.name))),
        )
        more = e.binary("greater", names.global_variable("count"), OldUse("count"))
        return EntryContract(
            (clause(0, names.valid(n, domain)),),
            (
                clause(1, e.implication(added, e.equal(e.join(names.result(), following), given))),
                clause(2, reached),
                clause(3, Quantified("all", (each,), others)),
                clause(4, e.equal(e.join(n, value), names.parameter("v"))),
                clause(5, more),
                clause(6, e.equal(following, OldUse(following.name))),
            ),
        )

    assert words(LIST, "add", contract=contract) == ["holds", "holds", "holds", "holds", "holds", "fails"]


def test_what_has_no_name_is_not_supported() -> None:
    program = program_of(LIST + "\n#include <assert.h>\nint test(int n) { assert(n); return n; }")
    found = verdicts(program, Bound(), lambda names: EntryContract((clause(0, names.parameter("m")),)))
    assert [type(verdict) for _, verdict in found] == [UndecidedWithin]
