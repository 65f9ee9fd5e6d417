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
#include <fstream>
#include <string>

namespace phasebox_record {

class Recorder {
 public:
  /// With `either` one of two masks is enough.
  Recorder(const std::string& path, long frames, bool either = false) : out_(path), limit_(frames) {
    if (either) out_ << "# rule: either\n";
    out_ << "frame,id,min_x,min_y,max_x,max_y,static,category,mask,group\n";
  }
  /// Begins the next frame, and hands over the one before; after the last one nothing more is written.
  void frame() {
    out_.flush();
    if (out_.is_open() && ++frame_ > limit_) out_.close();
  }
  /// An object keeps its id from frame to frame; it is there in the frames in which it is written.
  /// Two of one group always meet (above 0) or never (below 0); 0 is none.
  void box(std::int64_t id, float min_x, float min_y, float max_x, float max_y,
           bool is_static = false, std::uint32_t category = 1, std::uint32_t mask = 0xFFFFFFFF,
           std::int32_t group = 0) {
    if (!is_recording()) return;
    const bool is_finite = std::isfinite(min_x) && std::isfinite(min_y) && std::isfinite(max_x) &&
                           std::isfinite(max_y);
    if (!is_finite || min_x > max_x || min_y > max_y) {
      ++left_out_;
      return;
    }
    row_.clear();
    add(frame_), add(id), add(min_x), add(min_y), add(max_x), add(max_y);
    add(is_static ? 1 : 0), add(category), add(mask), add(group);
    row_.back() = '\n';
    out_ << row_;
  }
  /// False when the file could not be written, and after the last frame.
  bool is_recording() const { return out_.is_open() && out_.good(); }
  /// Boxes that have no size in numbers.
  long left_out() const { return left_out_; }

 private:
  template <class Number>
  void add(Number number) {  // the shortest text that gives the number back exactly
    char text[40];
    row_.append(text, std::to_chars(text, text + sizeof text, number).ptr) += ',';
  }

  std::ofstream out_;
  std::string row_;
  long frame_ = 0, limit_, left_out_ = 0;
};

}  // namespace phasebox_record
