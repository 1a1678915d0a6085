"""Reads the keyed archives of a corpus with readers in Python, each file in a process of its own.

usage: readers_check.py CORPUS
"""

import importlib.util
import pathlib
import shutil
import subprocess
import sys

PATIENCE = 10
# The module that has to be installed, and a program that reads the file which is its first argument.
READERS = {
    "plistlib, no archive": (
        "plistlib",
        "import plistlib, sys; plistlib.load(open(sys.argv[1], 'rb'))",
    ),
    "bpylist2": (
        "bpylist2",
        "import sys; from bpylist2 import archiver; archiver.unarchive(open(sys.argv[1], 'rb').read())",
    ),
    "nska_deserialize": (
        "nska_deserialize",
        "import sys, nska_deserialize as n; n.deserialize_plist(open(sys.argv[1], 'rb'))",
    ),
    "NSKeyedUnArchiver": (
        "NSKeyedUnArchiver",
        "import sys, NSKeyedUnArchiver as n; n.unserializeNSKeyedArchiver(open(sys.argv[1], 'rb').read())",
    ),
}


def verdict(command):
    try:
        end = subprocess.run(command, capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return "hangs"
    if end.returncode < 0:
        return "deaths"
    return "errors" if end.returncode else "values"


def main():
    folder = pathlib.Path(sys.argv[1]) / "nskeyedarchiver"
    groups = {"archives": [], "plain lists": [], "broken or hostile": []}
    for line in (folder / "expected.tsv").read_text().splitlines()[1:]:
        name, _, kind = line.split("\t")[:3]
        group = {"dump": "archives", "notKeyedArchive": "plain lists"}.get(kind, "broken or hostile")
        groups[group].append(folder / name)
    readers = {}
    for name, (module, program) in READERS.items():
        if importlib.util.find_spec(module):
            readers[name] = [sys.executable, "-c", program]
    if shutil.which("plistutil"):
        readers["plistutil, no archive"] = ["plistutil", "-f", "xml", "-i"]
    for name, command in readers.items():
        for group, files in groups.items():
            found = [verdict([*command, str(file)]) for file in files]
            counts = [f"{word} {found.count(word)}" for word in ("values", "errors", "deaths", "hangs")]
            print(name, group, len(files), *counts, sep="\t", flush=True)


main()
