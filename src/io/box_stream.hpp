// SPDX-License-Identifier: MIT
// A box recording whose text comes in pieces, as a game writes it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/box_rows.hpp"
#include "world/recording_playback.hpp"

namespace phasebox {

/// Makes frames of the bytes of a growing box recording, wherever they are cut. Bad rows are
/// refused and passed over, and so is what a line has beyond kMaxBoxLine. A frame is complete when
/// a row of another one comes, or at the end. Its rows may stand in any order; the frames may not.
class BoxStream {
 public:
  explicit BoxStream(std::string name) : name_(std::move(name)), rows_(name_) {}

  void give(std::string_view bytes);
  /// Nothing more will come: a line without end counts, and the last frame is complete.
  void end();
  /// The text begins again, with its header: what has no end yet is dropped.
  void restart();

  /// The frames that were completed since the last call. Numbers ascend, but begin again where the
  /// recording does.
  std::vector<BoxFrame> take() { return std::exchange(done_, {}); }
  std::uint64_t refused() const { return refused_; }  ///< rows so far
  const std::string& last_refusal() const { return last_refusal_; }
  /// Why nothing of this can be read, and nothing more will be.
  const Status& failure() const { return failure_; }

 private:
  void hold(std::string_view part);
  void read(std::string_view lines);
  void add(const BoxRow& row);
  void complete();
  void drop_duplicates();
  void refuse(const Error& error);
  void check_columns();

  std::string name_;
  BoxRows rows_;
  std::string held_;                    // of a line whose end has not come
  bool has_begun_ = false;              // the first bytes were looked at
  BoxRecording open_;                   // one frame, or none
  std::optional<std::int64_t> number_;  // of the last frame that began
  std::vector<std::size_t> lines_;      // [rows of the open frame] where each stands
  std::vector<BoxFrame> done_;
  std::uint64_t refused_ = 0;
  std::string last_refusal_;
  Status failure_;
};

}  // namespace phasebox
