#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges the speed of Phasebox by the bars of goals.txt; exits 1 when a result is wrong or a bar is missed.

Usage: goals.py [--program PATH] [--runs N] [SECTION...]
PATH is build/release/phasebox, or for [peers] build/peers/phasebox_peers (made by run.sh); [cliffs] needs
phasebox_bench_cliffs beside it (PHASEBOX_BENCHMARKS=ON), [dynamics] phasebox_bench_dynamics (PHASEBOX_PEERS=ON), best
with Box2D 3 (PHASEBOX_BOX2D3). [busy] races beside a program that never rests. Each ratio is the median of N runs (3);
what is compared over the same frames is raced in one run.
"""
import argparse
import contextlib
import csv
import functools
import itertools
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
NAMED = {
    "stateless": "uniform-grid,spatial-hash,hierarchical-grid,sort-and-sweep,quadtree,kd-tree,rdc,interval-tree",
    "peers": "all",
    "trees": "all",
}


def expanded(line):
    """`{a,b} {c,d}` becomes four lines, as in a shell."""
    parts = [p.split(",") if k % 2 else [p] for k, p in enumerate(re.split(r"\{([^}]*)\}", line))]
    return ["".join(c) for c in itertools.product(*parts)]


def goals(wanted):
    """The rows of goals.txt, each as section, bar and fields."""
    section = ""
    for number, line in enumerate((HERE / "goals.txt").read_text().splitlines(), 1):
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith(("#", "tried:", "by hand:")) and (not wanted or section in wanted):
            for row in expanded(line):
                bar, *fields = (f.strip() for f in row.split("|"))
                if len(fields) not in (2, 3, 4):
                    sys.exit(f"goals.txt:{number}: bar | judged | judged by | frames [| frames of the other], or "
                             "bar | judged | world of a bench with --known")
                yield section, float(bar), fields


def raced(program, broadphases, frames):
    """The rows of one bench, by broadphase."""
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder, "bench.csv")
        command = [program, "bench", *frames.split(), "--broadphase", broadphases, "--csv", str(table)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
        return {row["broadphase"]: row for row in csv.DictReader(table.read_text().splitlines())}


def best(rows, name, column, ours):
    """The least of those that the name stands for: ids, or one of NAMED."""
    ids = [b for b in rows if b not in ours] if name in ("peers", "trees") else NAMED.get(name, name).split(",")
    if name == "trees":
        ids = [b for b in ids if b.startswith(("box2d", "chipmunk-tree", "bullet-dbvt", "boost"))]
    return min((float(rows[b][column]), b) for b in ids)


def ratio(program, ours, judged, by, frames, others=None):
    """What the judged one takes, as a multiple of what it is judged by; and which that was."""
    (id_, column), (id_by, column_by) = judged.split(), by.replace("same ", judged.split()[0] + " ").split()
    named = NAMED.get(id_by, id_by)
    if others:
        rows, rows_by = raced(program, id_, frames), raced(program, named, others)
    else:
        rows = rows_by = raced(program, "all" if named == "all" else f"{id_},{named}", frames)
    divisor, which = best(rows_by, id_by, column_by, ours)
    return float(rows[id_][column]) / divisor, which


@contextlib.contextmanager
def beside(section):
    """For [busy] a program that never rests."""
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"]) if section == "busy" else None
    try:
        yield
    finally:
        if busy:
            busy.kill()
            busy.wait()


@functools.cache
def known_worlds(program, run):
    """What a run of a bench with --known prints: by world the best algorithm, by algorithm its multiple."""
    done = subprocess.run([program, "--known"], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{program} --known, run {run}:\n{done.stdout}{done.stderr}")
    head, *lines = done.stdout.splitlines()
    ids = head.split("pairs")[1].split()
    rows = (line.split() for line in lines if len(line.split()) == len(ids) + 4)
    return {world: (best_id, dict(zip(ids, map(float, ratios)))) for world, _, best_id, _, *ratios in rows}


def known(program, run, algorithm, world):
    """The multiple of the best in a known world, and which was the best."""
    best_id, ratios = known_worlds(program, run).get(world, ("", {}))
    if algorithm not in ratios:
        sys.exit(f"{program} --known: there is no number for {algorithm} in {world}")
    return ratios[algorithm], best_id


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(HERE.parents[1] / "build/release/phasebox"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("section", nargs="*")
    options = parser.parse_args()
    if not pathlib.Path(options.program).is_file():
        sys.exit(f"{options.program}: there is no such program; build it, or name one by --program")
    listed = subprocess.run([options.program, "list", "broadphases", "--json"], capture_output=True, check=True).stdout
    ours = {entry["id"] for entry in json.loads(listed)}
    missed = 0
    for section, bar, fields in goals(options.section):
        bench = str(pathlib.Path(options.program).with_name(f"phasebox_bench_{section}"))
        with beside(section):
            taken = [known(bench, run, *fields) if len(fields) == 2 else ratio(options.program, ours, *fields)
                     for run in range(options.runs)]
        median = statistics.median(t for t, _ in taken)
        missed += median > bar
        print(f"{section} | {' | '.join(fields)} | at most {bar:g} | {median:.2g} of {taken[0][1]} | "
              f"{'missed' if median > bar else 'met'}", flush=True)
    print(f"{missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
