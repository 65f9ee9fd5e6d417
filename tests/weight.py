#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that no part of the tree is heavier than tests/weight.txt allows.

Counts what a reader has to understand: the tokens of src, the lines of code of tests, and the words of docs. Comments,
blank lines and the number of files are free, so that nobody saves at an explanation or at a file of its own.
Lower a limit where this says so. A limit that is raised needs its reason in the commit.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# In this order, so that a comment within a string, or a quote within a comment, is read as what it is.
LITERAL_OR_COMMENT = re.compile(
    r'R"(?P<delimiter>\w*)\(.*?\)(?P=delimiter)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<!\w)'(?:\\.|[^'\\\n])+'"
    r"|/\*.*?\*/|//[^\n]*",
    re.DOTALL,
)
TOKEN = re.compile(r"\w+|[^\w\s]")
BRACES_ALONE = re.compile(r"[{}();,]*")


def without_comments(source):
    """C++ without its comments; a literal counts as one pair of quotes, whatever its length."""
    return LITERAL_OR_COMMENT.sub(lambda match: " " if match[0].startswith("/") else '""', source)


def files(folder, endings):
    return (path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in endings and path.is_file())


def tokens_of_src():
    return sum(len(TOKEN.findall(without_comments(path.read_text()))) for path in files("src", {".c", ".h", ".cpp", ".hpp"}))


def is_code(line, comment):
    line = line.strip()
    return not (line.startswith((comment, "#include")) or BRACES_ALONE.fullmatch(line))


def code_lines_of_tests():
    """Lines that hold more than a brace; a trailing comment makes no difference."""
    count = 0
    for path in files("tests", {".c", ".h", ".cpp", ".hpp", ".sh", ".py", ".mjs", ".cmake", ".txt"}):
        comment = "#" if path.suffix in {".sh", ".py", ".cmake", ".txt"} else "//"
        count += sum(is_code(line, comment) for line in path.read_text(errors="replace").splitlines())
    return count


def words_of_docs():
    return sum(len(path.read_text().split()) for path in (ROOT / "docs").glob("*.md"))


WEIGHTS = {"src-tokens": tokens_of_src, "tests-code-lines": code_lines_of_tests, "docs-words": words_of_docs}


def main():
    failed = False
    for row in (ROOT / "tests/weight.txt").read_text().splitlines():
        if row.startswith("#"):
            continue
        name, limit = row.split()
        if name not in WEIGHTS:
            sys.exit(f"tests/weight.txt: no weight is called {name}; there are {', '.join(WEIGHTS)}")
        weight, limit = WEIGHTS[name](), int(limit)
        if weight > limit:
            failed = True
            print(f"{name}: {weight}, at most {limit} are allowed: take something away")
        elif weight < limit * 0.99:
            print(f"{name}: {weight}; lower the limit {limit} in tests/weight.txt")
        else:
            print(f"{name}: {weight} of {limit}")
    sys.exit(failed)


main()
