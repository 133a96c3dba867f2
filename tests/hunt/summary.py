"""What a hunt has found, as text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import get_args

from .judging import WRONG, Judged, Judgement, Said, shortened

_COLUMNS: tuple[Judgement, ...] = get_args(Judgement)
UNKNOWN_SHARE = 0.1
_LATE = (
    "within the time limit",
    "time is up",
    "the slice is over",
)  # so say reasons that another machine might not give


def kind_of(judged: Judged) -> str:
    """What the pattern is about: the room that it is in."""
    pattern = judged.program.recipe.pattern
    kinds = Counter(
        kind for text in pattern.outcomes.values() for kind in text.lstrip("?~").split("|") if kind
    )
    return kinds.most_common(1)[0][0] if kinds else "none"


def table(found: Sequence[Judged]) -> str:
    """Kind by judgement."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for judged in found:
        counts[kind_of(judged)][judged.judgement] += 1
        counts["all"][judged.judgement] += 1
    rows = [["kind", *_COLUMNS]]
    rows += [
        [kind, *(str(counts[kind][column]) for column in _COLUMNS)]
        for kind in sorted(counts, key=lambda k: (k == "all", k))
    ]
    return "\n".join("  ".join(cell.rjust(11) for cell in row) for row in rows)


def engines(found: Iterable[Judged]) -> str:
    """How often each engine does not know."""
    total: Counter[str] = Counter()
    open_: Counter[str] = Counter()
    for judged in found:
        engine = judged.program.recipe.asked.engine
        total[engine] += 1
        open_[engine] += judged.judgement == "unknown"
    return ", ".join(f"{engine}: {open_[engine]} of {total[engine]} unknown" for engine in sorted(total))


def unknown_share(found: Sequence[Judged]) -> float:
    """Of all programs, those on which maymust should have known more."""
    return sum(judged.judgement == "unknown" for judged in found) / max(1, len(found))


def unknown_in_time_share(found: Sequence[Judged]) -> float:
    """The same, of those on which it did not run out of time."""
    return unknown_share([judged for judged in found if not is_late(judged.said)])


def is_late(said: Said) -> bool:
    """Whether maymust ran out of time, so that another machine might decide more."""
    return any(late in reason for reason in said.reasons for late in _LATE)


def unknowns(found: Iterable[Judged]) -> str:
    """The patterns that are often UNKNOWN, with the reasons."""
    total: Counter[str] = Counter()
    reasons: dict[str, Counter[str]] = defaultdict(Counter)
    for judged in found:
        name = judged.program.recipe.pattern.name
        total[name] += 1
        if judged.judgement == "unknown":
            reasons[name][shortened(judged.said.reasons[0])] += 1
    lines = []
    for name, why in sorted(reasons.items(), key=lambda item: -item[1].total()):
        lines.append(f"{name}: {why.total()} of {total[name]}")
        lines += [f"    {count} × {reason}" for reason, count in why.most_common(3)]
    return "\n".join(lines)


def wrong(found: Iterable[Judged]) -> dict[tuple[str, Judgement], list[Judged]]:
    """Wrong verdicts, by pattern and how they are wrong."""
    groups: dict[tuple[str, Judgement], list[Judged]] = defaultdict(list)
    for judged in found:
        if judged.judgement in WRONG:
            groups[judged.program.recipe.pattern.name, judged.judgement].append(judged)
    return groups


def described(judged: Judged) -> str:
    """A finding: what was asked and said, the truth, the program."""
    program = judged.program
    truth = ", ".join(sorted(str(outcome) or "fine" for outcome in program.outcomes))
    return f"{judged.judgement}: {program.title}\nsaid: {judged.said}\ntruth: {truth}\n{program.text}"
