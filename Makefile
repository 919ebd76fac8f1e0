# A thin front to CMake; `make help` lists what there is.
PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
BUILD := build

.DEFAULT_GOAL := build
.PHONY: help setup configure build run play test check bench coverage install format lint wasm golden \
        report sizes counts web web-preview web-test python docs clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

setup: ## install the Debian packages that are missing
	@tools/setup.sh

configure:
	@test -f $(BUILD)/build.ninja || cmake --preset release --log-level=WARNING >/dev/null

build: configure ## build/agon and the libraries
	@cmake --build $(BUILD) -j $(JOBS)

run: setup ## build everything and serve it here, until Ctrl-C
	@$(MAKE) --no-print-directory configure
	@exec tools/run.sh $(BUILD) $(JOBS)

play: setup ## build, and play in this terminal
	@$(MAKE) --no-print-directory configure
	@cmake --build $(BUILD) -j $(JOBS) --target agon_cli
	@if [ -t 0 ] && [ -t 1 ]; then $(BUILD)/agon play; else $(BUILD)/agon exhibition; fi

test: setup ## the quick tests
	@$(MAKE) --no-print-directory build
	@tools/run-tests.sh $(BUILD) quick

check: setup ## everything CI runs
	@tools/check.sh

bench: build ## speeds, beside programs written for nothing else
	@tools/bench.sh $(BUILD)

coverage: setup ## line coverage of core, codec, rpc and games; fails under 95 %
	@tools/coverage.sh

report: configure ## bundle the charts of tournament reports anew (npm)
	@rm -f $(BUILD)/report/page_bundle.c
	@cmake --build $(BUILD) -j $(JOBS) --target agon_cli

install: build ## library, headers, manual pages, completions (PREFIX, DESTDIR)
	@DESTDIR='$(DESTDIR)' cmake --install $(BUILD) --prefix '$(PREFIX)'

format: ## put all C sources into shape
	@tools/sources.sh | xargs clang-format -i

lint: setup ## formatting, clang-tidy, cppcheck, shell scripts
	@tools/lint.sh

wasm: setup ## build/agon.wasm
	@tools/wasm.sh

web: setup ## the page and its engine package: build/web
	@tools/web.sh build

web-preview: web ## serve build/web on loopback
	@cd web && node page/preview.mjs

web-test: setup build ## tests of package and page, in node and Chromium
	@tools/web.sh test

python: ## the Python package: built, tested in an environment of its own under build/
	@tools/python.sh test

golden: configure ## write the golden playthroughs, tables and reports anew
	@tools/golden.sh $(BUILD)

docs: configure ## the API and the guides as HTML: build/docs/html
	@tools/docs.sh $(BUILD)

counts: build ## write bench/counts.txt anew: instructions of fixed work, for the performance gate
	@tools/counts.py $(BUILD) --write

sizes: ## files, functions, comments in numbers
	@tools/sizes

clean: ## remove everything that was built
	@rm -rf $(BUILD)
