# The awards site's commands. `make help` lists them.

VENV := .venv
PYTHON := $(VENV)/bin/python
# The first Python on this machine that is new enough; another one: make run SYSTEM_PYTHON=...
SYSTEM_PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && \
	command -v $$python && break; done)
UV := $(VENV)/bin/uv
# Tells how long a command takes, and what it wrote if it fails.
STEP = $(SYSTEM_PYTHON) -P awards_site/core/progress.py
# With the system's certificates, as npm. Not compiled, which takes longer than installing: Python
# compiles what it imports, and `make build` the rest.
INSTALL := $(UV) pip install --quiet --system-certs --python $(PYTHON) --require-hashes -r
RUNTIME := $(VENV)/.installed
TOOLS := $(VENV)/.installed-tools
RELEASE := $(VENV)/.installed-release
# For Python 3.11 and newer on every platform, with the checksums of all files.
LOCK := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-strip-extras --custom-compile-command "make lock"
# Test files are shared out among processes; each process serves its own site for browser tests.
# Without bytecode each of them would compile all tests, and Alembic the migrations each time.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(PYTHON) -m pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.NOTPARALLEL:

.PHONY: help
help: ## List the commands
	@echo "usage: make <command>; settings come from the environment, see awards_site/settings.py"
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | \
		while IFS='|' read -r name text; do printf '  %-14s %s\n' "$$name" "$$text"; done

.PHONY: run
run: $(RUNTIME) ## Serve the site on http://localhost:3000, or on PORT and HOST
	@exec $(PYTHON) -m awards_site serve

.PHONY: build
build: $(RUNTIME) ## Build the pages, unless their sources are unchanged
	@$(PYTHON) -m awards_site build
	@$(STEP) "Compiling the packages" $(PYTHON) -m compileall -q -j 0 $(VENV)/lib awards_site

.PHONY: test
test: $(TOOLS) ## Run all tests: unit, API and browser
	@$(PYTHON) -m tools.chromium
	@$(PYTEST) $(PYTEST_OPTIONS)

.PHONY: test-fast
test-fast: $(TOOLS) ## Run all tests but those in the browser
	@$(PYTEST) --ignore tests/browser $(PYTEST_OPTIONS)

.PHONY: test-services
test-services: $(TOOLS) ## Run all tests but those in the browser on PostgreSQL and Redis, which it starts
	@$(PYTHON) -m tools.services $(PYTEST) --ignore tests/browser $(PYTEST_OPTIONS)

.PHONY: test-engines
test-engines: $(TOOLS) ## Use all pages in Firefox and WebKit (firefox-esr, webkit2gtk-driver, xvfb)
	@$(PYTEST) tests/browser/engines.py $(PYTEST_OPTIONS)

.PHONY: mutations
mutations: $(TOOLS) ## Show that the tests catch each fault of tools/mutations.toml, or those with NAME
	@$(PYTHON) -m tools.chromium
	@$(PYTHON) -m tools.mutations $(if $(NAME),"$(NAME)")

.PHONY: lint
lint: $(TOOLS) ## Check style, formatting and types
	@$(PYTHON) -m ruff check .
	@$(PYTHON) -m ruff format --check .
	@$(PYTHON) -m mypy

.PHONY: format
format: $(TOOLS) ## Write the sources in the one agreed format
	@$(PYTHON) -m ruff check --fix-only --quiet .
	@$(PYTHON) -m ruff format .

.PHONY: bench
bench: $(TOOLS) ## Measure loading, first rows, requests per second, freshness, memory, interactions, weight
	@$(PYTHON) -m tools.chromium
	@$(PYTHON) -m bench

.PHONY: screenshots
screenshots: $(TOOLS) ## Retake the screenshots in docs/screenshots/
	@$(PYTHON) -m tools.chromium
	@$(PYTHON) -m bench.screenshots

.PHONY: reset-demo
reset-demo: $(RUNTIME) ## Replace all content of AWARDS_DATA_DIR by the demo edition
	@$(PYTHON) -m awards_site reset-demo

.PHONY: lock
lock: $(UV) ## Write the requirements with checksums, from the .in files
	@$(LOCK) requirements.in --output-file requirements.txt
	@$(LOCK) --constraints requirements.txt requirements-dev.in --output-file requirements-dev.txt
	@$(LOCK) requirements-release.in --output-file requirements-release.txt
	@$(LOCK) requirements-install.in --output-file requirements-install.txt

# npm needs a version of the project, and rejects the peers of optional packages.
.PHONY: sbom
sbom: $(RELEASE) ## List all packages of the site in sbom/, as CycloneDX JSON
	@mkdir -p sbom
	@$(VENV)/bin/cyclonedx-py requirements requirements.txt --output-format JSON \
		--output-reproducible --output-file sbom/python.json
	@cp reflex.lock/package.json reflex.lock/package-lock.json sbom
	@cd sbom && export PATH="$(CURDIR)/$(VENV)/bin:$$PATH" && npm pkg set version=0.0.0 && \
		npm sbom --package-lock-only --legacy-peer-deps --omit optional \
		--sbom-format cyclonedx --sbom-type application > npm.json
	@rm sbom/package.json sbom/package-lock.json
	@echo "Wrote sbom/python.json and sbom/npm.json"

.PHONY: clean
clean: ## Remove what was built and installed; data/ stays
	rm -rf $(VENV) .web build sbom tests/npm/node_modules .mypy_cache .ruff_cache .pytest_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUNTIME): requirements.txt $(UV)
	@$(STEP) "Installing the packages" $(INSTALL) requirements.txt
	@touch $@

$(TOOLS): requirements-dev.txt $(RUNTIME)
	@$(STEP) "Installing the tools" $(INSTALL) requirements-dev.txt
	@touch $@

$(RELEASE): requirements-release.txt $(UV)
	@$(STEP) "Installing cyclonedx-bom" $(INSTALL) requirements-release.txt
	@touch $@

$(UV): requirements-install.txt | $(PYTHON)
	@$(STEP) "Installing uv" $(PYTHON) -m pip --disable-pip-version-check -qq install \
		--require-hashes -r requirements-install.txt
	@touch $@

$(PYTHON):
	@test -n "$(SYSTEM_PYTHON)" || { echo "Python 3.11 or newer is needed" \
		"(https://www.python.org/downloads/); then run make again" >&2; exit 1; }
	@$(SYSTEM_PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(SYSTEM_PYTHON) cannot make virtual environments;" \
		"on Debian or Ubuntu: apt install python3-venv; then run make again" >&2; exit 1; }
	@$(STEP) "Making a virtual environment" $(SYSTEM_PYTHON) -m venv $(VENV)
