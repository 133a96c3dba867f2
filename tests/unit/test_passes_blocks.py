"""Blocks: their shape, their size, and that they run as the system does that they were made from."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from helpers.explicit_blocks import looping_program
from helpers.programs import ProcedureBuilder, Shape, program, random_program
from helpers.systems import system_to_text
from maymust.interp.machine import Machine
from maymust.ir.program import START
from maymust.ir.validate_transitions import validate_transitions
from maymust.passes.blocks import loop_heads, make_blocks
from maymust.passes.pipeline import blocks_for_property, for_property, prepare
from maymust.passes.slicing import live_variables
from maymust.terms import add, conjunction, constant, eq, is_nonzero, less, ne, postorder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from maymust.ir.program import Program
    from maymust.ir.transitions import Input, TransitionSystem

ONE = constant(1, 3)


def branching_loop() -> Program:
    """x := 0; n := nondet; while (x < n) { if (n == 7) y := nondet; else y := 1; x += y } assert x != 5."""
    start = ProcedureBuilder(START)
    x, y, n = (start.local(name) for name in "xyn")
    start.assign(x, constant(0, 3))
    start.havoc(n)
    head = start.at
    assert head is not None
    inside, outside = start.branch(less(x, n, signed=False)) or (0, 0)
    start.at = inside
    yes, no = start.branch(eq(n, constant(7, 3))) or (0, 0)
    start.at = yes
    start.havoc(y)
    read = start.at
    start.at = no
    start.assign(y, ONE)
    start.join(read, start.at)
    start.assign(x, add(x, y))
    assert start.at is not None
    start.edge(start.at, head, start.edges[-2].statement)
    start.at = outside
    start.check(ne(x, constant(5, 3)))
    return program(start.build())


GOLDEN = """\
%start@0 -> %start@3 ?%start@2 [] %start::x := 0:3, %start::n := ?%start@2
%start@3 -> %start@3 ?%start@6 [(ult %start::x %start::n)] \
%start::x := (ite (eq %start::n 7:3) (add %start::x ?%start@6) (add %start::x 1:3))
%start@3 -> !P1 [(not (ult %start::x %start::n)) & (eq %start::x 5:3)]
"""


def test_golden_blocks() -> None:
    straight = for_property(prepare(branching_loop()), "P1")
    blocks = blocks_for_property(straight, "P1")
    assert sorted(system_to_text(blocks).splitlines()) == sorted(GOLDEN.splitlines())
    assert blocks.variables == straight.variables


def chain(length: int) -> Program:
    """if (nondet) x := x + i; if (x == i) y := y + x; … then assert x != y."""
    start = ProcedureBuilder(START)
    x, y, n = (start.local(name, 8) for name in "xyn")
    start.assign(x, constant(0, 8))
    start.assign(y, constant(0, 8))
    for i in range(length):
        if i % 2:
            yes, no = start.branch(eq(x, constant(i, 8))) or (0, 0)
        else:
            start.havoc(n)
            yes, no = start.branch(is_nonzero(n)) or (0, 0)
        start.at = yes
        start.assign(*((y, add(y, x)) if i % 2 else (x, add(x, constant(i + 1, 8)))))
        start.join(start.at, no)
    start.check(ne(x, y))
    return program(start.build())


def terms_of_chain(length: int) -> int:
    straight = for_property(prepare(chain(length)), "P1")
    (block,) = blocks_for_property(straight, "P1").transitions
    return sum(1 for _ in postorder((*block.guard, *block.updates.values())))


def test_size_is_linear() -> None:
    """Sixty branches have 2⁶⁰ ways through them."""
    sizes = [terms_of_chain(length) for length in (20, 40, 60)]
    assert sizes[2] - sizes[1] <= 1.1 * (sizes[1] - sizes[0])
    assert sizes[2] < 60 * 10


# -- random programs -----------------------------------------------------------------------------------------


def systems(count: int) -> Iterator[tuple[int, random.Random, TransitionSystem]]:
    """Flattened programs, and what is left of them for a property."""
    for seed in range(count):
        rng = random.Random(seed)
        made = random_program(rng, Shape(width=3, unmodelled=0.05))
        yield seed, rng, prepare(made)
        yield seed, rng, for_property(prepare(made), "P1")
        yield seed, rng, for_property(prepare(looping_program(rng, Shape(width=3, statements=4))), "P1")


def has_cycle(system: TransitionSystem, without: set[int]) -> bool:
    """Whether one can go round without these locations, by taking away what nothing enters."""
    left = {location for location in system.nodes if location not in without}
    while left:
        entered = {t.target for t in system.transitions if t.source in left}
        if left <= entered:
            return True
        left &= entered
    return False


def test_shape_of_random_blocks(size: Callable[[int], int]) -> None:
    loops = 0
    for seed, rng, system in systems(size(60)):
        blocks = make_blocks(system)
        validate_transitions(blocks)
        heads = loop_heads(system)
        loops += bool(heads)
        assert not has_cycle(system, heads), seed
        assert set(blocks.nodes) <= {system.initial, *system.errors, *system.blocked, *heads}, seed
        pairs = [(t.source, t.target) for t in blocks.transitions]
        assert len(pairs) == len(set(pairs)), seed
        assert_exclusive(blocks, rng, seed)
        focused = blocks_for_property(system, "P1")
        assert focused.variables == system.variables
        assert_exclusive(focused, rng, seed)
    assert loops > 30


def assert_exclusive(system: TransitionSystem, rng: random.Random, seed: int) -> None:
    """From a location at most one transition can be crossed, whatever the values."""
    machine = Machine(system)
    for transitions in system.outgoing.values():
        crossing = [machine.layout.function(conjunction(t.guard)) for t in transitions]
        if len(crossing) > 1:
            for _ in range(30):
                values = [rng.randrange(1 << max(v.width, 1)) for v in machine.layout.variables]
                assert sum(can_cross(values) for can_cross in crossing) <= 1, seed


class Lockstep:
    """Runs a system and its blocks with the same inputs: each node has one value from cut point to cut
    point."""

    def __init__(self, system: TransitionSystem, blocks: TransitionSystem, rng: random.Random) -> None:
        self.rng = rng
        self.machine, self.block_machine = Machine(system), Machine(blocks)
        self.cuts = set(make_blocks(system).nodes)
        self.live = live_variables(blocks)
        self.given: dict[str, int] = {}

    def value(self, source: Input) -> int:
        """What the input's node reads in this block."""
        return self.given.setdefault(source.node, self.rng.randrange(1 << source.variable.width))

    def step(self, machine: Machine, location: int, values: list[int]) -> int | None:
        for slot, source in zip(machine.input_slots[location], machine.inputs_at(location), strict=True):
            values[slot] = self.value(source)
        stepped = machine.step(location, values)
        return None if stepped is None else stepped[0].transition.target

    def to_next_cut(self, location: int, values: list[int]) -> int | None:
        at = self.step(self.machine, location, values)
        while at is not None and at not in self.cuts:
            at = self.step(self.machine, at, values)
        return at

    def run(self, most: int, *, whole: bool) -> int | None:
        """The location where both end, None where both stop. Where the blocks are not `whole` they may stop
        before the system does, but not on the way to an end."""
        system = self.machine.system
        ends = {*system.errors, *system.blocked}
        location: int | None = system.initial
        values, block_values = self.machine.initial_values(), self.block_machine.initial_values()
        stopped = False
        for _ in range(most):
            if location is None or location in ends:
                break
            self.given = {}
            following = self.to_next_cut(location, values)
            if not stopped:
                reached = self.step(self.block_machine, location, block_values)
                stopped = reached is None
                assert reached == following or (stopped and not whole)
                self.compare(reached, values, block_values)
            location = following
        wanted = {*system.blocked, *(at for at, p in system.errors.items() if p == "P1")}
        assert not stopped or location not in wanted
        return location

    def compare(self, location: int | None, values: list[int], block_values: list[int]) -> None:
        if location is not None:
            slots = self.machine.layout.slots
            for v in self.live[location]:
                assert values[slots[v]] == block_values[self.block_machine.layout.slots[v]], v


def test_blocks_run_as_the_system_does(size: Callable[[int], int]) -> None:
    ended = 0
    for _seed, rng, system in systems(size(60)):
        for blocks, whole in ((make_blocks(system), True), (blocks_for_property(system, "P1"), False)):
            lockstep = Lockstep(system, blocks, rng)
            ended += sum(lockstep.run(40, whole=whole) in system.errors for _ in range(10))
    assert ended > 200


def test_all_variables_are_kept_before_dead_ones_go(size: Callable[[int], int]) -> None:
    """Without the passes that follow, blocks leave every variable as the system does."""
    for _seed, rng, system in systems(size(20)):
        lockstep = Lockstep(system, make_blocks(system), rng)
        lockstep.live = {location: frozenset(system.variables) for location in system.nodes}
        lockstep.run(40, whole=True)
