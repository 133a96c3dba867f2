"""The verdicts on small programs by running them, natively, on all their inputs.

Inputs are enumerated depth first, by running the program again with the last choice changed. A loop that
need not end tells its state: one that was seen before ends the run, for what follows it is enumerated there.
What takes too long is given up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from helpers.native_batch import run_natively
from helpers.random_programs import Template

PRELUDE = """\
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void assert(int);
void reach_error(void);
"""
_DRIVER = """\
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

enum { SECONDS = 5, RUNS = 3000000, DEPTH = 4096, STATES = 1 << 20 };
static jmp_buf back;
static unsigned chosen[DEPTH], bounds[DEPTH], depth, length, known, states;
static unsigned failed, is_stuck, gave_up;
static unsigned long long seen[STATES];

static void stop(void) { longjmp(back, 1); }
static void violated(unsigned property) { failed |= 1u << property; stop(); }
static void stuck(void) { is_stuck = 1; stop(); }
static void trap(int s) { (void)s; stuck(); }
static void give_up(void) { gave_up = 1; stop(); }
static void late(int s) { (void)s; give_up(); }

static unsigned choose(unsigned bits)
{
    if (depth == DEPTH) give_up();
    if (depth == length) { bounds[length] = 1u << bits; chosen[length++] = 0; }
    return chosen[depth++];
}

static int next(void)
{
    while (length && ++chosen[length - 1] == bounds[length - 1]) length--;
    return length > 0;
}

static void head(unsigned long long loop, const unsigned long long *values, unsigned count)
{
    unsigned long long hash = loop * 0x9E3779B97F4A7C15ull;
    unsigned at;
    if (depth < known) return; /* the last run has been here with the same choices, on its way elsewhere */
    for (unsigned i = 0; i < count; i++) {
        hash = (hash ^ values[i]) * 0xD6E8FEB86659FD93ull;
        hash ^= hash >> 29;
    }
    hash |= 1;
    for (at = hash >> 40 & (STATES - 1); seen[at]; at = (at + 1) & (STATES - 1))
        if (seen[at] == hash) stop();
    if (++states > STATES / 2) give_up();
    seen[at] = hash;
}

static void explore(unsigned number, void (*run)(void))
{
    unsigned runs = 0;
    struct itimerval limit = { .it_value.tv_sec = SECONDS };
    setitimer(ITIMER_PROF, &limit, 0);
    failed = is_stuck = gave_up = length = states = 0;
    memset(seen, 0, sizeof seen);
    do {
        depth = 0;
        known = length;
        if (++runs > RUNS) gave_up = 1;
        else if (!setjmp(back)) run();
    } while (!gave_up && next());
    printf("%u %u %u %u\\n", number, failed, is_stuck, gave_up);
}
"""
_MAIN = """
int main(void)
{
    struct sigaction action = { .sa_handler = trap, .sa_flags = SA_NODEFER };
    sigaction(SIGFPE, &action, 0);
    action.sa_handler = late;
    sigaction(SIGPROF, &action, 0);
%s
    return 0;
}
"""
_MARK = re.compile("«([^«»]*)»")
_NAME = re.compile(r"\[(\w+)\]")
_PROPERTY = re.compile(r"«assert¦|«error»|«label»")


@dataclass(frozen=True, slots=True)
class Truth:
    """What all runs together show: the lines whose property some run violates; whether one gets stuck."""

    failing: frozenset[int]
    stuck: bool


def for_maymust(template: Template) -> str:
    """The program as maymust reads it."""
    text = _rendered(template.text, _ordinary)
    return PRELUDE + _NAME.sub(r"\1", text)


def enumerate_natively(templates: Sequence[Template]) -> list[Truth | None]:
    """The truth about each program; None where there are too many runs."""
    parts, calls = [_DRIVER], []
    for number, template in enumerate(templates):
        parts.append(_for_gcc(template, number))
        calls.append(f"    explore({number}, p{number}_run);")
    output = run_natively("\n".join(parts) + _MAIN % "\n".join(calls), "LP64", ["-O1"])
    lines = [[int(word) for word in line.split()] for line in output.splitlines()]
    assert [line[0] for line in lines] == list(range(len(templates)))
    return [_truth(template, *line[1:]) for template, line in zip(templates, lines, strict=True)]


def _truth(template: Template, failed: int, stuck: int, gave_up: int) -> Truth | None:
    if gave_up:
        return None
    places = property_lines(template)
    return Truth(frozenset(line for i, line in enumerate(places) if failed >> i & 1), bool(stuck))


def property_lines(template: Template) -> list[int]:
    """The lines of maymust's text on which properties stand."""
    first = PRELUDE.count("\n") + 1
    return [n for n, line in enumerate(template.text.splitlines(), start=first) if _PROPERTY.search(line)]


def _rendered(text: str, meaning: Callable[[list[str]], str]) -> str:
    """The text with its marks replaced, the inner ones first."""
    while _MARK.search(text):
        text = _MARK.sub(lambda mark: meaning(mark[1].split("¦")), text)
    return text


def _ordinary(mark: list[str]) -> str:
    match mark:
        case ["any", _] | ["head", _, _]:
            return ""
        case ["byte"]:
            return "__VERIFIER_nondet_uchar()"
        case ["bit"]:
            return "__VERIFIER_nondet_bool()"
        case ["low", bits]:
            return f"(__VERIFIER_nondet_int() & {(1 << int(bits)) - 1})"
        case ["assume", condition]:
            return f"__VERIFIER_assume({condition})"
        case ["assert", condition]:
            return f"assert({condition})"
        case ["error"]:
            return "reach_error()"
        case ["label"]:
            return "ERROR: ;"
        case ["divide", left, op, right]:
            return f"({left} {op} {right})"
    raise AssertionError(mark)


def _native(mark: list[str]) -> str:
    match mark:
        case ["any", bits]:
            return f" = choose({bits})"
        case ["byte"]:
            return "(unsigned char)choose(8)"
        case ["bit"]:
            return "(_Bool)choose(1)"
        case ["low", bits]:
            return f"(int)choose({bits})"
        case ["head", number, variables]:
            return f"head({number}, (unsigned long long[]){{{variables}}}, {variables.count(',') + 1});"
        case ["assume", condition]:
            return f"if (!({condition})) stop()"
        case ["assert", condition]:
            return f"if (!({condition})) violated(#)"
        case ["error"]:
            return "violated(#)"
        case ["label"]:
            return "ERROR: violated(#);"
        case ["divide", left, op, right]:
            return f"({{ __typeof__({right}) d_ = {right}; if (!d_) stuck(); {left} {op} d_; }})"
    raise AssertionError(mark)


def _for_gcc(template: Template, number: int) -> str:
    text = _rendered(template.text, _native)
    for index in range(text.count("#")):
        text = text.replace("#", str(index), 1)
    arguments = [f"choose({8 if t == 'unsigned char' else 1})" for t in template.parameters]
    begin = f"[g0] = {template.start}; [g1] = 0;"
    names = [f"{t} a{i} = {v};" for i, (t, v) in enumerate(zip(template.parameters, arguments, strict=True))]
    given = ", ".join(f"a{i}" for i in range(len(arguments)))
    text += f"static void [run](void) {{ {begin} {' '.join(names)} [{template.entry}]({given}); }}\n"
    return _NAME.sub(rf"p{number}_\1", text)
