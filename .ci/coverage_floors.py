"""Compares the summary of `llvm-cov export`, on standard input, with a table of floors.

The table has a line for each library: its name, the least part of its lines and of its regions that the tests have to run, in
percent, separated by tabs. A library of the table that was not measured is a failure.
"""

import json
import os
import sys
from pathlib import Path


def main(table):
    floors = {}
    for line in Path(table).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, lines, regions = line.split("\t")
            floors[name] = float(lines), float(regions)
    sources = os.path.realpath("Sources") + os.sep
    sums = {}
    for file in json.load(sys.stdin)["data"][0]["files"]:
        if not file["filename"].startswith(sources):
            continue
        target = file["filename"][len(sources):].split(os.sep)[0]
        counts = sums.setdefault(target, [0, 0, 0, 0])
        for place, kind in enumerate(("lines", "regions")):
            counts[2 * place] += file["summary"][kind]["covered"]
            counts[2 * place + 1] += file["summary"][kind]["count"]
    failed = False
    print("%-28s %18s %20s" % ("target", "lines", "regions"))
    for target, (lines, of_lines, regions, of_regions) in sorted(sums.items()):
        if not of_lines or not of_regions:
            continue
        parts = 100.0 * lines / of_lines, 100.0 * regions / of_regions
        floor = floors.pop(target, None)
        low = floor is not None and (parts[0] < floor[0] or parts[1] < floor[1])
        failed = failed or low
        note = "" if floor is None else "%s %.1f %% and %.1f %%" % (
            "BELOW" if low else "at least", floor[0], floor[1])
        print("%-28s %6d %6.2f %% %8d %6.2f %%   %s" % (
            target, of_lines, parts[0], of_regions, parts[1], note))
    for target in floors:
        print("%s: was not measured" % target)
        failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
