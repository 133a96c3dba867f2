"""Defines C's types as the front end sees them, without qualifiers; nothing here depends on clang.

Types are values: equal where C has one type. Records are told apart by their declaration (`identity`), so no
type contains itself; `tree.records` knows their members.
"""

from __future__ import annotations

from dataclasses import field

from maymust.frozen import frozen

# -- types -----------------------------------------------------------------------------------------------


@frozen
class IntType:
    """An integer type. `_Bool` is `boolean`: 8 bits that hold 0 or 1."""

    width: int
    signed: bool
    boolean: bool = False


@frozen
class FloatType:
    """`float` (32 bits) or `double` (64 bits)."""

    width: int


@frozen
class VoidType:
    """`void`."""


@frozen
class PointerType:
    """A pointer of `width` bits."""

    target: CType
    width: int


@frozen
class ArrayType:
    """An array; without a `count` it is incomplete, or a flexible array member."""

    element: CType
    count: int | None


@frozen
class FunctionType:
    """A function. If it is not `prototyped`, nothing is known of its parameters."""

    returns: CType
    parameters: tuple[CType, ...]
    variadic: bool
    prototyped: bool


@frozen
class RecordType:
    """A structure or union. `size` and `alignment`, in bytes, are None while it is incomplete.

    `identity` numbers the records of a translation unit; `name` is for people.
    """

    name: str = field(compare=False)
    identity: int
    union: bool = field(compare=False)
    size: int | None = field(compare=False)
    alignment: int | None = field(compare=False)


@frozen
class OtherType:
    """A type whose values are not modelled; `family` says in a word what it is."""

    family: str


CType = IntType | FloatType | VoidType | PointerType | ArrayType | FunctionType | RecordType | OtherType
INT = IntType(32, True)
VOID = VoidType()
VLA = OtherType("variable-length array")
_INTEGERS = {8: "char", 16: "short", 32: "int", 64: "long"}
FLOATING_POINT = "floating-point number"  # the family, also of `long double`


@frozen
class Field:
    """A member of a record. `offset` counts bits from the record's start; `bits` is the width of a bit-field.

    What has no name is an anonymous member, if its type is a record, and otherwise padding.
    """

    record: RecordType
    index: int
    name: str
    type: CType
    offset: int
    bits: int | None = None
    const: bool = False

    @property
    def anonymous(self) -> bool:
        """Whether its members are named as if they were the record's own."""
        return not self.name and self.bits is None

    @property
    def padding(self) -> bool:
        """Whether this is a bit-field without a name, which holds no value."""
        return not self.name and self.bits is not None


# -- questions -------------------------------------------------------------------------------------------


def is_modelled(type_: CType) -> bool:
    """Whether variables of this type are modelled, as far as that does not depend on its parts."""
    return is_scalar(type_) or (isinstance(type_, ArrayType | RecordType) and size_of(type_) is not None)


def is_scalar(type_: CType) -> bool:
    """Whether values of this type are numbers or pointers that we know."""
    return isinstance(type_, IntType | FloatType | PointerType)


def is_byte(type_: CType) -> bool:
    """Whether pointers to this type may point to any byte: it is a character, or `void`."""
    return isinstance(type_, VoidType) or (isinstance(type_, IntType) and type_.width == 8)


def spelled(type_: CType) -> str:
    """A type as people write it, as far as that is known."""
    match type_:
        case IntType(boolean=True):
            return "_Bool"
        case IntType(width=width, signed=signed) if width in _INTEGERS:
            return _INTEGERS[width] if signed else f"unsigned {_INTEGERS[width]}"
        case FloatType(width=width):
            return "float" if width == 32 else "double"
        case VoidType():
            return "void"
        case PointerType(target=target):
            return f"{spelled(target)} *".replace("* *", "**")
        case RecordType(name=name):
            return name
    return family(type_)


def family(type_: CType) -> str:
    """In a word what a type is."""
    match type_:
        case IntType():
            return "integer"
        case FloatType():
            return FLOATING_POINT
        case VoidType():
            return "void value"
        case PointerType():
            return "pointer"
        case ArrayType():
            return "array"
        case FunctionType():
            return "function"
        case RecordType(union=union):
            return "union" if union else "structure"
        case OtherType(family=name):
            return name


def size_of(type_: CType) -> int | None:
    """The size in bytes; None where there is none, or it is not known here."""
    match type_:
        case IntType(width=width) | FloatType(width=width) | PointerType(width=width):
            return width // 8
        case ArrayType(element=element, count=count):
            size = size_of(element)
            return None if size is None or count is None else size * count
        case RecordType(size=size):
            return size
    return None


def promoted(type_: IntType) -> IntType:
    """The integer promotion (C11 6.3.1.1): what is narrower than int becomes int."""
    return type_ if type_.width >= 32 else IntType(32, signed=True)


def common_type(a: IntType, b: IntType) -> IntType:
    """The usual arithmetic conversions (C11 6.3.1.8). Rank never disagrees with width, so width decides."""
    a, b = promoted(a), promoted(b)
    if a.width != b.width:
        return a if a.width > b.width else b
    return IntType(a.width, signed=a.signed and b.signed)
