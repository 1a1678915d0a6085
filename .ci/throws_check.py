"""Lists the `throw`s of source files that no run reached, but for those that a table excepts with a reason.

The table has a line for each: the file, the text of the line, the reason, separated by tabs. A line that is
reached, or that is not there, must not stand in it."""

import bisect
import json
import re
import sys
from pathlib import Path

THROW = re.compile(r"\bthrow\b")


def throws(path):
    """(line, column, text) of each throw, from 1."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        code = line.split("//", 1)[0]
        for found in THROW.finditer(code):
            text = line.strip()
            if text.endswith("("):      # what it throws stands in the next line
                text += " " + lines[number].strip()
            yield number, found.start() + 1, text


def count(segments, line, column):
    """How often the code at a place ran; None where nothing was measured."""
    index = bisect.bisect_right([(s[0], s[1]) for s in segments], (line, column)) - 1
    return segments[index][2] if index >= 0 and segments[index][3] else None


def main(coverage, table):
    excepted = {}
    for line in Path(table).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            path, text, reason = line.split("\t")
            excepted[path, text] = reason
    reached, allowed, missing, used = 0, 0, [], set()
    root = Path.cwd()
    for entry in json.load(open(coverage))["data"][0]["files"]:
        path = Path(entry["filename"]).relative_to(root)
        for line, column, text in throws(path):
            key = (str(path), text)
            if count(entry["segments"], line, column):
                reached += 1
            elif key in excepted:
                allowed += 1
                used.add(key)
            else:
                missing.append("%s:%d: %s" % (path, line, text))
    for line in missing:
        print("not reached: " + line)
    stale = [key for key in excepted if key not in used]
    for path, text in stale:
        print("excepted, but reached or not there: %s: %s" % (path, text))
    print("throws: %d reached by vectors, %d excepted with a reason, %d not reached" % (reached, allowed, len(missing)))
    return 1 if missing or stale or not reached else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
