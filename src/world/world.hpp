// SPDX-License-Identifier: MIT
// Sprites: a column per property, so that passes read only what they need; their transforms and
// boxes.
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

/// All properties of one sprite: the form in which sprites are added, read and replaced.
struct Sprite {
  Vec2 position;    ///< world px, the place of the image's pivot
  Vec2 velocity;    ///< px per step
  float angle = 0;  ///< radians in [-pi, pi), from +x toward +y
  float spin = 0;   ///< radians per step
  /// Factor per image axis, not 0. In commands and files a factor below 0 mirrors the image on that
  /// axis. In a world both factors are above 0, and `image` is the mirrored image.
  Vec2 scale{1, 1};
  /// index into the session's ImageSet; in a SceneDocument into its images
  std::uint16_t image = 0;
  Filter filter;
  Volume volume = Volume::tight;
  /// flight and impacts do not move it; two static sprites are never a pair
  bool is_static = false;
  bool operator==(const Sprite&) const = default;
};

/// The impulses that the contact solver gave two sprites, or a sprite and a border of the field, in
/// the last step. The solver of the next step starts from them (warm start). Sprites that sleep
/// keep theirs.
struct CachedImpulse {
  SpriteId a = 0, b = 0;  ///< a < b; kBorders and up: the left, right, top, bottom border
  /// [point] x along the normal, y along the tangent, per whole step; density px² px per step
  std::array<Vec2, 2> impulse{};

  static constexpr SpriteId kBorders = 0xFFFFFFF0u;
  bool operator==(const CachedImpulse&) const = default;
};

/// All sprites, structure of arrays. Ids are row numbers, dense from 0.
class World {
 public:
  /// bytes of a sprite in the columns up to `is_static_`, without cached impulses and quiet steps
  static constexpr std::size_t kBytesPerSprite = 48;

  std::size_t size() const { return position_.size(); }
  bool empty() const { return position_.empty(); }

  Sprite get(SpriteId id) const;
  void set(SpriteId id, const Sprite& sprite);
  /// Appends a sprite and returns its id.
  SpriteId add(const Sprite& sprite);
  /// Removes a sprite; the last sprite moves to the freed id.
  void remove(SpriteId id);
  /// Undoes `remove(id)`, except for cached impulses: the sprite now at `id` goes to the end, and
  /// `sprite` takes its place. Where `id` is the number of sprites, `sprite` is appended.
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
  /// Whether any sprite has a filter other than the default, and whether any is static. O(1).
  bool has_filters() const { return filtered_ > 0; }
  bool has_statics() const { return static_ > 0; }

  // Motion, scenes and dynamics write these four columns in place. Other properties change by whole
  // rows only, except for images, which `animate` changes.
  std::span<Vec2> positions() { return position_; }
  std::span<Vec2> velocities() { return velocity_; }
  std::span<float> angles() { return angle_; }
  std::span<float> spins() { return spin_; }

  /// Shows the next frame of animated images. `steps` is the number of steps made so far; a sprite
  /// changes when that is a multiple of its image's steps per frame. The new shape may no longer
  /// carry what rests on it, so all sprites wake then. O(n) if `images` has an animated one, else
  /// O(1).
  void animate(const ImageSet& images, std::uint64_t steps);

  /// The cached impulses of the last step, ordered by a and b. Removing a sprite, or inserting one
  /// elsewhere than at the end, drops them all, because it changes another sprite's id.
  std::span<const CachedImpulse> cached_impulses() const { return cached_impulses_; }
  void set_cached_impulses(std::span<const CachedImpulse> s) {
    cached_impulses_.assign(s.begin(), s.end());
  }

  /// A sprite sleeps after this many quiet steps (slower than kQuietSpeed), if all sprites that it
  /// touches, directly or by others, were quiet as long.
  static constexpr std::uint8_t kStepsToSleep = 30;
  /// [n] The number of successive steps in which each sprite was quiet, at most kStepsToSleep. At
  /// that number it sleeps, unless something sets it in motion. Empty: not known, and no sprite
  /// sleeps. Every change of a sprite but writes to its columns makes this empty.
  std::span<const std::uint8_t> quiet_steps() const { return quiet_steps_; }
  /// Sets the quiet steps, [n] or empty. If all are 0, it stores none, as if empty.
  void set_quiet_steps(std::span<const std::uint8_t> steps);
  /// Wakes all sprites and forgets their quiet steps.
  void wake() { quiet_steps_.clear(); }

  /// Returns a hash of every column, of the cached impulses and of the quiet steps, bit for bit;
  /// see `hash_filters` for filters. O(n).
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
  // numbers of sprites with another filter than the default; of static sprites
  std::ptrdiff_t filtered_ = 0, static_ = 0;
  std::vector<CachedImpulse> cached_impulses_;
  std::vector<std::uint8_t> quiet_steps_;
};

/// The behavior of sprites at the border of the field: kWorldRows says what each does.
enum class Edges : std::uint8_t { bounce, wrap, open, center };

/// Parameters of owner "world"; kWorldRows describes each and gives its unit.
struct WorldOptions {
  float width = 1280, height = 720;
  Edges edges = Edges::bounce;
  bool snap = false;
  float snap_size = 16;
  Volume volume = Volume::tight;
  FilterRule filter_rule = FilterRule::both;
  std::uint32_t seed = 1;
  float churn = 0;

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
    param<&WorldOptions::churn>(
        "churn", 0, 100, "%",
        "Share of the sprites, drawn with repetition, that die in each step; as many are born as "
        "the scene starts them. "
        "Static ones and the one that is held stay."),
};

/// Fills `transforms` and `boxes` ([n] each, world px) from the sprites' positions, angles, scales
/// and images. With the option `snap` it shifts both so that each box starts on a grid line. O(n).
void place_sprites(const World&, const ImageSet&, const WorldOptions&,
                   std::span<Transform> transforms, std::span<Aabb> boxes);
/// Returns a frame of the sprites' boxes, transforms and images. Filters, static flags, tuning,
/// threads and limits are left for the caller to set. The frame refers to all arguments, which must
/// outlive it.
Frame frame_of(const World&, const ImageSet&, std::span<const Transform> transforms,
               std::span<const Aabb> boxes);

/// The allowed range of one property of a sprite in commands and files. The ranges keep boxes
/// finite and rounded pixel positions within 32 bits.
struct Bound {
  std::string_view key;
  float lo, hi;  ///< smallest and largest allowed value
  bool excludes_zero = false;

  /// Returns the rule that a value breaks, as text; empty if it breaks none.
  Sentence broken_by(float value) const {
    if (!std::isfinite(value)) return "must be a finite number";
    if (excludes_zero && value == 0) return "must not be 0";
    if (value < lo || value > hi) return {"must lie from {} to {}", {end(lo), end(hi)}};
    return {};
  }

 private:
  static Sentence end(float at) { return Sentence::as_is(range_end(static_cast<double>(at))); }
};

inline constexpr Bound kPositionBound{"position", -1e9f, 1e9f};  ///< px
inline constexpr Bound kVelocityBound{"velocity", -1e6f, 1e6f};  ///< px per step
inline constexpr Bound kAngleBound{"angle", -100, 100};          ///< radians
inline constexpr Bound kSpinBound{"spin", -100, 100};            ///< radians per step
inline constexpr Bound kScaleBound{"scale", -10000, 10000, true};

/// Refuses a sprite with a number out of its range, as "scale: must not be 0". It checks the
/// sprites of commands and of scene files; those that scenes and box recordings make are not
/// checked by it.
Status check_sprite(const Sprite& sprite);

/// Returns the axes on which a sprite of a command or a file is mirrored: those with a scale below
/// 0.
inline Flips flips_of(const Sprite& sprite) { return {sprite.scale.x < 0, sprite.scale.y < 0}; }
/// Returns the sprite in the form that a world holds, with both scales above 0. A mirrored sprite
/// gets the mirrored image, which is added to `images` if it is not there.
Sprite into_world(Sprite sprite, ImageSet& images);
/// Returns a world's sprite in the form that commands and files hold: with the image that is not
/// mirrored, and a scale below 0 on each axis where the sprite is mirrored.
Sprite out_of_world(Sprite sprite, const ImageSet& images);

}  // namespace phasebox
