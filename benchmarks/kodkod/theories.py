"""Theories of TPTP that Kodkod's examples have: geometry of curves, and algebra."""

from __future__ import annotations

from benchmarks.kodkod.problem import Problem, atoms, names, problem
from maymust.relational import UNIV, Bounds, Formula, Relation, Variable, conjunction, for_all, one_of


@problem
def ternary_algebra() -> Problem:
    """The long distributive law of ternary boolean algebras (ALG212), with four elements."""
    f = Relation("f", 4)
    bounds = Bounds(names("a", 4))
    bounds.bound(f, bounds.universe.all(4))
    u, w, x, y, z = (Variable(name) for name in "uwxyz")

    def every(*variables: Variable, body: Formula) -> Formula:
        return for_all([one_of(variable, UNIV) for variable in variables], body)

    xyz = z @ (y @ (x @ f))
    left = z @ (w @ ((y @ (w @ (x @ f))) @ f))
    right = (z @ (w @ (y @ f))) @ (w @ (x @ f))
    outer = w @ (u @ (xyz @ f))
    inner = (w @ (u @ (z @ f))) @ ((w @ (u @ (y @ f))) @ ((w @ (u @ (x @ f))) @ f))
    formulas = [
        every(x, y, z, body=xyz.one()),
        every(x, y, body=(y @ (x @ (x @ f))).equals(x)),
        every(x, y, z, body=xyz.equals(y @ (x @ (z @ f)))),
        every(x, y, z, body=xyz.equals(y @ (z @ (x @ f)))),
        every(w, x, y, z, body=left.equals(right)),
        ~every(u, w, x, y, z, body=outer.equals(inner)),
    ]
    return Problem(formulas, bounds)


@problem
def curves() -> Problem:
    """Curves that meet and whose sum is open have one point in common (GEO092)."""
    scope = 6
    geometry = _Geometry(scope)
    c1, c2, p, q = (Variable(name) for name in ("C1", "C2", "P", "Q"))
    pair = c1 * c2
    meets = (p * pair).in_(geometry.meet) & pair.in_(geometry.sum @ geometry.open)
    elsewhere = for_all(one_of(q, geometry.point - p), ~(c1 | c2).in_(q @ geometry.incident))
    declared = [one_of(c1, geometry.curve), one_of(c2, geometry.curve), one_of(p, geometry.point)]
    return Problem([*geometry.axioms(), ~for_all(declared, meets >> elsewhere)], geometry.bounds)


class _Geometry:
    """The axioms of simple curves (GEO158)."""

    def __init__(self, scope: int) -> None:
        self.part_of, self.incident, self.sum = (
            Relation("partOf", 2),
            Relation("incident", 2),
            Relation("sum", 3),
        )
        self.end, self.inner, self.meet = (
            Relation("endPoint", 2),
            Relation("innerPoint", 2),
            Relation("meet", 3),
        )
        self.closed, self.open = Relation("Closed", 1), Relation("Open", 1)
        self.curve, self.point = Relation("Curve", 1), Relation("Point", 1)
        self.bounds = bounds = Bounds(names("c", scope) + names("p", scope))
        c, p = atoms(bounds, "c", scope), atoms(bounds, "p", scope)
        for relation in (self.curve, self.closed, self.open):
            bounds.bound(relation, c)
        bounds.bound(self.point, p)
        bounds.bound(self.part_of, c * c)
        for relation in (self.incident, self.end, self.inner):
            bounds.bound(relation, p * c)
        bounds.bound(self.sum, c * c * c)
        bounds.bound(self.meet, p * c * c)

    def axioms(self) -> list[Formula]:
        return [*self._declarations(), *self._definitions(), *self._laws()]

    def _declarations(self) -> list[Formula]:
        curve, point = self.curve, self.point
        a, b = Variable("C1"), Variable("C2")
        return [
            self.part_of.in_(curve * curve),
            self.closed.in_(curve) & self.open.in_(curve),
            self.meet.in_(point * (curve * curve)) & self.sum.in_(curve * (curve * curve)),
            conjunction([one.in_(point * curve) for one in (self.incident, self.end, self.inner)]),
            for_all([one_of(a, curve), one_of(b, curve)], (b @ (a @ self.sum)).one()),
        ]

    def _definitions(self) -> list[Formula]:
        curve, point, incident, part_of, end = self.curve, self.point, self.incident, self.part_of, self.end
        a, b, c, p = Variable("C1"), Variable("C2"), Variable("C"), Variable("P")
        here = p * c
        parts = (part_of @ c) & (p @ incident)
        nested = for_all([one_of(a, parts), one_of(b, parts)], (a * b).in_(part_of) | (b * a).in_(part_of))
        common, ends = (incident @ c) & (incident @ a), (end @ c) & (end @ a)
        both = here.in_(incident) & (p * a).in_(incident)
        summed = (incident @ c).equals((incident @ a) | (incident @ b))
        one_curve, two_curves = [one_of(c, curve)], [one_of(c, curve), one_of(a, curve)]
        at = [one_of(p, point), one_of(c, curve)]
        return [
            for_all(two_curves, (a * c).in_(part_of).iff((incident @ a).in_(incident @ c))),
            for_all([*two_curves, one_of(b, curve)], (a * b * c).in_(self.sum).iff(summed)),
            for_all(at, here.in_(end).iff(here.in_(incident) & nested)),
            for_all(at, here.in_(self.inner).iff(here.in_(incident) & (here & end).no())),
            for_all([*at, one_of(a, curve)], (here * a).in_(self.meet).iff(both & common.in_(ends))),
            for_all(one_curve, c.in_(self.open).iff((end @ c).some())),
            for_all(one_curve, c.in_(self.closed).iff((end @ c).no())),
        ]

    def _laws(self) -> list[Formula]:
        curve, point, incident, part_of, end = self.curve, self.point, self.incident, self.part_of, self.end
        a, b, c, d = Variable("C1"), Variable("C2"), Variable("C"), Variable("C3")
        p, q, r = Variable("P"), Variable("Q"), Variable("R")
        one_curve, two_curves = [one_of(c, curve)], [one_of(c, curve), one_of(a, curve)]

        def ordered(x: Variable, y: Variable) -> Formula:
            return (x * y).in_(part_of) | (y * x).in_(part_of)

        shared = ((end @ a) & (end @ b) & (end @ d)).some()
        three = ((a | b | d) * c).in_(part_of) & shared
        ends = end @ c
        repeated = p.equals(q) | p.equals(r) | q.equals(r)
        whole = (c.in_(self.closed) & (p * a * b).in_(self.meet)) & (b @ (a @ self.sum)).equals(c)
        return [
            for_all(two_curves, ((a * c).in_(part_of) & ~a.equals(c)) >> a.in_(self.open)),
            for_all(
                [*two_curves, one_of(b, curve), one_of(d, curve)],
                three >> (ordered(b, d) | ordered(a, b) | ordered(a, d)),
            ),
            for_all(one_curve, (self.inner @ c).some()),
            for_all(
                [*one_curve, one_of(p, point)],
                (p * c).in_(self.inner) >> ((p @ self.meet) & (self.sum @ c)).some(),
            ),
            for_all([*one_curve, one_of(p, ends), one_of(q, ends), one_of(r, ends)], repeated),
            for_all([*one_curve, one_of(p, ends)], (ends - p).some()),
            for_all(
                [*two_curves, one_of(b, curve), one_of(p, point)],
                whole >> ((end @ a) * a * b).in_(self.meet),
            ),
            for_all(
                [one_of(a, curve), one_of(b, curve)],
                (self.meet @ b @ a).some() >> (b @ (a @ self.sum)).some(),
            ),
            for_all(two_curves, (incident @ c).equals(incident @ a) >> c.equals(a)),
        ]
