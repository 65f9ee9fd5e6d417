// SPDX-License-Identifier: MIT
// Every change of a session's state, as a value: the one interface of window, bench and files.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "collide/box_recording.hpp"
#include "collide/image.hpp"
#include "world/recording_playback.hpp"
#include "world/scene/document.hpp"
#include "world/world.hpp"

namespace phasebox {

namespace command {
/// Starts a scene preset with the parameters it has now.
struct LoadScene {
  std::string id;
};
/// Starts the current scene again; same seed, same sprites.
struct Restart {
  std::shared_ptr<const SceneDocument> document{};  ///< whose sprites begin; null: the scene's own
};
/// Replaces this session by a saved one.
struct OpenDocument {
  std::shared_ptr<const SceneDocument> document;
  std::string path{};  ///< absolute, of the file that holds it; empty: none does
};

/// Plays recorded boxes in place of a scene, one frame per step, again and again. They count as
/// collisions by themselves: the narrowphase becomes "none" until another one is chosen.
struct OpenRecording {
  std::shared_ptr<const BoxRecording> trace;  ///< at least one frame
  std::string name;                           ///< as a user knows it
  std::string path{};                         ///< absolute, of its file; empty: not known
};
/// Goes to a frame of the box recording that plays; a step no longer follows its end.
struct SeekRecording {
  std::size_t frame;  ///< from 0
};
/// Adds frames at the end of the recording that plays, which began without boxes, and forgets the
/// oldest beyond the limits. Not undone: the recorded program has continued.
struct GrowRecording {
  std::vector<BoxFrame> frames;  ///< their numbers ascend from the last one that is there
  KeepLimits keep{};
};
/// From now on a step shows the newest frame of the recording, or the next one.
struct FollowRecording {
  bool on;
};
/// Playing boxes reach to their object's next one from now on, or no longer; until it grows.
struct SweepRecording {
  bool on;
};

/// Goes to the frame behind that step, back or forward, among those that are kept. A sprite that is
/// held is put down. A change made there replaces the frames that came after it.
struct SeekStep {
  std::uint64_t step;
};

struct SetParam {
  Owner owner;
  std::string key;
  double value;
};
struct SelectBroadphase {
  std::string id;
};
struct SelectNarrowphase {
  std::string id;
};
/// Chooses a broadphase and sets parameters of it: one change, which one undo takes back.
struct UseBroadphase {
  std::string id;
  std::vector<std::pair<std::string, double>> values;  ///< key, value
  std::string title;                                   ///< what undo calls it
};

struct AddImage {
  std::shared_ptr<const Image> image;
};

/// Gives an image an n and an inset of its own, or takes them away.
struct TuneImage {
  std::uint16_t image;
  ImageTuning tuning;
};

/// Adds sprites of the scene at the end, or removes the last ones.
struct SetCount {
  std::uint32_t count;
};
struct AddSprite {
  Sprite sprite;
};
struct CloneSprites {
  std::vector<SpriteId> ids;
  Vec2 offset;
};
struct RemoveSprites {
  std::vector<SpriteId> ids;
};
struct SetStatic {
  std::vector<SpriteId> ids;
  bool is_static;
};
/// Which sprites may collide: sets and clears bits of category and mask, leaves the rest.
struct SetFilter {
  std::vector<SpriteId> ids;
  std::uint32_t category_on = 0, category_off = 0, mask_on = 0, mask_off = 0;
};
/// Whether sprites of two categories (one bit each, maybe equal) collide. Changes all their masks.
struct FilterCategories {
  std::uint32_t first, second;
  bool collide;
};
struct SetVolume {
  std::vector<SpriteId> ids;
  Volume volume;
};

/// The pointer takes a sprite: it stays where it is dragged while the others move. Where sprites
/// push each other, the pointer pulls it instead, by a spring at the point where it took it.
struct Grab {
  SpriteId id;
  Vec2 at{};  ///< px from the sprite's position to the pointer
};
struct Drag {
  Vec2 position;         ///< px, where the sprite is to be
  bool by_hand = false;  ///< it is put there even where it would be pulled: nothing else moves
};
/// A sprite that was pulled keeps the velocity that it has.
struct Release {
  Vec2 velocity;
};  ///< px per step

struct Undo {};
struct Redo {};

}  // namespace command

/// What a command does to a session. All false: a command that is neither of these.
struct Effects {
  bool edits_sprites = false;  ///< changes sprites one by one: refused while a recording plays
  bool is_saved = false;       ///< ... and a scene file would hold the change
  bool repopulates = false;    ///< another population takes the place of this one
  bool renumbers = false;      ///< a sprite's number may mean another sprite afterwards, or none
  bool only_looks = false;     ///< every sprite stays as it is, now and in the frames to come
  bool keeps_times = false;    ///< times and counters remain those of what runs
  bool may_add_pairs = false;  ///< there may be more pairs than before

  bool operator==(const Effects&) const = default;
};

inline constexpr Effects kEdits{.edits_sprites = true, .is_saved = true, .may_add_pairs = true};
inline constexpr Effects kRepopulates{
    .repopulates = true, .renumbers = true, .may_add_pairs = true};
inline constexpr Effects kSetsAlgorithm{.only_looks = true};
inline constexpr Effects kDrags{.edits_sprites = true, .keeps_times = true};

// One row for each command: its type, its id in files, and its effects. Those of SetParam depend on
// the owner. What undo takes back was there before; what redo does again may be more.
#define PHASEBOX_COMMANDS(X)                                                                       \
  X(LoadScene, "load-scene", kRepopulates)                                                         \
  X(Restart, "restart", kRepopulates)                                                              \
  X(OpenDocument, "open-document", kRepopulates)                                                   \
  X(OpenRecording, "open-recording", kRepopulates)                                                 \
  X(SeekRecording, "seek-recording", {.keeps_times = true})                                        \
  X(GrowRecording, "grow-recording", {.keeps_times = true})                                        \
  X(FollowRecording, "follow-recording", {.keeps_times = true})                                    \
  X(SweepRecording, "sweep-recording", {})                                                         \
  X(SeekStep, "seek-step", {.only_looks = true, .keeps_times = true})                              \
  X(SetParam, "set-param", {})                                                                     \
  X(SelectBroadphase, "select-broadphase", kSetsAlgorithm)                                         \
  X(SelectNarrowphase, "select-narrowphase", kSetsAlgorithm)                                       \
  X(UseBroadphase, "use-broadphase", kSetsAlgorithm)                                               \
  X(AddImage, "add-image", {.only_looks = true, .keeps_times = true})                              \
  X(TuneImage, "tune-image", kSetsAlgorithm)                                                       \
  X(SetCount, "set-count", {.edits_sprites = true, .may_add_pairs = true})                         \
  X(AddSprite, "add-sprite", kEdits)                                                               \
  X(CloneSprites, "clone-sprites", kEdits)                                                         \
  X(RemoveSprites, "remove-sprites", {.edits_sprites = true, .is_saved = true, .renumbers = true}) \
  X(SetStatic, "set-static", kEdits)                                                               \
  X(SetFilter, "set-filter", kEdits)                                                               \
  X(FilterCategories, "filter-categories", kEdits)                                                 \
  X(SetVolume, "set-volume", kEdits)                                                               \
  X(Grab, "grab", kDrags)                                                                          \
  X(Drag, "drag", kDrags)                                                                          \
  X(Release, "release", {.is_saved = true, .keeps_times = true})                                   \
  X(Undo, "undo", {.repopulates = true, .renumbers = true})                                        \
  X(Redo, "redo", kRepopulates)

template <class, class... C>
using VariantOf = std::variant<C...>;

#define PHASEBOX_COMMAND_TYPE(C, ...) , command::C
using Command = VariantOf<void PHASEBOX_COMMANDS(PHASEBOX_COMMAND_TYPE)>;
#undef PHASEBOX_COMMAND_TYPE

/// What files call the commands, in the order of the variant.
#define PHASEBOX_COMMAND_ID(C, id, ...) id,
inline constexpr std::array<std::string_view, std::variant_size_v<Command>> kCommandIds{
    PHASEBOX_COMMANDS(PHASEBOX_COMMAND_ID)};
#undef PHASEBOX_COMMAND_ID

/// What messages about undoing call it: "scene mixed", "3 removed sprites". Empty if it never is.
std::string title_of(const Command& command);

Effects effects_of(const Command& command);

}  // namespace phasebox
