"""Values of arrays in Z3's models."""

from __future__ import annotations

from typing import Any

import z3

from maymust.terms import ArraySort, ArrayValue, array_value

# Compact models give some arrays as lambda terms. Z3 looks at this when a context is made.
z3.set_param("model.compact", False)


def read_array(model: Any, variable: Any, sort: ArraySort) -> ArrayValue | None:
    """The value of an array variable in a model; None where it is given in a way that is not known here.

    Indices and elements are bit-vectors or integers. What is no index of the sort is left out, and of an
    element the low bits are taken.
    """
    value = model.eval(z3.z3._to_expr_ref(variable, model.ctx), model_completion=True)
    elements: dict[int, int] = {}
    while z3.is_store(value):
        array, index, element = value.children()
        elements.setdefault(index.as_long(), element.as_long())
        value = array
    if z3.is_as_array(value):
        function = model[z3.get_as_array_func(value)]
        if not isinstance(function, z3.FuncInterp):
            return None
        for position in range(function.num_entries()):
            entry = function.entry(position)
            elements.setdefault(entry.arg_value(0).as_long(), entry.value().as_long())
        default = function.else_value()
    elif z3.is_K(value):
        default = value.arg(0)
    else:
        return None
    mask = (1 << sort.element) - 1
    kept = [(index, element & mask) for index, element in elements.items() if 0 <= index < 1 << sort.index]
    return array_value(sort.index, default.as_long() & mask, kept)
