// SPDX-License-Identifier: MIT
// The fields of each command: one without them does not compile. A scene file holds what a scene
// shows; a snapshot holds in addition what has a number. Recorded boxes are the text of a box file,
// as one string.
#include "io/record/record_values.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "collide/registry.hpp"
#include "io/boxes/box_file.hpp"
#include "io/pictures/images.hpp"
#include "io/scene_file.hpp"
#include "io/world_fields.hpp"
#include "session/session_state.hpp"
#include "session/settings.hpp"

namespace phasebox {
namespace {

// Empty for a recording without boxes, from which one grows.
std::string box_text(const BoxRecording& recording) {
  return recording.ids.empty() ? std::string() : box_recording_text(recording);
}

std::string box_text(std::span<const BoxFrame> frames) {
  KeptFrames kept;
  for (const BoxFrame& frame : frames) kept.add(frame);
  return kept.empty() ? std::string() : box_text(*joined(kept));
}

// Each of its frames as a recording of its own.
std::vector<BoxFrame> frames_of(const BoxRecording& all) {
  std::vector<BoxFrame> frames;
  for (std::size_t f = 0; !all.ids.empty() && f < all.size(); ++f)
    frames.push_back(single_frame(all, f));
  return frames;
}

// The text of a scene file as one string.
Result<std::string> document_text(const SceneDocument& document) {
  SceneDocument own = document;
  std::erase_if(own.params, [](const ParamValue& p) { return p.owner == Owner::view(); });
  return scene_text(own, Settings().groups());
}

}  // namespace

void write(Json& to, const Owner& owner) { to = owner.id(); }
void read(const Reader& at, Owner& owner) {
  if (!at.is_text()) return;
  owner = owner_named(*at.json().text());
  if (!owner) at.refuse("nothing called '" + *at.json().text() + "' has parameters");
}

void write(Json& to, const std::shared_ptr<const BoxRecording>& boxes) { to = box_text(*boxes); }
void read(const Reader& at, std::shared_ptr<const BoxRecording>& boxes) {
  if (!at.is_text()) return;
  const std::string& text = *at.json().text();
  if (text.empty()) return void(boxes = no_boxes());
  Result<BoxRecording> recording = parse_box_recording(text, at.place());
  if (!recording) return at.fail(recording.error());
  boxes = std::make_shared<const BoxRecording>(*std::move(recording));
}

void write(Json& to, const std::vector<BoxFrame>& frames) { to = box_text(frames); }
void read(const Reader& at, std::vector<BoxFrame>& frames) {
  std::shared_ptr<const BoxRecording> all;
  read(at, all);
  if (all) frames = frames_of(*all);
}

void read(const Reader& at, SceneDocument& document) {
  if (!at.is_text("must be the text of a scene file")) return;
  auto parsed = parse_scene(*at.json().text(), at.place(), Settings().groups());
  if (!parsed) return at.fail(parsed.error());
  document = *std::move(parsed);
}

void write(Json& to, const ImageTuning& t) { to = Json::array({t.n, t.inset}); }
void read(const Reader& at, ImageTuning& t) {
  if (!at.is_list_of(2)) return;
  read(at.element(0), t.n), read(at.element(1), t.inset);
  at.refuse_if(check_tuning(t));
}

void write(Json& to, const ImageMaterial& m) { to = Json::array({m.restitution, m.friction}); }
void read(const Reader& at, ImageMaterial& m) {
  if (!at.is_list_of(2)) return;
  read(at.element(0), m.restitution), read(at.element(1), m.friction);
  at.refuse_if(check_material(m));
}

namespace command {

void fields(auto& a, Is<LoadScene> auto& c) { a.field("scene", c.id); }
void fields(auto&, Is<Restart> auto&) {}
void fields(FieldReader& f, OpenDocument& c) {
  auto document = std::make_shared<SceneDocument>();
  f.field("document", *document);
  c.document = std::move(document);
}
void fields(auto& a, Is<OpenRecording> auto& c) {
  a.field("name", c.name);
  a.field("boxes", c.trace);
}
void fields(auto& a, Is<SeekRecording> auto& c) { a.field("frame", c.frame); }
void fields(auto& a, Is<GrowRecording> auto& c) {
  a.field("boxes", c.frames);
  a.field("keep-frames", c.keep.frames);
  a.field("keep-boxes", c.keep.rows);
}
void fields(auto& a, Is<FollowRecording> auto& c) { a.field("on", c.on); }
void fields(auto& a, Is<SeekStep> auto& c) { a.field("to", c.step); }
void fields(auto& a, Is<SetParam> auto& c) {
  a.field("owner", c.owner);
  a.field("key", c.key);
  a.field("value", c.value);
}
void fields(auto& a, Is<SelectBroadphase> auto& c) { a.field("id", c.id); }
void fields(auto& a, Is<SelectNarrowphase> auto& c) { a.field("id", c.id); }
void fields(auto& a, Is<UseBroadphase> auto& c) {
  a.field("id", c.id);
  a.field("values", c.values);
  a.field("title", c.title);
}
void fields(FieldWriter& f, const AddImage& c) {
  const PackedImage packed{c.image->name, {encode_png(*c.image)}};
  fields(f, packed);
}
void fields(FieldReader& f, AddImage& c) {
  PackedImage packed;
  fields(f, packed);
  if (!f.place().is_good()) return;
  auto image = packed.unpacked();
  if (!image) return f.place().refuse(image.error().text);
  c.image = *std::move(image);
}
void fields(auto& a, Is<TuneImage> auto& c) {
  a.field("image", c.image);
  a.field("n", c.tuning.n);
  a.field("inset", c.tuning.inset);
}
void fields(auto& a, Is<SetMaterial> auto& c) {
  a.field("image", c.image);
  a.field("restitution", c.material.restitution);
  a.field("friction", c.material.friction);
}
void fields(auto& a, Is<SetCount> auto& c) { a.field("count", c.count); }
void fields(auto& a, Is<AddSprite> auto& c) {
  a.field("image", c.sprite.image);
  sprite_fields(a, c.sprite);
}
void fields(auto& a, Is<CloneSprites> auto& c) {
  a.field("ids", c.ids);
  a.field("offset", c.offset);
}
void fields(auto& a, Is<RemoveSprites> auto& c) { a.field("ids", c.ids); }
void fields(auto& a, Is<SetStatic> auto& c) {
  a.field("ids", c.ids);
  a.field("static", c.is_static);
}
void fields(auto& a, Is<SetFilter> auto& c) {
  a.field("ids", c.ids);
  a.field("category-on", c.category_on);
  a.field("category-off", c.category_off);
  a.field("mask-on", c.mask_on);
  a.field("mask-off", c.mask_off);
}
void fields(auto& a, Is<FilterCategories> auto& c) {
  a.field("first", c.first);
  a.field("second", c.second);
  a.field("collide", c.collide);
}
void fields(auto& a, Is<SetVolume> auto& c) {
  a.field("ids", c.ids);
  a.field("volume", c.volume, kVolumeNames);
}
void fields(auto& a, Is<Grab> auto& c) {
  a.field("id", c.id);
  a.field("at", c.at);
}
void fields(auto& a, Is<Drag> auto& c) {
  a.field("position", c.position);
  a.field("by-hand", c.by_hand);
}
void fields(auto& a, Is<Release> auto& c) { a.field("velocity", c.velocity); }
void fields(auto&, Is<Undo> auto&) {}
void fields(auto&, Is<Redo> auto&) {}

}  // namespace command

namespace record {
namespace {

using namespace command;

template <std::size_t... I>
Command read_as(std::size_t which, FieldReader& f, std::index_sequence<I...>) {
  Command command;
  ((which == I ? fields(f, command.emplace<I>()) : void()), ...);
  return command;
}

// ---- snapshots

/// Reads `names`, all images by number, of which the document may bring some.
void read_images(const Reader& names, const SceneDocument& document, ImageSet& images) {
  const ImageSet builtin = builtin_images();
  std::vector<std::string> all;
  read(names, all);
  for (const std::string& name : all) {
    const auto own = std::ranges::find(document.images, name, &Image::name);
    const int known = builtin.find(name);
    if (own != document.images.end())
      images.add(*own);
    else if (known >= 0)
      images.add(builtin.shared(static_cast<std::size_t>(known)));
    else
      names.refuse("'" + name + "' is neither built in nor in the scene");
  }
  for (std::size_t i = 0; i < builtin.size(); ++i)
    if (images.find(builtin[i].name) < 0)
      names.refuse("'" + builtin[i].name + "' is missing; all built-in ones must be there");
  names.refuse_if(check_images(images.size()));
}

void fill_world(const Reader& at, const SceneDocument& document, const ImageSet& images,
                World& world) {
  if (!document.sprites) return at.refuse("must have sprites");
  std::vector<std::uint16_t> number;
  for (const auto& image : document.images) {
    const int known = images.find(image->name);
    if (known < 0) return at.refuse("the list of images has no '" + image->name + "'");
    number.push_back(static_cast<std::uint16_t>(known));
  }
  document.put(world, number);
}

template <class T>
void read_for_images(const Reader& at, std::size_t images, std::vector<T>& all) {
  if (at.is_list() && at.json().size() > images) at.refuse("is longer than the list of images");
  if (at.is_good()) read(at, all);
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

Json playback_json(const Playback& playback) {
  const RecordingPlayback& show = playback.recording;
  const NarrowphaseEntry* before = playback.narrowphase_before;
  return {{"name", show.name()},
          {"boxes", box_text(*show.shared_recording())},
          {"grows", show.origin()->ids.empty()},
          {"frame", show.frame()},
          {"follows", show.follows()},
          {"image", show.image()},
          {"order", std::vector<std::int64_t>(show.ids().begin(), show.ids().end())},
          {"narrowphase-before", before ? Json(before->id) : Json()}};
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

const NarrowphaseEntry* read_narrowphase(const Reader& at) {
  if (at.json().is_null() || !at.is_text()) return nullptr;
  const NarrowphaseEntry* entry = find_entry(narrowphases(), *at.json().text());
  if (!entry) at.refuse(unknown_id("narrowphase", *at.json().text(), narrowphases()).text);
  return entry;
}

/// The members of a recording that plays, as they stand in the file.
struct PlaybackFields {
  std::string name;
  bool grows = false, follows = false;
  std::size_t frame = 0;
  std::uint16_t image = 0;
  std::vector<std::int64_t> order;
  std::shared_ptr<const BoxRecording> boxes;
  const NarrowphaseEntry* narrowphase_before = nullptr;
};
void fields(FieldReader& f, PlaybackFields& p) {
  f.field("name", p.name);
  f.field("boxes", p.boxes);
  f.field("grows", p.grows);
  f.field("frame", p.frame);
  f.field("follows", p.follows);
  f.field("image", p.image);
  f.field("order", p.order);
  f.with("narrowphase-before",
         [&](const Reader& at) { p.narrowphase_before = read_narrowphase(at); });
}

std::optional<Playback> read_playback(const Reader& at, const ImageSet& images, World& world) {
  PlaybackFields p;
  read(at, p);
  if (at.is_good() && p.image >= images.size()) at.refuse("there is no such image");
  if (!at.is_good()) return {};
  RecordingPlayback show(p.grows ? no_boxes() : p.boxes, p.name, {}, p.image);
  if (p.grows) show.grow(frames_of(*p.boxes), {});
  if (p.frame >= show.size()) return at.refuse("there is no such frame"), std::nullopt;
  if (!is_order_of(p.order, show, p.frame))
    return at.refuse("\"order\" must be the ids of the frame"), std::nullopt;
  show.follow(p.follows);
  show.show_as(p.frame, p.order, world);
  Playback playback(std::move(show));
  playback.narrowphase_before = p.narrowphase_before;
  return playback;
}

}  // namespace

Status add_command(Json& line, const Command& command) {
  FieldWriter f(line);
  f.field("do", kCommandIds[command.index()]);
  return std::visit(
      [&]<class C>(const C& c) -> Status {
        if constexpr (std::is_same_v<C, OpenDocument>) {
          const auto text = document_text(*c.document);
          if (!text) return text.error();
          f.field("document", *text);
        } else {
          fields(f, c);
        }
        return {};
      },
      command);
}

Command read_command(FieldReader& line) {
  std::size_t which = 0;
  line.with("do", [&](const Reader& at) { which = at.choice(kCommandIds); });
  return read_as(which, line, std::make_index_sequence<std::variant_size_v<Command>>());
}

Result<Json> snapshot_json(const Snapshot& snapshot) {
  const auto& [settings, world, playback] = snapshot.state;
  SceneDocument document = settings;
  document.tuning.clear(), document.materials.clear();  // of the session's images
  for (std::size_t i = 0; i < snapshot.images.size(); ++i)
    document.images.push_back(snapshot.images.shared(i));
  if (!playback) document.take(world);
  const auto text = document_text(document);
  if (!text) return text.error();
  Json json{{"scene", *text},
            {"scenes", scenes_json(snapshot.scenes)},
            {"images", names_in_file(document)},
            {"tuning", json_of(settings.tuning)},
            {"materials", json_of(settings.materials)},
            {"steps", snapshot.steps}};
  if (playback) json["recording"] = playback_json(*playback);
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
  const std::size_t images = snapshot.images.size();
  f.with("scenes", [&](const Reader& all) { read_scenes(all, snapshot.scenes); });
  f.with("tuning", [&](const Reader& all) { read_for_images(all, images, state.settings.tuning); });
  f.with("materials",
         [&](const Reader& all) { read_for_images(all, images, state.settings.materials); });
  f.field("steps", snapshot.steps);
  const bool plays = f.if_given("recording", [&](const Reader& recording) {
    state.playback = read_playback(recording, snapshot.images, state.world);
  });
  f.end();
  if (!plays && at.is_good()) fill_world(at, document, snapshot.images, state.world);
  return snapshot;
}

}  // namespace record
}  // namespace phasebox
