"""Terms as text, and back: s-expressions, exact and unambiguous.

    (and (slt main::a 0:32) (eq (extract 7 0 main::b) 255:8))

A bit-vector constant is `value:width`, unsigned. A variable is its name; the reader is told the sorts.
Names with characters outside the plain set are written between bars.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maymust.errors import InternalError
from maymust.terms.build import make
from maymust.terms.operators import OPERATORS
from maymust.terms.sorts import bitvec
from maymust.terms.term import FALSE, TRUE, Term, constant, variable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from maymust.terms.sorts import Sort

_TOKEN = re.compile(r"\s*(?:(?P<paren>[()])|\|(?P<quoted>[^|]*)\||(?P<atom>[^\s()|]+))")
_PLAIN = re.compile(r"[A-Za-z_$!%@./#~-][\w$!%@.:/#~>-]*\Z")
_CONSTANT = re.compile(r"(\d+):(\d+)\Z")


class TermSyntaxError(ValueError):
    """Text that is no term."""


def quoted(name: str) -> str:
    """A name as it is written in text."""
    if _PLAIN.match(name) and name not in ("true", "false"):
        return name
    if "|" in name or not name.isprintable():
        raise InternalError(f"a name cannot contain a bar or an unprintable character: {name!r}")
    return f"|{name}|"


def term_to_text(term: Term, limit: int | None = None) -> str:
    """The text of a term, broken off after `limit` pieces if there is a limit.

    Shared subterms are written as often as they occur.
    """
    out: list[str] = []
    stack: list[Term | str] = [term]
    while stack and (limit is None or len(out) < limit):
        top = stack.pop()
        if isinstance(top, str):
            out.append(top)
        elif top.op is None:
            out.append(_leaf(top))
        else:
            out.append(" ".join(["(" + top.op.name, *map(str, top.indices)]))
            stack.append(")")
            for argument in reversed(top.args):
                stack.append(argument)
                stack.append(" ")
    return "".join(out)


def _leaf(term: Term) -> str:
    if term.name is not None:
        return quoted(term.name)
    if term.width == 0:
        return "true" if term is TRUE else "false"
    return f"{term.value}:{term.width}"


def tokens(text: str) -> Iterator[tuple[str, str]]:
    """(kind, text) of each token; kind is `paren`, `quoted` or `atom`."""
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            raise TermSyntaxError(f"unexpected character {text[position]!r}")
        kind = match.lastgroup
        assert kind is not None
        yield kind, match[kind]
        position = match.end()


def term_from_text(text: str, sort_of: Callable[[str], Sort]) -> Term:
    """The term that `text` is; `sort_of` gives the sort of each variable or raises KeyError."""
    return terms_from_tokens(tokens(text), sort_of, 1)[0]


def terms_from_tokens(
    stream: Iterable[tuple[str, str]], sort_of: Callable[[str], Sort], count: int
) -> list[Term]:
    """Exactly `count` terms read from a stream of tokens, which must end there."""
    done: list[Term] = []
    frames: list[tuple[str, list[int], list[Term]]] = []
    opening = False
    for kind, word in stream:
        if opening:
            if kind != "atom" or word not in OPERATORS:
                raise TermSyntaxError(f"no operator is called {word!r}")
            frames.append((word, [], []))
            opening = False
            continue
        if kind == "paren" and word == "(":
            opening = True
            continue
        if kind == "paren":
            if not frames:
                raise TermSyntaxError("a closing parenthesis too many")
            value = _apply(*frames.pop())
        elif kind == "atom" and word.isdecimal() and frames:
            frames[-1][1].append(int(word))
            continue
        else:
            value = _read_leaf(kind, word, sort_of)
        (frames[-1][2] if frames else done).append(value)
    if frames or opening:
        raise TermSyntaxError("a closing parenthesis is missing")
    if len(done) != count:
        raise TermSyntaxError(f"{count} term(s) expected, {len(done)} found")
    return done


def _apply(name: str, indices: list[int], args: list[Term]) -> Term:
    op = OPERATORS[name]
    wrong_count = len(args) < 2 if op.arity is None else len(args) != op.arity
    if wrong_count or len(indices) != op.index_count:
        raise TermSyntaxError(f"{name} does not take {len(args)} argument(s) and {len(indices)} index(es)")
    try:
        return make(op, tuple(args), tuple(indices))
    except InternalError as error:
        raise TermSyntaxError(str(error)) from None


def _read_constant(value: int, width: int) -> Term:
    try:
        bitvec(width)
    except ValueError as error:
        raise TermSyntaxError(str(error)) from None
    if value >> width:
        raise TermSyntaxError(f"{value} does not fit into {width} bit(s)")
    return constant(value, width)


def _read_leaf(kind: str, word: str, sort_of: Callable[[str], Sort]) -> Term:
    if kind == "atom":
        if word == "true":
            return TRUE
        if word == "false":
            return FALSE
        match = _CONSTANT.match(word)
        if match:
            return _read_constant(int(match[1]), int(match[2]))
    try:
        return variable(word, sort_of(word))
    except KeyError:
        raise TermSyntaxError(f"{word!r} is not declared") from None
