// SPDX-License-Identifier: MIT
// How the groups of a broadphase are drawn from picture to picture: they glide and fade in.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "collide/event_log.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The place and strength with which a group is drawn in a picture.
struct GroupLook {
  Aabb box;            ///< world px
  float strength = 1;  ///< 0.5 to 1, a factor of its opacity
};

/// Calms the groups of a broadphase, whose members change from step to step. A group is known by
/// its smallest member. If its members change, its rectangle glides to its place from that of the
/// group which had this member; a group whose smallest member was in none fades in.
class CalmGroups {
 public:
  static constexpr double kSeconds = 0.1;         ///< s, of a glide and of fading in
  static constexpr double kSlow = 0.03;           ///< s between pictures; after more none is calmed
  static constexpr std::size_t kMaxGroups = 400;  ///< if there are more groups, none is calmed

  /// Replaces `looks` by those of the final and temporary groups among the events of the session's
  /// frame, in their order. `now` is the time in s. A change counts from the last call on.
  /// Where pictures come slower than kSlow nothing glides or fades: a rectangle on its way would
  /// not match the sprites of the picture. Every group is at its place kSeconds after the first of
  /// its changes, however many follow. After `clear`, all are at their place at once, in full
  /// strength. O(groups² + events + sprites).
  void look(const Session& session, std::span<const Event> events, double now);
  /// The looks of the last `look`; empty after `clear` or with more than kMaxGroups groups: each
  /// group is drawn as it is.
  std::span<const GroupLook> looks() const { return looks_; }
  /// Forgets all groups.
  void clear() {
    groups_.clear();
    looks_.clear();
    group_of_.clear();
  }

 private:
  // A final or temporary group of a frame.
  struct Group {
    Aabb box;
    std::uint16_t depth = 0;
    bool is_final = false;
    std::optional<SpriteId> smallest{};  // none if the log has no members of it
    std::uint64_t members = 0;           // a sum over the members, which tells changes
    Aabb offset{};  // from `box` to where it would have been drawn as the glide began, per edge
    double moved_at = 0, shown_at = 0;  // s, beginning of the glide and of fading in
  };
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  void collect(const Session& session, std::span<const Event> events);
  static const Group* before(const Group& group, std::span<const Group> old,
                             std::span<const std::uint32_t> old_group_of);

  std::vector<Group> groups_;
  std::vector<GroupLook> looks_;
  std::vector<std::uint32_t> group_of_;  // [sprites] its final group in the last frame, or kNone
  std::uint64_t population_ = 0;         // PopulationChanges::count of the last frame
  double looked_at_ = 0;                 // s, time of the last call
};

}  // namespace phasebox
