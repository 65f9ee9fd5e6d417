#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every sentence that the sources make has a row in the table of Chinese texts.

Usage: rows.py PROJECT. Sentences of the command line alone, which speaks English, are left out.
"""
import json
import pathlib
import re
import sys

LITERAL = r'((?:"(?:\\.|[^"\\])*"\s*)+)'
MADE = re.compile(r"(?<!\w)(say\(|Sentence\(|counted\([^;\"]*?,)\s*" + LITERAL)
ENGLISH_ROOMS = {"cli", "contract", "language"}  # without explain and why, which have --language
CHINESE_FILES = {"explain.cpp", "why.cpp"}


def ids_of(text):
    """Gives the ids that a source makes sentences of, and where."""
    text = re.sub(r"^\s*//.*$", "", text, flags=re.M)
    for made in MADE.finditer(text):
        parts = re.findall(r'"((?:\\.|[^"\\])*)"', made.group(2))
        words = json.loads('"' + "".join(parts).replace("\\'", "'") + '"')
        line = text.count("\n", 0, made.start()) + 1
        if made.group(1).startswith("counted"):
            yield line, "{} " + words
            yield line, "{} " + words + "s"
        else:
            yield line, words


def main():
    root = pathlib.Path(sys.argv[1])
    table = json.loads((root / "assets/languages/zh.json").read_text("utf-8"))
    rows = set(table["texts"]) | set(table["composed"])
    seen, missing = 0, []
    for file in sorted((root / "src").rglob("*.?pp")):
        room = file.relative_to(root / "src").parts[0]
        if room in ENGLISH_ROOMS and file.name not in CHINESE_FILES:
            continue
        for line, words in ids_of(file.read_text("utf-8")):
            seen += 1
            has_letters = re.search("[A-Za-z]", re.sub(r"\{[^}]*\}", "", words))
            if has_letters and not {words, words[:1].lower() + words[1:]} & rows:
                missing.append(f"{file.relative_to(root)}:{line}: no row for '{words}'")
    print("\n".join(missing) or f"{seen} sentences, and a row for each")
    return bool(missing) or seen < 500  # fewer: the sources are no longer read


if __name__ == "__main__":
    sys.exit(main())
