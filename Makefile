# Everything a fresh clone needs: GNU make, a Swift toolchain (6.2 or later), and what
# .ci/prerequisites finds missing and installs where it may. INSTALL=0 installs nothing.

comma := ,
SCRATCH ?= .build
LOGS = $(SCRATCH)/logs
INSTALL ?= 1
PROTOBUF ?= 1
UPDATE ?= 0
BENCH_SERVER = $(shell .ci/with-postgresql --folder 2>/dev/null)
BENCH_TRAITS = Tools$(comma)SQLite$(if $(BENCH_SERVER),$(comma)PostgreSQL)$(if $(filter-out 0,$(PROTOBUF)),$(comma)Benchmarks)
SWIFT_BUILD = swift build --scratch-path $(SCRATCH)
RELEASE = $(SCRATCH)/release
DEBUG = $(SCRATCH)/debug

export INSTALL SCRATCH
ifdef CORPUS
export CORPUS
endif

.DEFAULT_GOAL := help
.PHONY: help demo test test-all check format-check house-rules platform-check spec-check spec-mutants docs
.PHONY: bench bench-check forms memory-check fuzz crash-test planted-faults hostile-check
.PHONY: growth-check throws-check kernel-test sanitize coverage valgrind-check long-check release-check
.PHONY: readers-check

help:
	@echo 'make demo        keep a library of photos, archive a folder, show what is inside'
	@echo 'make test        builds and runs the tests of what needs no trait'
	@echo 'make test-all    builds and runs all tests; downloads swift-syntax, swift-crypto and GRDB.swift.'
	@echo '                 POSTGRESQL=required installs a PostgreSQL server, of which the tests start their own'
	@echo 'make long-check  every long check, an hour or more; BACKGROUND=1, STEPS="crash fuzz", and make'
	@echo '                 long-check STEPS=--list, which names them'
	@echo 'make release-check fails if a long check did not pass on these Sources'
	@echo 'make check       formatting, the rules of the house, the specification'
	@echo 'make spec-check  the second reader, against the vectors and what archivecat writes'
	@echo 'make spec-mutants  changes the second reader in one place at a time, and asks the vectors'
	@echo 'make docs        builds the articles and the reference with docc, and compiles the examples'
	@echo 'make bench       measures, and writes BENCHMARKS.md and its plots'
	@echo 'make bench-check counts instructions; UPDATE=1 makes the counts the ones to compare with'
	@echo 'make forms       counts the instructions of each form of Codable code, and writes its chapter of BENCHMARKS.md'
	@echo 'make memory-check measures peaks of memory, and what many shapes leave behind'
	@echo 'make fuzz        fuzzes every entry point; SECONDS=60 for each of them, or RUNS=5000 inputs, always the same'
	@echo 'make crash-test  opens what crashes leave of file stores; STATES=500000 SEED=1'
	@echo 'make planted-faults puts mistakes into the file store, which the crash test has to find, and into the'
	@echo '                 codec, which the tests have to find; JUDGE=crashtest or JUDGE=tests takes one kind'
	@echo 'make hostile-check changes every bit of archives; bombs; peaks of memory; CHECKS=depth and others'
	@echo 'make growth-check counts how instructions grow when hostile input doubles'
	@echo 'make throws-check every throw of the layers that read archives, and the vectors that reach it'
	@echo 'make readers-check reads the keyed archives of CORPUS with this package, Foundation, and readers in Python that are installed'
	@echo 'make kernel-test kills processes, and fails calls of the system; LOOPS=1'
	@echo 'make sanitize    all tests with the sanitizers of addresses and threads, in debug and release'
	@echo 'make coverage    which lines and regions the tests run'
	@echo 'make valgrind-check the tools under valgrind'
	@echo
	@echo 'LONG=1           make test and make test-all with the long tests too'
	@echo 'INSTALL=0        only say what is missing, install nothing'
	@echo 'PROTOBUF=0       benchmarks without swift-protobuf, and so without protoc'
	@echo 'CORPUS=FOLDER    a folder with json/*.json as further input for tests, benchmarks and'
	@echo '                 spec-check; ../shared/corpus unless said, if there is one'

# In a folder of its own, since other traits build everything anew; not optimised, since that takes twice as long as all the rest.
demo: SCRATCH := .build-demo
demo:
	@.ci/prerequisites swift zlib sqlite
	@echo 'The demonstration downloads swift-argument-parser, swift-crypto, swift-asn1 and GRDB.swift, and builds in about two minutes.'
	@for product in archivedemo archivecat; do \
	  echo "Building $$product:"; \
	  .ci/with-resolved $(SCRATCH) .ci/build $(LOGS)/$$product.log --scratch-path $(SCRATCH) \
	    --traits Tools,SQLite,Encryption --product $$product || exit 1; \
	done
	@echo
	@$(DEBUG)/archivedemo photos
	@echo
	$(DEBUG)/archivecat store demo-output/moved/photos.krec
	@echo
	@$(DEBUG)/archivedemo
	@.ci/show-first 24 $(DEBUG)/archivecat info demo-output/sources.karc
	@.ci/show-first 24 $(DEBUG)/archivecat show demo-output/sources.karc

test:
	@.ci/prerequisites swift zlib
	@echo 'The tests of what needs no trait download nothing, build in about three minutes and run for one.'
	@.ci/tests none

test-all:
	@.ci/prerequisites swift zlib sqlite libpq $(if $(filter required,$(POSTGRESQL)),postgresql)
	@echo 'All tests download swift-argument-parser, swift-crypto, swift-asn1, swift-syntax and GRDB.swift, and take some ten minutes.'
	@.ci/tests all

# The libraries with POSIX names alone in place of the C library, and with all traits if their tests were built.
platform-check:
	@.ci/prerequisites swift zlib python3
	@.ci/platform-check $(wildcard $(SCRATCH)-all)

check: format-check house-rules spec-check

format-check:
	@.ci/prerequisites swift
	swift format lint --strict --recursive Sources Tests Package.swift Fuzz/Package.swift Fuzz/Sources
	@echo "format-check: $$(find Sources Tests Fuzz/Sources -name '*.swift' | wc -l | tr -d ' ') files"

house-rules:
	@.ci/house-rules

spec-check:
	@.ci/prerequisites swift zlib python3
	@.ci/spec-check

spec-mutants:
	@.ci/prerequisites python3
	@python3 .ci/spec_mutants.py

# In a folder of its own, since symbol graphs are written when modules are built.
docs: SCRATCH := .build-docs
docs:
	@.ci/prerequisites swift zlib
	@SCRATCH=$(SCRATCH) .ci/docs

# In a folder of its own, since other traits build everything anew.
bench: SCRATCH := .build-bench
bench:
	@.ci/prerequisites swift zlib sqlite $(if $(BENCH_SERVER),libpq) $(if $(filter Linux,$(shell uname)),strace) \
	  $(if $(filter-out 0,$(PROTOBUF)),protoc)
	@mkdir -p $(LOGS)
	@echo 'Building in release mode (a few minutes the first time) ...'
	@{ $(if $(filter-out 0,$(PROTOBUF)),.ci/protobuf $(SCRATCH) &&) \
	  $(SWIFT_BUILD) -c release --traits $(BENCH_TRAITS) --product archivebench; } \
	  >$(LOGS)/bench.log 2>&1 || \
	  { cat $(LOGS)/bench.log; echo 'Building archivebench failed.' >&2; exit 1; }
	@SWIFT_DETERMINISTIC_HASHING=1 $(if $(BENCH_SERVER),.ci/with-postgresql) .ci/on-one-core \
	  $(RELEASE)/archivebench --write . $(if $(BENCH_SERVER),--postgresql CONNINFO)

bench-check:
	@.ci/prerequisites swift zlib valgrind
	@UPDATE=$(UPDATE) .ci/bench-check

forms:
	@.ci/prerequisites swift zlib valgrind
	@.ci/forms

memory-check:
	@.ci/prerequisites swift zlib
	@.ci/memory-check

SECONDS ?= 60
fuzz:
	@.ci/prerequisites swift zlib
	@SECONDS_EACH=$(SECONDS) RUNS=$(RUNS) .ci/fuzz

STATES ?= 500000
SEED ?= 1
crash-test:
	@.ci/prerequisites swift zlib
	@STATES=$(STATES) SEED=$(SEED) .ci/crash-test

# Changed archives and property lists, small archives with large values, bombs and peaks of memory; CHECKS names others of Tests/hostiletest.
CHECKS ?= flips amplifiers bombs memory lists unfolding
hostile-check:
	@.ci/prerequisites swift zlib $(if $(findstring growth,$(CHECKS)),valgrind)
	@.ci/hostile-check $(CHECKS)

# Instructions, counted: how they grow when hostile input is twice as large.
growth-check:
	@.ci/prerequisites swift zlib valgrind
	@.ci/hostile-growth

planted-faults:
	@.ci/prerequisites swift zlib python3
	@.ci/planted-faults

throws-check:
	@.ci/prerequisites swift zlib python3
	@.ci/throws-check

readers-check:
	@.ci/prerequisites swift zlib python3
	@.ci/readers-check

LOOPS ?= 1
kernel-test:
	@.ci/prerequisites swift zlib strace
	@LOOPS=$(LOOPS) .ci/kernel-test

# SANITIZERS, CONFIGURATIONS and TRAITS choose; .ci/sanitize says what.
SANITIZE_TRAITS = $(if $(filter command line environment,$(origin TRAITS)),$(TRAITS),all)
sanitize:
	@.ci/prerequisites swift zlib $(if $(filter all,$(SANITIZE_TRAITS)),sqlite libpq)
	@TRAITS=$(SANITIZE_TRAITS) .ci/sanitize

coverage:
	@.ci/prerequisites swift zlib python3
	@.ci/coverage

valgrind-check:
	@.ci/prerequisites swift zlib sqlite valgrind
	@.ci/valgrind-check

STEPS ?=
long-check:
	@.ci/long-check $(STEPS)

release-check:
	@.ci/release-check
