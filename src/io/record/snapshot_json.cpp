// SPDX-License-Identifier: MIT
// Reads and writes the images by number, the tuning, the scenes' values and a playing recording.
#include "io/record/snapshot_json.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "collide/registry.hpp"
#include "io/pictures/images.hpp"
#include "io/record/record_values.hpp"
#include "io/scene_file.hpp"
#include "session/limits.hpp"

namespace phasebox {

void write(Json& to, const NarrowphaseEntry* entry) { to = entry ? Json(entry->id) : Json(); }
void read(const Reader& at, const NarrowphaseEntry*& entry) {
  if (at.json().is_null() || !at.is_text()) return;
  entry = find_entry(narrowphases(), *at.json().text());
  if (!entry) at.refuse(unknown_id("narrowphase", *at.json().text(), narrowphases()).text);
}

void write(Json& to, const ImageTuning& t) { to = Json::array({t.n, t.inset}); }
void read(const Reader& at, ImageTuning& t) {
  if (!at.is_list_of(2, "must be an array of 2 values")) return;
  read(at.element(0), t.n);
  read(at.element(1), t.inset);
  at.refuse_if(check_tuning(t));
}

namespace {

/// Returns all images by index, without the later frames of sheets: a name for a picture, [name,
/// "x", "y" or "xy"] for the picture mirrored.
Json image_names(const ImageSet& images, std::span<const std::string> names) {
  Json all = Json::array();
  for (std::size_t i = 0; i < images.size(); ++i) {
    const Image& image = images[i];
    const std::string& name = names[images.picture(static_cast<std::uint16_t>(i))];
    if (image.frame > 0) continue;
    if (image.flips)
      all.push_back(Json{name, std::string(image.flips.x ? "x" : "") + (image.flips.y ? "y" : "")});
    else
      all.push_back(name);
  }
  return all;
}

/// Reads what `image_names` returned. A name is an image of the document, or else a built-in one.
void read_images(const Reader& names, const SceneDocument& document, ImageSet& images) {
  const ImageSet builtin = builtin_images();
  const auto has_room = [&](const Image& picture) {
    names.refuse_if(check_images(images.size() + 1 + picture.later.size()));
    return names.is_good();
  };
  const auto add = [&](const std::string& name) {
    const auto own = std::ranges::find(document.images, name, &Image::name);
    const int known = builtin.find(name);
    if (own == document.images.end() && known < 0)
      return names.refuse("'" + name + "' is neither built in nor in the scene");
    const auto& image =
        own != document.images.end() ? *own : builtin.shared(static_cast<std::size_t>(known));
    if (has_room(*image)) images.add(image);
  };
  const auto add_mirrored = [&](const Reader& at) {
    std::vector<std::string> both;
    read(at, both);
    const int known = both.size() == 2 ? images.find(both[0]) : -1;
    if (known < 0) return at.refuse("must be an image of this list and \"x\", \"y\" or \"xy\"");
    if (has_room(images[static_cast<std::size_t>(known)]))
      images.add_mirrored(static_cast<std::uint16_t>(known),
                          {both[1].find('x') != both[1].npos, both[1].find('y') != both[1].npos});
  };
  if (!names.is_list()) return;
  names.each([&](const Reader& at) {
    if (at.json().list()) return add_mirrored(at);
    std::string name;
    read(at, name);
    if (at.is_good()) add(name);
  });
  for (std::size_t i = 0; i < builtin.size(); ++i)
    if (images.find(builtin[i].name) < 0)
      names.refuse("'" + builtin[i].name + "' is missing; all built-in ones must be there");
}

void fill_world(const Reader& at, const SceneDocument& document, ImageSet& images, World& world) {
  if (!document.sprites) return at.refuse("must have sprites");
  std::vector<std::uint16_t> number;
  for (const auto& image : document.images) {
    const int known = image->frame > 0 ? number.back() + 1 : images.find(image->name);
    if (known < 0) return at.refuse("the list of images has no '" + image->name + "'");
    number.push_back(static_cast<std::uint16_t>(known));
  }
  document.put(world, images, number);
}

Json scenes_json(const std::vector<SceneValue>& all) {
  Json json = Json::object();
  for (const SceneValue& v : all) json[v.scene->id][v.key] = v.value;
  return json;
}

void read_scenes(const Reader& at, std::vector<SceneValue>& all) {
  at.each_member([&](const std::string& id, const Reader& values) {
    const SceneEntry* scene = find_entry(scenes(), id);
    if (!scene) return values.refuse(unknown_id("scene", id, scenes()).text);
    const auto made = scene->make();
    values.each_member([&](const std::string& key, const Reader& value) {
      const Param* row = find_param(made->params().rows, key);
      if (!row) return value.refuse("there is no such parameter");
      double number = 0;
      read(value, number);
      value.refuse_if(check_value(*row, number));
      all.push_back({scene, key, number});
    });
  });
}

// ---- a recording that plays

/// A playing recording as the file holds it.
struct PlaybackFields {
  std::string name;
  std::shared_ptr<const BoxRecording> boxes;
  bool grows = false;
  std::size_t frame = 0;
  bool follows = false;
  std::uint16_t image = 0;
  std::vector<std::int64_t> order;
  const NarrowphaseEntry* narrowphase_before = nullptr;
  bool is_swept = false;
};
void fields(auto& a, Is<PlaybackFields> auto& p) {
  a.field("name", p.name);
  a.field("boxes", p.boxes);
  a.field("grows", p.grows);
  a.field("frame", p.frame);
  a.field("follows", p.follows);
  a.field("image", p.image);
  a.field("order", p.order);
  a.field("narrowphase-before", p.narrowphase_before);
  a.optional_if(p.is_swept, "swept", p.is_swept);
}

PlaybackFields fields_of(const Playback& playback) {
  const RecordingPlayback& show = playback.recording;
  return {show.name(),
          show.recorded(),
          show.origin()->ids.empty(),
          show.frame(),
          show.follows(),
          show.image(),
          {show.ids().begin(), show.ids().end()},
          playback.narrowphase_before,
          show.is_swept()};
}

bool is_order_of(std::vector<std::int64_t> order, const RecordingPlayback& show,
                 std::size_t frame) {
  std::vector<std::int64_t> there;
  if (show.rows() > 0) {
    const auto [recording, at] = show.place(frame);
    const auto ids = recording.ids_of(at);
    there.assign(ids.begin(), ids.end());
  }
  std::ranges::sort(order);
  return order == there;
}

std::optional<Playback> read_playback(const Reader& at, const ImageSet& images, World& world) {
  PlaybackFields p;
  read(at, p);
  if (at.is_good() && p.image >= images.size()) at.refuse("there is no such image");
  if (!at.is_good()) return {};
  RecordingPlayback show(p.grows ? no_boxes() : p.boxes, p.name, {}, p.image);
  if (p.grows) show.grow(frames_of(*p.boxes), {});
  if (p.frame >= show.size())
    at.refuse("there is no such frame");
  else if (!is_order_of(p.order, show, p.frame))
    at.refuse("\"order\" must be the ids of the frame");
  if (!at.is_good()) return {};
  show.follow(p.follows);
  show.sweep(p.is_swept);
  show.show_as(p.frame, p.order, world);
  Playback playback(std::move(show));
  playback.narrowphase_before = p.narrowphase_before;
  return playback;
}

}  // namespace

Result<Json> snapshot_json(const Snapshot& snapshot) {
  const auto& [settings, world, playback, scenes] = snapshot.state;
  SceneDocument document = settings;
  document.tuning.clear();  // it is by index of the session's images, not of the document's
  for (std::size_t i = 0; i < snapshot.images.size(); ++i)
    document.images.push_back(snapshot.images.shared(i));
  if (!playback) document.take(world, snapshot.images);
  const auto text = document_text(document);
  if (text.failed()) return text.error();
  Json json{{"scene", *text},
            {"scenes", scenes_json(scenes)},
            {"images", image_names(snapshot.images, names_in_file(document))},
            {"tuning", json_of(settings.tuning)},
            {"steps", snapshot.steps}};
  if (playback) write(json["recording"], fields_of(*playback));
  return json;
}

Snapshot read_snapshot(const Reader& at) {
  FieldReader f(at);
  Snapshot snapshot;
  WholeState& state = snapshot.state;
  SceneDocument document;
  f.field("scene", document);
  state.settings = {document.scene, document.broadphase, document.narrowphase, document.params};
  f.with("images", [&](const Reader& names) { read_images(names, document, snapshot.images); });
  f.with("scenes", [&](const Reader& all) { read_scenes(all, state.scenes); });
  f.with("tuning", [&](const Reader& all) {
    if (all.is_list() && all.json().size() > snapshot.images.size())
      all.refuse("is longer than the list of images");
    if (all.is_good()) read(all, state.settings.tuning);
  });
  f.if_given("materials", [](const Reader& all) {  // member of records of older versions
    if (all.json().size() > 0) all.refuse("images have no material of their own any more");
  });
  f.field("steps", snapshot.steps);
  const bool plays = f.if_given("recording", [&](const Reader& recording) {
    state.playback = read_playback(recording, snapshot.images, state.world);
  });
  f.end();
  if (!plays && at.is_good()) fill_world(at, document, snapshot.images, state.world);
  return snapshot;
}

}  // namespace phasebox
