# Handhold: `make run` starts the server, `make test` tests it; both set up what they need.
# Works with GNU make 3.81 (macOS) and newer. Everything is installed into .venv.

VENV = .venv
PY = $(VENV)/bin/python
ADDRESS ?= 127.0.0.1:8931
SERVE = $(PY) -m handhold serve --http
# Without arguments of one's own all tests run, on all processors (tests/support/spreading.py).
PYTEST_ARGS ?= --numprocesses=logical

# Stamps: an installation is repeated only when what it depends on changes.
RUNTIME = $(VENV)/.runtime-installed
DEV = $(VENV)/.dev-installed

.DEFAULT_GOAL = help
.PHONY: help setup browser run test smoke check types lint generate bench conformance wheel-smoke clean

help:
	@echo "make run          set up, then start the server on http://$(ADDRESS) (ADDRESS=host:port for another place)"
	@echo "make test         set up, then run every test with a real browser (PYTEST_ARGS=... for pytest's options)"
	@echo "make setup        only set up: .venv, the package, a browser"
	@echo "make smoke        start the server as 'make run' does, check its health, stop it"
	@echo "make check        lint, types, import layers, page scripts, generated files (make lint: all but types)"
	@echo "make generate     write the files made from the code: tool catalogue, reference pages"
	@echo "make wheel-smoke  build wheel and sdist, install each in a fresh environment, list its tools"
	@echo "make bench        measure against other servers"
	@echo "make conformance  run the protocol's conformance suite"
	@echo "make clean        remove .venv and what was built (PYTHON=... picks the interpreter of the next one)"

setup: browser
	@echo "Ready: 'make run' starts the server."

browser: $(RUNTIME)
	@$(PY) -m handhold setup

run: browser
	@exec $(SERVE) $(ADDRESS)

test: $(DEV) browser
	@$(PY) -m pytest $(PYTEST_ARGS)

smoke: browser
	@$(PY) scripts/smoke.py $(SERVE)

# Types take as long as all the rest, and one processor.
check: $(DEV)
	@$(MAKE) --no-print-directory -j2 types lint

types: $(DEV)
	@echo "pyright: types"
	@$(PY) -m pyright

lint: $(DEV)
	@echo "ruff: lint and format"
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@echo "import-linter: layers"
	@$(VENV)/bin/lint-imports
	@echo "page scripts: lint, types, fresh bundle"
	@$(PY) scripts/page.py check
	@$(PY) scripts/page.py fresh
	@echo "generated files: fresh"
	@$(PY) scripts/generate.py --check

generate: $(DEV)
	@$(PY) scripts/generate.py

wheel-smoke: $(DEV)
	@$(PY) scripts/wheel_smoke.py

bench: $(DEV) browser
	@$(PY) bench/run.py

conformance: $(DEV)
	@$(PY) scripts/conformance.py

clean:
	@rm -rf $(VENV) dist build .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@echo "Removed $(VENV) and what was built."

$(RUNTIME): pyproject.toml scripts/bootstrap.sh
	@PYTHON="$(PYTHON)" sh scripts/bootstrap.sh runtime $(VENV)
	@touch $@

$(DEV): $(RUNTIME)
	@PYTHON="$(PYTHON)" sh scripts/bootstrap.sh dev $(VENV)
	@touch $@
