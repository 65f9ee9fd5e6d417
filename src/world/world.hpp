// SPDX-License-Identifier: MIT
// Sprites: a column per property, so passes read only what they need; their transforms and boxes.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "collide/frame.hpp"
#include "collide/param.hpp"

namespace phasebox {

/// One sprite as a row: how sprites enter, leave and are copied.
struct Sprite {
  Vec2 position;    ///< px, where the image's pivot lies
  Vec2 velocity;    ///< px per step
  float angle = 0;  ///< radians in [-pi, pi), from +x toward +y
  float spin = 0;   ///< radians per step
  /// Factor per image axis, not 0. Below 0 the sprite shows the image mirrored on that axis: so in
  /// commands and files. In a world it is above 0 and the image is another one.
  Vec2 scale{1, 1};
  std::uint16_t image = 0;  ///< number in the session's ImageSet
  Filter filter;
  Volume volume = Volume::tight;
  bool is_static = false;  ///< never moves by itself; two static sprites are never a pair
  bool operator==(const Sprite&) const = default;
};

/// Two sprites at rest on each other and what carried them last step: the next begins with it.
struct CachedImpulse {
  SpriteId a = 0, b = 0;  ///< a < b; from kBorders on: left, right, top, bottom of the field
  std::array<Vec2, 2> impulse{};  ///< at up to two points: normal, tangential

  static constexpr SpriteId kBorders = 0xFFFFFFF0u;
  bool operator==(const CachedImpulse&) const = default;
};

/// All sprites, structure of arrays. Ids are row numbers, dense from 0.
class World {
 public:
  static constexpr std::size_t kBytesPerSprite = 48;  ///< of all columns

  std::size_t size() const { return position_.size(); }
  bool empty() const { return position_.empty(); }

  Sprite get(SpriteId id) const;
  void set(SpriteId id, const Sprite& sprite);
  /// Appends; returns the new id.
  SpriteId add(const Sprite& sprite);
  /// The last sprite takes the freed id.
  void remove(SpriteId id);
  /// Undoes `remove(id)`: the sprite now at `id` goes to the end, `sprite` takes its place.
  void insert(SpriteId id, const Sprite& sprite);
  void clear();
  void reserve(std::size_t n);

  std::span<const Vec2> positions() const { return position_; }
  std::span<const Vec2> velocities() const { return velocity_; }
  std::span<const float> angles() const { return angle_; }
  std::span<const float> spins() const { return spin_; }
  std::span<const Vec2> scales() const { return scale_; }
  std::span<const std::uint16_t> images() const { return image_; }
  std::span<const Filter> filters() const { return filter_; }
  std::span<const Volume> volumes() const { return volume_; }
  std::span<const std::uint8_t> statics() const { return is_static_; }
  /// Whether any sprite has a filter of its own, or is static. O(1).
  bool has_filters() const { return filtered_ > 0; }
  bool has_statics() const { return static_ > 0; }

  // Motion and response write these columns; everything else goes through rows.
  std::span<Vec2> positions() { return position_; }
  std::span<Vec2> velocities() { return velocity_; }
  std::span<float> angles() { return angle_; }
  std::span<float> spins() { return spin_; }

  /// Sprites of sheets show their next frame where it is time for it after so many steps: one that
  /// changes may change what rests on it, so nothing sleeps then. O(n) where images are animated.
  void animate(const ImageSet& images, std::uint64_t steps);

  /// What rests, by a and b. Removing a sprite, which gives others its number, forgets all.
  std::span<const CachedImpulse> cached_impulses() const { return cached_impulses_; }
  void set_cached_impulses(std::span<const CachedImpulse> s) {
    cached_impulses_.assign(s.begin(), s.end());
  }

  /// A sprite that was quiet for so many steps may sleep, when its neighbors were, too.
  static constexpr std::uint8_t kStepsToSleep = 30;
  /// Each sprite's quiet steps, [n], up to kStepsToSleep: then it sleeps. Empty: none is known,
  /// none sleeps. Every change of a sprite, other than through the columns, wakes all.
  std::span<const std::uint8_t> quiet_steps() const { return quiet_steps_; }
  /// [n], or empty. None of them above 0 is the same as empty.
  void set_quiet_steps(std::span<const std::uint8_t> steps);
  /// Nothing sleeps, and what rests has rested for no time.
  void wake() { quiet_steps_.clear(); }

  /// Hash of every column, bit for bit. O(n).
  std::uint64_t hash() const;

 private:
  template <class F>
  void each_column(F&& f);
  void count_traits(SpriteId id, int by);
  void hash_filters(Hasher&) const;

  std::vector<Vec2> position_, velocity_;
  std::vector<float> angle_, spin_;
  std::vector<Vec2> scale_;
  std::vector<std::uint16_t> image_;
  std::vector<Filter> filter_;
  std::vector<Volume> volume_;
  std::vector<std::uint8_t> is_static_;
  std::ptrdiff_t filtered_ = 0, static_ = 0;  // sprites with a filter; static ones
  std::vector<CachedImpulse> cached_impulses_;
  std::vector<std::uint8_t> quiet_steps_;
};

/// What sprites do at the border of the field.
enum class Edges : std::uint8_t { bounce, wrap, open, center };

/// Parameters of owner "world".
struct WorldOptions {
  float width = 1280, height = 720;
  Edges edges = Edges::bounce;
  bool snap = false;
  float snap_size = 16;
  Volume volume = Volume::tight;
  FilterRule filter_rule = FilterRule::both;
  std::uint32_t seed = 1;

  Aabb field() const { return {{0, 0}, {width, height}}; }
};

inline constexpr std::array<std::string_view, 4> kEdgesNames{"bounce", "wrap", "open", "center"};
inline constexpr std::array<std::string_view, 3> kVolumeNames{"tight", "fixed", "circle"};
inline constexpr std::array<std::string_view, 2> kFilterRuleNames{"both", "either"};

inline constexpr std::array kWorldRows{
    param<&WorldOptions::width>("width", 64, 1000000, "px", "Width of the field."),
    param<&WorldOptions::height>("height", 64, 1000000, "px", "Height of the field."),
    choice<&WorldOptions::edges>("edges", kEdgesNames,
                                 "What sprites do at the border: bounce back, come in again on the "
                                 "other side, leave, or bounce when their center gets there."),
    flag<&WorldOptions::snap>(
        "snap",
        "Shift every sprite so that its box starts on a grid line; boundaries "
        "then coincide. Switching it off puts every sprite back."),
    param<&WorldOptions::snap_size>("snap-size", 1, 256, "px",
                                    "Distance of the snap grid's lines."),
    choice<&WorldOptions::volume>(
        "volume", kVolumeNames,
        "Box of every sprite: tight around its rotated opaque area, fixed "
        "at every angle, or around its smallest circle."),
    choice<&WorldOptions::filter_rule>(
        "filter-rule", kFilterRuleNames,
        "Two sprites of no common group may collide when both masks contain the other's category, "
        "or when either does, as in Godot."),
    param<&WorldOptions::seed>("seed", 0, 4294967295.0, "",
                               "Number from which the scene's random values follow."),
};

/// Fills `transforms` and `boxes` ([n] each) for the world as is, snapped if the options say so.
void place_sprites(const World&, const ImageSet&, const WorldOptions&,
                   std::span<Transform> transforms, std::span<Aabb> boxes);
/// The frame of a placed world, without filters and static flags; valid as long as all of these.
Frame frame_of(const World&, const ImageSet&, std::span<const Transform> transforms,
               std::span<const Aabb> boxes);

/// Allowed numbers of sprites, in commands and files: finite boxes, rounded pixels within 32 bits.
struct Bound {
  std::string_view key;
  float lo, hi;  ///< both included
  bool excludes_zero = false;

  /// What a value breaks, or nothing.
  std::string broken_by(float value) const {
    if (!std::isfinite(value)) return "must be a finite number";
    if (excludes_zero && value == 0) return "must not be 0";
    if (value < lo || value > hi) return "must lie from " + text(lo) + " to " + text(hi);
    return {};
  }

 private:
  static std::string text(float whole) { return std::to_string(static_cast<long long>(whole)); }
};

inline constexpr Bound kPositionBound{"position", -1e9f, 1e9f};  ///< px
inline constexpr Bound kVelocityBound{"velocity", -1e6f, 1e6f};  ///< px per step
inline constexpr Bound kAngleBound{"angle", -100, 100};          ///< radians
inline constexpr Bound kSpinBound{"spin", -100, 100};            ///< radians per step
inline constexpr Bound kScaleBound{"scale", -10000, 10000, true};

/// What a sprite breaks, as "scale: must not be 0", or nothing. Every way into a world checks this.
Status check_sprite(const Sprite& sprite);

/// On which axes a sprite of a command or a file is mirrored.
inline Flips flips_of(const Sprite& sprite) { return {sprite.scale.x < 0, sprite.scale.y < 0}; }
/// It as a world has it; its mirrored image is added where that is not there.
Sprite into_world(Sprite sprite, ImageSet& images);
/// It as commands and files have it.
Sprite out_of_world(Sprite sprite, const ImageSet& images);

}  // namespace phasebox
