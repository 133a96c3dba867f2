# Two commands do all the set-up: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto

.PHONY: venv demo test nightly lint format bench clean

venv: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("maymust needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

demo: venv
	@BIN=$(BIN) sh examples/demo.sh

test: venv
	$(BIN)/python -m pytest -n $(JOBS)

nightly: venv
	$(BIN)/python -m pytest -n $(JOBS) --nightly

lint: venv
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/mypy
	$(BIN)/lint-imports

format: venv
	$(BIN)/ruff format src tests benchmarks
	$(BIN)/ruff check --fix src tests benchmarks

bench: venv
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
