#!/bin/sh
# The demonstration of `make demo`: one program that fails, one that holds, each with its evidence.
set -u
maymust="${BIN:-.venv/bin}/maymust"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold='' plain=''; fi
say() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }
run() { say "\$ maymust $*"; "$maymust" "$@"; }

run check examples/abs.c --trace --confirm --emit-test "$out/test_abs.c"
[ $? -eq 1 ] || { echo "the demonstration went wrong: abs.c should fail" >&2; exit 1; }

if command -v cc >/dev/null 2>&1; then
    say "\$ cc -w -fwrapv $out/test_abs.c -o $out/test_abs && $out/test_abs"
    cc -w -fwrapv "$out/test_abs.c" -o "$out/test_abs" && ( "$out/test_abs"; echo "exit status $?" ) 2>&1
fi

run check examples/lock.c --proof "$out/lock.proof"
[ $? -eq 0 ] || { echo "the demonstration went wrong: lock.c should hold" >&2; exit 1; }

run certify "$out/lock.proof" examples/lock.c
[ $? -eq 0 ] || { echo "the demonstration went wrong: the proof should be accepted" >&2; exit 1; }
