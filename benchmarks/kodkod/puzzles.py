"""Puzzles and combinatorial problems."""

from __future__ import annotations

from benchmarks.kodkod.problem import Problem, atoms, names, problem
from maymust.relational import (
    UNIV,
    Bounds,
    Expression,
    Formula,
    Options,
    Relation,
    Variable,
    comprehension,
    conjunction,
    for_all,
    one_of,
)

SUDOKU = "600200050018060020003000400000607800402050000000908000504090300020000014300005007"


@problem
def pigeonhole() -> Problem:
    """Nine pigeons do not fit into eight holes."""
    pigeons, holes = 9, 8
    pigeon, hole, home = Relation("Pigeon", 1), Relation("Hole", 1), Relation("hole", 2)
    bounds = Bounds(names("Pigeon", pigeons) + names("Hole", holes))
    bounds.bound_exactly(pigeon, atoms(bounds, "Pigeon", pigeons))
    bounds.bound_exactly(hole, atoms(bounds, "Hole", holes))
    bounds.bound(home, atoms(bounds, "Pigeon", pigeons) * atoms(bounds, "Hole", holes))
    p, q = Variable("p"), Variable("q")
    alone = for_all([one_of(p, pigeon), one_of(q, pigeon)], ~p.equals(q) >> ((p @ home) & (q @ home)).no())
    return Problem([home.function(pigeon, hole), alone], bounds, Options(symmetry=pigeons))


@problem
def handshake() -> Problem:
    """Five couples, nine of whom shook different numbers of hands: how many did Hilary shake?"""
    persons = 10
    person, hilary, jocelyn = Relation("Person", 1), Relation("Hilary", 1), Relation("Jocelyn", 1)
    shaken, spouse = Relation("shaken", 2), Relation("spouse", 2)
    bounds = Bounds(["Hilary", "Jocelyn", *(f"Person{number}" for number in range(2, persons))])
    everyone = bounds.universe.all(1)
    bounds.bound_exactly(person, everyone)
    bounds.bound_exactly(hilary, ["Hilary"])
    bounds.bound_exactly(jocelyn, ["Jocelyn"])
    bounds.bound(spouse, bounds.universe.all(2))
    bounds.bound(shaken, bounds.universe.all(2))
    p, q = Variable("p"), Variable("q")
    pair = [one_of(p, person), one_of(q, person)]
    couple = ((p @ spouse).equals(q) >> (q @ spouse).equals(p)) & ~(p @ spouse).equals(q @ spouse)
    others = person - jocelyn
    different = ~p.equals(q) >> ~(p @ shaken).count().equals((q @ shaken).count())
    formulas = [
        spouse.function(person, person),
        shaken.in_(person * person),
        hilary.one() & jocelyn.one(),
        for_all(one_of(p, person), ((p | p @ spouse) & (p @ shaken)).no()),
        for_all(pair, p.in_(q @ shaken) >> q.in_(p @ shaken)),
        for_all(pair, (p & q).no() >> couple),
        for_all(one_of(p, person), (p @ spouse @ spouse).equals(p) & ~p.equals(p @ spouse)),
        for_all([one_of(p, others), one_of(q, others)], different),
        (hilary @ spouse).equals(jocelyn),
    ]
    return Problem(formulas, bounds, Options(width=5))


@problem
def latin_square() -> Problem:
    """An idempotent quasigroup with ((ba)b)b = a, of order 7."""
    order = 7
    square = Relation("square", 3)
    bounds = Bounds([str(number) for number in range(order)])
    bounds.bound(square, bounds.universe.all(3))
    return Problem([*_latin(square), *_qg5(square)], bounds, Options(symmetry=order**3))


@problem
def count_latin_squares() -> Problem:
    """All 576 Latin squares of order 4."""
    square = Relation("square", 3)
    bounds = Bounds([str(number) for number in range(4)])
    bounds.bound(square, bounds.universe.all(3))
    return Problem(_latin(square), bounds, Options(symmetry=0, skolem_depth=-1), count=True)


def _latin(square: Relation) -> list[Formula]:
    x, y, z = Variable("x"), Variable("y"), Variable("z")
    row, column = UNIV.in_(UNIV @ (z @ square)), UNIV.in_(z @ (UNIV @ square))
    single = for_all([one_of(x, UNIV), one_of(y, UNIV)], (y @ (x @ square)).one())
    return [single, for_all(one_of(z, UNIV), row & column)]


def _qg5(square: Relation) -> list[Formula]:
    a, b, x = Variable("a"), Variable("b"), Variable("x")
    thrice = b @ ((b @ ((a @ (b @ square)) @ square)) @ square)
    law = for_all([one_of(a, UNIV), one_of(b, UNIV)], (thrice & a).some())
    return [law, for_all(one_of(x, UNIV), (x * x * x).in_(square))]


@problem
def social_golfer() -> Problem:
    """Nine golfers in groups of three for four weeks, no two of them twice in a group."""
    players, groups, weeks, size = 9, 3, 4, 3
    plays, player, week = Relation("plays", 3), Relation("player", 1), Relation("week", 1)
    group, group_size = Relation("group", 1), Relation("size", 1)
    bounds = Bounds([*names("p", players), *names("g", groups), *names("w", weeks), size])
    bounds.bound_integer(size, size)
    bounds.bound_exactly(group_size, [size])
    for relation, kind, count in ((player, "p", players), (group, "g", groups), (week, "w", weeks)):
        bounds.bound_exactly(relation, atoms(bounds, kind, count))
    bounds.bound(plays, bounds.upper[week] * bounds.upper[group] * bounds.upper[player])
    p, q, w, g = Variable("p"), Variable("q"), Variable("w"), Variable("g")
    together = ((plays @ p) & (plays @ q)).lone()
    formulas = [
        for_all([one_of(p, player), one_of(w, week)], (w @ plays @ p).one()),
        for_all([one_of(g, group), one_of(w, week)], (g @ (w @ plays)).count().equals(group_size.sum())),
        for_all([one_of(p, player), one_of(q, player - p)], together),
    ]
    return Problem(formulas, bounds, Options(width=5, symmetry=1000))


@problem
def sudoku() -> Problem:
    """The puzzle of Kodkod's own example."""
    number, grid = Relation("number", 1), Relation("grid", 3)
    regions = [Relation(f"r{place}", 1) for place in (1, 2, 3)]
    bounds = Bounds(range(1, 10))
    bounds.bound_exactly(number, range(1, 10))
    for place, region in enumerate(regions):
        bounds.bound_exactly(region, range(place * 3 + 1, place * 3 + 4))
    clues = [(place // 9 + 1, place % 9 + 1, int(clue)) for place, clue in enumerate(SUDOKU) if clue != "0"]
    given = {clue[:2]: clue[2] for clue in clues}
    allowed = [
        (x, y, value)
        for x in range(1, 10)
        for y in range(1, 10)
        for value in range(1, 10)
        if given.get((x, y), value) == value
    ]
    bounds.bound(grid, allowed, clues)
    return Problem(_sudoku_rules(number, grid, regions), bounds)


def _sudoku_rules(number: Relation, grid: Relation, regions: list[Relation]) -> list[Formula]:
    x, y = Variable("x"), Variable("y")

    def at(row: Expression, column: Expression) -> Expression:
        return column @ (row @ grid)

    everywhere = [one_of(x, number), one_of(y, number)]
    formulas = [
        for_all(everywhere, at(x, y).some()),
        for_all(everywhere, (at(x, y) & at(x, number - y)).no()),
        for_all(everywhere, (at(x, y) & at(number - x, y)).no()),
    ]
    for rows in regions:
        for columns in regions:
            square = (at(x, y) & at(rows - x, columns - y)).no()
            formulas.append(for_all([one_of(x, rows), one_of(y, columns)], square))
    return formulas


@problem
def queens() -> Problem:
    """Ten queens, with integers for their places."""
    return _queens(10, 20, count=False)


@problem
def count_queens() -> Problem:
    """All placements of four queens, which are told apart: 2 · 4!."""
    return _queens(4, 0, count=True)


def _queens(size: int, symmetry: int, count: bool) -> Problem:
    queen, x, y = Relation("Queen", 1), Relation("x", 2), Relation("y", 2)
    number = Relation("num", 1)
    following = Relation("ord", 2)
    bounds = Bounds([*names("Q", size), *range(size)])
    bounds.bound_exactly(queen, names("Q", size))
    bounds.bound_exactly(number, range(size))
    bounds.bound(x, bounds.upper[queen] * bounds.upper[number])
    bounds.bound(y, bounds.upper[queen] * bounds.upper[number])
    bounds.bound_exactly(following, [(place, place + 1) for place in range(size - 1)])
    i, q, r = Variable("i"), Variable("q"), Variable("r")

    def distance(place: Relation) -> Expression:
        before, after = following.closure() @ (q @ place), following.closure() @ (r @ place)
        return (after | before) - (after & before)

    apart = ~distance(x).count().equals(distance(y).count())
    formulas = [
        x.function(queen, number),
        y.function(queen, number),
        for_all(one_of(i, number), (x @ i).lone()),
        for_all(one_of(i, number), (y @ i).lone()),
        for_all([one_of(r, queen), one_of(q, queen - r)], apart),
    ]
    width = (size - 1).bit_length() + 1
    return Problem(
        formulas, bounds, Options(width=width, symmetry=symmetry, skolem_depth=-1 if count else 0), count
    )


@problem
def magic_series() -> Problem:
    """A series of 32 numbers, of which number i says how often i occurs."""
    largest = 31
    number, bits, element = Relation("num", 1), Relation("bits", 2), Relation("el", 2)
    bounds = Bounds(range(largest + 1))
    bounds.bound_exactly(number, range(largest + 1))
    powers = [1 << place for place in range(largest.bit_length())]
    for power in powers:
        bounds.bound_integer(power, power)
    bounds.bound(element, bounds.universe.all(1) * bounds.universe.set_of(*powers))
    digits = [(value, power) for value in range(largest + 1) for power in powers if value & power]
    bounds.bound_exactly(bits, digits)
    x, y = Variable("x"), Variable("y")
    same = comprehension(one_of(y, number), (y @ element).equals(x @ bits))
    formulas = [for_all(one_of(x, number), (x @ element).sum().equals(same.count()))]
    return Problem(formulas, bounds, Options(width=largest.bit_length() + 1))


@problem
def trees() -> Problem:
    """Five definitions of trees say the same of graphs with four vertices."""
    size = 4
    vertex, edge = Relation("V", 1), Relation("E", 2)
    bounds = Bounds(names("v", size))
    bounds.bound(vertex, bounds.universe.all(1))
    bounds.bound(edge, bounds.universe.all(2))
    statements = _tree_statements(vertex, edge)
    same = conjunction(
        [one >> two for one, two in zip(statements, statements[1:] + statements[:1], strict=True)]
    )
    formulas = [edge.in_(vertex * vertex), edge.equals(~edge), vertex.some(), ~same]
    return Problem(formulas, bounds, Options(width=6))


def _tree_statements(vertex: Relation, edge: Relation) -> list[Formula]:
    from maymust.relational import exists

    u, v, w = Variable("u"), Variable("v"), Variable("w")

    def connected(graph: Expression) -> Formula:
        return (vertex * vertex).in_(graph.reflexive_closure())

    def cyclic(graph: Expression) -> Formula:
        around = w.in_(v @ (graph - v * w - w * v).closure())
        return exists(one_of(v, vertex), v.in_(v @ graph) | exists(one_of(w, v @ graph), around))

    acyclic = ~cyclic(edge)
    twice = vertex.count() + vertex.count() - 2
    bridge = ~connected(edge - u * v - v * u)
    closing = ~(u * v).in_(edge) >> cyclic_with(u, v, vertex, edge)
    return [
        connected(edge) & acyclic,
        connected(edge) & for_all(one_of(u, vertex), for_all(one_of(v, u @ edge), bridge)),
        connected(edge) & edge.count().equals(twice),
        acyclic & edge.count().equals(twice),
        acyclic & for_all([one_of(u, vertex), one_of(v, vertex)], closing),
    ]


def cyclic_with(u: Variable, v: Variable, vertex: Relation, edge: Relation) -> Formula:
    """With the edge between u and v, there is a cycle."""
    from maymust.relational import exists

    graph = edge | ((u * v) | (v * u))
    s, t = Variable("s"), Variable("t")
    around = t.in_(s @ (graph - s * t - t * s).closure())
    return exists(one_of(s, vertex), s.in_(s @ graph) | exists(one_of(t, s @ graph), around))
