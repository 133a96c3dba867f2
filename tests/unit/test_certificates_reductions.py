"""Wrong groups and wrong probes are refused: what makes them is not trusted."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from maymust.certificates.check_proof import Accepted
from maymust.certificates.proof import Proof
from maymust.certificates.reductions import check_probe, proofs_of_members
from maymust.deciding import certify
from maymust.errors import InternalError
from maymust.frontends.c import COptions, translate
from maymust.ir.program import Assume, Edge, Error, Procedure, Program, Property, Unmodelled
from maymust.passes.group_properties import GROUP, grouped
from maymust.passes.probe import probe_of
from maymust.terms import FALSE, TRUE

_PATIENCE = 1000.0
_CHECKED = """
int a[4];
void other(void);
int main(void) {
    int i = 0;
    while (i < 4) { a[i] = 100 / (i + 1); i++; }
    return a[3];
}
"""
_HEAD = "#include <assert.h>\nint nondet(void);\n"
_ASSERTING = (
    _HEAD + "int main(void) { int x = nondet(); if (x > 5) { if (x < 3) assert(x == 7); } return x; }"
)

Edit = Callable[[Edge], Edge | None]


def _program(text: str, *properties: str) -> Program:
    options = COptions(entry="main", properties=frozenset(properties or ("assert",)))
    return translate("reduced.c", text, options).program


def _edited(program: Program, edit: Edit) -> Program:
    """The program with edges edited; those that become None go."""

    def edited(procedure: Procedure) -> Procedure:
        edges = [edit(edge) for edge in procedure.edges]
        return replace(procedure, edges=tuple([edge for edge in edges if edge is not None]))

    return replace(program, procedures={name: edited(p) for name, p in program.procedures.items()})


def _group_of(program: Program) -> tuple[Program, Proof]:
    whole = grouped(program, program.properties)
    return whole, Proof(whole.property(GROUP), {}, 1)


def _checks() -> tuple[Program, tuple[Property, ...]]:
    program = _program(_CHECKED, "div", "bounds")
    assert len(program.properties) > 1
    return program, program.properties


def test_the_proof_of_a_group_is_one_of_each_member() -> None:
    """And the checker agrees, who knows nothing of groups."""
    text = "int main(void) { int i = 3, a[4]; a[i] = 6 / i; return a[i]; }"
    program = _program(text, "div", "bounds")
    whole = grouped(program, program.properties)
    proof = Proof(whole.property(GROUP), {}, 1)
    assert isinstance(certify(whole, proof, time.monotonic() + _PATIENCE), Accepted)
    proofs = proofs_of_members(program, whole, program.properties, proof)
    assert list(proofs) == [p.id for p in program.properties]
    for each in proofs.values():
        assert isinstance(certify(program, each, time.monotonic() + _PATIENCE), Accepted)


def test_a_group_that_loses_an_error_is_refused() -> None:
    program, members = _checks()
    whole, proof = _group_of(program)
    lost = members[-1].id

    def without(edge: Edge) -> Edge | None:
        return None if edge.statement == Error(lost) else edge

    wrong = grouped(_edited(program, without), members)
    with pytest.raises(InternalError, match="other edges"):
        proofs_of_members(program, wrong, members, proof)
    assert proofs_of_members(program, whole, members, proof)


@pytest.mark.parametrize("instead", [Assume(TRUE), Error("elsewhere"), Unmodelled("?", frozenset())])
def test_a_group_with_another_statement_for_an_error_is_refused(
    instead: Assume | Error | Unmodelled,
) -> None:
    program, members = _checks()
    whole, proof = _group_of(program)

    def changed(edge: Edge) -> Edge:
        return replace(edge, statement=instead) if edge.statement == Error(GROUP) else edge

    with pytest.raises(InternalError, match="another statement"):
        proofs_of_members(program, _edited(whole, changed), members, proof)


def test_a_group_that_is_stopped_elsewhere_is_refused() -> None:
    """A condition that is never true in the place of another: fewer executions, and so fewer errors."""
    program, members = _checks()
    whole, proof = _group_of(program)

    def stopped(edge: Edge) -> Edge:
        return replace(edge, statement=Assume(FALSE)) if isinstance(edge.statement, Assume) else edge

    with pytest.raises(InternalError, match="another statement"):
        proofs_of_members(program, _edited(whole, stopped), members, proof)


def test_a_group_without_all_its_members_proves_nothing_of_the_rest() -> None:
    program, members = _checks()
    part = grouped(program, members[:1])
    proof = Proof(part.property(GROUP), {}, 1)
    assert list(proofs_of_members(program, part, members[:1], proof)) == [members[0].id]
    with pytest.raises(InternalError, match="another statement"):
        proofs_of_members(program, part, members, proof)
    stranger = replace(members[0], id="stranger")
    with pytest.raises(InternalError, match="no property of the program"):
        proofs_of_members(program, part, [*members, stranger], proof)


def test_a_group_must_be_hidden_by_what_hides_a_member() -> None:
    program, members = _checks()
    hidden = Unmodelled("something", frozenset((members[0].id,)))
    first = next(e for e in program.procedures["main"].edges if e.statement == Error(members[0].id))

    def unmodelled(edge: Edge) -> Edge:
        return replace(edge, statement=hidden) if edge == first else edge

    given = _edited(program, unmodelled)
    whole, proof = _group_of(given)
    assert proofs_of_members(given, whole, members, proof)

    def shown(edge: Edge) -> Edge:
        is_hiding = isinstance(edge.statement, Unmodelled)
        return replace(edge, statement=Unmodelled("something", frozenset())) if is_hiding else edge

    with pytest.raises(InternalError, match="another statement"):
        proofs_of_members(given, _edited(whole, shown), members, proof)


def test_a_group_is_of_the_same_program() -> None:
    program, members = _checks()
    whole, proof = _group_of(program)
    with pytest.raises(InternalError, match="other globals"):
        proofs_of_members(program, replace(whole, globals=()), members, proof)
    procedures = {name: p for name, p in whole.procedures.items() if name != "main"}
    with pytest.raises(InternalError, match="other procedures"):
        proofs_of_members(program, replace(whole, procedures=procedures), members, proof)
    moved = {name: replace(p, entry=p.exit) for name, p in whole.procedures.items()}
    with pytest.raises(InternalError, match="another procedure"):
        proofs_of_members(program, replace(whole, procedures=moved), members, proof)


def _probed() -> tuple[Program, Program, Property]:
    program = _program(_ASSERTING)
    (wanted,) = program.properties
    probe = probe_of(program, wanted)
    assert probe is not None
    return program, probe, wanted


def test_a_probe_that_sees_who_arrives_is_one() -> None:
    program, probe, wanted = _probed()
    check_probe(program, probe, wanted)


def test_the_program_itself_is_no_probe() -> None:
    program, _, wanted = _probed()
    with pytest.raises(InternalError, match="does not see who arrives"):
        check_probe(program, program, wanted)


def test_a_probe_that_lets_nobody_arrive_is_refused() -> None:
    program, probe, wanted = _probed()

    def stopped(edge: Edge) -> Edge:
        return replace(edge, statement=Assume(FALSE)) if isinstance(edge.statement, Assume) else edge

    def blind(edge: Edge) -> Edge | None:
        return None if edge.statement == Error(wanted.id) else edge

    with pytest.raises(InternalError, match="differs elsewhere"):
        check_probe(program, _edited(probe, stopped), wanted)
    with pytest.raises(InternalError, match="does not see who arrives"):
        check_probe(program, _edited(probe, blind), wanted)


def test_an_assertion_whose_condition_is_constant_has_no_probe() -> None:
    program = _program(_HEAD + "int main(void) { assert(1); return 0; }")
    (wanted,) = program.properties
    with pytest.raises(InternalError, match="without beginnings"):
        check_probe(program, program, wanted)


def test_a_condition_outside_the_text_has_no_probe() -> None:
    text = """
    extern void __assert_fail(const char *, const char *, unsigned, const char *);
    int main(int argc) { ((argc >= 0) ? (void)0 : __assert_fail("argc >= 0", "f.c", 3, "main")); return 0; }
    """
    program = _program(text)
    (wanted,) = program.properties
    with pytest.raises(InternalError, match="not in its text"):
        check_probe(program, program, wanted)


def test_what_is_not_modelled_may_hide_who_arrives() -> None:
    """It need not hide an assertion that cannot fail."""
    program, probe, wanted = _probed()

    def unseen(edge: Edge) -> Edge:
        is_error = edge.statement == Error(wanted.id)
        return replace(edge, statement=Unmodelled("something", frozenset())) if is_error else edge

    given = _edited(program, unseen)
    assert probe_of(given, wanted) is None
    with pytest.raises(InternalError, match="may hide who arrives"):
        check_probe(given, probe, wanted)
