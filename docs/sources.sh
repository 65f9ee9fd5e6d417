#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Proves the rows of docs/sources.md: runs the commands in their last column, compares what they print with
# what stands behind them, and looks for the tests that they name. Names each row that is false, and exits 1.
# Usage: docs/sources.sh [PAGE]   PAGE instead of docs/sources.md
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
phasebox=${PHASEBOX:-$root/build/release/phasebox}
[[ -x $phasebox ]] || { echo "build first: ./run.sh list broadphases"; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
ln -s "$(realpath "$phasebox")" "$folder/bin/phasebox"
ln -s "$root/assets" "$root/examples" "$folder"

PATH="$folder/bin:$PATH" python3 - "$root" "$(realpath "${1:-$root/docs/sources.md}")" "$folder" <<'PYTHON'
import operator, pathlib, re, subprocess, sys

root, page, folder = (pathlib.Path(path) for path in sys.argv[1:])
tests = set()
for path in (root / "tests").rglob("*.cpp"):
    found = re.findall(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", path.read_text(), re.MULTILINE)
    tests.update(".".join(names) for names in found)

CODE = r"`[^`]+`"
ITEM = re.compile(rf"test {CODE}(?:, {CODE})*|`phasebox [^`]+`: {CODE}(?:, {CODE})*|by hand: [^`;]+|none: [^`;]+")
RELATION = re.compile(r"(\w+) ([<>=]) ([0-9.]+)")
COMPARE = {"<": operator.lt, ">": operator.gt, "=": operator.eq}


def output_of(command):
    """What a command prints, and the files of statistics that it writes."""
    for old in folder.glob("*.json"):
        old.unlink()
    run = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True)
    written = "".join(path.read_text() for path in sorted(folder.glob("*.json")))
    # A failed command proves nothing, whatever it says.
    return f"exit code {run.returncode}" if run.returncode else run.stdout + run.stderr + written


def is_in(expected, text):
    """`box_tests > 1000` is about a number of the statistics; all else is text, with ` ... ` for any text of a line."""
    if relation := RELATION.fullmatch(expected):
        name, sign, number = relation.groups()
        values = re.findall(rf'"{name}": ([-0-9.e]+)', text)
        return bool(values) and all(COMPARE[sign](float(value), float(number)) for value in values)
    # A text is no part of a longer word or number.
    pattern = ".*".join(re.escape(part) for part in expected.split(" ... "))
    return re.search(rf"(?<!\w){pattern}(?!\w)", re.sub(r" +", " ", text)) is not None


def given(expected, text):
    """What there is in place of what was expected: the number, or how the text begins."""
    relation = RELATION.fullmatch(expected)
    line = re.search(rf'"{relation[1]}": .*', text) if relation else None
    return line[0] if line else text[:600]


def faults_of(proof):
    kinds = []
    items = proof.split("; ")
    for item in items:
        if not ITEM.fullmatch(item):
            return [], [f"no proof: '{item}'"]
    faults = []
    for item in items:
        quoted = [code[1:-1] for code in re.findall(CODE, item)]
        if item.startswith("test "):
            kinds.append("test")
            faults += [f"no test is called {name}" for name in quoted if name not in tests]
        elif item.startswith("`"):
            kinds.append("command")
            text = output_of(quoted[0])
            missing = [expected for expected in quoted[1:] if not is_in(expected, text)]
            faults += [f"{quoted[0]} gives not '{expected}' but {given(expected, text)}" for expected in missing]
        else:
            kinds.append(item.split(":")[0])
    return kinds, faults


rows, false = 0, 0
counts = {}
for number, line in enumerate(page.read_text().splitlines(), 1):
    cells = [cell.strip() for cell in line.strip("|").split(" | ")]
    if not line.startswith("| ") or cells[0] == "Point":
        continue
    rows += 1
    kinds, faults = faults_of(cells[2]) if len(cells) == 3 else ([], [f"{len(cells)} cells, not 3"])
    for kind in set(kinds):
        counts[kind] = counts.get(kind, 0) + 1
    for fault in faults:
        print(f"{page.name}:{number}: {cells[0]}: {fault}")
    false += bool(faults)
print(f"{rows} rows, {false} false; proofs " + ", ".join(f"{kind}: {n}" for kind, n in sorted(counts.items())))
sys.exit(false > 0 or rows == 0)
PYTHON
