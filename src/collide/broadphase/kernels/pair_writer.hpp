// SPDX-License-Identifier: MIT
// The one way in which loops over many boxes emit pairs: written in blocks, filtered, appended.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/frame.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// Copies the pairs that are eligible, and overlap if `kTestsBoxes`, without branches on the
/// outcome; in their order. How many there are. `to` holds `n` and may be `pairs`.
template <bool kTestsBoxes>
inline std::size_t keep_eligible(const Frame& f, const Pair* pairs, std::size_t n, Pair* to) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const Pair p = pairs[k];
    to[kept] = p;
    kept += eligible(f, p.a, p.b) && (!kTestsBoxes || overlaps(f.boxes[p.a], f.boxes[p.b]));
  }
  return kept;
}

/// Hands out free memory of a sink in blocks, so that an inner loop calls nothing. When a block is
/// full, and at the end, what is not eligible is left out. Nothing else may use the sink meanwhile.
/// Leaves a block of free memory behind, so that a later frame with as many pairs allocates
/// nothing.
class PairWriter {
 public:
  static constexpr std::uint32_t kRun = 512;       ///< pairs that fit after one `prepare`
  static constexpr std::size_t kBlock = 2 * kRun;  ///< pairs of memory taken at once

  /// What is asked of a pair before it is emitted.
  enum class Check : std::uint8_t {
    none,             ///< nothing; its sprites stay in the order in which they met
    rules,            ///< whether it is eligible
    rules_and_boxes,  ///< ... and its boxes overlap, which those compared only may
  };

  PairWriter(const Frame& f, PairSink& out, Check check = Check::rules)
      : frame_(f), out_(out), check_(check), sorts_(true) {
    if (check == Check::rules && !has_rules(f)) check_ = Check::none;
  }
  /// Keeps all pairs as they met.
  PairWriter(const Frame& f, Sink<Pair>& out)
      : frame_(f), out_(out), check_(Check::none), sorts_(false) {}
  ~PairWriter() {
    flush(frame_, check_, out_, count());
    out_.spare(kBlock);
  }
  PairWriter(const PairWriter&) = delete;
  PairWriter& operator=(const PairWriter&) = delete;

  /// Before up to `kRun` pairs are written, and those of a vector that are not kept.
  void prepare() {
    if (end_ - at_ >= std::ptrdiff_t{kRun + BoxColumns::kPadding}) [[likely]]
      return;
    const std::size_t full = count();
    begin_ = at_ = end_;  // once only, though taking the next block may throw
    begin_ = at_ = next_block(frame_, check_, out_, full);
    end_ = begin_ + kBlock;
  }
  /// Where the next pair goes; any number may be written, then the first `n` are kept.
  Pair* at() const { return at_; }
  void keep(std::size_t n) { at_ += n; }
  /// Whether pairs are to be written with the smaller id first.
  bool sorts() const { return sorts_; }

  /// Writes pairs that are in order.
  void append(std::span<const Pair> pairs);

 private:
  // Static, so that a writer's pointers can stay in registers.
  static void flush(const Frame& f, Check check, Sink<Pair>& out, std::size_t n);
  static Pair* next_block(const Frame& f, Check check, Sink<Pair>& out, std::size_t full);
  std::size_t count() const { return static_cast<std::size_t>(at_ - begin_); }

  const Frame& frame_;
  Sink<Pair>& out_;
  Check check_;
  bool sorts_;
  Pair *begin_ = nullptr, *at_ = nullptr, *end_ = nullptr;
};

/// Finds pairs on several threads, each with a sink of its own, and joins them in the order of the
/// parts.
class PairParts {
 public:
  /// How many parts `n` boxes make. Fewer boxes than a part's take less time than to wake a thread.
  static unsigned parts_for(const Frame& f, std::size_t n) { return parts_of(n, f.threads, 16384); }

  /// Calls `find(part, sink)` for each part; the first writes to `out`.
  template <class Find>
  void find(const Frame& f, unsigned parts, PairSink& out, Find find) {
    if (others_.size() + 1 < parts) others_.resize(parts - 1);
    for (PairSink& other : others_) {
      other.clear();
      other.obey(f.limit);
    }
    for_each_part(parts, [&](unsigned part) { find(part, part == 0 ? out : others_[part - 1]); });
    if (parts > 1) join(parts, out);
    out.spare(PairWriter::kBlock);  // in the next frame a writer may find the last pairs
  }

 private:
  void join(unsigned parts, PairSink& out);

  std::vector<PairSink> others_;  // of all parts but the first
};

}  // namespace phasebox
