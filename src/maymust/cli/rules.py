"""`maymust rules`, and the rules that `--rule` names."""

from __future__ import annotations

import typer

from maymust.diagnostics import InputError
from maymust.engines.options import OptionError
from maymust.frontends.slic import RuleText, parse_rule
from maymust.frontends.slic.library import load, names, packaged, summary
from maymust.report.table import table


def run_rules(name: str | None) -> int:
    """Prints the rules of the package, each in a line, or one of them; returns the exit code."""
    if name is None:
        for line in table([[rule, summary(packaged(rule))] for rule in names()]):
            typer.echo(line)
        return 0
    if name not in names():
        raise OptionError(f"no rule is called `{name}`; there are: {', '.join(names())}")
    typer.echo(packaged(name).text, nl=False)
    return 0


def loaded(given: list[str] | None) -> tuple[RuleText, ...]:
    """The rules that were named; raises OptionError where one cannot be had or is none."""
    found: dict[str, RuleText] = {}
    for text in given or ():
        try:
            rule = load(text)
            parse_rule(rule)
        except InputError as error:
            lines = [str(d).replace(" error: ", " ", 1).removeprefix("error: ") for d in error.diagnostics]
            raise OptionError(f"--rule: {'; '.join(lines)}") from None
        if found.setdefault(rule.name, rule) != rule:
            raise OptionError(f"--rule: there are two rules called `{rule.name}`")
    return tuple(found.values())
