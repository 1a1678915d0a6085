#!/usr/bin/env python3
"""Changes the reader of the specification in one place at a time, and asks the vectors: a change that
no vector notices is a rule that the vectors do not hold.

  spec_mutants.py [--every N] [--only TEXT] [--workers N]

Each comparison, each number, each condition, and each `and` or `or` of Spec/reader/karc is changed in turn.
A change is caught if a vector of Spec/vectors gives another answer, or the reader does not end.
Changes that alter nothing but the reader's form stand in .ci/spec-mutants.tsv with a reason.
Prints the changes that were not caught, and fails if more than one of twenty was not."""

import argparse
import ast
import copy
import importlib.util
import os
import signal
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READER = ROOT / "Spec" / "reader"
EXCEPTIONS = ROOT / ".ci" / "spec-mutants.tsv"
MODULES = ["primitives", "kinds", "drafts", "moments", "definitions", "framing", "dictionary", "columns", "leaves",
           "values", "archive", "krec", "krec_state"]
# A change may make a loop endless. All vectors take less than a second.
SECONDS = 20
SWAPS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
         ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
         ast.Add: ast.Sub, ast.Sub: ast.Add, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr,
         ast.BitOr: ast.BitAnd, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}


class Mutant:
    """A change of one node of a module: what it was, and what it is."""

    def __init__(self, module, path, line, text, kind):
        self.module, self.path, self.line, self.text, self.kind = module, path, line, text, kind

    @property
    def key(self):
        return self.module, self.text, self.kind

    def __str__(self):
        return "%s.py:%d: %s: %s" % (self.module, self.line, self.kind, self.text)


def nodes(tree):
    """The nodes of a tree in a fixed order."""
    return list(ast.walk(tree))


def changes(node):
    """The names of the changes of a node."""
    if isinstance(node, ast.Compare):
        return ["%s at %d" % (type(operator).__name__, index) for index, operator in enumerate(node.ops)
                if type(operator) in SWAPS]
    if isinstance(node, (ast.BoolOp, ast.BinOp)) and type(node.op) in SWAPS:
        return [type(node.op).__name__]
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return ["%d + 1" % node.value]
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        return ["never"] if isinstance(node, ast.While) else ["never", "always"]
    return []


def change(node, name):
    if isinstance(node, ast.Compare):
        index = int(name.split()[-1])
        node.ops[index] = SWAPS[type(node.ops[index])]()
    elif isinstance(node, (ast.BoolOp, ast.BinOp)):
        node.op = SWAPS[type(node.op)]()
    elif isinstance(node, ast.Constant):
        node.value += 1
    else:
        # The condition is asked all the same: what it reads is read.
        node.test = ast.BoolOp(ast.And() if name == "never" else ast.Or(),
                               [node.test, ast.Constant(name == "always")])
    ast.fix_missing_locations(node)


def mutants(module):
    source = (READER / "karc" / (module + ".py")).read_text(encoding="utf-8")
    lines = source.splitlines()
    found = []
    for index, node in enumerate(nodes(ast.parse(source))):
        for name in changes(node):
            line = getattr(node, "lineno", 0)
            found.append((Mutant(module, index, line, lines[line - 1].strip(), name), getattr(node, "col_offset", 0)))
    return [mutant for mutant, _ in sorted(found, key=lambda pair: (pair[0].line, pair[1]))]


def tree_of(mutant):
    tree = ast.parse((READER / "karc" / (mutant.module + ".py")).read_text(encoding="utf-8"))
    change(nodes(tree)[mutant.path], mutant.kind)
    return tree


class Loader:
    """Gives the changed module where the reader imports it."""

    def __init__(self, name, tree):
        self.name, self.tree = name, tree

    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_loader(name, self) if name == self.name else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(compile(self.tree, self.name, "exec"), module.__dict__)


def is_caught(tree, module):
    """Whether a vector gives another answer with a changed module."""
    sys.path.insert(0, str(READER))
    sys.dont_write_bytecode = True
    sys.setrecursionlimit(20_000)
    if tree is not None:
        sys.meta_path.insert(0, Loader("karc." + module, tree))
    try:
        import check
        vectors = check.VECTORS
        parts = [("invalid/*.hex", check.check_invalid), ("valid/*.hex", check.check_valid),
                 ("equivalent/*.a.hex", check.check_equivalent), ("logs/invalid/*.hex", check.check_invalid_log),
                 ("logs/valid/*.hex", check.check_valid_log)]
        if module.startswith("krec"):
            parts = parts[3:] + parts[:3]
        for pattern, ask in parts:
            for path in sorted(vectors.glob(pattern)):
                if ask(path):
                    return True
    except BaseException:
        return True
    return False


def run(mutant):
    """Whether a change is caught, in a process of its own."""
    process = os.fork()
    if process == 0:
        signal.alarm(SECONDS)
        sys.stdout = sys.stderr = open(os.devnull, "w")
        caught = is_caught(tree_of(mutant) if mutant else None, mutant.module if mutant else "")
        os._exit(1 if caught else 0)
    return process


def exceptions():
    known = {}
    if EXCEPTIONS.exists():
        for line in EXCEPTIONS.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                module, kind, text, reason = line.split("\t")
                known[module, text, kind] = reason
    return known


def main(arguments):
    parser = argparse.ArgumentParser(description="Changes the reader in one place at a time, and asks the vectors.")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth change alone")
    parser.add_argument("--only", default="", metavar="TEXT", help="changes whose line has this text")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)

    if os.waitpid(run(None), 0)[1] != 0:
        print("spec-mutants: the reader as it is fails")
        return 1
    known = exceptions()
    chosen = [mutant for module in MODULES for mutant in mutants(module) if options.only in str(mutant)][::options.every]
    wanted = [mutant for mutant in chosen if mutant.key not in known]
    unused = set(known) - {mutant.key for module in MODULES for mutant in mutants(module)}
    for key in sorted(unused):
        print("NOT IN THE READER: %s" % " ".join(key))
    running, survivors, rest = {}, [], list(reversed(wanted))
    while rest or running:
        while rest and len(running) < options.workers:
            mutant = rest.pop()
            running[run(mutant)] = mutant
        process, status = os.wait()
        mutant = running.pop(process)
        if status == 0:
            survivors.append(mutant)
    for mutant in sorted(survivors, key=lambda mutant: (MODULES.index(mutant.module), mutant.line)):
        print("NOT CAUGHT %s" % mutant)
    share = 100 * (len(wanted) - len(survivors)) / max(len(wanted), 1)
    print("spec-mutants: %d changes, %d caught (%.1f %%), %d not; %d change nothing that is read"
          % (len(wanted), len(wanted) - len(survivors), share, len(survivors), len(chosen) - len(wanted)))
    return 1 if share < 95 or len(wanted) < 100 // options.every or unused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
