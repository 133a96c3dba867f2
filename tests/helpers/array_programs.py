"""Programs with arrays, and whether they hold."""

from __future__ import annotations

from helpers.arrays import array_program
from maymust.ir.program import Program

PROGRAMS: dict[str, tuple[str, str]] = {
    "a store is read": (
        "holds",
        """
    local M bv8->bv8
    local i bv8
    0 -> 2: havoc M
    2 -> 3: havoc i
    3 -> 4: M := (store M i 5:8)
    4 -> 5: assume (not (eq (select M i) 5:8))
    4 -> 1: assume (eq (select M i) 5:8)
    5 -> 1: error P1
""",
    ),
    "two indices may be one": (
        "fails",
        """
    local M bv32->bv32
    local p bv32
    local q bv32
    0 -> 2: havoc M
    2 -> 3: havoc p
    3 -> 4: havoc q
    4 -> 5: M := (store M p 0:32)
    5 -> 6: M := (store M q 1:32)
    6 -> 7: assume (not (eq (select M p) 0:32))
    6 -> 1: assume (eq (select M p) 0:32)
    7 -> 1: error P1
""",
    ),
    "two indices are not one": (
        "holds",
        """
    local M bv32->bv32
    local p bv32
    local q bv32
    0 -> 2: havoc M
    2 -> 3: havoc p
    3 -> 4: havoc q
    4 -> 5: M := (store M p 0:32)
    5 -> 6: assume (not (eq p q))
    6 -> 7: M := (store M q 1:32)
    7 -> 8: assume (not (eq (select M p) 0:32))
    7 -> 1: assume (eq (select M p) 0:32)
    8 -> 1: error P1
""",
    ),
    "a swap": (
        "holds",
        """
    local M bv8->bv32
    local N bv8->bv32
    local i bv8
    local j bv8
    0 -> 2: havoc M
    2 -> 3: havoc i
    3 -> 4: havoc j
    4 -> 5: N := (store (store M i (select M j)) j (select M i))
    5 -> 6: assume (not (and (eq (select N i) (select M j)) (eq (select N j) (select M i))))
    5 -> 1: assume (and (eq (select N i) (select M j)) (eq (select N j) (select M i)))
    6 -> 1: error P1
""",
    ),
    "ten cells, one looked at": (
        "holds",
        """
    local M bv8->bv32
    local i bv8
    0 -> 2: M := (fill 8 0:32)
    2 -> 3: i := 0:8
    3 -> 4: assume (ult i 10:8)
    3 -> 6: assume (not (ult i 10:8))
    4 -> 5: M := (store M i (zext 32 i))
    5 -> 3: i := (add i 1:8)
    6 -> 7: assume (not (eq (select M 3:8) 3:32))
    6 -> 1: assume (eq (select M 3:8) 3:32)
    7 -> 1: error P1
""",
    ),
    "ten cells, all looked at": (
        "holds",
        """
    local M bv8->bv32
    local i bv8
    0 -> 2: havoc M
    2 -> 3: i := 0:8
    3 -> 4: assume (ult i 10:8)
    3 -> 6: assume (not (ult i 10:8))
    4 -> 5: M := (store M i (zext 32 i))
    5 -> 3: i := (add i 1:8)
    6 -> 7: i := 0:8
    7 -> 8: assume (ult i 10:8)
    7 -> 1: assume (not (ult i 10:8))
    8 -> 9: assume (not (eq (select M i) (zext 32 i)))
    8 -> 10: assume (eq (select M i) (zext 32 i))
    9 -> 1: error P1
    10 -> 7: i := (add i 1:8)
""",
    ),
    "ten cells, one wrong": (
        "fails",
        """
    local M bv8->bv32
    local i bv8
    0 -> 2: havoc M
    2 -> 3: i := 0:8
    3 -> 4: assume (ult i 10:8)
    3 -> 6: assume (not (ult i 10:8))
    4 -> 5: M := (store M i (ite (eq i 7:8) 0:32 (zext 32 i)))
    5 -> 3: i := (add i 1:8)
    6 -> 7: i := 0:8
    7 -> 8: assume (ult i 10:8)
    7 -> 1: assume (not (ult i 10:8))
    8 -> 9: assume (not (eq (select M i) (zext 32 i)))
    8 -> 10: assume (eq (select M i) (zext 32 i))
    9 -> 1: error P1
    10 -> 7: i := (add i 1:8)
""",
    ),
    "what is not initialised": (
        "fails",
        """
    local M bv64->bv8
    0 -> 2: havoc M
    2 -> 3: assume (eq (select M 3:64) 77:8)
    2 -> 1: assume (not (eq (select M 3:64) 77:8))
    3 -> 1: error P1
""",
    ),
    "an array with a property": (
        "fails",
        """
    local M bv32->bv32
    0 -> 2: havoc M
    2 -> 3: assume (eq (add (select M 0:32) (select M 1:32)) 2000:32)
    3 -> 4: assume (ult (select M 1:32) (select M 0:32))
    4 -> 1: error P1
""",
    ),
    "an array that is the same": (
        "holds",
        """
    local M bv8->bv8
    local N bv8->bv8
    local i bv8
    0 -> 2: havoc M
    2 -> 3: havoc i
    3 -> 4: N := (store M i 1:8)
    4 -> 5: N := (store N i (select M i))
    5 -> 6: assume (not (eq M N))
    5 -> 1: assume (eq M N)
    6 -> 1: error P1
""",
    ),
    "an array that is another": (
        "fails",
        """
    local M bv8->bv8
    local N bv8->bv8
    local i bv8
    0 -> 2: havoc M
    2 -> 3: havoc N
    3 -> 4: havoc i
    4 -> 5: assume (eq (select M i) (select N i))
    5 -> 6: assume (not (eq M N))
    5 -> 1: assume (eq M N)
    6 -> 1: error P1
""",
    ),
    "arrays are passed and returned": (
        "holds",
        """
    global G bv8->bv8
    procedure f -> bv8->bv8, bv8 entry 0 exit 1
      parameter f::A bv8->bv8
      parameter f::i bv8
      0 -> 2: G := (store G f::i (select f::A f::i))
      2 -> 1: return (store f::A f::i 1:8), (select f::A f::i)
    end
    procedure %start entry 0 exit 1
      local M bv8->bv8
      local N bv8->bv8
      local i bv8
      local x bv8
      0 -> 2: G := (fill 8 0:8)
      2 -> 3: havoc M
      3 -> 4: havoc i
      4 -> 5: N, x := call f M i
      5 -> 6: N, x := call f N i
      6 -> 7: assume (not (and (eq x 1:8) (eq (select G i) 1:8)))
      6 -> 1: assume (and (eq x 1:8) (eq (select G i) 1:8))
      7 -> 1: error P1
    end
""",
    ),
    "a cell that stays small": (
        "holds",
        """
    local M bv8->bv8
    local k bv8
    local go bv8
    0 -> 2: M := (fill 8 0:8)
    2 -> 3: havoc go
    3 -> 4: assume (not (eq go 0:8))
    3 -> 6: assume (eq go 0:8)
    4 -> 5: havoc k
    5 -> 2: M := (store M k 1:8)
    6 -> 7: assume (not (ult (select M 5:8) 2:8))
    6 -> 1: assume (ult (select M 5:8) 2:8)
    7 -> 1: error P1
""",
    ),
    "a cell that grows": (
        "fails",
        """
    local M bv8->bv8
    local k bv8
    local go bv8
    0 -> 2: M := (fill 8 0:8)
    2 -> 3: havoc go
    3 -> 4: assume (not (eq go 0:8))
    3 -> 6: assume (eq go 0:8)
    4 -> 5: havoc k
    5 -> 2: M := (store M k (add (select M k) 1:8))
    6 -> 7: assume (not (ult (select M 5:8) 2:8))
    6 -> 1: assume (ult (select M 5:8) 2:8)
    7 -> 1: error P1
""",
    ),
    "memory that is new in each round": (
        "holds",
        """
    local M bv8->bv8
    local x bv8
    local i bv8
    0 -> 2: x := 0:8
    2 -> 3: havoc i
    3 -> 4: assume (not (eq i 0:8))
    3 -> 8: assume (eq i 0:8)
    4 -> 5: havoc M
    5 -> 6: x := (select M i)
    6 -> 2: assume (not (eq x 7:8))
    8 -> 9: assume (eq x 7:8)
    8 -> 1: assume (not (eq x 7:8))
    9 -> 1: error P1
""",
    ),
    "a search for zero": (
        "holds",
        """
    local M bv8->bv8
    local i bv8
    0 -> 2: havoc M
    2 -> 3: i := 0:8
    3 -> 4: assume (not (eq (select M i) 0:8))
    3 -> 5: assume (eq (select M i) 0:8)
    4 -> 3: i := (add i 1:8)
    5 -> 6: assume (not (eq (select M i) 0:8))
    5 -> 1: assume (eq (select M i) 0:8)
    6 -> 1: error P1
""",
    ),
    "a table that nothing changes": (
        "holds",
        """
    local T bv8->bv32
    local i bv8
    local x bv32
    0 -> 2: T := (store (store (store (fill 8 0:32) 0:8 7:32) 1:8 5:32) 2:8 3:32)
    2 -> 3: x := 0:32
    3 -> 4: havoc i
    4 -> 5: assume (ult i 9:8)
    4 -> 1: assume (not (ult i 9:8))
    5 -> 6: x := (select T i)
    6 -> 7: assume (ult 7:32 x)
    6 -> 3: assume (not (ult 7:32 x))
    7 -> 1: error P1
""",
    ),
    "a table that is looked up once": (
        "fails",
        """
    local T bv8->bv32
    local i bv8
    0 -> 2: T := (store (store (store (fill 8 0:32) 0:8 7:32) 1:8 5:32) 2:8 3:32)
    2 -> 3: havoc i
    3 -> 4: assume (eq (select T i) 5:32)
    4 -> 1: error P1
""",
    ),
    "two objects": (
        "holds",
        """
    local M bv96->bv8
    local f bv64
    local g bv64
    0 -> 2: havoc M
    2 -> 3: havoc f
    3 -> 4: havoc g
    4 -> 5: M := (store M (concat 1:32 f) 1:8)
    5 -> 6: M := (store M (concat 2:32 g) 2:8)
    6 -> 7: assume (not (eq (select M (concat 1:32 f)) 1:8))
    6 -> 1: assume (eq (select M (concat 1:32 f)) 1:8)
    7 -> 1: error P1
""",
    ),
    "a pointer that goes through an object": (
        "holds",
        """
    local M bv96->bv8
    local f bv64
    local n bv64
    0 -> 2: havoc M
    2 -> 3: havoc n
    3 -> 4: M := (store M (concat 2:32 4:64) 9:8)
    4 -> 5: f := 0:64
    5 -> 6: assume (ult f n)
    5 -> 8: assume (not (ult f n))
    6 -> 7: M := (store M (concat 1:32 f) 0:8)
    7 -> 5: f := (add f 4:64)
    8 -> 9: assume (not (eq (select M (concat 2:32 4:64)) 9:8))
    8 -> 1: assume (eq (select M (concat 2:32 4:64)) 9:8)
    9 -> 1: error P1
""",
    ),
    "a pointer that leaves its object": (
        "fails",
        """
    local M bv64->bv8
    local f bv64
    local n bv64
    0 -> 2: havoc M
    2 -> 3: havoc n
    3 -> 4: M := (store M 20:64 9:8)
    4 -> 5: f := 0:64
    5 -> 6: assume (ult f n)
    5 -> 8: assume (not (ult f n))
    6 -> 7: M := (store M f 0:8)
    7 -> 5: f := (add f 4:64)
    8 -> 9: assume (not (eq (select M 20:64) 9:8))
    8 -> 1: assume (eq (select M 20:64) 9:8)
    9 -> 1: error P1
""",
    ),
}


def program_of(name: str) -> Program:
    return array_program(PROGRAMS[name][1])
