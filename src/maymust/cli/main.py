"""`maymust`: the commands and their arguments. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from maymust import __version__
from maymust.engines.registry import DEFAULT_ENGINE

app = typer.Typer(
    name="maymust",
    help="Give it C code and a property; it answers with evidence: FAILS with a test that you can run, HOLDS "
    "with a proof that an independent checker has accepted, or UNKNOWN with the reason.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Files = Annotated[list[Path], typer.Argument(help="C source files.", metavar="FILE", show_default=False)]
Entry = Annotated[
    str | None,
    typer.Option("--entry", "-e", help="The function to analyse.", show_default="main, or the only one"),
]
DataModel = Annotated[str, typer.Option("--data-model", help="Sizes of the integer types: LP64 or ILP32.")]
Includes = Annotated[
    list[str] | None, typer.Option("-I", help="A folder to look for headers in.", metavar="DIR")
]
Defines = Annotated[list[str] | None, typer.Option("-D", help="A macro to define.", metavar="NAME[=VALUE]")]
Wanted = Annotated[
    list[str] | None,
    typer.Option(
        "--property",
        "-p",
        help="What to check, separated by commas: assert, null, bounds, deref, free, leak, div, overflow,"
        " shift, uninit, return, bool, cast, vla, unreachable; memory for null, bounds, deref and free; all"
        " for all of these; nonnull, align, pointer, unsigned; undefined for all that C leaves undefined; or"
        " a property file of SV-COMP.",
        metavar="KINDS|FILE.prp",
        show_default="assert",
    ),
]
GlobalsAreInputs = Annotated[
    bool, typer.Option("--globals-are-inputs", help="Variables with static storage start with any value.")
]
MallocMayFail = Annotated[bool, typer.Option("--malloc-may-fail", help="malloc and its kin may return null.")]
AssumeSeparate = Annotated[
    bool,
    typer.Option(
        "--assume-separate",
        help="What pointers from outside point to overlaps nothing but objects of the same type.",
    ),
]
Timeout = Annotated[
    float, typer.Option("--timeout", "-t", help="Seconds for each file.", min=0.1, max=1_000_000)
]


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"maymust {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    pass


@app.command()
def check(
    files: Files,
    entry: Entry = None,
    data_model: DataModel = "LP64",
    wanted: Wanted = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            help="A rule in SLIC that calls must keep to: a file, or a name that `maymust rules` lists.",
            metavar="FILE.slic|NAME",
        ),
    ] = None,
    engine: Annotated[str, typer.Option("--engine", help="See `maymust engines`.")] = DEFAULT_ENGINE,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="An option of the engine.", metavar="NAME=VALUE")
    ] = None,
    supplier: Annotated[
        list[str] | None,
        typer.Option(
            "--supplier",
            help="Seconds of a supplier's or prover's first slice, or off (of the engine auto).",
            metavar="NAME=SECONDS|off",
        ),
    ] = None,
    deterministic: Annotated[
        bool,
        typer.Option(
            "--deterministic",
            help="Count prover calls instead of seconds, so that runs repeat (of the engine auto).",
        ),
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            help="Processes that may work at once: native and spacer can run beside the rest (of the engine"
            " auto).",
            min=1,
        ),
    ] = None,
    timeout: Timeout = 60.0,
    max_iterations: Annotated[
        int | None,
        typer.Option("--max-iterations", help="Give up on a property after so many iterations.", min=0),
    ] = None,
    memory: Annotated[
        int,
        typer.Option("--memory", help="Megabytes for each file, of all processes (on Linux).", min=50),
    ] = 4000,
    proof: Annotated[
        Path | None, typer.Option("--proof", help="Save the proofs of what holds.", metavar="FILE")
    ] = None,
    emit_test: Annotated[
        Path | None,
        typer.Option("--emit-test", help="Write a failing test as a C program.", metavar="FILE.c"),
    ] = None,
    confirm: Annotated[bool, typer.Option("--confirm", help="Compile the failing test and run it.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Show the run of a test line by line.")] = False,
    profile: Annotated[bool, typer.Option("--profile", help="Show what it took.")] = False,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            help="Where what is found is kept for later runs, or off.",
            metavar="FILE|off",
            show_default="$MAYMUST_STORE, or a file in the user's cache folder; off with --deterministic",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    globals_are_inputs: GlobalsAreInputs = False,
    malloc_may_fail: MallocMayFail = False,
    assume_separate: AssumeSeparate = False,
    include: Includes = None,
    define: Defines = None,
) -> None:
    """Check every assertion and error call of C files, or what --property and --rule ask for.

    Exit code: 0 all hold, 1 some fail, 2 the call or the input is wrong, 3 some are unknown and none fail,
    4 internal error.
    """
    from maymust.checking import CheckOptions
    from maymust.cli.check import CheckCall, run_check, settings_of, with_party_options
    from maymust.cli.properties import selected
    from maymust.cli.rules import loaded
    from maymust.frontends.c import COptions
    from maymust.store.place import OFF

    def call() -> int:
        given = settings_of(tuple(settings or ()))
        all_settings = with_party_options(given, engine, supplier or (), jobs, deterministic=deterministic)
        return run_check(
            CheckCall(
                files=tuple(files),
                c=COptions(
                    entry=entry,
                    data_model=data_model,  # type: ignore[arg-type] # run_check refuses another
                    globals_are_inputs=globals_are_inputs,
                    malloc_may_fail=malloc_may_fail,
                    assume_separate=assume_separate,
                    include_paths=tuple(include or ()),
                    defines=tuple(define or ()),
                    properties=selected(wanted, with_rules=bool(rules)),
                    rules=loaded(rules),
                ),
                check=CheckOptions(engine, all_settings, timeout, max_iterations),
                memory=memory,
                proof=proof,
                emit_test=emit_test,
                confirm=confirm,
                trace=trace,
                profile=profile,
                json=json,
                store=store or (OFF if deterministic else None),
            )
        )

    _exit_with(call)


@app.command()
def bound(
    file: Annotated[
        Path, typer.Argument(help="A C file, or a FIR program (docs/FIR.md).", show_default=False)
    ],
    entry: Entry = None,
    wanted: Wanted = None,
    procedure: Annotated[
        list[str] | None,
        typer.Option(
            "--procedure", help="Check this one (of FIR).", show_default="all that have a specification"
        ),
    ] = None,
    scope: Annotated[
        str, typer.Option("--scope", help="How many atoms domains have.", metavar="N|NAME=N,…")
    ] = "3",
    bitwidth: Annotated[int, typer.Option("--bitwidth", help="The bits of integers.")] = 4,
    unroll: Annotated[int, typer.Option("--unroll", help="How often loops and recursion go on.")] = 3,
    grow: Annotated[
        bool, typer.Option("--grow", help="Go on with larger bounds until the time is up.")
    ] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Tell which statements the verdict did not need, and why.")
    ] = False,
    fine: Annotated[
        bool, typer.Option("--fine", help="Coverage of each statement, by its copies; implies --coverage.")
    ] = False,
    modular: Annotated[
        bool,
        typer.Option(
            "--modular", help="Calls are what the specifications, of C the contracts, of the callees say."
        ),
    ] = False,
    strategy: Annotated[
        str,
        typer.Option(
            "--strategy",
            help="The rules for assignments, allocations and branches: I for inline, C for constrain.",
            metavar="III…CCC",
        ),
    ] = "CCI",
    timeout: Timeout = 60.0,
    memory: Annotated[int, typer.Option("--memory", help="Megabytes (on Linux).", min=50)] = 4000,
    json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    data_model: DataModel = "LP64",
    globals_are_inputs: GlobalsAreInputs = False,
    malloc_may_fail: MallocMayFail = False,
    assume_separate: AssumeSeparate = False,
    include: Includes = None,
    define: Defines = None,
) -> None:
    """Check a C function, or procedures of a FIR program, exhaustively within a bound.

    Exit code: 0 all hold within the bound, 1 some fail, 2 the call or the input is wrong, 3 some are unknown
    and none fail, 4 internal error.
    """
    from maymust.cli.bound import BoundCall, job_of, run_bound, strategy_of
    from maymust.cli.properties import selected
    from maymust.engines.forge.check_procedure import ForgeOptions
    from maymust.frontends.c import COptions

    def call() -> int:
        options = ForgeOptions(strategy_of(strategy), coverage=coverage or fine)
        c = COptions(
            entry=entry,
            data_model=data_model,  # type: ignore[arg-type] # job_of refuses another
            globals_are_inputs=globals_are_inputs,
            malloc_may_fail=malloc_may_fail,
            assume_separate=assume_separate,
            include_paths=tuple(include or ()),
            defines=tuple(define or ()),
            properties=selected(wanted),
        )
        job = job_of(
            file,
            procedure,
            scope,
            bitwidth,
            unroll,
            options,
            modular=modular,
            grow=grow,
            seconds=timeout,
            c=c,
        )
        return run_bound(BoundCall(job, memory, fine, json))

    _exit_with(call)


@app.command()
def certify(
    proof: Annotated[Path, typer.Argument(help="A proof saved with --proof.", show_default=False)],
    file: Annotated[Path, typer.Argument(help="The C source file that it is about.", show_default=False)],
    timeout: Timeout = 60.0,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            help="The file of a rule that the proof is about, if it is elsewhere now.",
            metavar="FILE.slic",
        ),
    ] = None,
    include: Includes = None,
) -> None:
    """Check a saved proof again, from the source alone.

    Exit code: 0 every proof is accepted, 1 one is refused, 2 the call or the input is wrong, 3 the check did
    not end, 4 internal error.
    """
    from maymust.cli.certify import CertifyCall, run_certify
    from maymust.cli.rules import loaded

    def call() -> int:
        return run_certify(CertifyCall(proof, file, timeout, tuple(include or ()), loaded(rules)))

    _exit_with(call)


@app.command()
def engines() -> None:
    """List the engines and their options."""
    from maymust.cli.engines import run_engines

    run_engines()


@app.command()
def rules(
    name: Annotated[str | None, typer.Argument(help="Print this rule.", show_default=False)] = None,
) -> None:
    """List the SLIC rules that come with maymust, for --rule, or print one."""
    from maymust.cli.rules import run_rules

    _exit_with(lambda: run_rules(name))


store_app = typer.Typer(help="What is kept for later runs.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(store_app, name="store")
StoreFile = Annotated[
    str | None, typer.Option("--store", help="The file of the store.", metavar="FILE", show_default=False)
]


@store_app.command()
def show(store: StoreFile = None) -> None:
    """Show where the store is, how large it is, and what it has."""
    from maymust.cli.store import show_store

    _exit_with(lambda: show_store(store))


@store_app.command()
def clear(store: StoreFile = None) -> None:
    """Forget everything."""
    from maymust.cli.store import clear_store

    _exit_with(lambda: clear_store(store))


def _exit_with(command: Callable[[], int]) -> None:
    """Runs a command and exits with its code; what the user cannot help is exit code 4."""
    from maymust.cli.worker import described
    from maymust.engines.options import OptionError

    try:
        code = command()
        sys.stdout.flush()
    except OptionError as error:
        typer.echo(f"error: {error}", err=True)
        code = 2
    except OSError as error:  # the reader of our output has gone, or the disk is full
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        typer.echo(f"error: the output could not be written: {error.strerror}", err=True)
        code = 2
    except Exception as error:  # noqa: BLE001 - the last resort
        typer.echo(f"internal error: {described(error)}", err=True)
        code = 4
    raise typer.Exit(code)


def main() -> None:
    """The entry point of the command `maymust`."""
    app()


if __name__ == "__main__":
    main()
