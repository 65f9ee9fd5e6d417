// SPDX-License-Identifier: MIT
// Writes the boxes of a running game as a box recording for Phasebox. One header, C++17.
//
//   phasebox_record::Recorder rec("game.csv", 600);             // at most 600 frames
//   rec.frame();                                                // once in each frame, then
//   rec.box(id, min_x, min_y, max_x, max_y, is_static, category, mask);
#pragma once
#include <charconv>
#include <cstdint>
#include <fstream>
#include <string>

namespace phasebox_record {

class Recorder {
 public:
  Recorder(const std::string& path, long frames) : out_(path), limit_(frames) {
    out_ << "frame,id,min_x,min_y,max_x,max_y,static,category,mask\n";
  }
  /// Begins the next frame; after the last one nothing more is written.
  void frame() {
    if (out_.is_open() && ++frame_ > limit_) out_.close();
  }
  /// An object keeps its id from frame to frame; it is there in the frames in which it is written.
  void box(std::int64_t id, float min_x, float min_y, float max_x, float max_y,
           bool is_static = false, std::uint16_t category = 1, std::uint16_t mask = 0xFFFF) {
    if (!is_recording()) return;
    row_.clear();
    add(frame_), add(id), add(min_x), add(min_y), add(max_x), add(max_y);
    add(is_static ? 1 : 0), add(category), add(mask);
    row_.back() = '\n';
    out_ << row_;
  }
  /// False when the file could not be written, and after the last frame.
  bool is_recording() const { return out_.is_open() && out_.good(); }

 private:
  template <class Number>
  void add(Number number) {  // the shortest text that gives the number back exactly
    char text[40];
    row_.append(text, std::to_chars(text, text + sizeof text, number).ptr) += ',';
  }

  std::ofstream out_;
  std::string row_;
  long frame_ = 0, limit_;
};

}  // namespace phasebox_record
