"""Models of systems, in the manner of Alloy."""

from __future__ import annotations

from benchmarks.kodkod.problem import Problem, atoms, names, problem
from maymust.relational import (
    Bounds,
    Expression,
    Formula,
    Options,
    Relation,
    Variable,
    comprehension,
    conjunction,
    exists,
    for_all,
    one_of,
)


@problem
def ceilings_and_floors() -> Problem:
    """One man's ceiling is another man's floor, but not the other way round; unless they share nothing."""
    men = platforms = 6
    platform, man = Relation("Platform", 1), Relation("Man", 1)
    ceiling, floor = Relation("ceiling", 2), Relation("floor", 2)
    bounds = Bounds(names("Man", men) + names("Platform", platforms))
    bounds.bound(platform, atoms(bounds, "Platform", platforms))
    bounds.bound(man, atoms(bounds, "Man", men))
    for relation in (ceiling, floor):
        bounds.bound(relation, bounds.upper[man] * bounds.upper[platform])
    m, n = Variable("m"), Variable("n")
    shared = (m @ floor).equals(n @ floor) | (m @ ceiling).equals(n @ ceiling)
    formulas = [
        ceiling.function(man, platform),
        floor.function(man, platform),
        for_all(one_of(m, man), exists(one_of(n, man), (n @ floor).equals(m @ ceiling))),
        for_all([one_of(m, man), one_of(n, man)], ~m.equals(n) >> ~shared),
        ~for_all(one_of(m, man), exists(one_of(n, man), (m @ floor).equals(n @ ceiling))),
    ]
    return Problem(formulas, bounds)


@problem
def dijkstra() -> Problem:
    """Processes that grab mutexes in their order do not come to a deadlock."""
    return _dijkstra(6, ordered=True)


@problem
def dijkstra_deadlock() -> Problem:
    """Without the order they do."""
    return _dijkstra(8, ordered=False)


def _dijkstra(scope: int, ordered: bool) -> Problem:
    process, mutex, state = Relation("Process", 1), Relation("Mutex", 1), Relation("State", 1)
    holds, waits = Relation("holds", 3), Relation("waits", 3)
    first, last, following = Relation("sfirst", 1), Relation("slast", 1), Relation("sord", 2)
    low, high, above = Relation("mfirst", 1), Relation("mlast", 1), Relation("mord", 2)
    bounds = Bounds(names("State", scope) + names("Process", scope) + names("Mutex", scope))
    states, mutexes = atoms(bounds, "State", scope), atoms(bounds, "Mutex", scope)
    bounds.bound_exactly(state, states)
    bounds.bound(process, atoms(bounds, "Process", scope))
    bounds.bound_exactly(mutex, mutexes)
    for relation in (holds, waits):
        bounds.bound(relation, states * bounds.upper[process] * mutexes)
    for relation, upper in ((first, states), (last, states), (following, states * states)):
        bounds.bound(relation, upper)
    for relation, upper in ((low, mutexes), (high, mutexes), (above, mutexes * mutexes)):
        bounds.bound(relation, upper)
    pre, p, m, s = Variable("pre"), Variable("p"), Variable("m"), Variable("s")
    post = pre @ following
    same = (post @ holds).equals(pre @ holds) & (post @ waits).equals(pre @ waits)
    grab = exists([one_of(p, process), one_of(m, mutex)], _grab(pre, post, p, m, holds, waits, process))
    release = exists([one_of(p, process), one_of(m, mutex)], _release(pre, post, p, m, holds, waits, mutex))
    had, have = process @ (pre @ holds), process @ (post @ holds)
    grabbed = have - had
    formulas = [
        following.total_order(state, first, last),
        above.total_order(mutex, low, high),
        holds.in_(state * process * mutex),
        waits.in_(state * process * mutex),
        (first @ holds | first @ waits).no(),
        for_all(one_of(pre, state - last), (same | grab) | release),
        exists(one_of(s, state), for_all(one_of(p, process), (p @ (s @ waits)).some())),
    ]
    if ordered:
        in_order = grabbed.some() >> grabbed.in_(had @ above.closure())
        formulas += [process.some(), for_all(one_of(pre, state - last), in_order)]
    else:
        formulas.append(waits.some())
    return Problem(formulas, bounds)


def _grab(
    pre: Expression,
    post: Expression,
    p: Variable,
    m: Variable,
    holds: Relation,
    waits: Relation,
    process: Relation,
) -> Formula:
    other = Variable("other")
    free = (m @ ~(pre @ holds)).no()
    taken = (p @ (post @ holds)).equals((p @ (pre @ holds)) | m) & (p @ (post @ waits)).no()
    stalled = (p @ (post @ holds)).equals(p @ (pre @ holds)) & (p @ (post @ waits)).equals(m)
    kept = (other @ (post @ holds)).equals(other @ (pre @ holds)) & (other @ (post @ waits)).equals(
        other @ (pre @ waits)
    )
    allowed = ~(p @ (pre @ waits)).some() & ~m.in_(p @ (pre @ holds))
    return conjunction([allowed, free >> taken, ~free >> stalled, for_all(one_of(other, process - p), kept)])


def _release(
    pre: Expression,
    post: Expression,
    p: Variable,
    m: Variable,
    holds: Relation,
    waits: Relation,
    mutex: Relation,
) -> Formula:
    lucky, other = Variable("lucky"), Variable("other")
    waiting = m @ ~(pre @ waits)
    nobody = (m @ ~(post @ holds)).no() & (m @ ~(post @ waits)).no()
    somebody = (m @ ~(post @ waits)).equals(waiting - lucky) & (m @ ~(post @ holds)).equals(lucky)
    kept = (other @ ~(post @ waits)).equals(other @ ~(pre @ waits)) & (other @ ~(post @ holds)).equals(
        other @ ~(pre @ holds)
    )
    return conjunction(
        [
            ~(p @ (pre @ waits)).some() & m.in_(p @ (pre @ holds)),
            (p @ (post @ holds)).equals((p @ (pre @ holds)) - m),
            (p @ (post @ waits)).no(),
            waiting.no() >> nobody,
            waiting.some() >> exists(one_of(lucky, waiting), somebody),
            for_all(one_of(other, mutex - m), kept),
        ]
    )


@problem
def lists_reflexive() -> Problem:
    """Each list is equivalent to itself."""
    return _lists(7, reflexive=True)


@problem
def lists_show() -> Problem:
    """Two lists of which one is a prefix of the other."""
    return _lists(8, reflexive=False)


def _lists(scope: int, reflexive: bool) -> Problem:
    thing, list_, full, empty = (Relation(name, 1) for name in ("Thing", "List", "NonEmptyList", "EmptyList"))
    car, cdr, equivalent, prefixes = (Relation(name, 2) for name in ("car", "cdr", "equivTo", "prefixes"))
    bounds = Bounds(names("Thing", scope) + names("List", scope))
    things, lists = atoms(bounds, "Thing", scope), atoms(bounds, "List", scope)
    bounds.bound(thing, things)
    for relation in (list_, full, empty):
        bounds.bound(relation, lists)
    bounds.bound(car, lists * things)
    for relation in (cdr, equivalent, prefixes):
        bounds.bound(relation, lists * lists)
    a, b, one = Variable("a"), Variable("b"), Variable("L")
    same_head = (a @ car).equals(b @ car)
    same = same_head & (b @ cdr).in_(a @ cdr @ equivalent)
    shorter = same_head & (a @ cdr).in_(b @ cdr @ prefixes)
    formulas = [
        list_.equals(empty | full),
        (empty & full).no(),
        equivalent.in_(list_ * list_),
        prefixes.in_(list_ * list_),
        car.function(full, thing),
        cdr.function(full, list_),
        thing.in_(list_ @ car),
        for_all(one_of(one, list_), (empty & (one @ cdr.reflexive_closure())).some()),
        for_all([one_of(a, list_), one_of(b, list_)], a.in_(b @ equivalent).iff(same)),
        (list_ * empty).in_(prefixes),
        for_all([one_of(a, full), one_of(b, full)], a.in_(b @ prefixes).iff(shorter)),
    ]
    if reflexive:
        formulas.append(~for_all(one_of(one, list_), one.in_(one @ equivalent)))
    else:
        formulas.append(exists([one_of(a, full), one_of(b, full)], ~a.equals(b) & b.in_(a @ prefixes)))
    return Problem(formulas, bounds)


@problem
def file_system() -> Problem:
    """No directory has two entries."""
    scope = 5
    object_, name_, file, directory = (Relation(name, 1) for name in ("Object", "Name", "File", "Dir"))
    root, current, entry = (Relation(name, 1) for name in ("Root", "Cur", "DirEntry"))
    entries, parent, called, contents = (
        Relation(name, 2) for name in ("entries", "parent", "name", "contents")
    )
    bounds = Bounds(names("Object", scope) + names("Name", scope) + names("DirEntry", scope))
    objects, named, listed = (atoms(bounds, kind, scope) for kind in ("Object", "Name", "DirEntry"))
    for relation in (object_, current, file, directory):
        bounds.bound(relation, objects)
    bounds.bound_exactly(root, ["Object0"])
    bounds.bound(name_, named)
    bounds.bound(entry, listed)
    bounds.bound(entries, objects * listed)
    bounds.bound(parent, objects * objects)
    bounds.bound(called, listed * named)
    bounds.bound(contents, listed * objects)
    f, d, e, g = Variable("f"), Variable("d"), Variable("e"), Variable("g")
    distinct = for_all(
        [one_of(e, d @ entries), one_of(g, d @ entries)], (e @ called).equals(g @ called) >> e.equals(g)
    )
    above = d @ parent.closure()
    tree = conjunction(
        [
            (d @ parent).equals(d @ ~contents @ ~entries),
            distinct,
            ~d.in_(above),
            ~d.equals(root) >> root.in_(above),
        ]
    )
    formulas = [
        object_.equals(file | directory) & (file & directory).no(),
        root.in_(directory) & current.in_(directory) & (root & current).no(),
        entries.in_(directory * entry),
        parent.partial_function(directory, directory),
        called.function(entry, name_),
        contents.function(entry, object_),
        for_all(one_of(f, file), exists(one_of(d, directory), f.in_(d @ entries @ contents))),
        for_all(one_of(d, directory), tree),
        (root @ parent).no(),
        for_all(one_of(e, entry), (e @ ~entries).one()),
        for_all(one_of(d, directory - root), (d @ parent).one()),
        ~for_all(one_of(d, directory), (d @ ~contents).lone()),
    ]
    return Problem(formulas, bounds)


@problem
def ring_election() -> Problem:
    """At most one process of a ring is elected."""
    processes, times = 4, 7
    process, time, succ = Relation("Process", 1), Relation("Time", 1), Relation("succ", 2)
    to_send, elected = Relation("toSend", 3), Relation("elected", 2)
    low, high, above = Relation("pfirst", 1), Relation("plast", 1), Relation("pord", 2)
    first, last, following = Relation("tfirst", 1), Relation("tlast", 1), Relation("tord", 2)
    bounds = Bounds(names("Process", processes) + names("Time", times))
    all_processes, all_times = atoms(bounds, "Process", processes), atoms(bounds, "Time", times)
    bounds.bound_exactly(process, all_processes)
    bounds.bound_exactly(time, all_times)
    for relation in (succ, above):
        bounds.bound(relation, all_processes * all_processes)
    for relation in (low, high):
        bounds.bound(relation, all_processes)
    for relation in (first, last):
        bounds.bound(relation, all_times)
    bounds.bound(to_send, all_processes * all_processes * all_times)
    bounds.bound(elected, all_processes * all_times)
    bounds.bound(following, all_times * all_times)
    p, t, one = Variable("p"), Variable("t"), Variable("id")
    after = t @ following

    def step(sender: Expression) -> Formula:
        source, target = sender @ to_send, sender @ succ @ to_send
        lower = (sender @ succ) @ (~above).closure()
        sent = (source @ after).equals((source @ t) - one)
        got = (target @ after).equals((target @ t) | (one - lower))
        return exists(one_of(one, source @ t), sent & got)

    skip = (p @ to_send @ t).equals(p @ to_send @ after)
    move = for_all(one_of(t, time - last), for_all(one_of(p, process), (step(p) | step(succ @ p)) | skip))
    winner = p.in_((p @ to_send @ t) - (p @ to_send @ (t @ ~following)))
    formulas = [
        following.total_order(time, first, last),
        above.total_order(process, low, high),
        succ.function(process, process),
        elected.in_(process * time),
        for_all(one_of(p, process), process.in_(p @ succ.closure())),
        for_all(one_of(p, process), (p @ to_send @ first).equals(p)),
        move,
        (elected @ first).no(),
        for_all(one_of(t, time - first), (elected @ t).equals(comprehension(one_of(p, process), winner))),
        ~(elected @ time).lone(),
    ]
    return Problem(formulas, bounds)


@problem
def count_functions() -> Problem:
    """All partial functions between two sets of four that are acyclic on their union: none repeats."""
    source, target, f = Relation("A", 1), Relation("B", 1), Relation("f", 2)
    bounds = Bounds(names("A", 4) + names("B", 4))
    bounds.bound_exactly(source, atoms(bounds, "A", 4))
    bounds.bound_exactly(target, atoms(bounds, "B", 4))
    bounds.bound(f, bounds.upper[source] * bounds.upper[target])
    options = Options(symmetry=0, skolem_depth=-1)
    return Problem([f.partial_function(source, target), f.some()], bounds, options, count=True)
