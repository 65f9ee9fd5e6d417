// SPDX-License-Identifier: MIT
// The fields of each command; one without them does not compile.
#include "io/record/command_json.hpp"

#include <memory>
#include <utility>
#include <variant>

#include "io/record/record_values.hpp"
#include "io/scene_file.hpp"

namespace phasebox {

void write(Json& to, const Owner& owner) { to = owner.id(); }
void read(const Reader& at, Owner& owner) {
  if (!at.is_text()) return;
  owner = owner_named(*at.json().text());
  if (!owner) at.refuse("nothing called '" + *at.json().text() + "' has parameters");
}

// The file holds the English text of a sentence.
void write(Json& to, const Sentence& sentence) { to = sentence.english(); }
void read(const Reader& at, Sentence& sentence) {
  std::string text;
  read(at, text);
  sentence = std::move(text);
}

namespace command {

void fields(auto& a, Is<LoadScene> auto& c) { a.field("scene", c.id); }
void fields(FieldReader& f, Restart& c) {
  f.if_given("document", [&](const Reader& at) {
    auto document = std::make_shared<SceneDocument>();
    read(at, *document);
    c.document = std::move(document);
  });
}
void fields(FieldReader& f, OpenDocument& c) {
  auto document = std::make_shared<SceneDocument>();
  f.field("document", *document);
  c.document = std::move(document);
}
void fields(auto& a, Is<ResizeScene> auto& c) {
  a.field("count", c.count);
  a.field("width", c.width);
  a.field("height", c.height);
  a.optional_if(!c.joins, "joins", c.joins);
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
void fields(auto& a, Is<SweepRecording> auto& c) { a.field("on", c.on); }
void fields(auto& a, Is<SeekStep> auto& c) { a.field("to", c.step); }
void fields(auto& a, Is<SetParam> auto& c) {
  a.field("owner", c.owner);
  a.field("key", c.key);
  a.field("value", c.value);
  a.optional_if(!c.joins, "joins", c.joins);
}
void fields(auto& a, Is<SelectBroadphase> auto& c) { a.field("id", c.id); }
void fields(auto& a, Is<SelectNarrowphase> auto& c) { a.field("id", c.id); }
void fields(auto& a, Is<UseBroadphase> auto& c) {
  a.field("id", c.id);
  a.field("values", c.values);
  a.field("title", c.title);
}
void fields(FieldWriter& f, const AddImage& c) {
  const PackedImage image = packed(c.image->name, *c.image);
  fields(f, image);
}
void fields(FieldReader& f, AddImage& c) {
  PackedImage image;
  fields(f, image);
  if (f.place().is_good()) c.image = image.unpacked(f.place());
}
void fields(auto& a, Is<TuneImage> auto& c) {
  a.field("image", c.image);
  a.field("n", c.tuning.n);
  a.field("inset", c.tuning.inset);
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
void fields(auto& a, Is<Steer> auto& c) {
  a.field("id", c.id);
  a.field("velocity", c.velocity);
}
void fields(auto&, Is<Undo> auto&) {}
void fields(auto&, Is<Redo> auto&) {}

}  // namespace command

Status add_command(Json& line, const Command& command) {
  FieldWriter f(line);
  f.field("do", kCommandIds[command.index()]);
  return std::visit(
      [&]<class C>(const C& c) -> Status {
        if constexpr (requires { c.document; }) {
          if (!c.document) return {};
          const auto text = document_text(*c.document);
          if (text.failed()) return text.error();
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
  Command command;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((which == I ? fields(line, command.emplace<I>()) : void()), ...);
  }
  (std::make_index_sequence<std::variant_size_v<Command>>());
  return command;
}

}  // namespace phasebox
