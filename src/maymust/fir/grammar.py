"""FIR's text syntax, as a grammar for lark. Operators come from their table.

A quantified expression goes as far to the right as it can, so it may stand last in a Boolean operation
without parentheses: `a ∧ ∀ i | b ⇒ c` is `a ∧ (∀ i | (b ⇒ c))`.
"""

from __future__ import annotations

from maymust.fir.operators import BINARY, QUANTIFIERS, UNARY

_REST = r"""
start: item*
?item: _declaration ","? | procedure
_declaration: domain | literal | global | local

domain: "domain" NAME
literal: "literal" NAME ":" NAME
global: "global" NAME ":" type
local: "local" NAME ":" type
?type: level13

procedure: header clause* block
header: "proc" NAME "(" parameters ")" (":" "(" parameters ")")?
parameters: (parameter ("," parameter)*)?
parameter: NAME (":" type)?
?clause: "requires" expression -> requires
       | "ensures" expression -> ensures
       | "modifies" names -> modifies
       | "meets" specification -> meets

block: "{" (statement ";"?)* "}"
?statement: update | if | while
          | "exit" -> exit
          | "break" -> break
          | "continue" -> continue
?update: names ":=" expression -> assign
       | names ":=" "new" NAME -> create
       | call
       | specification
call: (names ":=")? NAME "(" (expression ("," expression)*)? ")"
specification: (names ":=")? "spec" "(" expression ")"
names: NAME ("," NAME)*
if: "if" expression (block | "then" side) ("else" side)?
?side: block | statement
while: "while" expression block

?expression: conditional | quantified
?conditional: level2 | level2 "?" expression ":" expression -> conditional
?atom: "(" expression ")"
     | NAME -> name
     | INTEGER -> integer
     | "true" -> true
     | "false" -> false
     | ("∅" | "none" | "{" "}") -> empty
     | ("π" | "proj") "(" expression ("," INTEGER)+ ")" -> projection
     | "{" names "|" expression "}" -> comprehension

NAME: /[A-Za-z_][A-Za-z0-9_]*'*(_old)?/
INTEGER: /[0-9]+/
COMMENT: /\/\/[^\n]*/ | /\/\*(.|\n)*?\*\//
%ignore COMMENT
%ignore /[ \t\r\n\f]+/
"""

_LAST_LEVEL = 20
_BOOLEAN_LEVELS = range(2, 7)
_COMPARISONS = 7


def _spelt(spellings: tuple[str, ...]) -> str:
    return "(" + " | ".join(f'"{text}"' for text in dict.fromkeys(spellings)).replace("\\", "\\\\") + ")"


def _level(number: int) -> str:
    """The rule of the operators of one precedence: all are prefixes, or all are infixes."""
    tighter = f"level{number + 1}" if number < _LAST_LEVEL else "atom"
    lines = [f"?level{number}: {tighter}"]
    operands = (f"level{number}", "quantified") if number in _BOOLEAN_LEVELS else (f"level{number}",)
    for name, operator in UNARY.items():
        if operator.precedence == number:
            lines += [f"{_spelt(operator.spellings)} {operand} -> unary_{name}" for operand in operands]
    for name, operator in BINARY.items():
        if operator.precedence != number:
            continue
        left = tighter if operator.right_associative or number == _COMPARISONS else f"level{number}"
        right = f"level{number}" if operator.right_associative else tighter
        rights = (right, "quantified") if number in _BOOLEAN_LEVELS else (right,)
        lines += [f"{left} {_spelt(operator.spellings)} {each} -> binary_{name}" for each in rights]
    return "\n  | ".join(lines)


def grammar() -> str:
    """The whole grammar."""
    quantified = "\n  | ".join(
        f'{_spelt(spellings)} names "|" expression -> {kind}' for kind, spellings in QUANTIFIERS.items()
    )
    levels = "\n".join(_level(number) for number in range(2, _LAST_LEVEL + 1))
    return f"{_REST}\n?quantified: {quantified}\n{levels}\n"
