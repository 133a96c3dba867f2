"""Random mutations of C texts, token by token."""

from __future__ import annotations

import random
import re

_TOKEN = re.compile(
    r"""\s+|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\w+|<<=|>>=|\.\.\."""
    r"""|<<|>>|&&|\|\||->|\+\+|--|[-+*/%&|^<>=!]=|.""",
    re.DOTALL,
)
_POOL = (
    "int", "char", "unsigned", "signed", "long", "short", "_Bool", "float", "double", "void", "struct", "union", "enum",
    "static", "extern", "const", "volatile", "typedef", "inline", "_Noreturn", "_Generic", "_Alignof", "_Static_assert",
    "if", "else", "while", "do", "for", "switch", "case", "default", "break", "continue", "goto", "return", "sizeof",
    "(", ")", "{", "}", "[", "]", ";", ",", ":", "?", "=", "+=", "<<=", "++", "--", "->", ".", "...", "*", "&", "&&",
    "||", "!", "~", "+", "-", "/", "%", "<<", ">>", "<", "==", "#", "##", "\\\n", "0", "1", "08", "0x", "1.5", "1e9f",
    "99999999999999999999", "0xffffffffffffffffu", "'a'", "''", "'", '"', '"text"', "main", "assert", "x", "y", "ERROR",
    "ERROR:", "__VERIFIER_error()", "__VERIFIER_nondet_int()", "reach_error", "abort()", "__builtin_unreachable()",
    "__typeof__", "__attribute__((noreturn))", "__asm__", "__func__", "__extension__", "({", "})", "[2]", "(int)",
    "{1, 2}", "*p", "&x", "#include <stdio.h>\n", "#define x 3\n", "#if 0\n", "\x00", "é", "\ufeff", "/*", "//",
)  # fmt: skip


def mutated(text: str, rng: random.Random) -> str:
    """The text with one to five tokens deleted, doubled, replaced, inserted, swapped; or cut off somewhere."""
    tokens = _TOKEN.findall(text)
    for _ in range(rng.randint(1, 5)):
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
    return "".join(tokens)
