#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Memcheck over the tests of what games link, for values that were never set: tests/valgrind.sh [BUILD [room ...]].
# World takes some seven minutes, c a quarter of one.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=${1:-build/dev}
shift || true
rooms=("$@")
((${#rooms[@]})) || rooms=(base collide c world)

# What takes minutes there and does what others do as well; and what measures the heap, which valgrind replaces.
skipped=(
  'AllPairs.*'
  'Auto.IsExactWhicheverIsOnTrial' 'Auto.KeepsTheMemoryOfTwoAtMost'
  'Broadphases.FindTheSamePairsOnEveryKindOfVector'
  'IntervalTree.ComparesOnlyBoxesThatOverlap'
  'KdTree.IsNeverDeeperThanMaxDepthNorLargerThanItsPool'
  'MultiLevelGrid.AnyNumberOfThreads*' 'MultiLevelGrid.CellsOfAnySize*' 'MultiLevelGrid.LongThinBoxes*'
  'NeighborList.EscapedSprites*' 'NeighborList.Teleports*'
  'StaticsOfGrids.NothingThatAStaticSpriteDoesIsMissed'
)

for room in "${rooms[@]}"; do
  echo "=== $room"
  valgrind --quiet --error-exitcode=9 "$build/tests/phasebox_${room}_tests" --gtest_brief=1 \
    --gtest_filter="-$(IFS=:; echo "${skipped[*]}")"
done
