"""Declares libclang's C functions with their types, and its names for kinds. Only `text`, `types` and `api`
call them.

The bindings that come with libclang (`clang.cindex`) cost a Python object and several calls for each
question, and do not show operators, initialisers or constant values. So only the library's place is taken
from them; the calls are our own.
"""

from __future__ import annotations

import ctypes
from ctypes import (
    POINTER,
    Structure,
    c_char_p,
    c_double,
    c_int,
    c_longlong,
    c_size_t,
    c_uint,
    c_ulong,
    c_void_p,
)
from typing import Any

import clang.cindex as bindings

CONTINUE = 1


class Cursor(Structure):
    """A node of clang's tree (CXCursor)."""

    _fields_ = (("number", c_int), ("xdata", c_int), ("a", c_void_p), ("b", c_void_p), ("c", c_void_p))
    number: int
    a: int | None
    b: int | None


class Type(Structure):
    """A type (CXType); `a` identifies it."""

    _fields_ = (("number", c_int), ("a", c_void_p), ("b", c_void_p))
    number: int
    a: int | None


class String(Structure):
    """A string of libclang (CXString), to be disposed of."""

    _fields_ = (("data", c_void_p), ("flags", c_uint))


class Location(Structure):
    """A place in the text (CXSourceLocation)."""

    _fields_ = (("a", c_void_p), ("b", c_void_p), ("c", c_uint))


class Range(Structure):
    """A stretch of the text (CXSourceRange)."""

    _fields_ = (("a", c_void_p), ("b", c_void_p), ("c", c_uint), ("d", c_uint))


class UnsavedFile(Structure):
    """A file whose contents are given (CXUnsavedFile)."""

    _fields_ = (("name", c_char_p), ("contents", c_char_p), ("length", c_ulong))


VISITOR = ctypes.CFUNCTYPE(c_int, Cursor, Cursor, c_void_p)
FIELD_VISITOR = ctypes.CFUNCTYPE(c_int, Cursor, c_void_p)
INCLUSION_VISITOR = ctypes.CFUNCTYPE(None, c_void_p, POINTER(Location), c_uint, c_void_p)

_PROTOTYPES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "clang_createIndex": (c_void_p, (c_int, c_int)),
    "clang_disposeIndex": (None, (c_void_p,)),
    "clang_disposeTranslationUnit": (None, (c_void_p,)),
    "clang_parseTranslationUnit2": (
        c_int,
        (
            c_void_p,
            c_char_p,
            POINTER(c_char_p),
            c_int,
            POINTER(UnsavedFile),
            c_uint,
            c_uint,
            POINTER(c_void_p),
        ),
    ),
    "clang_getTranslationUnitCursor": (Cursor, (c_void_p,)),
    "clang_getNumDiagnostics": (c_uint, (c_void_p,)),
    "clang_getDiagnostic": (c_void_p, (c_void_p, c_uint)),
    "clang_disposeDiagnostic": (None, (c_void_p,)),
    "clang_getDiagnosticSeverity": (c_int, (c_void_p,)),
    "clang_getDiagnosticSpelling": (String, (c_void_p,)),
    "clang_getDiagnosticLocation": (Location, (c_void_p,)),
    "clang_getCString": (c_char_p, (String,)),
    "clang_disposeString": (None, (String,)),
    "clang_visitChildren": (c_uint, (Cursor, VISITOR, c_void_p)),
    "clang_getCursorSpelling": (String, (Cursor,)),
    "clang_getCursorReferenced": (Cursor, (Cursor,)),
    "clang_getCursorType": (Type, (Cursor,)),
    "clang_Cursor_getMangling": (String, (Cursor,)),
    "clang_getCursorPrintingPolicy": (c_void_p, (Cursor,)),
    "clang_PrintingPolicy_setProperty": (None, (c_void_p, c_int, c_uint)),
    "clang_PrintingPolicy_dispose": (None, (c_void_p,)),
    "clang_getCursorPrettyPrinted": (String, (Cursor, c_void_p)),
    "clang_getCursorLinkage": (c_int, (Cursor,)),
    "clang_getCursorLocation": (Location, (Cursor,)),
    "clang_getCursorExtent": (Range, (Cursor,)),
    "clang_getRangeStart": (Location, (Range,)),
    "clang_getRangeEnd": (Location, (Range,)),
    "clang_isCursorDefinition": (c_uint, (Cursor,)),
    "clang_isExpression": (c_uint, (c_int,)),
    "clang_isAttribute": (c_uint, (c_int,)),
    "clang_Location_isFromMainFile": (c_int, (Location,)),
    "clang_Location_isInSystemHeader": (c_int, (Location,)),
    "clang_getInclusions": (None, (c_void_p, INCLUSION_VISITOR, c_void_p)),
    "clang_getLocation": (Location, (c_void_p, c_void_p, c_uint, c_uint)),
    "clang_getFileName": (String, (c_void_p,)),
    "clang_getFileContents": (c_void_p, (c_void_p, c_void_p, POINTER(c_size_t))),
    "clang_Cursor_getVarDeclInitializer": (Cursor, (Cursor,)),
    "clang_Cursor_hasVarDeclGlobalStorage": (c_int, (Cursor,)),
    "clang_Cursor_hasVarDeclExternalStorage": (c_int, (Cursor,)),
    "clang_Cursor_getNumArguments": (c_int, (Cursor,)),
    "clang_Cursor_getArgument": (Cursor, (Cursor, c_uint)),
    "clang_getCursorBinaryOperatorKind": (c_int, (Cursor,)),
    "clang_getCursorUnaryOperatorKind": (c_int, (Cursor,)),
    "clang_Cursor_Evaluate": (c_void_p, (Cursor,)),
    "clang_EvalResult_getKind": (c_int, (c_void_p,)),
    "clang_EvalResult_getAsLongLong": (c_longlong, (c_void_p,)),
    "clang_EvalResult_getAsDouble": (c_double, (c_void_p,)),
    "clang_EvalResult_dispose": (None, (c_void_p,)),
    "clang_getEnumConstantDeclValue": (c_longlong, (Cursor,)),
    "clang_getEnumDeclIntegerType": (Type, (Cursor,)),
    "clang_getTypeDeclaration": (Cursor, (Type,)),
    "clang_getTypedefDeclUnderlyingType": (Type, (Cursor,)),
    "clang_getCursorSemanticParent": (Cursor, (Cursor,)),
    "clang_getCanonicalType": (Type, (Type,)),
    "clang_getResultType": (Type, (Type,)),
    "clang_getPointeeType": (Type, (Type,)),
    "clang_getArrayElementType": (Type, (Type,)),
    "clang_isConstQualifiedType": (c_uint, (Type,)),
    "clang_isVolatileQualifiedType": (c_uint, (Type,)),
    "clang_isFunctionTypeVariadic": (c_uint, (Type,)),
    "clang_getTypeSpelling": (String, (Type,)),
    "clang_Type_getSizeOf": (c_longlong, (Type,)),
    "clang_Type_getAlignOf": (c_longlong, (Type,)),
    "clang_Type_visitFields": (c_uint, (Type, FIELD_VISITOR, c_void_p)),
    "clang_Cursor_getOffsetOfField": (c_longlong, (Cursor,)),
    "clang_getFieldDeclBitWidth": (c_int, (Cursor,)),
    "clang_getArraySize": (c_longlong, (Type,)),
    "clang_getNumArgTypes": (c_int, (Type,)),
    "clang_Type_getNamedType": (Type, (Type,)),
    "clang_getArgType": (Type, (Type, c_uint)),
    "clang_getTranslationUnitTargetInfo": (c_void_p, (c_void_p,)),
    "clang_TargetInfo_getPointerWidth": (c_int, (c_void_p,)),
    "clang_TargetInfo_dispose": (None, (c_void_p,)),
} | {
    f"clang_get{which}Location": (
        None,
        (Location, POINTER(c_void_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint)),
    )
    for which in ("File", "Spelling", "Expansion")
}


def _load() -> Any:
    library = ctypes.CDLL(bindings.conf.get_filename())
    for name, (result, arguments) in _PROTOTYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


lib = _load()
KINDS: dict[int, str] = {
    kind.value: name
    for name, kind in vars(bindings.CursorKind).items()
    if isinstance(kind, bindings.CursorKind)
}  # `kind.name` would go through all of them for each
TYPE_KINDS: dict[int, str] = {kind.value: kind.name for kind in bindings.TypeKind._kinds if kind is not None}


def declaration_key(cursor: Cursor) -> int | None:
    """What is the same for the same declaration."""
    return cursor.a


def statement_key(cursor: Cursor) -> int | None:
    """What is the same for the same statement."""
    return cursor.b


def text_of(string: String) -> str:
    """What a string of libclang's holds; disposes of it."""
    raw: bytes | None = lib.clang_getCString(string)
    lib.clang_disposeString(string)
    return raw.decode("utf-8", "replace") if raw is not None else ""
