// SPDX-License-Identifier: MIT
// Whole lines go to the reader of rows; what has no end yet waits for the next piece.
#include "io/box_stream.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "io/compressed.hpp"
#include "session/editor.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMagic = 4;  // bytes by which a compressed file is known

}  // namespace

void BoxStream::give(std::string_view bytes) {
  if (failure_) return;
  if (!has_begun_) {
    held_ += bytes;
    if (held_.size() < kMagic) return;
    has_begun_ = true;
    if (is_compressed(held_)) {
      failure_ = Error{fmt::format(
          "{}: it is compressed, a game that is followed writes text; leave the compression out",
          name_)};
      return;
    }
    return give(std::exchange(held_, {}));
  }
  const std::size_t first = bytes.find('\n');
  if (first == bytes.npos) return hold(bytes);
  hold(bytes.substr(0, first + 1));
  read(std::exchange(held_, {}));
  const std::size_t last = bytes.rfind('\n');
  if (last > first) read(bytes.substr(first + 1, last - first));
  hold(bytes.substr(last + 1));
}

void BoxStream::hold(std::string_view part) {
  held_ += part.substr(0, kMaxBoxLine - std::min(held_.size(), kMaxBoxLine));
}

void BoxStream::end() {
  if (failure_) return;
  read(std::exchange(held_, {}));
  complete();
  if (!failure_ && !rows_.has_header()) failure_ = rows_.no_header();
}

void BoxStream::restart() {
  rows_ = BoxRows(name_);
  held_.clear(), lines_.clear(), open_ = {}, number_.reset();
  has_begun_ = false;
  failure_.reset();
}

void BoxStream::read(std::string_view lines) {
  if (failure_) return;
  rows_.give(lines);
  BoxRow row;
  for (BoxRows::Next next{}; (next = rows_.next(row)) != BoxRows::Next::end;) {
    if (!rows_.has_header()) return void(failure_ = rows_.error());
    if (!number_) check_columns();
    if (failure_) return;
    switch (next) {
      case BoxRows::Next::row: add(row); break;
      case BoxRows::Next::bad: refuse(*rows_.error()); break;
      case BoxRows::Next::again: complete(), number_.reset(); break;
      case BoxRows::Next::end: break;
    }
  }
}

void BoxStream::check_columns() {
  if (rows_.has(BoxColumn::frame)) return;
  const auto& meant = rows_.header().likely_frame();
  failure_ = rows_.refuse(
      rows_.header_line(),
      fmt::format("the header has no column 'frame'{}; a game that is followed says in each row "
                  "which frame it belongs to",
                  meant ? fmt::format("; did you mean '{}'? Rename it", *meant) : ""));
}

void BoxStream::add(const BoxRow& row) {
  if (number_ && row.frame < *number_)
    return refuse(rows_.refuse(
        fmt::format("frame {} comes after frame {}; frames must ascend while a game is followed",
                    row.frame, *number_)));
  if (number_ != row.frame) complete();
  if (open_.ids.size() >= kMaxSprites)
    return refuse(rows_.refuse(fmt::format("frame {} has more than {} boxes, the most of a frame",
                                           row.frame, kMaxSprites)));
  number_ = row.frame;
  append_row(open_, row, rows_);
  lines_.push_back(rows_.line());
}

void BoxStream::complete() {
  if (open_.ids.empty()) return;
  if (std::ranges::adjacent_find(open_.ids, std::ranges::greater_equal{}) != open_.ids.end()) {
    drop_duplicates();
    sort_frame(open_, 0);
  }
  open_.unit = rows_.unit();
  done_.push_back(std::make_shared<const BoxRecording>(open_));  // a copy has no memory to spare
  open_.frames.clear(), open_.begins = {0};
  open_.ids.clear(), open_.boxes.clear(), open_.filters.clear(), open_.is_static.clear();
  lines_.clear();
}

void BoxStream::drop_duplicates() {
  std::unordered_map<std::int64_t, std::size_t> line_of;
  RowOrder kept;
  for (std::size_t row = 0; row < open_.ids.size(); ++row) {
    const auto [it, is_new] = line_of.emplace(open_.ids[row], lines_[row]);
    if (is_new)
      kept.push_back(row);
    else
      refuse(rows_.refuse(lines_[row],
                          duplicate_text(open_.ids[row], open_.frames.front(), it->second)));
  }
  if (kept.size() == open_.ids.size()) return;
  reorder_rows(open_, 0, kept);
  const std::size_t n = kept.size();
  open_.ids.resize(n), open_.boxes.resize(n), open_.begins.back() = n;
  if (!open_.filters.empty()) open_.filters.resize(n);
  if (!open_.is_static.empty()) open_.is_static.resize(n);
}

void BoxStream::refuse(const Error& error) {
  ++refused_;
  last_refusal_ = error.text;
}

}  // namespace phasebox
