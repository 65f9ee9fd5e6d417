// SPDX-License-Identifier: MIT
// What happens to a block of pairs when it is full.
#include "collide/broadphase/kernels/pair_writer.hpp"

#include <algorithm>

namespace phasebox {
void PairWriter::flush(const Frame& f, Check check, Sink<Pair>& out, std::size_t n) {
  if (n == 0) return;
  Pair* const pairs = out.room(n);
  if (check == Check::rules) n = keep_eligible<false>(f, pairs, n, pairs);
  if (check == Check::rules_and_boxes) n = keep_eligible<true>(f, pairs, n, pairs);
  out.commit(n);
}

Pair* PairWriter::next_block(const Frame& f, Check check, Sink<Pair>& out, std::size_t full) {
  flush(f, check, out, full);
  return out.room(kBlock);
}

void PairWriter::append(std::span<const Pair> pairs) {
  while (!pairs.empty()) {
    prepare();
    const auto now = pairs.first(std::min<std::size_t>(pairs.size(), kRun));
    std::ranges::copy(now, at_);
    keep(now.size());
    pairs = pairs.subspan(now.size());
  }
}

/// Each sink gets room for all pairs: the next frame may have as many, all of them in one part.
void PairParts::join(unsigned parts, PairSink& out) {
  const auto others = std::span(others_).first(parts - 1);
  for (PairSink& other : others) {
    Pair* const to = out.room(other.size());
    for_each_part(parts, [&](unsigned part) {
      const std::size_t begin = part_begin(other.size(), parts, part);
      const std::size_t end = part_begin(other.size(), parts, part + 1);
      std::copy_n(other.items().data() + begin, end - begin, to + begin);
    });
    out.commit(other.size());
    other.clear();
  }
  for (PairSink& other : others) other.room(out.size() + PairWriter::kBlock);
}

}  // namespace phasebox
