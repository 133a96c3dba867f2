"""The may-must engine: the published algorithms as settings of one (`engines.registry`)."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.engines.base import Budget, EngineResult, NoClaim
from maymust.engines.maymust.calls.asking import Calls
from maymust.engines.maymust.calls.query import whole_program
from maymust.engines.maymust.directed import DirectedSearch
from maymust.engines.maymust.loop import MayMustSearch
from maymust.engines.recollection import NO_RECOLLECTION
from maymust.engines.slices import Slice
from maymust.interp.calls import CallRunner
from maymust.passes.expansion import expanded_size
from maymust.passes.modules import make_modules
from maymust.passes.pipeline import Prepared, for_property

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.engines.base import Observer
    from maymust.engines.maymust.options import MayMustOptions
    from maymust.engines.recollection import Recollection
    from maymust.ir.modules import Modules
    from maymust.ir.transitions import TransitionSystem

_LARGE = 20_000  # edges, with calls expanded
_BEFORE = 0.2  # of the time


class MayMustEngine:
    """See `engines.base.Engine`."""

    def __init__(self, options: MayMustOptions) -> None:
        self.options = options

    def run(
        self,
        given: Prepared,
        property_id: str,
        budget: Budget,
        observe: Observer,
        recollection: Recollection = NO_RECOLLECTION,
    ) -> EngineResult:
        """Alternates between tests and refinement until one side wins."""
        options = self.options

        def expanded() -> TransitionSystem:
            return for_property(given.flat, property_id, straight_line=options.straight_line)

        def modules() -> Modules:
            return make_modules(given.program, property_id, straight_line=options.straight_line)

        if options.abstraction and options.calls == "ask":
            search = asking_search(modules(), options, budget, observe, recollection=recollection)
            with closing(search.prover):
                return _tested_in_between(search, given, expanded)
        if options.abstraction:
            search = MayMustSearch(expanded(), options, budget, observe)
            with closing(search.prover):
                return search.finish()
        if options.calls == "inline":
            tests = DirectedSearch(expanded(), options, budget, observe, expanded)
        else:
            calls = _calls(modules(), options)
            system = whole_program(calls.modules[calls.modules.start])
            tests = DirectedSearch(system, options, budget, observe, expanded, calls=calls)
        with closing(tests.prover):
            return tests.finish()


def _tested_in_between(
    search: MayMustSearch, given: Prepared, expanded: Callable[[], TransitionSystem]
) -> EngineResult:
    """What a search claims that asks callees. Where that takes long, paths are tested one after the other for
    a while, as DART does: an error may be easy to come to, though it is hard to prove where there is none."""
    share, budget = search.options.directed_share, search.budget
    if not share or expanded_size(given.program) > _LARGE:
        return search.finish()
    seconds = budget.remaining()
    claim = search.finish(Slice(time.monotonic() + _BEFORE * seconds)).claim
    if isinstance(claim, NoClaim) and budget.remaining() > 0:
        options = replace(search.options, abstraction=False, calls="inline")
        until = Budget(min(budget.deadline, time.monotonic() + share * seconds), budget.max_iterations)
        tests = DirectedSearch(expanded(), options, until, search.observe, expanded, prover=search.prover)
        tested = tests.finish().claim
        if not isinstance(tested, NoClaim):
            return EngineResult(tested, search.final_statistics())
        return search.finish()
    return EngineResult(claim, search.final_statistics())


def asking_search(
    modules: Modules,
    options: MayMustOptions,
    budget: Budget,
    observe: Observer,
    *,
    resource_limit: bool = False,
    recollection: Recollection = NO_RECOLLECTION,
) -> MayMustSearch:
    """A search that asks callees (`calls`)."""
    calls = _calls(modules, options, recollection)
    system = whole_program(calls.modules[calls.modules.start])
    return MayMustSearch(system, options, budget, observe, resource_limit=resource_limit, calls=calls)


def _calls(modules: Modules, options: MayMustOptions, recollection: Recollection = NO_RECOLLECTION) -> Calls:
    return Calls(
        modules,
        CallRunner(modules),
        options.must_summaries,
        options.not_may_summaries,
        recollection=recollection,
    )
