# make demo   plays: bots, then a very small local model, and shows the tables and one match
# make test   checks everything: lint, types, tests
# make clean  removes what the two have made

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
KEEPMUM := $(BIN)/keepmum
RUNS := runs/demo

.PHONY: demo test clean

demo: .venv/ready
	@$(KEEPMUM) --version
	@rm -rf $(RUNS)
	@printf "\n%s\n" "— 200 matches of bots: the best known strategy, and one that says too much, against a chameleon of their own kind"
	@$(KEEPMUM) run chameleon --seat all=bot:schedule --matches 200 --out $(RUNS)/schedule
	@$(KEEPMUM) run chameleon --seat all='bot:words?level=9' --matches 200 --out $(RUNS)/talkative
	@$(KEEPMUM) table $(RUNS)/schedule $(RUNS)/talkative
	@printf "\n%s\n" "— 12 matches of a very small language model (SmolLM2, 135 million parameters, on this machine;"
	@echo "  its replies are constrained to the right form, for free text of this size is hardly ever usable)"
	@$(KEEPMUM) models get smollm2
	@$(KEEPMUM) run chameleon --seat all='chat:local/smollm2' --constrain --players 3 --matches 12 --concurrency 1 --out $(RUNS)/smollm2
	@$(KEEPMUM) table $(RUNS)/smollm2
	@printf "\n%s\n" "— one match, told"
	@$(KEEPMUM) show $(RUNS)/schedule --match 21

test: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright --level error
	$(BIN)/python -m pytest -n 2 --dist loadgroup

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Keepmum needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 …")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[all,dev]'
	@touch $@

clean:
	rm -rf .venv runs/demo
