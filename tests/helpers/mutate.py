"""Random mutations of C texts, by tokens and by lines; and whether a text is refused as it should be."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from maymust.diagnostics import InputError

_TOKEN = re.compile(
    r"""\s+|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\w+|<<=|>>=|\.\.\."""
    r"""|<<|>>|&&|\|\||->|\+\+|--|[-+*/%&|^<>=!]=|.""",
    re.DOTALL,
)
_POOL = (
    "int", "char", "unsigned", "signed", "long", "short", "_Bool", "float", "double", "void", "struct",
    "union", "enum", "static", "extern", "const", "volatile", "typedef", "inline", "_Noreturn", "_Generic",
    "_Alignof", "_Static_assert", "if", "else", "while", "do", "for", "switch", "case", "default", "break",
    "continue", "goto", "return", "sizeof", "(", ")", "{", "}", "[", "]", ";", ",", ":", "?", "=", "+=",
    "<<=", "++", "--", "->", ".", "...", "*", "&", "&&", "||", "!", "~", "+", "-", "/", "%", "<<", ">>",
    "<", "==", "#", "##", "\\\n", "0", "1", "08", "0x", "1.5", "1e9f", "99999999999999999999",
    "0xffffffffffffffffu", "'a'", "''", "'", '"', '"text"', "main", "assert", "x", "y", "ERROR", "ERROR:",
    "__VERIFIER_error()", "__VERIFIER_nondet_int()", "reach_error", "abort()", "__builtin_unreachable()",
    "__typeof__", "__attribute__((noreturn))", "__asm__", "__func__", "__extension__", "({", "})", "[2]",
    "(int)", "{1, 2}", "*p", "&x", "#include <stdio.h>\n", "#define x 3\n", "#if 0\n", "\x00", "é",
    "\ufeff", "/*", "//",
)  # fmt: skip
_TYPES = ("int", "char", "short", "long", "_Bool", "unsigned", "float", "struct s", "void", "int *", "enum e")
_WORDS = (
    "if", "while", "switch", "return", "else", "for", "do", "goto", "break", "continue", "case", "default",
    "sizeof",
)  # fmt: skip
_OPERATORS = (
    "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "=",
    ",", "-=",
)  # fmt: skip
_NUMBERS = (
    "0", "1", "-1", "7", "31", "64", "0x80000000", "1.5", "1ull", "'a'", '"s"', "(1/0)", "99999999999",
)  # fmt: skip

_PARTS = ("int", "char", "unsigned", "struct", "*", "&", "[", "1", "->", ".")
_OTHER_PARTS = (
    "int *", "double", "union", "void", "**", "", "[0]", "->", "long long", "1e30", "0x7fffffff", "_Bool",
)  # fmt: skip


def mutated(text: str, rng: random.Random) -> str:
    """The text with some tokens changed: half of the time into others of their kind, which often parse."""
    tokens = _TOKEN.findall(text)
    if rng.random() < 0.5:
        for _ in range(rng.randint(1, 4)):
            _exchange(tokens, rng)
    else:
        _disturb(tokens, rng)
    return "".join(tokens)


def _exchange(tokens: list[str], rng: random.Random) -> None:
    """Changes one token into another of its kind."""
    at = rng.randrange(len(tokens))
    token = tokens[at]
    names = [t for t in tokens if t.isidentifier() and t not in _TYPES and t not in _WORDS]
    if token in _TYPES:
        tokens[at] = rng.choice(_TYPES)
    elif token in _OPERATORS:
        tokens[at] = rng.choice(_OPERATORS)
    elif token.isdigit():
        tokens[at] = rng.choice(_NUMBERS)
    elif token in names:
        tokens[at] = rng.choice(
            (rng.choice(names), rng.choice(_NUMBERS), f"&{token}", f"*{token}", f"{token}++")
        )
    elif token == ";":
        tokens[at] = rng.choice(
            (";", ";;", "; {} ", "; return 0; ", "; break; ", "; int q; ", "; q: ; ", "; goto q; ")
        )


def _disturb(tokens: list[str], rng: random.Random) -> None:
    """Deletes, doubles, replaces, inserts and swaps one to three tokens; or cuts the text off."""
    for _ in range(rng.randint(1, 3)):
        places = [i for i, token in enumerate(tokens) if not token.isspace()]
        if not places:
            break
        at, other = rng.choice(places), rng.choice(places)
        match rng.randrange(12):
            case 0 | 1 | 2:
                del tokens[at]
            case 3 | 4:
                tokens[at] = tokens[other]
            case 5 | 6:
                tokens[at] = rng.choice(_POOL)
            case 7 | 8:
                tokens.insert(at, f" {rng.choice(_POOL)} ")
            case 9:
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case 10:
                first, last = sorted((at, other))
                tokens[at:at] = tokens[first : min(last, first + 20)]
            case 11 if rng.random() < 0.2:
                del tokens[at:]


def with_lines_changed(text: str, rng: random.Random) -> str:
    """The text with some lines deleted, doubled or swapped, or with another type or operator in them."""
    lines = text.split("\n")
    for _ in range(rng.randint(1, 3)):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(4):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                lines[at] = lines[at].replace(rng.choice(_PARTS), rng.choice(_OTHER_PARTS), 1)
    return "\n".join(lines)


def is_accepted(text: str, work: Callable[[], object]) -> bool:
    """Whether work on a text succeeds. Otherwise it must say what is wrong with the text."""
    try:
        work()
    except InputError as error:
        assert any(diagnostic.severity == "error" for diagnostic in error.diagnostics), text
        return False
    except Exception as error:
        raise AssertionError(f"{error!r} on\n{text}") from error
    return True
