"""The options of the `auto` engine."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.catalogue import SUPPLIERS
from maymust.engines.options import OptionError, option
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping


@frozen
class ProverEntry:
    """What a prover does, and the seconds of its first slice; `auto.provers` makes it."""

    summary: str
    seconds: float


PROVERS = {
    "k-induction": ProverEntry("runs of more and more blocks, with the proved facts", 2.5),
    "may-must": ProverEntry("the loop of DASH, with the proved facts in its regions", 3.0),
    "smash": ProverEntry("asks callees, with the proved facts, where calls are not expanded", 1.5),
}


def parse_parties(text: str) -> dict[str, float]:
    """The seconds of each party's first slice, by what `text` changes: NAME=SECONDS or NAME=off, separated by
    commas. A party that is off has none. Raises OptionError."""
    seconds = {name: entry.seconds for name, entry in (SUPPLIERS | PROVERS).items()}
    for part in filter(None, text.split(",")):
        name, separator, value = part.partition("=")
        if name not in seconds:
            raise OptionError(f"no supplier is called `{name}`; there are: {', '.join(seconds)}")
        if value == "off":
            seconds[name] = 0.0
            continue
        try:
            seconds[name] = float(value)
        except ValueError:
            seconds[name] = math.nan
        if not separator or not 0 < seconds[name] < math.inf:
            raise OptionError(f"a supplier takes NAME=SECONDS or NAME=off, not `{part}`")
    return seconds


@frozen
class AutoOptions:
    """Each field documents itself; `maymust engines` prints them."""

    parties: str = option(
        "",
        "seconds of suppliers' and provers' first slices, as NAME=SECONDS or NAME=off",
        check=parse_parties,
    )
    calls: str = option(
        "choose",
        "what is done about calls: they are inlined, callees are asked, or what seems to pay",
        ("choose", "inline", "ask"),
    )
    jobs: int = option(2, "processes that may work at once", least=1)
    deterministic: bool = option(False, "count prover calls and steps instead of seconds, in one process")

    def seconds(self) -> Mapping[str, float]:
        """The seconds of each party's first slice."""
        return parse_parties(self.parties)
