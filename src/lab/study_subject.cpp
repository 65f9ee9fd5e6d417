// SPDX-License-Identifier: MIT
// Names, hashes and clones the session of a study.
#include "lab/study_subject.hpp"

#include <array>
#include <bit>
#include <filesystem>

#include "base/hash.hpp"
#include "base/number_format.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr std::array kOwners{Owner::world(), Owner::scene(), Owner::response()};

void add(Hasher& hasher, std::string_view text) { hasher.add(std::span(text.data(), text.size())); }

// ---- what does not change while a session runs

/// Adds a sprite's size, image, filter, volume and static flag, but nothing of its movement.
void add_kind(Hasher& hasher, const Sprite& s) {
  hasher.add(std::bit_cast<std::uint32_t>(s.scale.x));
  hasher.add(std::bit_cast<std::uint32_t>(s.scale.y));
  hasher.add(std::uint64_t{s.image} << 32 | static_cast<std::uint32_t>(s.filter.group));
  hasher.add(std::uint64_t{s.filter.category} << 32 | s.filter.mask);
  hasher.add(static_cast<std::uint64_t>(s.volume) << 1 | (s.is_static ? 1u : 0u));
}

std::uint64_t kinds(const World& world) {
  Hasher hasher;
  for (SpriteId id = 0; id < world.size(); ++id) add_kind(hasher, world.get(id));
  return hasher.value();
}

/// Identifies a recording by its file and its shape, since hashing its boxes would take too long;
/// one that grows by its name alone.
void add_recording(Hasher& hasher, const RecordingPlayback& show) {
  add(hasher, show.path().empty() ? show.name() : show.path());
  if (!show.grown().empty()) return;
  hasher.add(show.size());
  hasher.add(2 * show.rows() + (show.is_swept() ? 1 : 0));
  for (const float edge :
       {show.field().min.x, show.field().min.y, show.field().max.x, show.field().max.y})
    hasher.add(std::bit_cast<std::uint32_t>(edge));
}

std::uint64_t signature_of(const Session& session) {
  Hasher hasher;
  if (const RecordingPlayback* show = session.playback()) {
    add_recording(hasher, *show);
    return hasher.value();
  }
  add(hasher, session.settings().scene->id);
  add(hasher, session.file().path);
  for (const Owner owner : kOwners) {
    const ParamGroup group = session.settings().group(owner);
    for (const Param& row : group.rows)
      hasher.add(std::bit_cast<std::uint64_t>(row.get(group.object)));
  }
  hasher.add(session.world().size());
  hasher.add(kinds(session.world()));
  return hasher.value();
}

Sentence name_of(const Session& session, const std::string& title) {
  const SceneFile& file = session.file();
  const Sentence scene =
      file.path.empty() ? say("scene {}", session.settings().scene->id) : Sentence::as_is(title);
  const Sentence words = say("{}, {}", scene, counted(session.world().size(), "sprite"));
  const bool has_seed = !file.document || !file.document->sprites;
  return has_seed ? say("{}, seed {}", words, session.settings().world.seed) : words;
}

}  // namespace

Subject subject_of(const Session& session) {
  Subject s;
  s.signature = signature_of(session);
  if (const RecordingPlayback* show = session.playback()) {
    s.title = show->name() + (show->is_swept() ? ", swept" : "");
    const Sentence name = Sentence::as_is(show->name());
    s.name = say("{}, {}", show->is_swept() ? say("{}, swept", name) : name,
                 counted(show->size(), "frame"));
    return s;
  }
  const std::string& path = session.file().path;
  s.title = path.empty() ? std::string(session.settings().scene->id)
                         : std::filesystem::path(path).filename().string();
  s.name = name_of(session, s.title);
  return s;
}

Sentence subject_text(const Session& session, SubjectCount count) {
  if (const RecordingPlayback* show = session.playback()) return Sentence::as_is(show->name());
  Sentence words = session.settings().scene->title;
  if (count == SubjectCount::named)
    words = say("{}, {}", words, counted(session.world().size(), "sprite"));
  return say("{}, seed {}", words, session.settings().world.seed);
}

void SubjectWatch::begin(const Session& session) {
  subject_ = subject_of(session);
  seen_ = session.changes();
  has_changed_ = false;
}

bool SubjectWatch::has_changed(const Session& session) const {
  if (session.changes() != seen_) {
    seen_ = session.changes();
    has_changed_ = signature_of(session) != subject_.signature;
  }
  return has_changed_;
}

Sentence SubjectWatch::sentence(const Session& session) const {
  return has_changed(session) ? say("Found for {}; the scene has changed since.", subject_.name)
                              : say("Found for {}.", subject_.name);
}

Session clone_session(const Session& session) {
  Session copy(session.snapshot());
  copy.came_from(session.file(), false);  // results are named after the file
  copy.detect();
  return copy;
}

}  // namespace phasebox
