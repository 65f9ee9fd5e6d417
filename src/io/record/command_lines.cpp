// SPDX-License-Identifier: MIT
// Two functions for each command, and one table of them: a command without its row does not
// compile.
#include "io/record/command_lines.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "io/base64.hpp"
#include "io/images.hpp"
#include "io/record/box_text.hpp"
#include "io/record/snapshot_lines.hpp"

namespace phasebox::record {
namespace {

using namespace command;

Json ids_json(const std::vector<SpriteId>& ids) { return Json(ids); }
std::vector<SpriteId> ids_of(Fields& f) { return f.numbers<SpriteId>("ids"); }

Volume volume_of(Fields& f) {
  const auto found = std::ranges::find(kVolumeNames, f.text("volume"));
  if (found == kVolumeNames.end())
    throw BadLine{fmt::format("volume: must be one of {}", fmt::join(kVolumeNames, ", "))};
  return static_cast<Volume>(found - kVolumeNames.begin());
}

std::string volume_name(Volume v) { return std::string(kVolumeNames[static_cast<std::size_t>(v)]); }

void write(Json& j, const LoadScene& c) { j["scene"] = c.id; }
void read(Fields& f, LoadScene& c) { c.id = f.text("scene"); }

void write(Json&, const Restart&) {}
void read(Fields&, Restart&) {}

void write(Json& j, const OpenDocument& c) { j["document"] = document_json(*c.document); }
void read(Fields& f, OpenDocument& c) {
  c.document = std::make_shared<const SceneDocument>(document_of(f.at("document"), "document"));
}

void write(Json& j, const OpenRecording& c) {
  j["name"] = c.name;
  j["boxes"] = box_text(*c.trace);
}
void read(Fields& f, OpenRecording& c) {
  c.name = f.text("name");
  c.trace = boxes_of_text(f.text("boxes"));
}

void write(Json& j, const SeekRecording& c) { j["frame"] = c.frame; }
void read(Fields& f, SeekRecording& c) { c.frame = f.number<std::size_t>("frame"); }

void write(Json& j, const GrowRecording& c) {
  j["boxes"] = box_text(c.frames);
  j["keep-frames"] = c.keep.frames;
  j["keep-boxes"] = c.keep.rows;
}
void read(Fields& f, GrowRecording& c) {
  c.frames = frames_of_text(f.text("boxes"));
  c.keep = {f.number<std::size_t>("keep-frames"), f.number<std::size_t>("keep-boxes")};
}

void write(Json& j, const FollowRecording& c) { j["on"] = c.on; }
void read(Fields& f, FollowRecording& c) { c.on = f.flag("on"); }

void write(Json& j, const SeekStep& c) { j["to"] = c.step; }
void read(Fields& f, SeekStep& c) { c.step = f.number<std::uint64_t>("to"); }

void write(Json& j, const SetParam& c) {
  j["owner"] = std::string(c.owner.id());
  j["key"] = c.key;
  j["value"] = c.value;
}
void read(Fields& f, SetParam& c) {
  const std::string owner = f.text("owner");
  c.owner = owner_named(owner);
  if (!c.owner) throw BadLine{"owner: nothing called '" + owner + "' has parameters"};
  c.key = f.text("key");
  c.value = f.number<double>("value");
}

void write(Json& j, const SelectBroadphase& c) { j["id"] = c.id; }
void read(Fields& f, SelectBroadphase& c) { c.id = f.text("id"); }

void write(Json& j, const SelectNarrowphase& c) { j["id"] = c.id; }
void read(Fields& f, SelectNarrowphase& c) { c.id = f.text("id"); }

void write(Json& j, const UseBroadphase& c) {
  j["id"] = c.id;
  Json values = Json::object();
  for (const auto& [key, value] : c.values) values[key] = value;
  j["values"] = std::move(values);
  j["title"] = c.title;
}
void read(Fields& f, UseBroadphase& c) {
  c.id = f.text("id");
  const Json& values = f.at("values");
  if (!values.is_object()) throw BadLine{"values: must be an object"};
  for (const auto& [key, value] : values.items())
    c.values.emplace_back(key, Fields::number_of<double>(value, "values/" + key));
  c.title = f.text("title");
}

void write(Json& j, const AddImage& c) {
  j["name"] = c.image->name;
  j["png"] = encode_base64(encode_png(*c.image));
}
void read(Fields& f, AddImage& c) {
  const std::string name = f.text("name");
  const auto bytes = decode_base64(f.text("png"));
  if (!bytes) throw BadLine{"png: is no base64 text"};
  auto image =
      decode_image(name, {reinterpret_cast<const unsigned char*>(bytes->data()), bytes->size()});
  if (!image) throw BadLine{"png: " + image.error().text};
  c.image = *std::move(image);
}

void write(Json& j, const TuneImage& c) {
  j["image"] = c.image;
  j["n"] = c.tuning.n;
  j["inset"] = static_cast<double>(c.tuning.inset);
}
void read(Fields& f, TuneImage& c) {
  c.image = f.number<std::uint16_t>("image");
  c.tuning = {f.number<std::int32_t>("n"), f.number<float>("inset")};
}

void write(Json& j, const SetMaterial& c) {
  j["image"] = c.image;
  j["restitution"] = static_cast<double>(c.material.restitution);
  j["friction"] = static_cast<double>(c.material.friction);
}
void read(Fields& f, SetMaterial& c) {
  c.image = f.number<std::uint16_t>("image");
  c.material = {f.number<float>("restitution"), f.number<float>("friction")};
}

void write(Json& j, const SetCount& c) { j["count"] = c.count; }
void read(Fields& f, SetCount& c) { c.count = f.number<std::uint32_t>("count"); }

void write(Json& j, const AddSprite& c) {
  const Sprite& s = c.sprite;
  j["image"] = s.image;
  j["position"] = json_of(s.position);
  j["velocity"] = json_of(s.velocity);
  j["angle"] = static_cast<double>(s.angle);
  j["spin"] = static_cast<double>(s.spin);
  j["scale"] = json_of(s.scale);
  j["category"] = s.filter.category;
  j["mask"] = s.filter.mask;
  j["volume"] = volume_name(s.volume);
  j["static"] = s.is_static;
}
void read(Fields& f, AddSprite& c) {
  Sprite& s = c.sprite;
  s.image = f.number<std::uint16_t>("image");
  s.position = f.vec("position");
  s.velocity = f.vec("velocity");
  s.angle = f.number<float>("angle");
  s.spin = f.number<float>("spin");
  s.scale = f.vec("scale");
  s.filter = {f.number<std::uint16_t>("category"), f.number<std::uint16_t>("mask")};
  s.volume = volume_of(f);
  s.is_static = f.flag("static");
}

void write(Json& j, const CloneSprites& c) {
  j["ids"] = ids_json(c.ids);
  j["offset"] = json_of(c.offset);
}
void read(Fields& f, CloneSprites& c) { c.ids = ids_of(f), c.offset = f.vec("offset"); }

void write(Json& j, const RemoveSprites& c) { j["ids"] = ids_json(c.ids); }
void read(Fields& f, RemoveSprites& c) { c.ids = ids_of(f); }

void write(Json& j, const SetStatic& c) {
  j["ids"] = ids_json(c.ids);
  j["static"] = c.is_static;
}
void read(Fields& f, SetStatic& c) { c.ids = ids_of(f), c.is_static = f.flag("static"); }

void write(Json& j, const SetFilter& c) {
  j["ids"] = ids_json(c.ids);
  j["category-on"] = c.category_on, j["category-off"] = c.category_off;
  j["mask-on"] = c.mask_on, j["mask-off"] = c.mask_off;
}
void read(Fields& f, SetFilter& c) {
  c.ids = ids_of(f);
  c.category_on = f.number<std::uint16_t>("category-on");
  c.category_off = f.number<std::uint16_t>("category-off");
  c.mask_on = f.number<std::uint16_t>("mask-on");
  c.mask_off = f.number<std::uint16_t>("mask-off");
}

void write(Json& j, const FilterCategories& c) {
  j["first"] = c.first, j["second"] = c.second, j["collide"] = c.collide;
}
void read(Fields& f, FilterCategories& c) {
  c.first = f.number<std::uint16_t>("first");
  c.second = f.number<std::uint16_t>("second");
  c.collide = f.flag("collide");
}

void write(Json& j, const SetVolume& c) {
  j["ids"] = ids_json(c.ids);
  j["volume"] = volume_name(c.volume);
}
void read(Fields& f, SetVolume& c) { c.ids = ids_of(f), c.volume = volume_of(f); }

void write(Json& j, const Grab& c) { j["id"] = c.id, j["at"] = json_of(c.at); }
void read(Fields& f, Grab& c) { c.id = f.number<SpriteId>("id"), c.at = f.vec("at"); }

void write(Json& j, const Drag& c) {
  j["position"] = json_of(c.position), j["by-hand"] = c.by_hand;
}
void read(Fields& f, Drag& c) { c.position = f.vec("position"), c.by_hand = f.flag("by-hand"); }

void write(Json& j, const Release& c) { j["velocity"] = json_of(c.velocity); }
void read(Fields& f, Release& c) { c.velocity = f.vec("velocity"); }

void write(Json&, const Undo&) {}
void read(Fields&, Undo&) {}

void write(Json&, const Redo&) {}
void read(Fields&, Redo&) {}

template <class C, std::size_t I = 0>
constexpr std::size_t place_of() {
  if constexpr (std::is_same_v<C, std::variant_alternative_t<I, Command>>)
    return I;
  else
    return place_of<C, I + 1>();
}

struct Row {
  std::size_t command;
  std::string_view id;
  Command (*read)(Fields&);
};

template <class C>
constexpr Row row(std::string_view id) {
  return {place_of<C>(), id, [](Fields& f) -> Command {
            C command{};
            read(f, command);
            return command;
          }};
}

constexpr std::array kRows{row<LoadScene>("load-scene"),
                           row<Restart>("restart"),
                           row<OpenDocument>("open-document"),
                           row<OpenRecording>("open-recording"),
                           row<SeekRecording>("seek-recording"),
                           row<GrowRecording>("grow-recording"),
                           row<FollowRecording>("follow-recording"),
                           row<SeekStep>("seek-step"),
                           row<SetParam>("set-param"),
                           row<SelectBroadphase>("select-broadphase"),
                           row<SelectNarrowphase>("select-narrowphase"),
                           row<UseBroadphase>("use-broadphase"),
                           row<AddImage>("add-image"),
                           row<TuneImage>("tune-image"),
                           row<SetMaterial>("set-material"),
                           row<SetCount>("set-count"),
                           row<AddSprite>("add-sprite"),
                           row<CloneSprites>("clone-sprites"),
                           row<RemoveSprites>("remove-sprites"),
                           row<SetStatic>("set-static"),
                           row<SetFilter>("set-filter"),
                           row<FilterCategories>("filter-categories"),
                           row<SetVolume>("set-volume"),
                           row<Grab>("grab"),
                           row<Drag>("drag"),
                           row<Release>("release"),
                           row<Undo>("undo"),
                           row<Redo>("redo")};

constexpr bool is_complete() {
  for (std::size_t k = 0; k < kRows.size(); ++k)
    if (kRows[k].command != k) return false;
  return kRows.size() == std::variant_size_v<Command>;
}
static_assert(is_complete(), "one row for each command, in the order of the variant");

std::string known_ids() {
  std::string all;
  for (const Row& row : kRows) all += (all.empty() ? "" : ", ") + std::string(row.id);
  return all;
}

}  // namespace

std::string_view command_id(const Command& command) { return kRows[command.index()].id; }

Json command_json(const Command& command) {
  Json line{{"do", std::string(command_id(command))}};
  std::visit([&](const auto& c) { write(line, c); }, command);
  return line;
}

Command command_of(Fields& line) {
  const std::string id = line.text("do");
  const auto found = std::ranges::find(kRows, std::string_view(id), &Row::id);
  if (found == kRows.end())
    throw BadLine{fmt::format("do: there is no command '{}'; choose from {}", id, known_ids())};
  Command command = found->read(line);
  line.end();
  return command;
}

}  // namespace phasebox::record
