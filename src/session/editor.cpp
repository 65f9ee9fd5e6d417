// SPDX-License-Identifier: MIT
// What messages call a command, what it does, and from a command to its change.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include "collide/registry.hpp"
#include "session/session_state.hpp"
#include "world/world.hpp"

namespace phasebox {
namespace {

std::string sprites(const char* what, std::size_t n) {
  return std::to_string(n) + what + (n == 1 ? "sprite" : "sprites");
}

/// One overload per command that can be undone; the rest have no title.
struct Title {
  std::string operator()(const command::LoadScene& c) const { return "scene " + c.id; }
  std::string operator()(const command::Restart&) const { return "restart"; }
  std::string operator()(const command::OpenDocument& c) const {
    if (c.path.empty()) return "opened scene";
    return "opened " + std::filesystem::path(c.path).filename().string();
  }
  std::string operator()(const command::OpenRecording& c) const { return "opened " + c.name; }
  std::string operator()(const command::SetParam& c) const { return c.key; }
  std::string operator()(const command::SelectBroadphase& c) const { return "broadphase " + c.id; }
  std::string operator()(const command::SelectNarrowphase& c) const {
    return "narrowphase " + c.id;
  }
  std::string operator()(const command::UseBroadphase& c) const {
    return c.title.empty() ? "broadphase " + c.id : c.title;
  }
  std::string operator()(const command::TuneImage&) const { return "n and inset of an image"; }
  std::string operator()(const command::SetCount& c) const { return sprites(" ", c.count); }
  std::string operator()(const command::AddSprite&) const { return "added sprite"; }
  std::string operator()(const command::CloneSprites& c) const {
    return sprites(" cloned ", c.ids.size());
  }
  std::string operator()(const command::RemoveSprites& c) const {
    return sprites(" removed ", c.ids.size());
  }
  std::string operator()(const command::SetStatic& c) const {
    return sprites(c.is_static ? " pinned " : " unpinned ", c.ids.size());
  }
  std::string operator()(const command::SetFilter& c) const {
    return "filter of " + sprites(" ", c.ids.size());
  }
  std::string operator()(const command::FilterCategories&) const { return "filter of categories"; }
  std::string operator()(const command::SetVolume& c) const {
    return "volume of " + sprites(" ", c.ids.size());
  }
  std::string operator()(const command::Release&) const { return "moved sprite"; }
  template <class Other>
  std::string operator()(const Other&) const {
    return {};
  }
};

// A slider that is dragged sends many values; one undo takes them all back.
bool continues(const Change& newest, const Change& next) {
  const auto names_one = [](const Change& c) {
    return c.patches.empty() && c.params.size() == 1 && !c.broad;
  };
  return names_one(newest) && names_one(next) && newest.params[0].owner == next.params[0].owner &&
         newest.params[0].key == next.params[0].key;
}

// Of a recording: id, box, filter and whether it is static.
constexpr std::size_t kBytesPerRow =
    sizeof(std::int64_t) + sizeof(Aabb) + sizeof(Filter) + sizeof(std::uint8_t);

// Undo is per sprite, so no frame with other ids may be gone to: another population begins again.
void forget_past(SessionState& s, const Effects& effects) {
  if (s.past.empty() || effects.only_looks) return;
  const bool is_resized = s.past.find(s.past.last())->size() != s.world.size();
  if (s.playback || is_resized || effects.repopulates) return s.past.forget();
  s.past.forget_after(s.steps);
}

/// Why sprites cannot be changed while a recording plays.
constexpr const char* kAsRecorded =
    "a box recording plays and its boxes are as recorded; start a scene to change sprites";

Status check_room(std::size_t n) {
  if (n <= kMaxSprites) return {};
  return Error{std::to_string(n) + " sprites are too many; a world holds at most " +
               std::to_string(kMaxSprites)};
}

/// Refuses sprites with impossible numbers or an image that is not there.
Status check_new_sprite(const Sprite& s, std::size_t images) {
  if (auto error = check_sprite(s)) return Error{"a sprite's " + error->text};
  if (s.image < images) return {};
  return Error{"a sprite shows image " + std::to_string(s.image) + "; there are " +
               std::to_string(images)};
}

/// Refuses a number beyond the last of so many.
Status check_number(const std::string& what, std::size_t number, std::size_t count) {
  if (number < count) return {};
  return Error{"there is no " + what + " " + std::to_string(number) + "; the last one is " +
               std::to_string(static_cast<std::int64_t>(count) - 1)};
}

// The list ends with an image that has something of its own.
template <class Value>
void set_of_image(std::vector<Value>& all, std::size_t image, const Value& value) {
  if (image >= all.size()) all.resize(image + 1);
  all[image] = value;
  while (!all.empty() && all.back() == Value{}) all.pop_back();
}

static_assert(kMaxSprites * sizeof(Patch) <= UndoHistory::kMaxBytes,
              "the largest edit can be undone");

/// Takes a sprite from one state to the other, either way.
void carry(World& world, const Patch& patch, const std::optional<Sprite>& from,
           const std::optional<Sprite>& to) {
  if (!from) return world.insert(patch.id, *to);
  if (!to) return world.remove(patch.id);
  if (!patch.is_traits) return world.set(patch.id, *to);
  Sprite sprite = world.get(patch.id);  // which may have moved since
  sprite.filter = to->filter;
  sprite.volume = to->volume;
  world.set(patch.id, sprite);
}

/// One overload per command: checks, then changes; what it replaced goes into `change`.
struct Run {
  SessionState& s;
  UndoHistory& history;
  Change change{};

#define PHASEBOX_RUN(C, ...) Status operator()(const command::C&);
  PHASEBOX_COMMANDS(PHASEBOX_RUN)
#undef PHASEBOX_RUN

  Change::Whole whole() const { return {s.whole(), s.file, s.revision.saved}; }

  void set_param(const command::SetParam& c) {
    const Volume volume_before = s.settings.world.volume;
    s.settings.set(c.owner, c.key, c.value);
    s.pipeline.reset_algorithms();
    if (effects_of(c).repopulates) return s.load_scene();
    if (c.owner != Owner::world()) return;
    if (c.key == "volume") set_volumes(volume_before);
    s.place();
  }

  // Those that had the world's volume go back with the parameter.
  void set_volumes(Volume before) {
    for (SpriteId id = 0; id < s.world.size(); ++id) {
      Sprite sprite = s.world.get(id);
      const bool is_own = sprite.volume != before;
      sprite.volume = s.settings.world.volume;
      is_own ? set(id, sprite, true) : s.world.set(id, sprite);
    }
  }

  // Whether there is room for the mirrored images that a sprite may need.
  Status check_mirrored(const Sprite& sprite) const {
    const Flips flips = flips_of(sprite);
    if (!flips || s.images.find_mirrored(sprite.image, flips) >= 0) return {};
    return check_room_for(s.images[s.images.picture(sprite.image)]);
  }
  // Whether there is room for another picture.
  Status check_room_for(const Image& picture) const {
    if (auto error = check_images(s.images.size() + 1 + picture.later.size())) return error;
    return check_pixels(s.images.pixels() + pixels_of(picture));
  }

  // Algorithms take filters and volumes as they come, so nothing is forgotten.
  template <class Trait>
  void set_trait(SpriteId id, Trait Sprite::*trait, const Trait& value) {
    Sprite sprite = s.world.get(id);
    if (std::exchange(sprite.*trait, value) != value) set(id, sprite, true);
  }

  void add(const Sprite& sprite) {
    const SpriteId id = s.world.add(sprite);
    change.patches.push_back({id, {}, sprite});
    s.note({Edit::Kind::add, id, id});
  }

  void remove(SpriteId id) {
    const auto last = static_cast<SpriteId>(s.world.size() - 1);
    change.patches.push_back({id, s.world.get(id), {}});
    s.note({Edit::Kind::remove, id, last});
    s.world.remove(id);
    if (!s.held) return;
    if (s.held->id == id)
      s.held.reset();
    else if (s.held->id == last)
      s.held->id = id;
  }

  void set(SpriteId id, const Sprite& sprite, bool is_traits) {
    change.patches.push_back({id, s.world.get(id), sprite, is_traits});
    s.world.set(id, sprite);
  }

  Status check_document(const SceneDocument& d) const {
    const SceneEntry* scene = find_entry(scenes(), d.scene);
    if (!scene) return unknown_id("scene", d.scene, scenes());
    const auto entries = s.settings.broadphase.entries();
    if (!find_entry(entries, d.broadphase)) return unknown_id("broadphase", d.broadphase, entries);
    if (!find_entry(narrowphases(), d.narrowphase))
      return unknown_id("narrowphase", d.narrowphase, narrowphases());
    Settings as_document;
    as_document.scene.select(*scene);
    for (const ParamValue& p : d.params) {
      if (p.owner == Owner::view()) continue;  // the window's, not ours
      if (auto error = as_document.check(p.owner, p.key, p.value)) return error;
    }
    if (!d.sprites) return {};
    if (auto error = check_room(d.sprites->size())) return error;
    if (auto error = check_document_images(d)) return error;
    for (const ImageTuning& tuning : d.tuning)
      if (auto error = check_tuning(tuning)) return error;
    for (const Sprite& sprite : *d.sprites)
      if (auto error = check_new_sprite(sprite, d.images.size())) return error;
    return {};
  }

  // Images stay in the session, so only those that it does not know count, and mirrored ones.
  Status check_document_images(const SceneDocument& d) const {
    std::size_t images = s.images.size();
    std::uint64_t pixels = s.images.pixels();
    const auto count = [&](const Image& picture) {
      images += 1 + picture.later.size();
      pixels += pixels_of(picture);
    };
    for (const auto& image : d.images)
      if (image->frame == 0 && s.images.find_same(*image) < 0) count(*image);
    std::set<std::tuple<std::size_t, bool, bool>> mirrored;
    for (const Sprite& sprite : *d.sprites)
      if (const Flips flips = flips_of(sprite); flips && sprite.image < d.images.size()) {
        const std::size_t picture = sprite.image - d.images[sprite.image]->frame;
        if (mirrored.emplace(picture, flips.x, flips.y).second) count(*d.images[picture]);
      }
    if (auto error = check_images(images)) return error;
    return check_pixels(pixels);
  }

  Status check_growth(std::span<const BoxFrame> frames) const {
    if (!s.playback || !s.playback->recording.origin()->ids.empty())
      return Error{"no box recording plays that can grow; follow a game first"};
    const RecordingPlayback& show = s.playback->recording;
    const BoxRecording* before = show.grown().empty() ? nullptr : &show.grown()[show.size() - 1];
    for (const BoxFrame& frame : frames) {
      if (before && frame->frames.front() <= before->frames.front())
        return Error{"frame " + std::to_string(frame->frames.front()) + " comes after frame " +
                     std::to_string(before->frames.front()) + "; frames must ascend"};
      if (auto error = check_room(frame->ids.size())) return error;
      before = frame.get();
    }
    return {};
  }

  // Puts the document's own sprites in place of the scene's.
  void show(const SceneDocument& d) {
    std::vector<std::uint16_t> number;
    for (const auto& image : d.images) {
      const int known = image->frame > 0 ? number.back() + 1 : s.images.find_same(*image);
      number.push_back(known >= 0 ? static_cast<std::uint16_t>(known) : s.images.add(image));
    }
    for (std::size_t i = 0; i < std::min(d.tuning.size(), number.size()); ++i)
      set_of_image(s.settings.tuning, number[i], d.tuning[i]);
    d.put(s.world, s.images, number);
    s.population_changed();
  }

  void restore(Change& kept, bool backwards) {
    s.held.reset();
    s.forget_frames();
    if (kept.whole) {
      Change::Whole now = whole();
      s.adopt(std::move(kept.whole->state));
      if (s.playback) s.playback->recording.follow(false);  // its game may have gone since
      s.file = std::move(kept.whole->file);
      s.revision.saved = kept.whole->saved_revision;
      kept.whole = std::move(now);
    } else {
      for (ParamValue& p : kept.params) exchange(p);
      s.world.wake();
    }
    if (kept.scene_count) {
      Scene& scene = s.settings.scene.instance();
      const std::uint32_t now = scene.count();
      scene.set_count(*kept.scene_count);
      kept.scene_count = now;
    }
    if (kept.tuning) std::swap(*kept.tuning, s.settings.tuning);
    if (kept.broad) kept.broad = &s.settings.broadphase.select(*kept.broad);
    if (kept.narrow) kept.narrow = &s.settings.narrowphase.select(*kept.narrow);
    if (kept.broad || kept.narrow) s.pipeline.forget_algorithms();
    if (backwards)
      for (auto p = kept.patches.rbegin(); p != kept.patches.rend(); ++p)
        carry(s.world, *p, p->after, p->before);
    else
      for (const Patch& p : kept.patches) carry(s.world, p, p.before, p.after);
    std::swap(kept.revision, s.revision.now);
    s.population_changed();
  }

  void exchange(ParamValue& p) {
    const double now = *s.settings.value(p.owner, p.key);
    Run{s, history}.set_param({p.owner, p.key, p.value});  // what it patches stands in the change
    p.value = now;
  }
};

// Commands about what is shown and by which algorithms: scenes, documents, parameters, choices.

Status Run::operator()(const command::LoadScene& c) {
  const SceneEntry* entry = find_entry(scenes(), c.id);
  if (!entry) return unknown_id("scene", c.id, scenes());
  change.whole = whole();
  s.end_playback();
  s.file = {};
  s.settings.load_scene(*entry);
  s.pipeline.forget_algorithms();
  s.load_scene();
  return {};
}

Status Run::operator()(const command::Restart& c) {
  const bool is_of_file = c.document && c.document->sprites;
  if (is_of_file)
    if (auto error = check_document(*c.document)) return error;
  change.whole = whole();
  if (!s.playback) {
    const SceneFile file = s.file;
    s.load_scene();
    if (is_of_file) show(*c.document), s.file = file;
    return {};
  }
  s.steps = 0;
  s.playback->recording.follow(false);
  s.show_frame(0);
  s.population_changed();
  return {};
}

Status Run::operator()(const command::OpenDocument& c) {
  const SceneDocument& d = *c.document;
  if (auto error = check_document(d)) return error;
  change.whole = whole();
  s.playback.reset();
  s.settings.adopt(d);
  s.pipeline.forget_algorithms();
  s.settings.tuning.clear();  // of the document's images
  s.load_scene();
  if (d.sprites) show(d);
  s.file = c.path.empty() ? SceneFile{} : SceneFile{c.path, c.document};
  return {};
}

Status Run::operator()(const command::SetParam& c) {
  if (auto error = s.settings.check(c.owner, c.key, c.value)) return error;
  if (s.playback && (c.owner == Owner::scene() || c.owner == Owner::world()))
    return Error{c.key + ": " + kAsRecorded};
  if (c.owner == Owner::scene() && c.key == "count")
    return (*this)(command::SetCount{static_cast<std::uint32_t>(c.value)});
  if (effects_of(c).repopulates) change.whole = whole();
  change.params.push_back({c.owner, c.key, *s.settings.value(c.owner, c.key)});
  set_param(c);
  return {};
}

Status Run::operator()(const command::SelectBroadphase& c) {
  const auto entries = s.settings.broadphase.entries();
  const BroadphaseEntry* entry = find_entry(entries, c.id);
  if (!entry) return unknown_id("broadphase", c.id, entries);
  change.broad = &s.settings.broadphase.select(*entry);
  s.pipeline.forget_algorithms();
  return {};
}

Status Run::operator()(const command::SelectNarrowphase& c) {
  const NarrowphaseEntry* entry = find_entry(narrowphases(), c.id);
  if (!entry) return unknown_id("narrowphase", c.id, narrowphases());
  change.narrow = &s.settings.narrowphase.select(*entry);
  if (s.playback) s.playback->narrowphase_before = nullptr;
  s.pipeline.forget_algorithms();
  return {};
}

Status Run::operator()(const command::UseBroadphase& c) {
  const auto entries = s.settings.broadphase.entries();
  const BroadphaseEntry* entry = find_entry(entries, c.id);
  if (!entry) return unknown_id("broadphase", c.id, entries);
  for (const auto& [key, value] : c.values)
    if (auto error = s.settings.check(*entry, key, value)) return error;
  for (const auto& [key, value] : c.values)
    change.params.push_back({*entry, key, s.settings.set(*entry, key, value)});
  return (*this)(command::SelectBroadphase{c.id});
}

Status Run::operator()(const command::AddImage& c) {
  if (auto error = check_room_for(*c.image)) return error;
  s.images.add(c.image);
  return {};
}

Status Run::operator()(const command::TuneImage& c) {
  if (auto unknown = check_number("image", c.image, s.images.size())) return unknown;
  if (auto error = check_tuning(c.tuning)) return error;
  change.tuning = s.settings.tuning;
  set_of_image(s.settings.tuning, s.images.picture(c.image), c.tuning);
  return {};
}

// Commands about frames: recordings that play, and past frames of a simulation.

constexpr std::string_view kImageName = "box";

std::uint16_t solid_image(ImageSet& images) {
  const auto solid = make_solid_image(std::string(kImageName), RecordingPlayback::kImageSide,
                                      RecordingPlayback::kImageSide);
  for (std::size_t i = 0; i < images.size(); ++i)
    if (images[i].name == kImageName && images[i].rgba == solid->rgba)
      return static_cast<std::uint16_t>(i);
  return images.add(solid);
}

Status Run::operator()(const command::OpenRecording& c) {
  if (!c.trace || c.trace->size() == 0) return Error{c.name + ": a box recording needs a frame"};
  for (std::size_t f = 0; f < c.trace->size(); ++f)
    if (auto error = check_room(c.trace->boxes_of(f).size())) return error;
  if (auto error = check_images(s.images.size() + 1)) return error;
  change.whole = whole();
  s.end_playback();
  s.world.clear();
  s.held.reset();
  s.steps = 0;
  s.file = {};
  s.playback.emplace(RecordingPlayback(c.trace, c.name, c.path, solid_image(s.images)));
  const NarrowphaseEntry* none = find_entry(narrowphases(), "none");
  s.playback->narrowphase_before = &s.settings.narrowphase.select(*none);
  s.show_frame(0);
  s.pipeline.forget_algorithms();
  s.population_changed();
  return {};
}

Status Run::operator()(const command::SeekRecording& c) {
  if (!s.playback) return Error{"no box recording plays; open one to go to a frame of it"};
  if (auto error = check_number("frame", c.frame, s.playback->recording.size())) return error;
  s.playback->recording.follow(false);
  s.show_frame(c.frame);
  s.population_changed();
  return {};
}

Status Run::operator()(const command::GrowRecording& c) {
  if (auto error = check_growth(c.frames)) return error;
  RecordingPlayback& show = s.playback->recording;
  if (show.is_swept()) (*this)(command::SweepRecording{false});
  if (show.grow(c.frames, c.keep)) return {};
  s.show_frame(show.follows() ? show.size() - 1 : 0);
  s.population_changed();
  return {};
}

Status Run::operator()(const command::FollowRecording& c) {
  if (!s.playback) return Error{"no box recording plays; open one to follow its end"};
  s.playback->recording.follow(c.on);
  return {};
}

Status Run::operator()(const command::SweepRecording& c) {
  if (!s.playback) return Error{"no box recording plays; open one to sweep its boxes"};
  RecordingPlayback& show = s.playback->recording;
  show.sweep(c.on);
  s.show_frame(show.frame());
  s.population_changed();
  return {};
}

Status Run::operator()(const command::SeekStep& c) {
  if (s.playback) return Error{"recorded boxes play; go to a frame of theirs instead of a step"};
  if (c.step == s.steps) return {};
  if (!s.past.find(c.step)) {
    const std::string kept = s.past.empty() ? "; no step is"
                                            : "; those from " + std::to_string(s.past.first()) +
                                                  " to " + std::to_string(s.past.last()) + " are";
    return Error{"step " + std::to_string(c.step) + " is not kept" + kept};
  }
  s.past.put(std::as_const(s.world), s.steps);
  const World* there = s.past.find(c.step);
  if (!there) return Error{"step " + std::to_string(c.step) + " has just been forgotten"};
  s.world = *there;
  s.steps = c.step;
  s.held.reset();
  s.simulation.forget_impacts();
  s.population_changed();
  return {};
}

// Commands that add, remove and change sprites, and the pointer that holds one.

Status check_ids(std::span<const SpriteId> ids, std::size_t n) {
  for (const SpriteId id : ids)
    if (auto error = check_number("sprite", id, n)) return error;
  return {};
}

std::uint32_t with_bits(std::uint32_t bits, std::uint32_t on, std::uint32_t off) {
  return (bits | on) & ~off;
}

Status Run::operator()(const command::SetCount& c) {
  if (auto error = check_room(c.count)) return error;
  Scene& scene = s.settings.scene.instance();
  change.scene_count = scene.count();
  scene.set_count(c.count);
  const SceneContext context = s.scene_context();
  s.world.reserve(c.count);
  for (auto i = static_cast<std::uint32_t>(s.world.size()); i < c.count; ++i)
    add(scene_sprite(scene, context, i));
  while (s.world.size() > c.count) remove(static_cast<SpriteId>(s.world.size() - 1));
  s.population_changed();
  return {};
}

Status Run::operator()(const command::AddSprite& c) {
  if (auto error = check_room(s.world.size() + 1)) return error;
  if (auto error = check_new_sprite(c.sprite, s.images.size())) return error;
  if (auto error = check_mirrored(c.sprite)) return error;
  add(into_world(c.sprite, s.images));
  s.population_changed();
  return {};
}

Status Run::operator()(const command::CloneSprites& c) {
  if (auto error = check_ids(c.ids, s.world.size())) return error;
  if (auto error = check_room(s.world.size() + c.ids.size())) return error;
  std::vector<Sprite> copies;
  for (const SpriteId id : c.ids) {
    copies.push_back(s.world.get(id));
    copies.back().position += c.offset;
    if (auto error = check_new_sprite(copies.back(), s.images.size())) return error;
  }
  for (const Sprite& copy : copies) add(copy);
  s.population_changed();
  return {};
}

Status Run::operator()(const command::RemoveSprites& c) {
  if (auto error = check_ids(c.ids, s.world.size())) return error;
  std::vector<SpriteId> ids = c.ids;
  std::ranges::sort(ids, std::greater{});
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  for (const SpriteId id : ids) remove(id);
  s.population_changed();
  return {};
}

Status Run::operator()(const command::SetStatic& c) {
  if (auto error = check_ids(c.ids, s.world.size())) return error;
  for (const SpriteId id : c.ids) {
    Sprite sprite = s.world.get(id);
    sprite.is_static = c.is_static;
    set(id, sprite, false);
  }
  s.forget_frames();
  s.population_changed();
  return {};
}

Status Run::operator()(const command::SetFilter& c) {
  if (auto error = check_ids(c.ids, s.world.size())) return error;
  for (const SpriteId id : c.ids) {
    const Filter before = s.world.filters()[id];
    set_trait(id, &Sprite::filter,
              {with_bits(before.category, c.category_on, c.category_off),
               with_bits(before.mask, c.mask_on, c.mask_off), before.group});
  }
  s.place();
  return {};
}

Status Run::operator()(const command::FilterCategories& c) {
  for (SpriteId id = 0; id < s.world.size(); ++id) {
    const Filter before = s.world.filters()[id];
    const std::uint32_t bits =
        (before.category & c.first ? c.second : 0) | (before.category & c.second ? c.first : 0);
    set_trait(id, &Sprite::filter,
              {before.category,
               c.collide ? with_bits(before.mask, bits, 0) : with_bits(before.mask, 0, bits),
               before.group});
  }
  s.place();
  return {};
}

Status Run::operator()(const command::SetVolume& c) {
  if (auto error = check_ids(c.ids, s.world.size())) return error;
  for (const SpriteId id : c.ids) set_trait(id, &Sprite::volume, c.volume);
  s.place();
  return {};
}

Status Run::operator()(const command::Grab& c) {
  if (auto error = check_ids({{c.id}}, s.world.size())) return error;
  for (const float at : {c.at.x, c.at.y})
    if (const std::string rule = kPositionBound.broken_by(at); !rule.empty())
      return Error{"grip: " + rule};
  const Sprite sprite = s.world.get(c.id);
  s.held =
      Hold{c.id, sprite, rotate_back(rotation(sprite.angle), c.at), c.at, sprite.position + c.at};
  return {};
}

Status Run::operator()(const command::Drag& c) {
  if (!s.held) return Error{"nothing is held that could be dragged"};
  Sprite moved = s.world.get(s.held->id);
  moved.position = c.position;
  if (auto error = check_new_sprite(moved, s.images.size())) return error;
  s.held->target = c.position + s.held->offset;
  if (s.settings.response.is_on() && !c.by_hand) return {};
  s.world.positions()[s.held->id] = c.position;
  s.place();
  return {};
}

Status Run::operator()(const command::Release& c) {
  if (!s.held) return {};  // deleted while it was held
  Sprite thrown = s.held->before;
  thrown.velocity = c.velocity;
  if (auto error = check_new_sprite(thrown, s.images.size())) return error;
  const Hold hold = *std::exchange(s.held, std::nullopt);
  if (!s.world.statics()[hold.id] && !s.settings.response.is_on())
    s.world.velocities()[hold.id] = c.velocity;
  change.patches.push_back({hold.id, hold.before, s.world.get(hold.id)});
  return {};
}

// How commands are taken back, and made again.

Status Run::operator()(const command::Undo&) {
  if (!history.can_undo()) return Error{"there is nothing to undo"};
  restore(history.undo(), true);
  return {};
}

Status Run::operator()(const command::Redo&) {
  if (!history.can_redo()) return Error{"there is nothing to redo"};
  restore(history.redo(), false);
  return {};
}

}  // namespace

std::string title_of(const Command& command) { return std::visit(Title{}, command); }

Effects effects_of(const Command& command) {
#define PHASEBOX_COMMAND_EFFECTS(C, id, ...) __VA_ARGS__,
  static constexpr Effects kEffects[] = {PHASEBOX_COMMANDS(PHASEBOX_COMMAND_EFFECTS)};
#undef PHASEBOX_COMMAND_EFFECTS
  const auto* param = std::get_if<command::SetParam>(&command);
  if (!param) return kEffects[command.index()];
  if (param->owner == Owner::scene() || (param->owner == Owner::world() && param->key == "seed"))
    return kRepopulates;
  if (param->owner == Owner::world()) return {.may_add_pairs = true};
  if (param->owner == Owner::response()) return {};
  return kSetsAlgorithm;
}

std::size_t Change::bytes() const {
  std::size_t bytes = sizeof *this + patches.size() * sizeof(Patch);
  if (!whole) return bytes;
  const auto& [settings, world, playback] = whole->state;
  bytes += world.size() * World::kBytesPerSprite;
  bytes += world.cached_impulses().size() * sizeof(CachedImpulse);
  if (playback) {
    const RecordingPlayback& show = playback->recording;
    bytes += (show.grown().rows() + (show.is_swept() ? show.rows() : 0)) * kBytesPerRow;
  }
  const auto& file = whole->file.document;
  if (file && file->sprites) bytes += file->sprites->size() * sizeof(Sprite);
  return bytes;
}

void UndoHistory::push(Change change) {
  undone_.clear();
  if (!done_.empty() && continues(done_.back(), change)) return;
  change.number = ++last_number_;
  done_.push_back(std::move(change));
  std::size_t kept = 0;
  for (const Change& known : done_) kept += known.bytes();
  while (done_.size() > kMaxChanges || (kept > kMaxBytes && done_.size() > 1)) {
    kept -= done_.front().bytes();
    done_.pop_front();
  }
}

Status apply(SessionState& s, UndoHistory& history, const Command& c) {
  const Effects effects = effects_of(c);
  if (s.playback && effects.edits_sprites) return Error{kAsRecorded};
  Run run{s, history};
  const std::uint64_t revision = s.revision.now;
  if (auto error = std::visit(run, c)) return error;
  // Resting sprites may have to wake. Commands that bring other sprites say which of these sleep.
  if (!effects.only_looks && !effects.keeps_times && !effects.repopulates) s.world.wake();
  forget_past(s, effects);
  s.pipeline.outdate_pairs();
  ++s.changes;
  if (run.change.empty()) return {};
  run.change.title = title_of(c);
  run.change.revision = revision;
  if (run.change.whole)
    s.revision.begun();
  else if (effects.is_saved)
    s.revision.edited();
  history.push(std::move(run.change));
  return {};
}

Status check_images(std::size_t n) {
  if (n <= kMaxImages) return {};
  return Error{"65,535 images are the most a session can hold"};
}

Status check_pixels(std::uint64_t pixels) {
  if (pixels <= kMaxImagePixels) return {};
  return Error{std::to_string(pixels) + " pixels of all images are too many; a session holds " +
               std::to_string(kMaxImagePixels) + " at most: make images smaller"};
}

Status check_tuning(const ImageTuning& t) {
  if (t.n < 0 || t.n > 32)
    return Error{"n: " + std::to_string(t.n) + " is not a whole number from 1 to 32 px"};
  if (!(t.inset <= 100)) return Error{"inset: must be a number from 0 to 100 percent"};
  return {};
}

}  // namespace phasebox
