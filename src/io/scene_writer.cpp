// SPDX-License-Identifier: MIT
// Scene files out: one line per owner of parameters, image and sprite, so that a diff can be read.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "collide/registry.hpp"
#include "io/base64.hpp"
#include "io/images.hpp"
#include "io/json.hpp"
#include "io/scene_file.hpp"
#include "io/text_file.hpp"
#include "world/scene/scene.hpp"
#include "world/transform.hpp"
#include "world/world.hpp"

namespace phasebox {
namespace {

bool is_builtin(const Image& image, const ImageSet& builtin) {
  const int number = builtin.find(image.name);
  return number >= 0 && builtin[static_cast<std::size_t>(number)].rgba == image.rgba;
}

// Names as sprites refer to images in the file. Two dropped files may have the same name, or that
// of a built-in image; the later one gets a number.
std::vector<std::string> unique_names(const SceneDocument& document, const ImageSet& builtin) {
  std::set<std::string, std::less<>> taken;
  for (std::size_t i = 0; i < builtin.size(); ++i) taken.insert(builtin[i].name);
  std::vector<std::string> names;
  for (const auto& image : document.images) {
    std::string name = image->name;
    if (!is_builtin(*image, builtin))
      for (int n = 2; !taken.insert(name).second; ++n) name = fmt::format("{}-{}", image->name, n);
    names.push_back(std::move(name));
  }
  return names;
}

std::span<const Param> rows_of(Owner owner, const SceneDocument& document,
                               std::span<const ParamGroup> groups) {
  if (owner == Owner::scene()) {
    const SceneEntry* scene = find_entry(scenes(), document.scene);
    if (scene) return scene->make()->params().rows;
    return {};
  }
  const auto it = std::ranges::find(groups, owner, &ParamGroup::owner);
  if (it != groups.end()) return it->rows;
  return {};
}

// The file opens where the plug-in is not loaded.
bool is_of_unused_plugin(Owner owner, const SceneDocument& document) {
  const BroadphaseEntry* entry = find_entry(broadphases(), owner.id());
  return entry && !entry->file.empty() && entry->id != document.broadphase;
}

Result<std::vector<std::string>> param_lines(const SceneDocument& document,
                                             std::span<const ParamGroup> groups) {
  Json owners = Json::object();
  for (const ParamValue& p : document.params) {
    if (is_of_unused_plugin(p.owner, document)) continue;
    const Param* row = find_param(rows_of(p.owner, document, groups), p.key);
    if (!row)
      return Error{fmt::format("there is no parameter '{}' to save", full_name(p.owner, p.key))};
    owners[std::string(p.owner.id())][p.key] = param_json(*row, p.value);
  }
  std::vector<std::string> lines;
  for (const auto& [owner, values] : owners.items())
    lines.push_back(json_text(owner) + ": " + json_text(values));
  return lines;
}

std::vector<std::string> image_lines(const SceneDocument& document, const ImageSet& builtin,
                                     std::span<const std::string> names) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Image& image = *document.images[i];
    if (is_builtin(image, builtin)) continue;
    lines.push_back(json_text({{"name", names[i]}, {"png", encode_base64(encode_png(image))}}));
  }
  return lines;
}

// Of images that have any.
std::vector<std::string> tuning_lines(const SceneDocument& document,
                                      std::span<const std::string> names) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ImageTuning t = i < document.tuning.size() ? document.tuning[i] : ImageTuning{};
    const ImageMaterial m = material_of(document.materials, i);
    Json values = Json::object();
    if (t.n > 0) values["n"] = t.n;
    if (t.inset >= 0) values["inset"] = t.inset;
    if (m.restitution >= 0) values["restitution"] = m.restitution;
    if (m.friction >= 0) values["friction"] = m.friction;
    if (!values.empty()) lines.push_back(json_text(names[i]) + ": " + json_text(values));
  }
  return lines;
}

Status check_sprite(const Sprite& s, std::size_t number) {
  const Status error = check_sprite(s);
  if (!error) return {};
  return Error{fmt::format("/sprites/{}/{}; the scene cannot be saved", number, error->text)};
}

Json sprite_json(const Sprite& s, const std::string& image) {
  return {{"image", image},
          {"position", {s.position.x, s.position.y}},
          {"velocity", {s.velocity.x, s.velocity.y}},
          {"angle", s.angle},
          {"spin", s.spin},
          {"scale", {s.scale.x, s.scale.y}},
          {"category", s.filter.category},
          {"mask", s.filter.mask},
          {"volume", std::string(kVolumeNames[static_cast<std::size_t>(s.volume)])},
          {"static", s.is_static}};
}

Result<std::vector<std::string>> sprite_lines(const SceneDocument& document,
                                              std::span<const std::string> names) {
  std::vector<std::string> lines;
  for (const Sprite& s : *document.sprites) {
    if (auto error = check_sprite(s, lines.size())) return *std::move(error);
    lines.push_back(json_text(sprite_json(s, names[s.image])));
  }
  return lines;
}

// A border of the field is -1 to -4.
std::vector<std::string> cached_impulse_lines(const SceneDocument& document) {
  std::vector<std::string> lines;
  for (const CachedImpulse& s : document.cached_impulses) {
    const std::int64_t b = s.b < CachedImpulse::kBorders
                               ? std::int64_t{s.b}
                               : -1 - std::int64_t{s.b - CachedImpulse::kBorders};
    lines.push_back(
        json_text(Json{s.a, b, s.impulse[0].x, s.impulse[0].y, s.impulse[1].x, s.impulse[1].y}));
  }
  return lines;
}

void append_block(std::string& text, std::string_view key, char open,
                  std::span<const std::string> lines, char close) {
  text += fmt::format(",\n  \"{}\": {}", key, open);
  std::string_view separator = "\n    ";
  for (const std::string& line : lines) {
    text.append(separator).append(line);
    separator = ",\n    ";
  }
  text += lines.empty() ? "" : "\n  ";
  text += close;
}

}  // namespace

Result<std::string> scene_text(const SceneDocument& document, std::span<const ParamGroup> groups) {
  const ImageSet builtin = builtin_images();
  const std::vector<std::string> names = unique_names(document, builtin);
  const auto params = param_lines(document, groups);
  if (!params) return params.error();

  std::string text = fmt::format("{{\n  \"phasebox\": {}", kSceneFileVersion);
  text += ",\n  \"scene\": " + json_text(document.scene);
  text += ",\n  \"broadphase\": " + json_text(document.broadphase);
  text += ",\n  \"narrowphase\": " + json_text(document.narrowphase);
  append_block(text, "parameters", '{', *params, '}');
  const auto images = image_lines(document, builtin, names);
  if (!images.empty()) append_block(text, "images", '[', images, ']');
  if (document.sprites) {
    const auto sprites = sprite_lines(document, names);
    if (!sprites) return sprites.error();
    append_block(text, "sprites", '[', *sprites, ']');
    const auto cached_impulses = cached_impulse_lines(document);
    if (!cached_impulses.empty()) append_block(text, "supports", '[', cached_impulses, ']');
    if (!document.quiet_steps.empty())
      text += ",\n  \"quiet-steps\": " + json_text(Json(document.quiet_steps));
    const auto tuning = tuning_lines(document, names);
    if (!tuning.empty()) append_block(text, "per-image", '{', tuning, '}');
  }
  return text + "\n}\n";
}

Status save_scene_file(const std::filesystem::path& path, const SceneDocument& document,
                       std::span<const ParamGroup> groups) {
  const Result<std::string> text = scene_text(document, groups);
  if (!text) return Error{path.string() + ": " + text.error().text};
  return write_file_atomically(path, *text);
}

}  // namespace phasebox
