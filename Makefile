# make demo    installs gm beside this file (.venv) and plays a round of the example game
# make test    the tests          make check   style, types, arrows          make wheel   what is handed out
# make lock    writes requirements-dev.txt anew, with the newest versions that pyproject.toml allows
# Another Python: make demo PYTHON=python3.12

PYTHON ?= python3
WORKERS ?= auto
BIN := .venv/bin

.PHONY: demo test check wheel lock clean

demo: .venv/installed
	@$(BIN)/gm demo

test: .venv/tools
	$(BIN)/pytest -n $(WORKERS) $(PYTEST_ARGS)

check: .venv/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@for each in tests/*/conftest.py; do MYPYPATH=tests/cli:$${each%/*} $(BIN)/mypy --no-error-summary $$each || exit 1; done
	$(BIN)/lint-imports

wheel: .venv/tools
	rm -rf dist
	$(BIN)/python -m build --no-isolation

clean:
	rm -rf .venv dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage

# The stamps .venv/installed and .venv/tools are as old as the last installation: a second `make` installs nothing.
.venv/installed: .venv/made pyproject.toml requirements-dev.txt
	@echo "Installing gm into .venv (once; it takes a minute) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements-dev.txt -e .
	@$(BIN)/python -m compileall -q gm_tool
	@touch $@

.venv/tools: .venv/installed
	@echo "Installing the tools of development into .venv ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements-dev.txt -e ".[dev]"
	@touch $@

.venv/made:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "There is no $(PYTHON) here. gm needs Python 3.11 or newer: python.org/downloads has it."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$(PYTHON) is $$($(PYTHON) -V 2>&1), and gm needs Python 3.11 or newer."; \
	  echo "If you have a newer one: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) can't make virtual environments: its venv module is missing."; \
	  echo "On Debian or Ubuntu: sudo apt install python3-venv    Then again: make $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv .venv
	@touch $@

lock: .venv/made
	$(PYTHON) -m venv --clear .venv/lock
	.venv/lock/bin/pip install --quiet --disable-pip-version-check -e ".[dev]"
	grep '^#' requirements-dev.txt > .venv/lock/locked
	echo 'colorama==0.4.6; sys_platform == "win32"' >> .venv/lock/locked
	.venv/lock/bin/pip freeze --exclude-editable >> .venv/lock/locked
	mv .venv/lock/locked requirements-dev.txt
	rm -rf .venv/lock
