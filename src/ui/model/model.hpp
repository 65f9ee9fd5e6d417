// SPDX-License-Identifier: MIT
// All that the interface shows, in one place and read-only.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "base/statistics.hpp"
#include "lab/lab.hpp"
#include "session/session.hpp"
#include "ui/model/actions/actions.hpp"
#include "ui/model/ui_state.hpp"
#include "view/camera.hpp"
#include "view/scene_view.hpp"
#include "view/space/space_view.hpp"
#include "view/view_options.hpp"

namespace phasebox {

// The last values of a quantity with the time of each: their median is shown, all are plotted.

/// The last kLength values; allocates nothing.
class Series {
 public:
  static constexpr std::size_t kLength = 120;
  static constexpr std::size_t kMinSamples = 5;  ///< of a median
  static constexpr double kSeconds = 1;          ///< that a median covers

  /// `now` in s; it never goes back.
  void push(double value, double now) {
    samples_[next_] = {value, now};
    next_ = (next_ + 1) % kLength;
    size_ = std::min(size_ + 1, kLength);
  }
  void clear() { next_ = size_ = 0; }
  std::size_t size() const { return size_; }
  /// The i-th oldest.
  double operator[](std::size_t i) const { return sample(i).value; }
  /// Of the values of the last second, or of the last five where steps are slower than that;
  /// nothing while there are fewer. Of an even number of values the upper one.
  std::optional<double> median(double now) const {
    if (size_ < kMinSamples) return {};
    std::array<double, kLength> values;
    std::size_t n = 0;
    for (std::size_t i = size_; i-- > 0;) {
      if (n >= kMinSamples && sample(i).at < now - kSeconds) break;
      values[n++] = sample(i).value;
    }
    return phasebox::median(std::span(values).first(n));
  }

 private:
  struct Sample {
    double value = 0, at = 0;
  };
  const Sample& sample(std::size_t i) const {
    return samples_[(next_ + kLength - size_ + i) % kLength];
  }

  std::array<Sample, kLength> samples_{};
  std::size_t next_ = 0, size_ = 0;
};

/// The phases of a step, in the order of PhaseTimes, and their sum.
struct PhaseSeries {
  Series move, broad, sort, narrow, respond, total;
  void push(const PhaseTimes& t, double now) {
    push_detection(t, now);
    move.push(t.move, now), respond.push(t.respond, now), total.push(t.total(), now);
  }
  /// Of a frame in which nothing moved.
  void push_detection(const PhaseTimes& t, double now) {
    broad.push(t.broad, now), sort.push(t.sort, now), narrow.push(t.narrow, now);
  }
  void clear() { *this = {}; }
};

// All that the interface shows, in one place and read-only.

class LiveFeed;

/// What the last frame was found to be, and how far it is with that.
struct FrameState {
  static constexpr std::size_t kTraceLimit = 65'536;

  bool paused = false;
  bool changed = true;  ///< since the last detection or event log
  EventLog trace{kTraceLimit};
  std::uint64_t trace_number = 0;  ///< of event logs taken
  Counters counters;
  bool is_counted = false;  ///< the counters are of what runs now
  std::vector<Remark> remarks;
  PhaseSeries phases;
  bool has_searched = false;    ///< for pairs, since it was last judged
  bool is_canceled = false;     ///< the last search was ended early
  double next_detection = 0;    ///< s; earliest repetition while nothing moves
  double steps_per_second = 0;  ///< lately
  double now = 0;               ///< s
};

/// All that the interface shows; it changes none of it.
struct Model {
  const Session& session;
  const ViewOptions& view;
  const Counters& counters;
  bool is_counted = false;  ///< the counters are of what runs now
  std::span<const Remark> remarks;
  const EventLog& trace;           ///< of the last traced frame
  std::uint64_t trace_number = 0;  ///< another one for every event log taken
  const Lab& lab;
  const Camera& camera;
  const RegionQuery* region_query;  ///< the query that is open, or null
  const LiveFeed* live;             ///< the game that is followed, or null
  const PhaseSeries& phases;
  double steps_per_second = 0, frames_per_second = 0;
  bool paused = false;
  Detail detail = Detail::full;  ///< of the sprites in the field
  std::span<const SpriteId> selection;
  std::optional<SpriteId> hovered;  ///< sprite under the pointer
  bool pointer_in_field = false, pointer_in_space = false;
  std::span<const SpaceLabel> space_labels;  ///< of the 3D view
  const OrbitCamera* space = nullptr;        ///< its eye, or null while it is off
  std::optional<std::pair<Vec2, Vec2>> aim;  ///< from where, to the pointer; screen px; a launch
  double aim_speed = 0;                      ///< px per step
  std::span<const std::uint64_t> textures;   ///< [images] for ImGui
  double now = 0;                            ///< s
};

/// Whether an action that switches something is on now, for check marks; nothing for the others.
std::optional<bool> is_on(const ActionRow& row, const Model& model, const UiState& ui);
/// Why an overlay has nothing to draw now, as a sentence; empty when it may have, and for every
/// other parameter.
std::string_view lack_of(Owner owner, std::string_view key, const Session&, const EventLog&);
/// The view options as parameters.
inline ParamGroup view_group(const ViewOptions& view) {
  return {Owner::view(), "View", view_rows(), &view};
}
/// The parameters of an owner, the view's among them.
ParamGroup param_group(const Session& session, const ViewOptions& view, Owner owner);

}  // namespace phasebox
