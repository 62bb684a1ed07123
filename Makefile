# The commands that users, contributors and the hosted CI run. Python 3.11 or newer and make are all they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Two processes, each with files of its own: most tests wait for something.
TWO := -n 2 --dist loadfile
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help install install-dev demo test check format bench soak browser clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed 's/:.*## /\t/' | expand -t 14

install: $(VENV)/.base ## create .venv with the base and the extras embed and documents
install-dev: $(VENV)/.dev ## add what tests and checks need

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "reasoner needs Python 3.11 or newer; run: make PYTHON=/path/to/python3.11 demo" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "python cannot make a virtual environment; on Debian run: apt-get install python3-venv" >&2; exit 2; }
	@touch $@

$(VENV)/.base: $(VENV)/.created pyproject.toml constraints.txt
	@echo "installing reasoner and what it needs into $(VENV) (a few minutes the first time)"
	@$(PIP) --editable '.[embed,documents]'
	@touch $@

$(VENV)/.dev: $(VENV)/.base
	@echo "adding what the tests need"
	@$(PIP) --editable '.[dev]'
	@touch $@

$(VENV)/.browser: $(VENV)/.dev
	@$(PIP) --editable '.[browser]'
	@touch $@

demo: $(VENV)/.base ## four questions of different kinds, answered on this machine
	@echo "Four questions: one proved, one quoted, one voted on, one that no source answers."
	@echo "The default model is small: where its votes disagree, an abstention is the right outcome."
	@ask() { printf '\n$$ reasoner run %s --steps "%s"\n' "$$1" "$$2"; $(BIN)/reasoner run "$$1" --steps "$$2"; }; \
	ask auto "Solve x^2 - 5x + 6 = 0" && \
	ask qa "How do I resume an interrupted run?" && \
	ask auto "Tom has 15 apples. He gives 4 to Anna and buys 6 more. How many apples does he have now?" && \
	ask qa "How do I fine-tune the model with LoRA?"

test: $(VENV)/.dev ## the tests
	@$(BIN)/python -m pytest $(TWO)

check: $(VENV)/.dev ## format, lint, strict types, layers, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest $(TWO)

format: $(VENV)/.dev ## format the code and mend what the linter can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.dev ## the benchmarks: ratios, measured in one run
	@for script in evals/benchmarks/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

soak: $(VENV)/.dev ## what takes longer: load, many kills, long fuzzing
	@$(BIN)/python -m pytest -m soak --timeout 3600

browser: $(VENV)/.browser ## the page and the reports in a real Chromium, installed where that can be done
	@$(BIN)/python -m pytest -m browser --timeout 900

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
