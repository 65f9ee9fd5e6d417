// SPDX-License-Identifier: MIT
// What baked static boxes are worth: the cost of baking against the tests that it saves per frame.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/bake/bake.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Box tests and time, per frame, of finding the static boxes that moving ones overlap.
struct BakeEffort {
  double tests = 0, ms = 0;
};

/// What was found. Moving sprites among each other are no part of it.
struct BakeWorth {
  std::shared_ptr<const Baked> baked;                 ///< null while it is made
  std::shared_ptr<const std::vector<Aabb>> outlines;  ///< of that, see `outlines_of`
  double bake_ms = 0;
  std::size_t frames = 0;  ///< that were compared
  double moving = 0;       ///< sprites per frame
  bool is_sampled =
      false;              ///< not all of them were tried in a frame, and what they took was scaled
  double node_tests = 0;  ///< of the baked structure, among its tests
  std::uint64_t pairs = 0;  ///< of a moving and a static sprite, in all frames
  std::uint64_t wrong = 0;  ///< moving sprites for which the baked structure gave other boxes
  BakeEffort brute, baked_effort;      ///< every static box; the baked ones
  std::string broadphase;              ///< title; empty: not compared
  std::optional<BakeEffort> with_all;  ///< the broadphase over all boxes
  std::size_t held = 0;                ///< frames after which a static box changed; 0: none did

  /// Frames until the time that baking took is saved; nothing where none is saved.
  std::optional<double> frames_until_paid() const;
};

/// Rows of a table: what is compared, its box tests and its time per frame, what is saved.
struct BakeTableRow {
  std::array<std::string, 4> cells;
};
inline constexpr std::array<std::string_view, 4> kBakeHeads{"moving with static", "box tests",
                                                            "time per frame", "tests saved"};
std::vector<BakeTableRow> bake_table(const BakeWorth& worth);
/// "120 boxes in 37 nodes, 3.2 kB, 4 deep, baked in 85 µs".
std::string baked_text(const BakeWorth& worth);
/// "60 frames, 24 moving sprites per frame".
std::string measured_text(const BakeWorth& worth);
/// After how many frames baking has paid, or why it does not, as a sentence.
std::string paid_text(const BakeWorth& worth);

/// What the numbers leave out and what they come to, as sentences.
std::vector<std::string> bake_notes(const BakeWorth& worth);

/// Of all static sprites as they are now, under their ids in the recording that plays.
StaticBoxes static_boxes_of(const Session& session);

/// Refuses a session without static sprites.
Status check_bake(const Session& session);

/// Bakes the static sprites of a session and goes through its frames: each moving box is compared
/// with all static ones, and looked up in the baked structure, whose answer must be the same. The
/// session's broadphase sees all boxes, with filters by which a pair needs a moving and a static
/// one; it tests no other pairs, but its time has also what it does for pairs that are not
/// eligible. Its tests are those of boxes alone: what it does in nodes and cells is in its time.
class BakeMeter {
 public:
  /// A session that passes `check_bake`, and is the meter's own; `limit` may end a search early,
  /// and outlives the meter. Of a recording each frame is taken once.
  BakeMeter(Session session, BakeOptions options, std::size_t frames, WorkLimit& limit);

  bool advance();
  double progress() const;
  std::string phase() const { return result_.baked ? "measuring" : "baking"; }
  const BakeWorth& result() const { return result_; }

 private:
  struct FrameTimes {
    std::vector<double> brute, baked, with_all;
  };

  void finish_baking();
  bool measure_frame();
  void compare(const Frame& frame);
  double time_brute(const Frame& frame);
  double time_baked(const Frame& frame);
  void check_answers();
  void run_broadphase(const Frame& frame);
  void sum_up();

  Session session_;
  std::size_t frames_;
  WorkLimit& limit_;
  Baker baker_;
  BakeWorth result_;
  FrameTimes times_;
  QueryWork work_;  // of all frames, scaled up to all moving sprites
  double node_sum_ = 0, member_sum_ = 0, brute_sum_ = 0, all_sum_ = 0, moving_sum_ = 0;
  std::vector<SpriteId> asked_;                     // moving sprites that are tried
  std::vector<std::uint32_t> by_brute_, by_baked_;  // what they overlap, one after the other
  std::vector<std::size_t> brute_ends_, baked_ends_;
  std::vector<Filter> filters_;
  std::unique_ptr<Broadphase> timed_, counted_;  // null: not compared
  std::uint64_t population_ = 0;
  PairSink pairs_;
};

}  // namespace phasebox
