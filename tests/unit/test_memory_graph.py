"""Objects, cells and folds: what the analysis of pointers keeps apart, and what it must not."""

from __future__ import annotations

import itertools
import random

from maymust.frontends.c.points_to.graph import MemoryGraph, Ref

INT, POINTER = 32, 64


def cells(graph: MemoryGraph, ref: Ref) -> list[tuple[int, int, str]]:
    """The cells of a node: start, width, and what they hold."""
    node = graph.resolve(ref).node
    found = []
    for cell in sorted(node.cells.values(), key=lambda c: c.start):
        kind = "mixed" if cell.mixed else "bytes" if cell.in_bytes else "pointer" if cell.target else "data"
        found.append((cell.start, cell.width, kind))
    return found


def test_fields_are_told_apart() -> None:
    graph = MemoryGraph()
    node = graph.object("node")
    graph.access(node, INT)
    target = graph.access(node.moved(64), POINTER, pointer=True)
    assert cells(graph, node) == [(0, 32, "data"), (64, 64, "pointer")]
    assert target is not None
    graph.unify(target, node)  # a list
    assert graph.resolve(target) == graph.resolve(node)
    assert cells(graph, target) == [(0, 32, "data"), (64, 64, "pointer")]


def test_a_pointer_to_a_part_keeps_the_layout() -> None:
    graph = MemoryGraph()
    whole, part = graph.object("whole"), graph.object("part")
    graph.access(whole, INT)
    graph.access(whole.moved(64), INT)
    graph.access(part, INT)
    graph.unify(whole.moved(64), part)
    assert cells(graph, whole) == [(0, 32, "data"), (64, 32, "data")]
    assert graph.resolve(part) == graph.resolve(whole.moved(64))
    assert graph.resolve(whole).node.objects == {"whole": 0, "part": 64}


def test_arrays_are_folded() -> None:
    graph = MemoryGraph()
    array = graph.object("array")
    graph.access(array, INT)
    graph.step(array, INT)
    graph.access(array.moved(3 * INT), INT)
    assert cells(graph, array) == [(0, 32, "data")]


def test_structures_in_arrays_keep_their_fields() -> None:
    graph = MemoryGraph()
    array = graph.object("array")
    graph.step(array, 128)
    graph.access(array.moved(128), INT)
    graph.access(array.moved(64), POINTER, pointer=True)
    assert cells(graph, array) == [(0, 32, "data"), (64, 64, "pointer")]


def test_a_structure_walked_by_its_first_field_is_an_array_of_such() -> None:
    graph = MemoryGraph()
    array = graph.object("array")
    graph.step(array, 64)
    graph.access(array, INT)
    graph.access(array.moved(32), INT)
    graph.step(array, 32)
    assert cells(graph, array) == [(0, 32, "data")]


def test_bytes_where_widths_differ() -> None:
    graph = MemoryGraph()
    word = graph.object("word")
    graph.access(word, INT)
    graph.access(word.moved(64), INT)
    graph.step(word, 8)  # a char pointer walks over it
    graph.access(word, 8)
    assert cells(graph, word) == [(0, 8, "bytes")]
    assert graph.cell(word.moved(64)).in_bytes


def test_only_what_overlaps_becomes_bytes() -> None:
    graph = MemoryGraph()
    record = graph.object("record")
    graph.access(record, INT)
    graph.access(record.moved(32), INT)  # a union's int …
    graph.access(record.moved(32), 64)  # … and its long
    assert cells(graph, record) == [(0, 32, "data"), (32, 64, "bytes")]
    assert graph.cell(record.moved(64)).in_bytes
    graph.access(record.moved(32), 64, pointer=True)
    assert cells(graph, record) == [(0, 32, "data"), (32, 64, "mixed")]


def test_pointer_and_integer_in_one_place_are_mixed() -> None:
    graph = MemoryGraph()
    union = graph.object("union")
    graph.access(union, POINTER, pointer=True)
    assert not graph.cell(union).mixed
    graph.access(union, POINTER)
    assert graph.cell(union).mixed


def test_an_array_in_a_structure() -> None:
    graph = MemoryGraph()
    record = graph.object("record")
    graph.access(record, INT)
    graph.array(record.moved(32), 4, INT)
    graph.access(record.moved(32), INT)
    graph.access(record.moved(64), INT)
    graph.access(record.moved(160), INT)
    assert cells(graph, record) == [(0, 32, "data"), (32, 32, "data"), (160, 32, "data")]
    fold = graph.fold_around(record.moved(96))
    assert fold is not None
    assert (fold.start, fold.length, fold.stride) == (32, 128, 32)
    graph.step(record.moved(32), INT)  # a pointer walks over that array only
    assert len(cells(graph, record)) == 3
    graph.access(record.moved(64), 64)  # two elements at once
    assert cells(graph, record) == [(0, 32, "data"), (32, 128, "bytes"), (160, 32, "data")]


def test_an_array_of_structures_with_arrays() -> None:
    graph = MemoryGraph()
    record = graph.object("record")
    graph.step(record, 256)
    graph.array(record.moved(256 + 64), 4, 32)
    graph.access(record.moved(256 + 64), INT)
    graph.access(record.moved(512 + 96), INT)
    assert cells(graph, record) == [(64, 32, "data")]


def test_nested_arrays() -> None:
    graph = MemoryGraph()
    matrix = graph.object("matrix")
    record = matrix.moved(0)
    graph.access(record.moved(1000 * 8), INT)
    graph.array(record, 3, 128)
    graph.array(record.moved(128), 4, 32)
    graph.access(record.moved(256 + 64), INT)
    assert cells(graph, record) == [(0, 32, "data"), (8000, 32, "data")]


def test_unification_is_transitive_and_merges_targets() -> None:
    graph = MemoryGraph()
    slots = [graph.unknown() for _ in range(50)]
    things = [graph.object(n) for n in range(50)]
    for slot, thing in zip(slots, things, strict=True):
        graph.access(thing, POINTER, pointer=True)
        graph.unify(slot, thing)
    for a, b in itertools.pairwise(slots):
        graph.unify(a, b)
    assert len({graph.resolve(s) for s in slots}) == 1
    assert set(graph.resolve(slots[0]).node.objects) == set(range(50))
    assert len(cells(graph, slots[0])) == 1


def test_memory_that_overlaps_shares_a_cell() -> None:
    """Whatever is accessed, in whatever order: overlapping bits of an object are all in one cell."""
    for seed in range(1500):
        rng = random.Random(seed)
        graph = MemoryGraph()
        objects = [graph.object(n) for n in range(3)]
        accesses: list[tuple[int, int, int]] = []
        for _ in range(rng.randrange(2, 12)):
            match rng.randrange(5):
                case 0:
                    graph.step(
                        rng.choice(objects).moved(8 * rng.randrange(8)), 8 * rng.choice([1, 2, 4, 8, 12])
                    )
                case 1:
                    graph.array(
                        rng.choice(objects).moved(8 * rng.randrange(8)),
                        rng.randrange(1, 5),
                        8 * rng.choice([1, 4, 6]),
                    )
                case 2 if rng.random() < 0.3:
                    a, b = rng.choice(objects), rng.choice(objects)
                    graph.unify(a.moved(8 * rng.randrange(4)), b)
                case _:
                    chosen, start, width = (
                        rng.randrange(3),
                        8 * rng.randrange(20),
                        8 * rng.choice([1, 2, 4, 8]),
                    )
                    graph.access(objects[chosen].moved(start), width)
                    accesses.append((chosen, start, width))
        for chosen, start, width in accesses:
            at = graph.resolve(objects[chosen].moved(start))
            cell = graph.cell(at)
            inside = cell.start <= at.offset and at.offset + width <= cell.end
            assert inside or cell.width == at.node.stride, seed
            assert cell.in_bytes or (cell.start, cell.width) == (at.offset, width), seed
            for other, there, wide in accesses:
                if chosen == other and start < there + wide and there < start + width:
                    a = graph.cell(objects[chosen].moved(start))
                    b = graph.cell(objects[other].moved(there))
                    assert a is b, seed
                    assert a.in_bytes or (start, width) == (there, wide), seed


def test_a_pointer_that_is_read_again_changes_nothing() -> None:
    graph = MemoryGraph()
    place = graph.object("x")
    first = graph.access(place, 64, pointer=True)
    changes = graph.changes
    assert graph.access(place, 64, pointer=True) == first
    assert graph.changes == changes
