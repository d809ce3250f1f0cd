# `make demo` and `make test` need Python 3.11 or later and nothing else: each makes its own .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SIZE := 1M
PYTHONS := $(PYTHON)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command "make requirements" pyproject.toml requirements/build.in

.PHONY: demo site test test-postgresql check docs messages bench bench-office wheel-check requirements clean help

help:  ## the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1: /p' Makefile

demo: $(VENV)/office.stamp  ## rate the examples, print the lists, explain a player's points; open an office's pages
	@$(BIN)/python examples/demo.py
	@$(BIN)/python examples/site.py

site: $(VENV)/office.stamp  ## the pages of the demonstration's office, at http://127.0.0.1:8000
	@$(BIN)/python examples/site.py

test: $(VENV)/dev.stamp  ## all tests
	@$(BIN)/python -m pytest -n auto

test-postgresql: $(VENV)/dev.stamp  ## the office's tests on a PostgreSQL of their own
	@tests/office/postgresql.sh $(BIN)/python -m pytest -n auto tests/office

check: $(VENV)/dev.stamp  ## lint, format, types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

docs: $(VENV)/dev.stamp  ## write the pages that are made from the source
	$(BIN)/python docs/make_findings.py

messages: $(VENV)/dev.stamp  ## collect the pages' texts, compile their French
	$(BIN)/python docs/make_messages.py

bench: $(VENV)/bench.stamp  ## how fast it is beside others, one table: SIZE=1M (some minutes), 10M or 100M
	@$(BIN)/python -m bench $(SIZE)

bench-office: $(VENV)/dev.stamp  ## how fast an office with many results is
	@$(BIN)/python bench/office.py

wheel-check: $(VENV)/dev.stamp  ## build a wheel, install it into empty environments and use it there: PYTHONS="python3.12 ..."
	@$(BIN)/python tests/wheel.py $(PYTHONS)

requirements: $(VENV)/made.stamp  ## choose the newest versions and write their hashes
	$(PIP) install uv
	$(COMPILE) --upgrade --output-file requirements/run.txt
	$(COMPILE) --upgrade --extra dev --constraint requirements/run.txt --output-file requirements/dev.txt
	$(COMPILE) --upgrade --extra office --extra print --constraint requirements/dev.txt --output-file requirements/office.txt
	$(COMPILE) --upgrade --extra bench --constraint requirements/dev.txt --output-file requirements/bench.txt

clean:  ## remove what the other targets made
	rm -rf $(VENV) .demo-office .hypothesis .mypy_cache .pytest_cache .ruff_cache

# -- the virtual environment, in three steps; a stamp says that a step is done

$(VENV)/made.stamp:
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or later is needed, and there is no '$(PYTHON)'. Name yours: make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit("Python 3.11 or later is needed; $(PYTHON) is %d.%d. Name another: make PYTHON=..." % v if v < (3, 11) else 0)'
	@echo "Making $(VENV), once."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# No build isolation: the build backend comes from the hashed file like everything else.
define install
	@echo "Installing $(1), once."
	@$(PIP) install --require-hashes -r $(1)
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $(2)
endef

$(VENV)/office.stamp: $(VENV)/made.stamp requirements/office.txt pyproject.toml
	$(call install,requirements/office.txt,$@)

# The requirements of the tests contain those of the demonstration.
$(VENV)/dev.stamp: $(VENV)/made.stamp requirements/dev.txt pyproject.toml
	$(call install,requirements/dev.txt,$@ $(VENV)/office.stamp)

$(VENV)/bench.stamp: $(VENV)/dev.stamp requirements/bench.txt
	$(call install,requirements/bench.txt,$@)
