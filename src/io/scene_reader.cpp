// SPDX-License-Identifier: MIT
// Scene files in: every value is checked where it stands, and refused with its JSON path.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "collide/registry.hpp"
#include "io/base64.hpp"
#include "io/images.hpp"
#include "io/json.hpp"
#include "io/scene_file.hpp"
#include "io/text_file.hpp"
#include "session/session.hpp"
#include "world/scene/scene.hpp"
#include "world/transform.hpp"

namespace phasebox {
namespace {

constexpr std::array<std::string_view, 10> kSpriteKeys{"image",  "position", "velocity", "angle",
                                                       "spin",   "scale",    "category", "mask",
                                                       "volume", "static"};

/// Where in the document a value stands; a chain on the stack, put into words only for an error.
struct Place {
  const Place* parent = nullptr;
  std::string_view key;
  std::size_t index = 0;

  Place at(std::string_view name) const { return {this, name}; }
  Place at(std::size_t i) const { return {this, {}, i}; }
  /// JSON pointer (RFC 6901).
  std::string text() const {
    if (!parent) return {};
    std::string escaped;
    for (const char c : key)
      if (c == '~')
        escaped += "~0";
      else if (c == '/')
        escaped += "~1";
      else
        escaped += c;
    return parent->text() + "/" + (key.data() ? escaped : std::to_string(index));
  }
};

Json member(const Json& object, std::string_view key) {
  const auto it = object.find(std::string(key));
  return it == object.end() ? Json() : *it;
}

class Reader {
 public:
  Reader(std::string_view file_name, std::span<const ParamGroup> groups)
      : file_(file_name), groups_(groups) {}

  Result<SceneDocument> run(const Json& root) {
    for (const auto step :
         {&Reader::read_head, &Reader::read_params, &Reader::read_images, &Reader::read_sprites,
          &Reader::read_cached_impulses, &Reader::read_quiet_steps, &Reader::read_tuning})
      if (auto error = (this->*step)(root)) return *std::move(error);
    return std::move(document_);
  }

 private:
  Error refuse(const Place& place, std::string_view what) const {
    const std::string where = place.text();
    return {fmt::format("{}: {}: {}", file_, where.empty() ? "/" : where, what)};
  }

  Status check_keys(const Json& object, const Place& place,
                    std::span<const std::string_view> known) const {
    if (!object.is_object()) return refuse(place, "must be an object");
    for (const auto& [key, value] : object.items())
      if (std::ranges::find(known, key) == known.end())
        return refuse(place.at(key),
                      fmt::format("there is no such key; choose from {}", fmt::join(known, ", ")));
    return {};
  }

  // ---- head

  Status read_head(const Json& root) {
    constexpr std::array<std::string_view, 10> kKeys{
        "phasebox", "scene",   "broadphase", "narrowphase", "parameters",
        "images",   "sprites", "supports",   "quiet-steps", "per-image"};
    if (auto error = read_version(root)) return error;
    if (auto error = check_keys(root, root_, kKeys)) return error;
    if (auto error = read_id(root, "scene", scenes(), document_.scene)) return error;
    if (auto error = read_id(root, "broadphase", broadphases(), document_.broadphase)) return error;
    return read_id(root, "narrowphase", narrowphases(), document_.narrowphase);
  }

  Status read_version(const Json& root) const {
    if (!root.is_object() || !root.contains("phasebox"))
      return refuse(root_, "no Phasebox scene; it must be an object with \"phasebox\": 1");
    const Json& version = root["phasebox"];
    if (version.is_number_integer() && version == kSceneFileVersion) return {};
    return refuse(root_.at("phasebox"),
                  fmt::format("version {} is not known, this program reads version {}",
                              json_text(version), kSceneFileVersion));
  }

  template <class Entry>
  Status read_id(const Json& root, std::string_view kind, std::span<const Entry* const> all,
                 std::string& into) const {
    const Json id = member(root, kind);
    const Place place = root_.at(kind);
    if (!id.is_string()) return refuse(place, "must be given, as a string");
    into = id.get<std::string>();
    if (!find_entry(all, into)) return refuse(place, unknown_id(kind, into, all).text);
    return {};
  }

  // ---- parameters

  /// The rows of an owner; of "scene", those of the scene that the file names.
  std::optional<std::span<const Param>> rows_of(Owner owner) const {
    if (owner == Owner::scene())
      return find_entry(scenes(), document_.scene)->make()->params().rows;
    const auto it = std::ranges::find(groups_, owner, &ParamGroup::owner);
    if (it == groups_.end()) return {};
    return it->rows;
  }

  Status read_params(const Json& root) {
    const Place place = root_.at("parameters");
    const Json owners = root.contains("parameters") ? member(root, "parameters") : Json::object();
    if (!owners.is_object()) return refuse(place, "must be an object");
    for (const auto& [name, values] : owners.items()) {
      const Owner owner = owner_named(name);
      const auto rows = rows_of(owner);
      const Place owner_place = place.at(name);
      if (!rows && owner == Owner::view()) continue;
      if (!rows) return refuse(owner_place, "nothing of that name has parameters");
      if (!values.is_object()) return refuse(owner_place, "must be an object");
      for (const auto& [key, value] : values.items())
        if (auto error = read_param(owner, *rows, key, value, owner_place.at(key))) return error;
    }
    add_defaults(owners, Owner::scene(), *rows_of(Owner::scene()));
    for (const ParamGroup& group : groups_)
      if (group.owner != Owner::scene() && group.owner != Owner::view())
        add_defaults(owners, group.owner, group.rows);
    return {};
  }

  Status read_param(Owner owner, std::span<const Param> rows, const std::string& key,
                    const Json& json, const Place& place) {
    const Param* row = find_param(rows, key);
    if (!row) return refuse(place, fmt::format("{} has no such parameter", owner.id()));
    const std::optional<double> value = param_value(*row, json);
    if (!value || check_value(*row, *value))
      return refuse(place, fmt::format("{} is not {}", json_text(json),
                                       row->kind == Param::Kind::flag ? "true or false"
                                                                      : describe_range(*row)));
    document_.params.push_back({owner, key, *value});
    return {};
  }

  static std::optional<double> param_value(const Param& row, const Json& json) {
    switch (row.kind) {
      case Param::Kind::flag:
        if (!json.is_boolean()) return {};
        return json.get<bool>() ? 1 : 0;
      case Param::Kind::choice: {
        const auto it = json.is_string() ? std::ranges::find(row.choices, json.get<std::string>())
                                         : row.choices.end();
        if (it == row.choices.end()) return {};
        return static_cast<double>(it - row.choices.begin());
      }
      case Param::Kind::real:
      case Param::Kind::integer: break;
    }
    if (!json.is_number()) return {};
    if (json.is_number_integer()) return json.get<double>();
    // The end of a range need not be a float32; the float32 nearest to it is meant to be inside.
    const auto value = json.get<float>();
    if (value == static_cast<float>(row.lo)) return row.lo;
    if (value == static_cast<float>(row.hi)) return row.hi;
    return static_cast<double>(value);
  }

  void add_defaults(const Json& owners, Owner owner, std::span<const Param> rows) {
    const Json given = member(owners, owner.id());
    for (const Param& row : rows)
      if (!given.is_object() || !given.contains(std::string(row.key)))
        document_.params.push_back({owner, std::string(row.key), row.init});
  }

  // ---- images

  Status read_images(const Json& root) {
    if (!root.contains("images")) return {};
    const Json& images = root["images"];
    const Place place = root_.at("images");
    if (!images.is_array()) return refuse(place, "must be an array");
    if (images.size() > kMaxSceneImages)
      return refuse(place,
                    fmt::format("{} images, at most {} are read", images.size(), kMaxSceneImages));
    // What all of them take is known before the first is unpacked.
    std::vector<Packed> packed(images.size());
    std::uint64_t pixels = 0;
    for (std::size_t i = 0; i < images.size(); ++i) {
      if (auto error = read_image(images[i], place.at(i), packed[i])) return error;
      if (auto error = check_pixels(pixels += packed[i].pixels)) return refuse(place, error->text);
    }
    for (std::size_t i = 0; i < images.size(); ++i) {
      auto image = decode_image(packed[i].name, packed[i].bytes());
      if (!image) return refuse(place.at(i).at("png"), image.error().text);
      document_.images.push_back(*std::move(image));
    }
    return {};
  }

  /// An image as it stands in the file.
  struct Packed {
    std::string name, text;
    std::uint64_t pixels = 0;
    std::span<const unsigned char> bytes() const {
      return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
    }
  };

  Status read_image(const Json& json, const Place& place, Packed& into) {
    constexpr std::array<std::string_view, 2> kKeys{"name", "png"};
    if (auto error = check_keys(json, place, kKeys)) return error;
    const Json name = member(json, "name"), png = member(json, "png");
    if (!name.is_string()) return refuse(place.at("name"), "must be given, as a string");
    if (!png.is_string()) return refuse(place.at("png"), "must be given, as base64 of a PNG file");
    into.name = name.get<std::string>();
    const auto number = static_cast<std::uint16_t>(number_of_.size());
    if (!number_of_.emplace(into.name, number).second)
      return refuse(place.at("name"),
                    fmt::format("'{}' stands twice, names are unique", into.name));
    auto bytes = decode_base64(png.get_ref<const std::string&>());
    if (!bytes) return refuse(place.at("png"), "is no base64 text");
    into.text = *std::move(bytes);
    const auto pixels = image_pixels(into.name, into.bytes());
    if (!pixels) return refuse(place.at("png"), pixels.error().text);
    into.pixels = *pixels;
    return {};
  }

  std::uint16_t add_image(std::shared_ptr<const Image> image) {
    const auto number = static_cast<std::uint16_t>(document_.images.size());
    number_of_.emplace(image->name, number);
    document_.images.push_back(std::move(image));
    return number;
  }

  // ---- sprites

  Status read_sprites(const Json& root) {
    if (!root.contains("sprites")) return {};
    const Json& sprites = root["sprites"];
    const Place place = root_.at("sprites");
    if (!sprites.is_array()) return refuse(place, "must be an array");
    if (sprites.size() > kMaxSprites)
      return refuse(
          place, fmt::format("{} sprites, a world holds at most {}", sprites.size(), kMaxSprites));
    builtin_ = builtin_images();
    document_.sprites.emplace().resize(sprites.size());
    for (std::size_t i = 0; i < sprites.size(); ++i)
      if (auto error = read_sprite(sprites[i], place.at(i), (*document_.sprites)[i])) return error;
    return {};
  }

  Status read_cached_impulses(const Json& root) {
    if (!root.contains("supports")) return {};
    const Json& cached_impulses = root["supports"];
    const Place place = root_.at("supports");
    if (!cached_impulses.is_array()) return refuse(place, "must be an array");
    if (!document_.sprites) return refuse(place, "stands without sprites");
    document_.cached_impulses.resize(cached_impulses.size());
    for (std::size_t i = 0; i < cached_impulses.size(); ++i)
      if (auto error =
              read_cached_impulse(cached_impulses[i], place.at(i), document_.cached_impulses[i]))
        return error;
    const auto order = [](const CachedImpulse& s) { return std::uint64_t{s.a} << 32 | s.b; };
    if (std::ranges::is_sorted(document_.cached_impulses, {}, order)) return {};
    return refuse(place, "must be in order of both sprites");
  }

  Status read_quiet_steps(const Json& root) {
    if (!root.contains("quiet-steps")) return {};
    const Json& steps = root["quiet-steps"];
    const Place place = root_.at("quiet-steps");
    if (!steps.is_array()) return refuse(place, "must be an array");
    if (!document_.sprites || steps.size() != document_.sprites->size())
      return refuse(place, "must have a number for each sprite");
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!steps[i].is_number_integer() || steps[i] < 0 || steps[i] > World::kStepsToSleep)
        return refuse(place.at(i),
                      fmt::format("must be a whole number from 0 to {}", World::kStepsToSleep));
      document_.quiet_steps.push_back(steps[i].get<std::uint8_t>());
    }
    return {};
  }

  Status read_tuning(const Json& root) {
    if (!root.contains("per-image")) return {};
    const Json& images = root["per-image"];
    const Place place = root_.at("per-image");
    if (!images.is_object()) return refuse(place, "must be an object");
    document_.tuning.resize(document_.images.size());
    document_.materials.resize(document_.images.size());
    for (const auto& [name, values] : images.items()) {
      const auto known = number_of_.find(name);
      if (known == number_of_.end()) return refuse(place.at(name), "no sprite shows that image");
      const Place there = place.at(name);
      constexpr std::array<std::string_view, 4> kKeys{"n", "inset", "restitution", "friction"};
      if (auto error = check_keys(values, there, kKeys)) return error;
      if (auto error = read_tuning_of(values, there, document_.tuning[known->second])) return error;
      if (auto error = read_material(values, there, document_.materials[known->second]))
        return error;
    }
    return {};
  }

  Status read_tuning_of(const Json& json, const Place& place, ImageTuning& tuning) const {
    const Json n = member(json, "n");
    const bool has_n = n.is_number_unsigned() && n >= 1 && n <= 32;
    if (!n.is_null() && !has_n) return refuse(place.at("n"), "must be a whole number from 1 to 32");
    if (has_n) tuning.n = n.get<std::int32_t>();
    return read_share(json, "inset", 100, place, tuning.inset);
  }

  Status read_material(const Json& json, const Place& place, ImageMaterial& material) const {
    if (auto error = read_share(json, "restitution", 1, place, material.restitution)) return error;
    return read_share(json, "friction", 4, place, material.friction);
  }

  // A number from 0 to `most`, if there is one.
  Status read_share(const Json& json, const char* key, int most, const Place& place,
                    float& into) const {
    const Json value = member(json, key);
    if (value.is_null()) return {};
    if (!value.is_number() || value < 0 || value > most)
      return refuse(place.at(key), fmt::format("must be a number from 0 to {}", most));
    into = value.get<float>();
    return {};
  }

  Status read_cached_impulse(const Json& json, const Place& place, CachedImpulse& s) const {
    if (!json.is_array() || json.size() != 6 || !json[0].is_number_integer() ||
        !json[1].is_number_integer())
      return refuse(place, "must be [sprite, sprite or border, and two impulses of two numbers]");
    const auto n = static_cast<std::int64_t>(document_.sprites->size());
    const auto a = json[0].get<std::int64_t>(), b = json[1].get<std::int64_t>();
    if (a < 0 || a >= n) return refuse(place.at(0), "must be the number of a sprite");
    if (b < -4 || b >= n || (b >= 0 && b <= a))
      return refuse(place.at(1), "must be the number of a later sprite, or -1 to -4 for a border");
    s.a = static_cast<SpriteId>(a);
    s.b =
        b >= 0 ? static_cast<SpriteId>(b) : CachedImpulse::kBorders + static_cast<SpriteId>(-1 - b);
    float* const values[] = {&s.impulse[0].x, &s.impulse[0].y, &s.impulse[1].x, &s.impulse[1].y};
    for (std::size_t k = 0; k < 4; ++k) {
      const Place at = place.at(k + 2);
      if (!json[k + 2].is_number()) return refuse(at, "must be a number");
      *values[k] = json[k + 2].get<float>();
    }
    return {};
  }

  Status read_sprite(const Json& json, const Place& place, Sprite& s) {
    if (auto error = check_keys(json, place, kSpriteKeys)) return error;
    if (!json.contains("image")) return refuse(place.at("image"), "must be given");
    if (!json.contains("position")) return refuse(place.at("position"), "must be given");
    for (const auto& [key, value] : json.items())
      if (auto error = read_field(key, value, place.at(key), s)) return error;
    return {};
  }

  Status read_field(std::string_view key, const Json& json, const Place& place, Sprite& s) {
    if (key == "image") return read_image_name(json, place, s.image);
    if (key == "position") return read_vec(json, place, kPositionBound, s.position);
    if (key == "velocity") return read_vec(json, place, kVelocityBound, s.velocity);
    if (key == "angle") return read_number(json, place, kAngleBound, s.angle);
    if (key == "spin") return read_number(json, place, kSpinBound, s.spin);
    if (key == "scale") return read_vec(json, place, kScaleBound, s.scale);
    if (key == "category") return read_bits(json, place, s.filter.category);
    if (key == "mask") return read_bits(json, place, s.filter.mask);
    if (key == "volume") return read_volume(json, place, s.volume);
    if (!json.is_boolean()) return refuse(place, "must be true or false");
    s.is_static = json.get<bool>();
    return {};
  }

  Status read_image_name(const Json& json, const Place& place, std::uint16_t& number) {
    if (!json.is_string()) return refuse(place, "must be the name of an image");
    const auto name = json.get<std::string>();
    if (const auto it = number_of_.find(name); it != number_of_.end()) {
      number = it->second;
      return {};
    }
    const int builtin = builtin_.find(name);
    if (builtin < 0)
      return refuse(place, fmt::format("image '{}' is neither built in nor among /images", name));
    number = add_image(builtin_.shared(static_cast<std::size_t>(builtin)));
    return {};
  }

  Status read_number(const Json& json, const Place& place, const Bound& bound, float& value) const {
    if (!json.is_number()) return refuse(place, "must be a number");
    value = json.get<float>();
    const std::string rule = bound.broken_by(value);
    if (!rule.empty()) return refuse(place, rule);
    return {};
  }

  Status read_vec(const Json& json, const Place& place, const Bound& bound, Vec2& value) const {
    if (!json.is_array() || json.size() != 2) return refuse(place, "must be an array [x, y]");
    if (auto error = read_number(json[0], place.at(0), bound, value.x)) return error;
    return read_number(json[1], place.at(1), bound, value.y);
  }

  Status read_bits(const Json& json, const Place& place, std::uint16_t& bits) const {
    if (!json.is_number_unsigned() || json.get<std::uint64_t>() > 0xFFFF)
      return refuse(place, "must be a whole number from 0 to 65535");
    bits = json.get<std::uint16_t>();
    return {};
  }

  Status read_volume(const Json& json, const Place& place, Volume& volume) const {
    const auto it = json.is_string() ? std::ranges::find(kVolumeNames, json.get<std::string>())
                                     : kVolumeNames.end();
    if (it == kVolumeNames.end())
      return refuse(place, fmt::format("must be one of {}", fmt::join(kVolumeNames, ", ")));
    volume = static_cast<Volume>(it - kVolumeNames.begin());
    return {};
  }

  std::string_view file_;
  std::span<const ParamGroup> groups_;
  const Place root_;
  ImageSet builtin_;
  std::unordered_map<std::string, std::uint16_t> number_of_;  // images of the document by name
  SceneDocument document_;
};

// "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error ..." is the
// library's wording; a user needs the line and what follows the position.
std::string reason(std::string_view what) {
  const std::size_t colon = what.find(": ");
  return std::string(colon == std::string_view::npos ? what : what.substr(colon + 2));
}

}  // namespace

Result<SceneDocument> parse_scene(std::string_view text, std::string_view file_name,
                                  std::span<const ParamGroup> groups) {
  if (auto error = check_json(text, file_name)) return *std::move(error);
  Json root;
  try {
    root = Json::parse(text);
  } catch (const Json::parse_error& e) {
    const std::size_t at = e.byte > 0 ? e.byte - 1 : 0;
    return Error{fmt::format("{}:{}: {}, the file must be JSON", file_name, line_at(text, at),
                             reason(e.what()))};
  } catch (const Json::out_of_range&
               e) {  // a number beyond float32, e.g. 'number overflow parsing '1e39''
    const std::string what = e.what();
    const std::size_t quote = std::min(what.find('\''), what.size());
    const std::string number = what.substr(quote, what.rfind('\'') - quote + 1);
    const std::size_t at = number.size() > 2 ? text.find(number.substr(1, number.size() - 2)) : 0;
    return Error{fmt::format("{}:{}: {} is too large, numbers must be finite float32", file_name,
                             line_at(text, at), number)};
  }
  return Reader(file_name, groups).run(root);
}

Result<SceneDocument> load_scene_file(const std::filesystem::path& path,
                                      std::span<const ParamGroup> groups) {
  const Result<std::string> text = read_file(path, kMaxSceneFile);
  if (!text) return text.error();
  return parse_scene(*text, path.string(), groups);
}

}  // namespace phasebox
