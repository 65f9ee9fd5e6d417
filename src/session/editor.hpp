// SPDX-License-Identifier: MIT
// Commands: what each does to a session, what it replaced, and how that is taken back.
#pragma once
#include "session/command.hpp"
#include "session/session_state.hpp"
#include "session/undo_history.hpp"

namespace phasebox {

class Editor {
 public:
  /// Carries the command out and remembers it for undo, or refuses it and changes nothing.
  Status apply(SessionState&, const Command&);

  UndoHistory history;

 private:
  struct Run;
};

/// One overload per command. Each checks first and changes after; what it replaced goes into
/// `change`.
struct Editor::Run {
  SessionState& s;
  UndoHistory& history;
  Change change{};

#define PHASEBOX_RUN(C, ...) Status operator()(const command::C&);
  PHASEBOX_COMMANDS(PHASEBOX_RUN)
#undef PHASEBOX_RUN

  Change::Whole whole() const {
    return {s.world,          s.settings.document(), s.playback,          s.file,
            s.revision.saved, s.settings.tuning,     s.settings.materials};
  }
  void adopt(const SceneDocument& settings);
  void set_param(const command::SetParam&);  // which has been checked
  Status check_image(std::size_t image) const;
  void set_volumes(Volume before);
  void set_volume(SpriteId id, Volume volume);
  void set_filter(SpriteId id, Filter filter);
  void add(const Sprite& sprite);
  void remove(SpriteId id);
  Status check_document(const SceneDocument&) const;
  Status check_document_images(const SceneDocument&) const;
  Status check_growth(std::span<const BoxFrame>) const;
  void show(const SceneDocument&);
  void restore(Change&, bool backwards);
  void exchange(ParamValue&);
};

/// Largest population, and most images; more is refused.
inline constexpr std::uint32_t kMaxSprites = 2'000'000, kMaxImages = 65'535;

/// Pixels of all images of a session together; one takes 5 bytes, and some more where an algorithm
/// has looked at it.
inline constexpr std::uint64_t kMaxImagePixels = 100'000'000;

/// Why sprites cannot be changed while a recording plays.
inline constexpr const char* kAsRecorded =
    "a box recording plays and its boxes are as recorded; start a scene to change sprites";

/// Refuses more images than a sprite can number.
Status check_images(std::size_t images);
/// Refuses more pixels of all images together.
Status check_pixels(std::uint64_t pixels);
/// Refuses more sprites than a world holds.
Status check_room(std::size_t sprites);
/// Refuses an n or an inset that the parameters would refuse as well.
Status check_tuning(const ImageTuning& tuning);
/// Likewise of a restitution or a friction.
Status check_material(const ImageMaterial& material);
/// Refuses sprites with impossible numbers or an image that is not there.
Status check_new_sprite(const Sprite& sprite, std::size_t images);

}  // namespace phasebox
