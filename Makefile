# Everything a fresh clone needs: GNU make, a Swift toolchain (6.2 or later), and what
# .ci/prerequisites finds missing and installs where it may. INSTALL=0 installs nothing.

comma := ,
SCRATCH ?= .build
LOGS = $(SCRATCH)/logs
INSTALL ?= 1
TRAITS ?= none
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
.PHONY: help demo test test-with-none test-with-all test-all check format-check house-rules spec-check headers-check
.PHONY: bench bench-check memory-check fuzz crash-test planted-faults hostile-check
.PHONY: growth-check throws-check kernel-test sanitize coverage valgrind-check

help:
	@echo 'make demo        keep a library of photos, archive a folder, show what is inside'
	@echo 'make test        build and run the tests of what needs no trait'
	@echo 'make test-all    build and run all tests, those of the traits Macros, Encryption, SQLite and'
	@echo '                 PostgreSQL too; fetches swift-syntax, swift-crypto and GRDB.swift, and installs'
	@echo '                 libpq and a PostgreSQL server, of which the tests start their own'
	@echo 'make check       formatting, the rules of the house, the specification'
	@echo 'make spec-check  the second reader, against the vectors and what archivecat writes'
	@echo 'make headers-check builds without a trait while the headers of SQLite and libpq are hidden'
	@echo 'make bench       measures, and writes BENCHMARKS.md and its plots'
	@echo 'make bench-check counts instructions; UPDATE=1 makes the counts the ones to compare with'
	@echo 'make memory-check measures peaks of memory, and what many shapes leave behind'
	@echo 'make fuzz        fuzzes every entry point; SECONDS=60 for each of them, or RUNS=5000 inputs, always the same'
	@echo 'make crash-test  opens what crashes leave of file stores; STATES=500000 SEED=1'
	@echo 'make planted-faults puts mistakes into the file store, which the crash test has to find'
	@echo 'make hostile-check changes every bit of archives; bombs; peaks of memory; CHECKS=depth and others'
	@echo 'make growth-check counts how instructions grow when hostile input doubles'
	@echo 'make throws-check every throw of the layers that read archives, and the vectors that reach it'
	@echo 'make kernel-test kills processes, and fails calls of the system; LOOPS=1'
	@echo 'make sanitize    all tests with the sanitizers of addresses and threads, in debug and release'
	@echo 'make coverage    which lines and regions the tests run'
	@echo 'make valgrind-check the tools under valgrind'
	@echo
	@echo 'TRAITS=all       make test as make test-all; without a PostgreSQL server its tests are not run,'
	@echo '                 unless POSTGRESQL=required'
	@echo 'INSTALL=0        only say what is missing, install nothing'
	@echo 'PROTOBUF=0       benchmarks without swift-protobuf, and so without protoc'
	@echo 'CORPUS=FOLDER    a folder with json/*.json as further input for tests, benchmarks and'
	@echo '                 spec-check; ../shared/corpus unless said, if there is one'

# In a folder of its own, since other traits build everything anew; not optimised, since that takes twice as long as all the rest.
demo: SCRATCH := .build-demo
demo:
	@.ci/prerequisites swift zlib sqlite
	@mkdir -p $(LOGS)
	@echo 'Building (a few minutes the first time) ...'
	@for product in archivedemo archivecat; do \
	  $(SWIFT_BUILD) --traits Tools,SQLite,Encryption --product $$product \
	    >$(LOGS)/demo.log 2>&1 || \
	    { cat $(LOGS)/demo.log; echo "Building $$product failed." >&2; exit 1; }; \
	done
	@echo
	@$(DEBUG)/archivedemo photos
	@echo
	$(DEBUG)/archivecat store demo-output/moved/photos.krec
	@echo
	@$(DEBUG)/archivedemo
	@.ci/show-first 24 $(DEBUG)/archivecat info demo-output/sources.karc
	@.ci/show-first 24 $(DEBUG)/archivecat show demo-output/sources.karc

test: test-with-$(TRAITS)

test-with-none:
	@.ci/prerequisites swift zlib
	swift test --scratch-path $(SCRATCH)

# The folder is another because changing traits rebuilds everything.
SWIFT_TEST_ALL = swift test --scratch-path $(SCRATCH)-all --traits Tools,Macros,Encryption,SQLite,PostgreSQL

test-with-all:
	@.ci/prerequisites swift zlib sqlite libpq
	@.ci/postgresql-server
	$(SWIFT_TEST_ALL)
	@POSTGRESQL= .ci/postgresql-server >/dev/null

# What the tests found stands last.
test-all: export POSTGRESQL = required
test-all:
	@.ci/prerequisites swift zlib sqlite libpq postgresql
	@.ci/postgresql-server
	$(SWIFT_TEST_ALL)

check: format-check house-rules spec-check

format-check:
	@.ci/prerequisites swift
	swift format lint --strict --recursive Sources Tests Package.swift Fuzz/Package.swift Fuzz/Sources

house-rules:
	@.ci/house-rules

spec-check:
	@.ci/prerequisites swift zlib python3
	@.ci/spec-check

headers-check:
	@.ci/prerequisites swift zlib sqlite libpq
	@.ci/headers-check

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

# Changed archives, bombs and peaks of memory; CHECKS names others of Tests/hostiletest.
CHECKS ?= flips bombs memory
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

LOOPS ?= 1
kernel-test:
	@.ci/prerequisites swift zlib strace
	@LOOPS=$(LOOPS) .ci/kernel-test

# SANITIZERS, CONFIGURATIONS, TRAITS and SKIP choose; .ci/sanitize says what.
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
