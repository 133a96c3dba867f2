"""The may-must engine: the published algorithms as settings of one (`engines.registry`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.maymust.calls import Calls
from maymust.engines.maymust.directed import DirectedSearch
from maymust.engines.maymust.loop import MayMustSearch
from maymust.engines.maymust.query import whole_program
from maymust.engines.memory import NO_MEMORY
from maymust.interp.calls import CallRunner
from maymust.passes.modules import make_modules
from maymust.passes.pipeline import Prepared, for_property

if TYPE_CHECKING:
    from maymust.engines.base import Budget, EngineResult, Observer
    from maymust.engines.maymust.options import MayMustOptions
    from maymust.engines.memory import Memory
    from maymust.ir.modules import Modules
    from maymust.ir.transitions import TransitionSystem


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
        memory: Memory = NO_MEMORY,
    ) -> EngineResult:
        """Alternates between tests and refinement until one side wins."""
        options = self.options

        def expanded() -> TransitionSystem:
            return for_property(given.flat, property_id, straight_line=options.straight_line)

        if options.abstraction and options.calls == "ask":
            modules = make_modules(given.program, property_id, straight_line=options.straight_line)
            return asking_search(modules, options, budget, observe, memory=memory).finish()
        if options.abstraction:
            return MayMustSearch(expanded(), options, budget, observe).finish()
        if options.calls == "inline":
            return DirectedSearch(expanded(), options, budget, observe, expanded).finish()
        modules = make_modules(given.program, property_id, straight_line=options.straight_line)
        calls = _calls(modules, options)
        system = whole_program(calls.modules[calls.modules.start])
        return DirectedSearch(system, options, budget, observe, expanded, calls=calls).finish()


def asking_search(
    modules: Modules,
    options: MayMustOptions,
    budget: Budget,
    observe: Observer,
    *,
    resource_limit: bool = False,
    memory: Memory = NO_MEMORY,
) -> MayMustSearch:
    """A search that asks callees (`calls`)."""
    calls = _calls(modules, options, memory)
    system = whole_program(calls.modules[calls.modules.start])
    return MayMustSearch(system, options, budget, observe, resource_limit=resource_limit, calls=calls)


def _calls(modules: Modules, options: MayMustOptions, memory: Memory = NO_MEMORY) -> Calls:
    return Calls(
        modules, CallRunner(modules), options.must_summaries, options.not_may_summaries, memory=memory
    )
