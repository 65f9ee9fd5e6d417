// SPDX-License-Identifier: MIT
// A scene file holds what a scene shows; a snapshot holds in addition what has a number.
#include "io/record/snapshot_lines.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "collide/registry.hpp"
#include "io/pictures/images.hpp"
#include "io/record/box_text.hpp"
#include "io/scene_file.hpp"
#include "session/editor.hpp"
#include "session/settings.hpp"

namespace phasebox::record {
namespace {

/// The images by number, each with a name of its own. A name that stands twice gets a number, as
/// scene files do.
std::vector<std::shared_ptr<const Image>> named_images(const ImageSet& images) {
  std::set<std::string, std::less<>> taken;
  for (std::size_t i = 0; i < images.size(); ++i) taken.insert(images[i].name);
  std::set<std::string, std::less<>> seen;
  std::vector<std::shared_ptr<const Image>> all;
  for (std::size_t i = 0; i < images.size(); ++i) {
    all.push_back(images.shared(i));
    if (seen.insert(images[i].name).second) continue;
    Image other = images[i];
    for (int n = 2; !taken.insert(other.name).second; ++n)
      other.name = fmt::format("{}-{}", images[i].name, n);
    all.back() = std::make_shared<const Image>(std::move(other));
  }
  return all;
}

/// Reads a document that may bring images of its own; `names` are all images by number.
ImageSet images_of(const SceneDocument& document, const Json& names) {
  const ImageSet builtin = builtin_images();
  ImageSet images;
  for (const Json& json : names) {
    if (!json.is_string()) throw BadLine{"images: must be a list of names"};
    const auto name = json.get<std::string>();
    const auto own = std::ranges::find(document.images, name, &Image::name);
    const int known = builtin.find(name);
    if (own != document.images.end())
      images.add(*own);
    else if (known >= 0)
      images.add(builtin.shared(static_cast<std::size_t>(known)));
    else
      throw BadLine{"images: '" + name + "' is neither built in nor in the scene"};
  }
  for (std::size_t i = 0; i < builtin.size(); ++i)
    if (images.find(builtin[i].name) < 0)
      throw BadLine{"images: '" + builtin[i].name +
                    "' is missing; all built-in ones must be there"};
  if (auto error = check_images(images.size())) throw BadLine{"images: " + error->text};
  return images;
}

void fill_world(const SceneDocument& document, const ImageSet& images, World& world) {
  std::vector<std::uint16_t> number;  // -1 becomes one that no session has
  for (const auto& image : document.images)
    number.push_back(static_cast<std::uint16_t>(images.find(image->name)));
  world.reserve(document.sprites->size());
  for (Sprite sprite : *document.sprites) {
    sprite.image = number[sprite.image];
    if (auto error = check_new_sprite(sprite, images.size()))
      throw BadLine{"scene: " + error->text};
    world.add(sprite);
  }
  world.set_cached_impulses(document.cached_impulses);
  world.set_quiet_steps(document.quiet_steps);
}

// ---- what images have of their own

Json tuning_json(const std::vector<ImageTuning>& all) {
  Json list = Json::array();
  for (const ImageTuning& t : all) list.push_back(Json{t.n, static_cast<double>(t.inset)});
  return list;
}

Json materials_json(const std::vector<ImageMaterial>& all) {
  Json list = Json::array();
  for (const ImageMaterial& m : all)
    list.push_back(Json{static_cast<double>(m.restitution), static_cast<double>(m.friction)});
  return list;
}

void check_pair(const Json& pair, const char* name, std::size_t number, std::size_t images) {
  if (!pair.is_array() || pair.size() != 2)
    throw BadLine{std::string(name) + ": must be a list of pairs of numbers"};
  if (number >= images) throw BadLine{std::string(name) + ": is longer than the list of images"};
}

std::vector<ImageTuning> tuning_of(const Json& list, std::size_t images) {
  std::vector<ImageTuning> all;
  for (const Json& pair : list) {
    check_pair(pair, "tuning", all.size(), images);
    all.push_back({Fields::number_of<std::int32_t>(pair[0], "tuning"),
                   Fields::number_of<float>(pair[1], "tuning")});
    if (auto error = check_tuning(all.back())) throw BadLine{"tuning: " + error->text};
  }
  return all;
}

std::vector<ImageMaterial> materials_of(const Json& list, std::size_t images) {
  std::vector<ImageMaterial> all;
  for (const Json& pair : list) {
    check_pair(pair, "materials", all.size(), images);
    all.push_back({Fields::number_of<float>(pair[0], "materials"),
                   Fields::number_of<float>(pair[1], "materials")});
    if (auto error = check_material(all.back())) throw BadLine{"materials: " + error->text};
  }
  return all;
}

// ---- what scenes keep

Json scenes_json(const std::vector<SceneValue>& all) {
  Json json = Json::object();
  for (const SceneValue& v : all) json[std::string(v.scene->id)][v.key] = v.value;
  return json;
}

void add_values(const SceneEntry& scene, const Json& values, std::vector<SceneValue>& all) {
  const std::string where = "scenes/" + std::string(scene.id);
  if (!values.is_object()) throw BadLine{where + ": must be an object"};
  const auto made = scene.make();
  for (const auto& [key, value] : values.items()) {
    const Param* row = find_param(made->params().rows, key);
    if (!row) throw BadLine{where + "/" + key + ": there is no such parameter"};
    const double number = Fields::number_of<double>(value, where + "/" + key);
    if (auto error = check_value(*row, number)) throw BadLine{where + "/" + error->text};
    all.push_back({&scene, key, number});
  }
}

std::vector<SceneValue> scenes_of(const Json& json) {
  if (!json.is_object()) throw BadLine{"scenes: must be an object"};
  std::vector<SceneValue> all;
  for (const auto& [id, values] : json.items()) {
    const SceneEntry* scene = find_entry(scenes(), id);
    if (!scene) throw BadLine{"scenes: " + unknown_id("scene", id, scenes()).text};
    add_values(*scene, values, all);
  }
  return all;
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
          {"narrowphase-before", before ? Json(std::string(before->id)) : Json()}};
}

void check_order(std::vector<std::int64_t> order, const RecordingPlayback& show,
                 std::size_t frame) {
  std::vector<std::int64_t> there;
  if (show.rows() > 0) {
    const auto [recording, at] = show.place(frame);
    const auto ids = recording.ids_of(at);
    there.assign(ids.begin(), ids.end());
  }
  std::ranges::sort(order);
  if (order != there) throw BadLine{"recording/order: must be the ids of the frame"};
}

Playback playback_of(const Json& json, const ImageSet& images, World& world) {
  Fields f(json, "recording");
  const std::string boxes = f.text("boxes"), name = f.text("name");
  const bool grows = f.flag("grows");
  const auto image = f.number<std::uint16_t>("image");
  if (image >= images.size()) throw BadLine{"recording/image: there is no such image"};
  RecordingPlayback show(boxes_of_text(grows ? std::string() : boxes), name, {}, image);
  if (grows) show.grow(frames_of_text(boxes), {});
  const auto frame = f.number<std::size_t>("frame");
  if (frame >= show.size()) throw BadLine{"recording/frame: there is no such frame"};
  const auto order = f.numbers<std::int64_t>("order");
  check_order(order, show, frame);
  show.follow(f.flag("follows"));
  const Json& before = f.at("narrowphase-before");
  const NarrowphaseEntry* entry = nullptr;
  if (before.is_string()) entry = find_entry(narrowphases(), before.get<std::string>());
  if (!entry && !before.is_null()) throw BadLine{"recording/narrowphase-before: is not known"};
  f.end();
  show.show_as(frame, order, world);
  Playback playback(std::move(show));
  playback.narrowphase_before = entry;
  return playback;
}

}  // namespace

Json document_json(const SceneDocument& document) {
  SceneDocument own = document;
  std::erase_if(own.params, [](const ParamValue& p) { return p.owner == Owner::view(); });
  const Result<std::string> text = scene_text(own, Settings().groups());
  if (!text) throw BadLine{text.error().text};
  return *text;
}

SceneDocument document_of(const Json& text, const std::string& name) {
  if (!text.is_string()) throw BadLine{name + ": must be the text of a scene file"};
  Result<SceneDocument> document = parse_scene(text.get<std::string>(), name, Settings().groups());
  if (!document) throw BadLine{document.error().text};
  return *std::move(document);
}

Json snapshot_json(const Snapshot& snapshot) {
  SceneDocument document = snapshot.settings;
  document.images = named_images(snapshot.images);
  Json names = Json::array();
  for (const auto& image : document.images) names.push_back(image->name);
  if (!snapshot.playback) {
    auto& sprites = document.sprites.emplace();
    for (SpriteId i = 0; i < snapshot.world.size(); ++i) sprites.push_back(snapshot.world.get(i));
    const auto impulses = snapshot.world.cached_impulses();
    document.cached_impulses.assign(impulses.begin(), impulses.end());
    const auto quiet = snapshot.world.quiet_steps();
    document.quiet_steps.assign(quiet.begin(), quiet.end());
  }
  Json json{{"scene", document_json(document)},
            {"scenes", scenes_json(snapshot.scenes)},
            {"images", std::move(names)},
            {"tuning", tuning_json(snapshot.tuning)},
            {"materials", materials_json(snapshot.materials)},
            {"steps", snapshot.steps}};
  if (snapshot.playback) json["recording"] = playback_json(*snapshot.playback);
  return json;
}

Snapshot snapshot_of(const Json& json) {
  Fields f(json);
  SceneDocument document = document_of(f.at("scene"), "scene");
  Snapshot snapshot;
  snapshot.images = images_of(document, f.list("images"));
  snapshot.scenes = scenes_of(f.at("scenes"));
  snapshot.tuning = tuning_of(f.list("tuning"), snapshot.images.size());
  snapshot.materials = materials_of(f.list("materials"), snapshot.images.size());
  snapshot.steps = f.number<std::uint64_t>("steps");
  if (f.has("recording"))
    snapshot.playback = playback_of(f.at("recording"), snapshot.images, snapshot.world);
  else if (document.sprites)
    fill_world(document, snapshot.images, snapshot.world);
  else
    throw BadLine{"scene: must have sprites"};
  f.end();
  document.images.clear();
  document.sprites.reset();
  document.cached_impulses.clear();
  document.quiet_steps.clear();
  snapshot.settings = std::move(document);
  return snapshot;
}

}  // namespace phasebox::record
