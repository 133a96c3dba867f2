"""Rewrites CBMC's syntax that is not C as C: quantifiers, `==>`, and `__CPROVER_bitvector[n]`.

    __CPROVER_forall { int i; 0 <= i && i < n ==> a[i] == 0 }

becomes a loop in a statement expression,

    ({ int i = 0; _Bool maymust_all = 1; for (i = (0); maymust_all && i < (n); i = STEP) {
           maymust_all = (!(0 <= i && i < n )|| a[i] == 0 ); if (STEP <= i) break; } maymust_all; })

for all values that satisfy the guard are in the range that it tells. The STEP is the next value of the type,
without overflow: (int)((unsigned long long)i + 1); behind the largest one the loop ends. A quantifier without
such a range becomes a call of a function that nobody knows. Lines stay what they are; where something was put
into one, is kept (`weaving`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maymust.frontends.c.clang.weaving import Weaving
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOKEN = re.compile(
    rb"""(?P<skip>/\*.*?\*/|//[^\n]*|\s+|\\\n)
       |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
       |(?P<word>\w+)
       |(?P<mark>==>|<<=|>>=|->|&&|\|\||[<>=!+\-*/%&|^]=|<<|>>|\+\+|--|.)""",
    re.DOTALL | re.VERBOSE,
)
_FORALL, _EXISTS, _BITS = b"__CPROVER_forall", b"__CPROVER_exists", b"__CPROVER_bitvector"
_MARKS = (_FORALL, _EXISTS, _BITS, b"==>")
_OPEN, _CLOSED = {b"(": b")", b"[": b"]", b"{": b"}"}, {b")", b"]", b"}"}
_ENDS = frozenset({b",", b";", b"?", b":", b"return", b"==>"})
_ASSIGNS = frozenset({b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>="})
_MIRRORED = {b"<": b">", b"<=": b">=", b">": b"<", b">=": b"<="}
_UNSIGNED = re.compile(rb"\b(?:unsigned|_Bool|bool|u?int\d+_t|size_t|__CPROVER_size_t|uint\w*)\b")
_SIGNED_NAME = re.compile(rb"\bint\d+_t\b")


@frozen
class _Token:
    text: bytes
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class _Edits:
    """What is put into a text, and what of it is replaced by as many bytes."""

    def __init__(self, text: bytes) -> None:
        self.original = text
        self.text = bytearray(text)
        self.inserted: dict[int, bytes] = {}

    def insert(self, at: int, what: bytes) -> None:
        self.inserted[at] = self.inserted.get(at, b"") + what

    def replace(self, start: int, end: int, what: bytes) -> None:
        self.text[start:end] = what.ljust(end - start)

    def weaving(self) -> Weaving:
        pieces, last = list[bytes](), 0
        columns: dict[int, tuple[tuple[int, int], ...]] = {}
        for at in sorted(self.inserted):
            pieces += [bytes(self.text[last:at]), self.inserted[at]]
            last = at
            line = self.text.count(b"\n", 0, at) + 1
            column = at - self.text.rfind(b"\n", 0, at)
            columns[line] = (*columns.get(line, ()), (column, len(self.inserted[at])))
        text = b"".join([*pieces, bytes(self.text[last:])])
        return Weaving(text, 0, columns, {}, (), (), (), (), original=self.original)


def rewrite(text: bytes) -> Weaving | None:
    """The text as C; None if it has nothing of this."""
    if not any(mark in text for mark in _MARKS):
        return None
    tokens = [_Token(match[0], match.start()) for match in _TOKEN.finditer(text) if match.lastgroup != "skip"]
    edits = _Edits(text)
    partner = _partners(tokens)
    for at, token in enumerate(tokens):
        if token.text in (_FORALL, _EXISTS):
            _quantifier(edits, tokens, partner, at)
        elif token.text == b"==>":
            edits.insert(tokens[_operand(tokens, partner, at)].start, b"!(")
            edits.replace(token.start, token.end, b")||")
        elif token.text == _BITS and _is_indexed(tokens, at):
            edits.replace(token.start, tokens[at + 3].end, b"unsigned _BitInt(" + tokens[at + 2].text + b")")
    return edits.weaving()


def _partners(tokens: Sequence[_Token]) -> dict[int, int]:
    """The opening bracket of each closing one, and the other way round."""
    found: dict[int, int] = {}
    stack: list[int] = []
    for at, token in enumerate(tokens):
        if token.text in _OPEN:
            stack.append(at)
        elif token.text in _CLOSED and stack and _OPEN[tokens[stack[-1]].text] == token.text:
            found[at] = stack.pop()
            found[found[at]] = at
    return found


def _operand(tokens: Sequence[_Token], partner: dict[int, int], at: int) -> int:
    """Where the left operand of `==>` begins, which binds less tightly than `||`."""
    while at > 0:
        before = tokens[at - 1].text
        if before in _CLOSED and at - 1 in partner:
            at = partner[at - 1]
        elif before in _OPEN or before in _CLOSED or before in _ENDS or before in _ASSIGNS:
            break
        else:
            at -= 1
    return at


def _is_indexed(tokens: Sequence[_Token], at: int) -> bool:
    return [token.text for token in tokens[at + 1 : at + 4 : 2]] == [b"[", b"]"]


def _quantifier(edits: _Edits, tokens: Sequence[_Token], partner: dict[int, int], at: int) -> None:
    """`__CPROVER_forall { int i; … }` at a token."""
    if at + 1 not in partner or tokens[at + 1].text != b"{":
        return
    first, last = at + 1, partner[at + 1]
    semicolon = next((k for k in range(first, last) if tokens[k].text == b";"), last)
    if semicolon == last:
        return
    keyword, body = tokens[at], range(semicolon + 1, last)
    if body and tokens[body[-1]].text == b";":
        edits.replace(tokens[body[-1]].start, tokens[body[-1]].end, b"")
        body = body[:-1]
    variable = tokens[semicolon - 1].text
    type_ = b" ".join(token.text for token in tokens[first + 1 : semicolon - 1])
    bounds = None
    if b"," not in type_:
        bounds = _bounds(tokens, partner, body, variable, type_, for_all=keyword.text == _FORALL)
    edits.replace(keyword.start, keyword.end, b"")
    edits.insert(keyword.start, b"(")
    if bounds is None:
        before, behind = b" " + keyword.text + b"(", b"); "
    else:
        held = b"maymust_all" if keyword.text == _FORALL else b"maymust_any"
        start, goes_on = bounds
        initial, more = (b"1", held) if keyword.text == _FORALL else (b"0", b"!" + held)
        step = b"(%b)((unsigned long long)%b + 1)" % (type_, variable)
        before = b" _Bool %b = %b; for (%b = %b; %b && %b; %b = %b) { %b = (" % (
            *(held, initial, variable, start, more, goes_on, variable, step, held),
        )
        behind = b"); if (%b <= %b) break; } %b; " % (step, variable, held)
        edits.insert(tokens[semicolon].start, b" = 0")
    edits.insert(tokens[semicolon].end, before)
    edits.insert(tokens[last].start, behind)
    edits.insert(tokens[last].end, b")")


def _bounds(
    tokens: Sequence[_Token],
    partner: dict[int, int],
    body: range,
    variable: bytes,
    type_: bytes,
    *,
    for_all: bool,
) -> tuple[bytes, bytes] | None:
    """Where the range of a quantified variable begins, and while what condition it goes on."""
    body = _bare(tokens, partner, body)
    if for_all:
        implies = [k for k in _top(tokens, partner, body) if tokens[k].text == b"==>"]
        if not implies:
            return None
        body = _bare(tokens, partner, range(body.start, implies[0]))
    least = b"0" if _UNSIGNED.search(type_) and not _SIGNED_NAME.search(type_) else None
    most = None
    for part in _conjuncts(tokens, partner, body):
        found = _comparison(tokens, partner, part, variable)
        if found is None:
            continue
        op, limit = found
        if op in (b"<", b"<="):
            most = most or b"%b %b (%b)" % (variable, op, limit)
        else:
            least = b"(%b)" % limit  # for `>`, too: the guard leaves it out
    return None if least is None or most is None else (least, most)


def _conjuncts(tokens: Sequence[_Token], partner: dict[int, int], body: range) -> list[range]:
    body = _bare(tokens, partner, body)
    top = _top(tokens, partner, body)
    if any(tokens[k].text in (b"||", b"?", b"==>", b",") for k in top):
        return []
    ends = [k for k in top if tokens[k].text == b"&&"]
    if not ends:
        return [body]
    starts = [body.start, *[k + 1 for k in ends]]
    parts = [range(a, b) for a, b in zip(starts, [*ends, body.stop], strict=True)]
    return [inner for part in parts for inner in _conjuncts(tokens, partner, part)]


def _comparison(
    tokens: Sequence[_Token], partner: dict[int, int], part: range, variable: bytes
) -> tuple[bytes, bytes] | None:
    """A comparison of the variable with something that does not speak of it, as `variable op limit`."""
    found = [k for k in _top(tokens, partner, part) if tokens[k].text in _MIRRORED]
    others = {b"==", b"!=", b"&", b"|", b"^"}
    if len(found) != 1 or any(tokens[k].text in others for k in _top(tokens, partner, part)):
        return None
    (at,) = found
    left = _bare(tokens, partner, range(part.start, at))
    right = _bare(tokens, partner, range(at + 1, part.stop))
    op = tokens[at].text
    if _words(tokens, left) != [variable]:
        left, right, op = right, left, _MIRRORED[op]
    limit = _words(tokens, right)
    return None if _words(tokens, left) != [variable] or variable in limit else (op, b" ".join(limit))


def _words(tokens: Sequence[_Token], part: range) -> list[bytes]:
    return [tokens[k].text for k in part]


def _top(tokens: Sequence[_Token], partner: dict[int, int], part: range) -> list[int]:
    """The tokens that are in no brackets within a part."""
    found, at = list[int](), part.start
    while at < part.stop:
        found.append(at)
        at = partner[at] if tokens[at].text in _OPEN and at in partner else at + 1
    return found


def _bare(tokens: Sequence[_Token], partner: dict[int, int], part: range) -> range:
    """A part without the parentheses around all of it."""
    while part and tokens[part.start].text == b"(" and partner.get(part.start) == part.stop - 1:
        part = range(part.start + 1, part.stop - 1)
    return part
