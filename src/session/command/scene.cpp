// SPDX-License-Identifier: MIT
// Starts scenes and opens documents.
#include "session/command/scene.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "collide/registry.hpp"
#include "session/editor.hpp"
#include "session/limits.hpp"

namespace phasebox {
namespace {

// Refuses a document whose images would exceed the limits. Images stay in the session, so only
// those that it does not have yet count, and the mirrored ones that sprites need.
Status check_document_images(const ImageSet& known, const SceneDocument& d) {
  std::size_t images = known.size();
  std::uint64_t pixels = known.pixels();
  const auto count = [&](const Image& picture) {
    images += 1 + picture.later.size();
    pixels += pixels_of(picture);
  };
  for (const auto& image : d.images)
    if (image->frame == 0 && known.find_same(*image) < 0) count(*image);
  std::set<std::tuple<std::size_t, bool, bool>> mirrored;
  for (const Sprite& sprite : *d.sprites)
    if (const Flips flips = flips_of(sprite); flips && sprite.image < d.images.size()) {
      const std::size_t picture = sprite.image - d.images[sprite.image]->frame;
      if (mirrored.emplace(picture, flips.x, flips.y).second) count(*d.images[picture]);
    }
  if (auto status = check_images(images); status.failed()) return status;
  return check_pixels(pixels);
}

// Refuses a document with unknown ids, or with values, images or sprites that are not allowed.
Status check_document(const SessionState& s, const SceneDocument& d) {
  const SceneEntry* scene = find_entry(scenes(), d.scene);
  if (!scene) return unknown_id("scene", d.scene, scenes());
  const auto entries = s.settings.broadphase.entries();
  if (!find_entry(entries, d.broadphase)) return unknown_id("broadphase", d.broadphase, entries);
  if (!find_entry(narrowphases(), d.narrowphase))
    return unknown_id("narrowphase", d.narrowphase, narrowphases());
  Settings as_document;
  as_document.scene.select(*scene);
  for (const ParamValue& p : d.params) {
    if (p.owner == Owner::view()) continue;  // the options of the view are the window's
    if (auto status = as_document.check(p.owner, p.key, p.value); status.failed()) return status;
  }
  if (!d.sprites) return {};
  if (auto status = check_sprite_count(d.sprites->size()); status.failed()) return status;
  if (auto status = check_document_images(s.images, d); status.failed()) return status;
  for (const ImageTuning& tuning : d.tuning)
    if (auto status = check_tuning(tuning); status.failed()) return status;
  for (const Sprite& sprite : *d.sprites)
    if (auto status = check_new_sprite(sprite, d.images.size()); status.failed()) return status;
  return {};
}

// Replaces the sprites by those of the document, and adds the images that the session lacks.
void show(SessionState& s, const SceneDocument& d) {
  std::vector<std::uint16_t> number;
  for (const auto& image : d.images) {
    const int known = image->frame > 0 ? number.back() + 1 : s.images.find_same(*image);
    number.push_back(known >= 0 ? static_cast<std::uint16_t>(known) : s.images.add(image));
  }
  for (std::size_t i = 0; i < std::min(d.tuning.size(), number.size()); ++i)
    s.settings.tune(number[i], d.tuning[i]);
  d.put(s.world, s.images, number);
  s.population_changed();
}

}  // namespace

Sentence command::LoadScene::undo_title() const { return {"scene {}", {title_in(scenes(), id)}}; }

Sentence command::OpenDocument::undo_title() const {
  if (path.empty()) return "opened scene";
  return {"opened {}", {Sentence::as_is(std::filesystem::path(path).filename().string())}};
}

Status Editor::operator()(const command::LoadScene& c) {
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

Status Editor::operator()(const command::Restart& c) {
  const bool is_of_file = c.document && c.document->sprites;
  if (is_of_file)
    if (auto status = check_document(s, *c.document); status.failed()) return status;
  change.whole = whole();
  if (!s.playback) {
    const SceneFile file = s.file;
    s.load_scene();
    if (is_of_file) {
      show(s, *c.document);
      s.file = file;
    }
    return {};
  }
  s.steps = 0;
  s.playback->recording.follow(false);
  s.show_frame(0);
  s.population_changed();
  return {};
}

Status Editor::operator()(const command::ResizeScene& c) {
  if (auto status = check_sprite_count(c.count); status.failed()) return status;
  const std::pair<std::string_view, double> sides[]{{"width", c.width}, {"height", c.height}};
  for (const auto& [key, value] : sides)
    if (auto status = s.settings.check(Owner::world(), key, value); status.failed()) return status;
  change.whole = whole();
  for (const auto& [key, value] : sides) s.settings.set(Owner::world(), key, value);
  change.joins = c.joins;
  change.params.push_back({Owner::scene(), "count",
                           s.settings.set(Owner::scene(), "count", static_cast<double>(c.count))});
  s.pipeline.reset_algorithms();
  s.load_scene();
  return {};
}

Status Editor::operator()(const command::OpenDocument& c) {
  const SceneDocument& d = *c.document;
  if (auto status = check_document(s, d); status.failed()) return status;
  change.whole = whole();
  s.playback.reset();
  s.settings.adopt(d);
  s.pipeline.forget_algorithms();
  s.settings.tuning.clear();  // `show` sets it by the session's numbers of images
  s.load_scene();
  if (d.sprites) show(s, d);
  s.file = c.path.empty() ? SceneFile{} : SceneFile{c.path, c.document};
  return {};
}

}  // namespace phasebox
