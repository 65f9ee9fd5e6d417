// SPDX-License-Identifier: MIT
// What only the files of Session share.
#pragma once
#include <memory>

#include "session/session.hpp"

namespace phasebox {

/// Shadow instances of the algorithms at work, which run once more for the event log.
struct Session::ShadowInstances {
  ShadowInstances(const BroadphaseEntry& b, const NarrowphaseEntry& n)
      : entry(&b), broad(b.make()), narrow(n.make()) {}

  const BroadphaseEntry* entry;
  std::unique_ptr<Broadphase> broad;
  std::unique_ptr<Narrowphase> narrow;
  PairSink pairs;
  Sink<Contact> contacts;
  bool must_reset = true;
  std::vector<Edit> edits;  // since the last traced frame
};

/// The dynamics, and an instance of the broadphase that sees swept AABBs, so that what the other
/// instance keeps from frame to frame is not disturbed.
struct Session::DynamicsStep {
  explicit DynamicsStep(const BroadphaseEntry& b) : entry(&b), finder(b.make()) {}

  const BroadphaseEntry* entry;
  std::unique_ptr<Broadphase> finder;
  Dynamics dynamics;
  bool must_reset = true;
  // What the last step told is of this frame and population.
  std::uint64_t step = 0, population = 0;
};

/// One overload per command. Each checks first and changes after; what it replaced goes into
/// `change`.
struct Session::Apply {
  Session& s;
  Change change{};

  // What is shown and by which algorithms: session_apply.cpp.
  Status operator()(const command::LoadScene&);
  Status operator()(const command::Restart&);
  Status operator()(const command::OpenDocument&);
  Status operator()(const command::SetParam&);
  Status operator()(const command::SelectBroadphase&);
  Status operator()(const command::SelectNarrowphase&);
  Status operator()(const command::UseBroadphase&);
  Status operator()(const command::AddImage&);
  // Box recordings: session_traces.cpp.
  Status operator()(const command::OpenRecording&);
  Status operator()(const command::SeekRecording&);
  // Past frames: session_frames.cpp.
  Status operator()(const command::SeekStep&);
  // Sprites: session_sprites.cpp.
  Status operator()(const command::SetCount&);
  Status operator()(const command::AddSprite&);
  Status operator()(const command::CloneSprites&);
  Status operator()(const command::RemoveSprites&);
  Status operator()(const command::SetStatic&);
  Status operator()(const command::SetFilter&);
  Status operator()(const command::SetVolume&);
  Status operator()(const command::Grab&);
  Status operator()(const command::Drag&);
  Status operator()(const command::Release&);
  // session_undo.cpp.
  Status operator()(const command::Undo&);
  Status operator()(const command::Redo&);

  template <class Entry>
  static std::size_t index_of(std::span<const Entry* const> all, std::string_view id) {
    return static_cast<std::size_t>(
        std::ranges::find(all, id, [](const Entry* e) { return e->id; }) - all.begin());
  }
  void select_scene(std::string_view id) { s.scene_ = index_of(phasebox::scenes(), id); }
  void algorithms_changed();
  void set_param(const command::SetParam&);  // row and value have been checked
  void set_volume(SpriteId id, Volume volume);
  void add(const Sprite& sprite);
  void remove(SpriteId id);
  Status check_document(const SceneDocument&) const;
  void show(const SceneDocument&);
};

/// Refuses more sprites than a world holds.
Status check_room(std::size_t sprites);
/// Refuses sprites with impossible numbers or an image that is not there.
Status check_new_sprite(const Sprite& sprite, std::size_t images);

}  // namespace phasebox
