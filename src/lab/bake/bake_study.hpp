// SPDX-License-Identifier: MIT
// Baking beside the window: in the background, and dropped when it is no longer true.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "lab/background_study.hpp"
#include "lab/bake/bake_worth.hpp"

namespace phasebox {

namespace command {
/// Bakes the static sprites as they are now, on a clone, and measures what it is worth.
struct StartBake {
  BakeOptions options;
};
/// Ends the measuring; what is baked stays.
struct StopBake {};
}  // namespace command

/// The study. What it baked is dropped when a static sprite comes, goes or changes, and when a
/// command adds or removes any sprite of a scene; recorded objects may come and go while the static
/// ones stay.
class BakeStudy : public BackgroundStudy<BakeWorth> {
 public:
  static constexpr std::size_t kFrames = 60;  ///< that are measured

  ~BakeStudy() { end(); }
  Status apply(const command::StartBake&, const Session&);
  Status apply(const command::StopBake&, const Session&) { return end(), Status{}; }
  /// O(static sprites) after commands, and in each frame of a recording.
  void observe(const Session&);

  /// What is baked, or null; its own `baked` is null at first.
  std::shared_ptr<const BakeWorth> found() const { return is_kept_ ? result() : nullptr; }
  /// As a layer over the field, see `outlines_of`; null while nothing is baked.
  std::shared_ptr<const std::vector<Aabb>> outlines() const {
    const auto worth = found();
    return worth ? worth->outlines : nullptr;
  }
  /// Why the last one was dropped, as a sentence; empty when none was since the last start.
  std::string_view dropped() const { return dropped_; }

 private:
  struct Moment {
    std::uint64_t steps = 0, changes = 0, population = 0;
    std::size_t sprites = 0;
    static Moment of(const Session& s) {
      return {s.steps(), s.changes(), s.population_changes(), s.world().size()};
    }
    bool operator==(const Moment&) const = default;
  };

  void end();
  void drop(std::string_view why);

  WorkLimit limit_;
  StaticBoxes statics_;
  Moment seen_;
  bool is_kept_ = false;
  std::string_view dropped_;
};

}  // namespace phasebox
