// SPDX-License-Identifier: MIT
// Writes the boxes of a running game as a box recording for Phasebox. One header, C++17.
//
//   phasebox_record::Recorder rec("game.csv", 600);             // at most 600 frames
//   rec.frame();                                                // once in each frame, then
//   rec.box(id, min_x, min_y, max_x, max_y, is_static, category, mask, group);
#pragma once
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <unordered_set>

namespace phasebox_record {

class Recorder {
 public:
  /// With `either` one of two masks is enough.
  Recorder(const std::string& path, long frames, bool either = false) : out_(path), limit_(frames) {
    if (either) out_ << "# rule: either\n";
    out_ << "frame,id,min_x,min_y,max_x,max_y,static,category,mask,group\n";
    check();
  }
  Recorder(Recorder&&) = default;
  Recorder& operator=(Recorder&&) = default;
  ~Recorder() { close(); }

  /// Begins the next frame, and hands over the one before; after the last one nothing more is written.
  void frame() {
    out_.flush();
    check();
    seen_.clear();
    if (++frame_ > limit_) close();
  }
  /// An object keeps its id from frame to frame. An address is no id: another object may get it.
  /// Sets are 32 bits; two of one group always meet (above 0) or never (below 0); 0 is none.
  void box(std::int64_t id, double min_x, double min_y, double max_x, double max_y,
           bool is_static = false, std::uint64_t category = 1, std::uint64_t mask = ~std::uint64_t{0},
           std::int32_t group = 0) {
    if (!is_recording()) return;
    if (!is_finite(min_x) || !is_finite(min_y) || !is_finite(max_x) || !is_finite(max_y))
      return leave_out("an edge is not finite", kFinite);
    if (min_x > max_x || min_y > max_y) return leave_out("max is less than min", kOrder);
    if (!is_set(category) || !is_set(mask)) return leave_out("category and mask have 32 bits", kBits);
    if (!seen_.insert(id).second) return leave_out("its id is in the frame already", kTwice);
    row_.clear();
    add(frame_), add(id), add(min_x), add(min_y), add(max_x), add(max_y), add(is_static ? 1 : 0);
    add(static_cast<std::uint32_t>(category)), add(static_cast<std::uint32_t>(mask)), add(group);
    row_.back() = '\n';
    out_ << row_;
  }
  void close() {
    if (!out_.is_open()) return;
    out_.flush();
    check();
    out_.close();
  }
  /// False when the file could not be written, and after the last frame.
  bool is_recording() const { return out_.is_open() && out_.good(); }
  /// Number of boxes.
  long left_out() const { return left_out_; }

 private:
  enum Said : unsigned { kFinite = 1, kOrder = 2, kBits = 4, kTwice = 8, kEnd = 16 };

  static bool is_finite(double edge) { return std::fabs(edge) < 3.4e38; }
  // The upper half is full where a set was signed, and in "all" of 64 bits.
  static bool is_set(std::uint64_t bits) { return bits >> 32 == 0 || bits >> 32 == 0xFFFFFFFF; }
  template <class Number>
  void add(Number number) {  // the shortest text that gives the number back exactly
    char text[40];
    row_.append(text, std::to_chars(text, text + sizeof text, number).ptr) += ',';
  }
  void leave_out(const char* why, Said kind) {
    ++left_out_;
    if (!(said_ & kind))
      std::fprintf(stderr, "phasebox_record: left out in frame %ld (said once): %s\n", frame_, why);
    said_ |= kind;
  }
  void check() {
    if (out_.good() || said_ & kEnd) return;
    std::fputs("phasebox_record: the recording ends: the file takes no more\n", stderr);
    said_ |= kEnd;
  }

  std::ofstream out_;
  std::string row_;
  std::unordered_set<std::int64_t> seen_;  // ids of this frame
  long frame_ = 0, limit_, left_out_ = 0;
  unsigned said_ = 0;
};

}  // namespace phasebox_record
