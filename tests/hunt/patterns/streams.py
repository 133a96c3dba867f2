"""Streams that are null or closed, and buffers that are too short for them."""

from __future__ import annotations

from collections.abc import Mapping

from ..pattern import Pattern, bad, fine

_NULL = fine(0) | bad("?null|deref|bounds|free", 1)


def _stream(name: str, call: str, outcomes: Mapping[int, str] = _NULL) -> Pattern:
    """A call with a stream `f` that is null for selector 1."""
    body = f'char b[4] = {{0}};\nFILE *f = fopen("/dev/null", "r+");\nif (!f) {{\nreturn 0;\n}}\nFILE *g = $K ? 0 : f;\n{call}\nfclose(f);'
    return Pattern(f"stream: {name}", body, outcomes, oracle="none")


def _closed(name: str, call: str) -> Pattern:
    """A call with a stream `f` that is closed for selector 1."""
    body = f'char b[4] = {{0}};\nFILE *f = fopen("/dev/null", "r+");\nif (!f) {{\nreturn 0;\n}}\nif ($K) {{\nfclose(f);\n}}\n{call}\nif (!$K) {{\nfclose(f);\n}}'
    return Pattern(f"stream: {name}", body, _NULL, oracle="none")


def _buffer(name: str, call: str, outcomes: Mapping[int, str], *, goes_on: bool = False) -> Pattern:
    """A call with a buffer of four and the standard input or output. If it only reads the buffer, it
    `goes_on` beyond the end."""
    return Pattern(f"stream: {name}", f"char b[4] = {{0}};\n{call}", outcomes, oracle="none", goes_on=goes_on)


_LONG = fine(0, 1, 4) | bad("?bounds", 5, 100)
PATTERNS = (
    _stream("fgetc of null", "@sink = fgetc($<FILE *|g$>);"),
    _stream("fgets of null", "@sink = fgets(b, 4, $<FILE *|g$>) != 0;"),
    _stream("fputc to null", "fputc('x', $<FILE *|g$>);"),
    _stream("fputs to null", 'fputs("x", $<FILE *|g$>);'),
    _stream("fprintf to null", 'fprintf($<FILE *|g$>, "%d", 3);'),
    _stream("fread of null", "@sink = (int)fread(b, 1, 4, $<FILE *|g$>);"),
    _stream("fwrite to null", "@sink = (int)fwrite(b, 1, 4, $<FILE *|g$>);"),
    _stream("feof of null", "@sink = feof($<FILE *|g$>);"),
    _closed("fgetc of closed", "@sink = fgetc(f);"),
    _closed("fputs to closed", 'fputs("x", f);'),
    _closed("fprintf to closed", 'fprintf(f, "x");'),
    _closed("fgets of closed", "@sink = fgets(b, 4, f) != 0;"),
    _closed("fread of closed", "@sink = (int)fread(b, 1, 4, f);"),
    _closed("double fclose", "@sink = 1;\nif ($K) {\nfclose(f);\n}"),
    Pattern(
        "stream: fclose of null",
        'FILE *f = $K ? 0 : fopen("/dev/null", "r");\nif (f || $K) {\nfclose(f);\n}',
        _NULL,
        oracle="none",
    ),
    Pattern(
        "stream: fopen of null",
        'const char *n = $K ? 0 : "/dev/null";\nFILE *f = fopen($<const char *|n$>, "r");\nif (f) {\nfclose(f);\n}',
        _NULL,
        oracle="none",
    ),
    Pattern(
        "stream: fopen unchecked",
        'FILE *f = fopen("/dev/null", "r");\nif (f || $K) {\n@sink = fgetc(f);\n}\nif (f) {\nfclose(f);\n}',
        fine(0) | bad("?null|deref", 1),
        oracle="none",
    ),
    Pattern("stream: fflush of null", "fflush(0);\n@sink = $K;", fine(0, 1)),
    _buffer("fgets", "@sink = fgets(b, $K, stdin) != 0;", fine(1, 4) | bad("?bounds", 5, 100)),
    _buffer(
        "fgets result",
        "char *r = fgets(b, 4, stdin);\nif (r || $K) {\n@sink = *r;\n}",
        fine(0) | bad("null", 1),
    ),
    _buffer("fread", "@sink = (int)fread(b, 1, $K, stdin);", _LONG),
    _buffer("fwrite", "@sink = (int)fwrite(b, 1, $K, stdout);", _LONG, goes_on=True),
    _buffer("read", "@sink = (int)read(0, b, $K);", _LONG),
    _buffer("write", "@sink = (int)write(1, b, $K);", _LONG, goes_on=True),
)
