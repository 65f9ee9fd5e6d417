// SPDX-License-Identifier: MIT
// Every change of a session's state, as a value: the window, tests, bench and files use the same
// interface.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
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
struct Restart {};
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
/// oldest beyond the limits. Not undone: it is the program that is recorded that has gone on.
struct GrowRecording {
  std::vector<BoxFrame> frames;  ///< their numbers ascend from the last one that is there
  KeepLimits keep{};
};
/// From now on a step shows the newest frame of the recording, or the next one.
struct FollowRecording {
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

/// Gives an image a restitution and a friction of its own, or takes them away.
struct SetMaterial {
  std::uint16_t image;
  ImageMaterial material;
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
/// Which sprites may collide: sets bits of category and mask, clears others, leaves the rest to
/// each sprite.
struct SetFilter {
  std::vector<SpriteId> ids;
  std::uint16_t category_on = 0, category_off = 0, mask_on = 0, mask_off = 0;
};
/// Whether sprites of two categories collide, given as one bit each; the same one for those of one
/// category among themselves. Changes the masks of all sprites of both.
struct FilterCategories {
  std::uint16_t first, second;
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

using Command = std::variant<
    command::LoadScene, command::Restart, command::OpenDocument, command::OpenRecording,
    command::SeekRecording, command::GrowRecording, command::FollowRecording, command::SeekStep,
    command::SetParam, command::SelectBroadphase, command::SelectNarrowphase,
    command::UseBroadphase, command::AddImage, command::TuneImage, command::SetMaterial,
    command::SetCount, command::AddSprite, command::CloneSprites, command::RemoveSprites,
    command::SetStatic, command::SetFilter, command::FilterCategories, command::SetVolume,
    command::Grab, command::Drag, command::Release, command::Undo, command::Redo>;

/// What a message about undoing it calls it: "scene mixed", "3 removed sprites". Empty for what is
/// never undone.
std::string title_of(const Command& command);

}  // namespace phasebox
