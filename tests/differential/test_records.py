"""Random structures and unions: layout and initialisers are gcc's, for both data models."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable

import pytest

from helpers.agreement import native_or_skip
from helpers.c_trees import global_named, misfits, read
from helpers.c_types import MODELS
from helpers.native_batch import run_natively
from helpers.random_records import (
    HEAD,
    Array,
    InitialiserMaker,
    Record,
    RecordMaker,
    Scalar,
    named_members,
)
from maymust.diagnostics import InputError
from maymust.frontends.c.reading.declarations import Declarations
from maymust.frontends.c.tree.expressions import (
    Cast,
    Constant,
    ElementRange,
    Expression,
    FloatConstant,
    InitList,
    Path,
    Text,
)
from maymust.frontends.c.types import (
    ArrayType,
    CType,
    Field,
    FloatType,
    IntType,
    RecordType,
    is_scalar,
    size_of,
)

Size = Callable[[int], int]
_PRINTER = """
#include <stdio.h>
#include <stddef.h>
#include <string.h>
static void dump(const void *p, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++) printf("%02x", ((const unsigned char *)p)[i]);
    printf("\\n");
}
"""


@pytest.mark.parametrize("model", MODELS)
def test_layout(model: str, size: Size) -> None:
    """Size, alignment, and where each member lies: bit-fields by what they set."""
    native_or_skip(model)
    maker = RecordMaker(random.Random(f"layout {model}"))
    records = [maker.record() for _ in range(size(120))]
    text = HEAD + "".join(
        f"{record.definition()};\n{record.keyword} {record.tag} x{record.tag};\n" for record in records
    )
    main = "\n".join(_layout_printer(record) for record in records)
    printed = run_natively(f"{_PRINTER}{text}int main(void) {{ {main} return 0; }}", model, ()).splitlines()
    found = read(text, model)
    expected = [line for record in records for line in _layout(found, record)]
    assert expected == printed
    assert len(printed) > 3 * len(records)


def _layout_printer(record: Record) -> str:
    type_ = f"{record.keyword} {record.tag}"
    lines = [f'printf("%lu %lu\\n", (unsigned long)sizeof({type_}), (unsigned long)_Alignof({type_}));']
    for name, shape in named_members(record):
        if isinstance(shape, Scalar) and shape.bits is not None:
            lines.append(f"{{ {type_} x; memset(&x, 0, sizeof x); x.{name} = -1; dump(&x, sizeof x); }}")
        else:
            lines.append(f'printf("%lu\\n", (unsigned long)offsetof({type_}, {name}));')
    return "\n".join(lines)


def _layout(found: Declarations, record: Record) -> list[str]:
    type_ = global_named(found, f"x{record.tag}").type
    assert isinstance(type_, RecordType) and type_.size is not None and type_.union == record.union
    lines = [f"{size_of(type_)} {type_.alignment}"]
    for (name, _), (offset, field) in zip(named_members(record), _members(found, type_, 0), strict=True):
        assert name == field.name
        if field.bits is None:
            lines.append(str(offset // 8))
        else:
            bits = ((1 << field.bits) - 1) << offset
            lines.append(bits.to_bytes(type_.size, "little").hex())
    return lines


def _members(found: Declarations, record: RecordType, before: int) -> list[tuple[int, Field]]:
    """The members that can be named, and their offsets in the outermost record."""
    members: list[tuple[int, Field]] = []
    for field in found.types.records.fields(record):
        if field.anonymous:
            assert isinstance(field.type, RecordType)
            members += _members(found, field.type, before + field.offset)
        elif not field.padding:
            members.append((before + field.offset, field))
    return members


@pytest.mark.parametrize("model", MODELS)
def test_initialisers(model: str, size: Size) -> None:
    """The bytes that a list gives an object. Some lists clang itself does not take for constant."""
    native_or_skip(model)
    rng = random.Random(f"initialisers {model}")
    cases = [_initialised(rng, number) for number in range(size(400))]
    main = "\n".join(f"dump(&x{number}, sizeof x{number});" for number in range(len(cases)))
    text = f"{_PRINTER}{HEAD}{''.join(cases)}\nint main(void) {{ {main} return 0; }}"
    compared = 0
    for number, (case, printed) in enumerate(zip(cases, run_natively(text, model, ()).split(), strict=True)):
        try:
            found = read(HEAD + case, model)
        except InputError:
            continue
        variable = global_named(found, f"x{number}")
        value = found.initial_value(variable)
        if isinstance(value, InitList):
            assert misfits(found, [value]) == [], case
            assert _bytes(found, variable.type, value).hex() == printed, case
            compared += 1
    assert compared > 0.7 * len(cases), (compared, len(cases))


def _initialised(rng: random.Random, number: int) -> str:
    """A variable with an initialiser, and its types."""
    maker = RecordMaker(rng, attributes=False, prefix=f"R{number}_")
    records = [maker.record() for _ in range(rng.randint(1, 4))]
    record, count = records[-1], rng.choice([None, None, 3])
    shape = record if count is None else Array(record, count)
    definitions = "".join(f"{made.definition()};\n" for made in records)
    variable = f"{record.keyword} {record.tag} x{number}{'' if count is None else f'[{count}]'}"
    return f"{definitions}{variable} = {InitialiserMaker(rng).braces(shape)};\n"


def _bytes(found: Declarations, type_: CType, value: InitList) -> bytes:
    size = size_of(type_)
    assert size is not None
    image = 0
    for item in value.items:
        for offset, width, part in _places(found, type_, item.path, 0):
            bits = _bits(item.value, part) & ((1 << width) - 1)
            image = image & ~(((1 << width) - 1) << offset) | bits << offset
    return image.to_bytes(size, "little")


def _places(found: Declarations, type_: CType, path: Path, offset: int) -> list[tuple[int, int, CType]]:
    """Where the parts at a path lie, with their widths in bits and their types."""
    if not path:
        return [(offset, 8 * (size_of(type_) or 0), type_)]
    index, *rest = path
    if isinstance(type_, ArrayType):
        step = 8 * (size_of(type_.element) or 0)
        indices = range(index.low, index.high + 1) if isinstance(index, ElementRange) else [index]
        return [
            place for i in indices for place in _places(found, type_.element, tuple(rest), offset + i * step)
        ]
    assert isinstance(type_, RecordType) and isinstance(index, int)
    field = found.types.records.fields(type_)[index]
    if field.bits is not None:
        return [(offset + field.offset, field.bits, field.type)]
    return _places(found, field.type, tuple(rest), offset + field.offset)


def _bits(value: Expression, type_: CType) -> int:
    """The representation of a constant."""
    match value:
        case Text(data=data):
            return int.from_bytes(data, "little")
        case Constant(value=number):
            return number
        case FloatConstant(bits=bits):
            return bits
        case Cast(operand=Constant(value=number)):
            assert is_scalar(type_)
            if isinstance(type_, FloatType):
                packed = struct.pack("<f" if type_.width == 32 else "<d", float(number))
                return int.from_bytes(packed, "little")
            assert isinstance(type_, IntType)
            return int(number != 0) if type_.boolean else number
    raise AssertionError(value)
