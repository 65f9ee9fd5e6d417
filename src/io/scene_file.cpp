// SPDX-License-Identifier: MIT
// Scene files read and written. Every value is checked where it stands, and refused with its JSON
// path. The written text has one line per owner of parameters, image and sprite, so that diffs are
// readable.
#include "io/scene_file.hpp"

#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "collide/registry.hpp"
#include "io/boxes/box_writer.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/atlas.hpp"
#include "io/pictures/images.hpp"
#include "language/format_sentence.hpp"
#include "session/limits.hpp"
#include "session/session.hpp"
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

bool is_builtin(const Image& image, const ImageSet& builtin) {
  const int number = builtin.find(image.name);
  return number >= 0 && same_picture(builtin[static_cast<std::size_t>(number)], image);
}

// Returns the parameters of an owner; for "scene" those of the scene that the document names.
// Nothing where the owner is unknown.
std::optional<std::span<const Param>> rows_of(Owner owner, const SceneDocument& document,
                                              std::span<const ParamGroup> groups) {
  if (owner == Owner::scene()) {
    const SceneEntry* scene = find_entry(scenes(), document.scene);
    if (scene) return scene->make()->params().rows;
    return {};
  }
  const auto it = std::ranges::find(groups, owner, &ParamGroup::owner);
  if (it == groups.end()) return {};
  return it->rows;
}

/// The collision settings of one image, read and written as an object.
struct OfImage : ImageTuning {};
void fields(auto& a, Is<OfImage> auto& x) {
  a.optional_if(x.n > 0, "n", x.n, Whole{1, 32});
  a.optional_if(x.inset >= 0, "inset", x.inset, Between{0, 100});
}

class SceneReader {
 public:
  explicit SceneReader(std::span<const ParamGroup> groups) : groups_(groups) {}

  SceneDocument run(const Reader& root) {
    if (!root.is_version("phasebox", kSceneFileVersion, "Phasebox scene")) return {};
    FieldReader f(root);
    f.find("phasebox");
    f.optional("title", document_.title);
    f.optional("note", document_.note);
    f.optional("paused", document_.paused);
    read_id(f, "scene", scenes(), document_.scene);
    read_id(f, "broadphase", broadphases(), document_.broadphase);
    read_id(f, "narrowphase", narrowphases(), document_.narrowphase);
    if (root.is_good()) read_params(f);
    f.if_given("images", [&](const Reader& at) { read_images(at); });
    f.if_given("sprites", [&](const Reader& at) { read_sprites(at); });
    f.if_given("supports", [&](const Reader& at) { read_cached_impulses(at); });
    f.if_given("quiet-steps", [&](const Reader& at) { read_quiet_steps(at); });
    f.if_given("per-image", [&](const Reader& at) { read_tuning(at); });
    f.end();
    return std::move(document_);
  }

 private:
  template <class Entry>
  static void read_id(FieldReader& f, std::string_view kind, std::span<const Entry* const> all,
                      std::string& id) {
    f.with(kind, [&](const Reader& at) {
      read(at, id);
      if (!find_entry(all, id)) at.refuse(unknown_id(kind, id, all).text);
    });
  }

  // ---- parameters

  void read_params(FieldReader& f) {
    f.if_given("parameters", [&](const Reader& at) {
      at.each_member([&](const std::string& name, const Reader& values) {
        const Owner owner = owner_named(name);
        const auto rows = rows_of(owner, document_, groups_);
        if (!rows && owner == Owner::view()) return;
        if (!rows) return values.refuse("nothing of that name has parameters");
        values.each_member([&](const std::string& key, const Reader& value) {
          read_param(owner, *rows, key, value);
        });
      });
    });
    if (!f.place().is_good()) return;
    add_defaults(Owner::scene(), *rows_of(Owner::scene(), document_, groups_));
    for (const ParamGroup& group : groups_)
      if (group.owner != Owner::scene() && group.owner != Owner::view())
        add_defaults(group.owner, group.rows);
  }

  void read_param(Owner owner, std::span<const Param> rows, const std::string& key,
                  const Reader& at) {
    const Param* row = find_param(rows, key);
    if (!row) return at.refuse(say("{} has no such parameter", Sentence::as_is(owner.id())));
    const std::optional<double> value = param_value(*row, at.json());
    if (!value || check_value(*row, *value).failed())
      return at.refuse(
          say("{} is not {}", Sentence::as_is(json_text(at.json())),
              row->kind == Param::Kind::flag ? Sentence("true or false") : describe_range(*row)));
    given_.insert(row);
    document_.params.push_back({owner, std::string(row->key), *value});
  }

  static std::optional<double> param_value(const Param& row, const Json& json) {
    if (row.kind == Param::Kind::flag)
      return json.boolean() ? std::optional(*json.boolean() ? 1.0 : 0.0) : std::nullopt;
    if (row.kind == Param::Kind::choice) {
      const auto it =
          json.text() ? std::ranges::find(row.choices, *json.text()) : row.choices.end();
      if (it == row.choices.end()) return {};
      return static_cast<double>(it - row.choices.begin());
    }
    const auto value = json.number();
    if (!value || json.is_whole()) return value;
    // Numbers are read as float32, and the end of a range need not be one: the nearest float32
    // counts as the end itself.
    for (const double end : {row.lo, row.hi})
      if (static_cast<float>(*value) == static_cast<float>(end)) return end;
    return value;
  }

  void add_defaults(Owner owner, std::span<const Param> rows) {
    for (const Param& row : rows)
      if (!given_.contains(&row))
        document_.params.push_back({owner, std::string(row.key), row.init});
  }

  // ---- images

  // Reads all images. Their numbers of pixels are added up from the headers before the first is
  // unpacked, so that too many pixels are refused without the memory for them.
  void read_images(const Reader& at) {
    if (!at.is_list()) return;
    const std::size_t count = at.json().size();
    if (count > kMaxSceneImages)
      return at.refuse(say("{} images, at most {} are read", count, kMaxSceneImages));
    std::vector<PackedImage> packed;
    std::uint64_t pixels = 0;
    at.each([&](const Reader& one) {
      pixels += read_image(one, packed.emplace_back());
      at.refuse_if(check_pixels(pixels));
    });
    for (std::size_t i = 0; i < count && at.is_good(); ++i) {
      const Reader one = at.element(i);
      if (auto image = packed[i].unpacked(one)) {
        at.refuse_if(check_images(document_.images.size() + 1 + image->later.size()));
        if (at.is_good()) number_of_[packed[i].name] = add_image(std::move(image));
      }
    }
  }

  std::uint64_t read_image(const Reader& at, PackedImage& image) {
    read(at, image);
    if (!at.is_good()) return 0;
    if (!number_of_.emplace(image.name, 0).second)
      at.member("name").refuse(say("duplicate name '{}'", Sentence::as_is(image.name)));
    const auto pixels = image_pixels(image.name, image.png.span());
    if (!pixels.failed()) return *pixels;
    at.member("png").refuse(pixels.error().text);
    return 0;
  }

  std::uint16_t add_image(std::shared_ptr<const Image> image) {
    auto& all = document_.images;
    const auto number = static_cast<std::uint16_t>(all.size());
    number_of_.emplace(image->name, number);
    all.push_back(image);
    all.insert(all.end(), image->later.begin(), image->later.end());
    return number;
  }

  // ---- sprites

  void read_sprites(const Reader& at) {
    if (!at.is_list()) return;
    const std::size_t count = at.json().size();
    if (count > kMaxSprites)
      return at.refuse(say("{} sprites, a world holds at most {}", count, kMaxSprites));
    builtin_ = builtin_images();
    auto& sprites = document_.sprites.emplace();
    sprites.reserve(count);
    at.each([&](const Reader& one) { read_sprite(one, sprites.emplace_back()); });
  }

  void read_sprite(const Reader& at, Sprite& s) {
    FieldReader f(at);
    f.with("image", [&](const Reader& name) { s.image = image_named(name); });
    f.if_given("frame", [&](const Reader& frame) { read_frame(frame, s.image); });
    sprite_fields(f, s);
    f.end();
  }

  void read_frame(const Reader& at, std::uint16_t& image) {
    std::uint16_t frame = 0;
    read(at, frame);
    const std::size_t n = document_.images[image]->later.size() + 1;
    if (frame >= n) return at.refuse(say("must be below {}, the image's frames", n));
    image = static_cast<std::uint16_t>(image + frame);
  }

  std::uint16_t image_named(const Reader& at) {
    if (!at.is_text("must be the name of an image")) return 0;
    const std::string& name = *at.json().text();
    if (const auto it = number_of_.find(name); it != number_of_.end()) return it->second;
    const int builtin = builtin_.find(name);
    if (builtin >= 0) return add_image(builtin_.shared(static_cast<std::size_t>(builtin)));
    at.refuse(say("image '{}' is neither built in nor among /images", Sentence::as_is(name)));
    return 0;
  }

  void read_cached_impulses(const Reader& at) {
    if (!at.is_list()) return;
    if (!document_.sprites) return at.refuse("needs \"sprites\"");
    auto& all = document_.cached_impulses;
    at.each([&](const Reader& one) { read_cached_impulse(one, all.emplace_back()); });
    const auto order = [](const CachedImpulse& s) { return std::uint64_t{s.a} << 32 | s.b; };
    if (!std::ranges::is_sorted(all, {}, order)) at.refuse("must be in order of both sprites");
  }

  void read_cached_impulse(const Reader& at, CachedImpulse& s) const {
    constexpr std::string_view kForm =
        "must be [sprite, sprite or border, and two impulses of two numbers]";
    if (!at.is_list_of(6, kForm)) return;
    const auto n = static_cast<std::int64_t>(document_.sprites->size());
    std::int64_t a = 0, b = 0;
    read(at.element(0), a);
    read(at.element(1), b);
    if (a < 0 || a >= n) return at.element(0).refuse("must be the number of a sprite");
    if (b < -4 || b >= n || (b >= 0 && b <= a))
      return at.element(1).refuse("must be the number of a later sprite, or -1 to -4 for a border");
    s.a = static_cast<SpriteId>(a);
    s.b =
        b >= 0 ? static_cast<SpriteId>(b) : CachedImpulse::kBorders + static_cast<SpriteId>(-1 - b);
    read(at.element(2), s.impulse[0].x);
    read(at.element(3), s.impulse[0].y);
    read(at.element(4), s.impulse[1].x);
    read(at.element(5), s.impulse[1].y);
  }

  void read_quiet_steps(const Reader& at) {
    if (!at.is_list()) return;
    if (!document_.sprites || at.json().size() != document_.sprites->size())
      return at.refuse("must have a number for each sprite");
    read(at, document_.quiet_steps, Whole{0, World::kStepsToSleep});
  }

  void read_tuning(const Reader& at) {
    document_.tuning.resize(document_.images.size());
    at.each_member([&](const std::string& name, const Reader& values) {
      const auto known = number_of_.find(name);
      if (known == number_of_.end()) return values.refuse("no sprite shows that image");
      if (values.json().find("restitution") || values.json().find("friction"))
        return values.refuse(
            "an image has no restitution or friction of its own any more; leave "
            "them out and set those of all sprites under \"response\"");
      OfImage own;
      read(values, own);
      document_.tuning[known->second] = own;
    });
  }

  std::span<const ParamGroup> groups_;
  std::set<const Param*> given_;
  ImageSet builtin_;
  // index in the document's images by name
  std::unordered_map<std::string, std::uint16_t> number_of_;
  SceneDocument document_;
};

// ---- writing

// Whether the owner is a plug-in that the scene does not use. Its parameters are not saved, so that
// the file opens where the plug-in is not loaded.
bool is_of_unused_plugin(Owner owner, const SceneDocument& document) {
  const BroadphaseEntry* entry = find_entry(broadphases(), owner.id());
  return entry && !entry->file.empty() && entry->id != document.broadphase;
}

Result<std::vector<std::string>> param_lines(const SceneDocument& document,
                                             std::span<const ParamGroup> groups) {
  Json owners = Json::object();
  for (const ParamValue& p : document.params) {
    if (is_of_unused_plugin(p.owner, document)) continue;
    const auto rows = rows_of(p.owner, document, groups);
    const Param* row = rows ? find_param(*rows, p.key) : nullptr;
    if (!row)
      return Error{
          say("there is no parameter '{}' to save", Sentence::as_is(full_name(p.owner, p.key)))};
    owners[p.owner.id()][p.key] = param_json(*row, p.value);
  }
  std::vector<std::string> lines;
  for (const auto& [owner, values] : *owners.members())
    lines.push_back(json_text(owner) + ": " + json_text(values));
  return lines;
}

std::vector<std::string> image_lines(const SceneDocument& document, const ImageSet& builtin,
                                     std::span<const std::string> names) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Image& image = *document.images[i];
    if (image.frame > 0 || image.flips || is_builtin(image, builtin)) continue;
    lines.push_back(json_text(json_of(packed(names[i], image))));
  }
  return lines;
}

// Returns a line for each image that has collision settings of its own.
std::vector<std::string> tuning_lines(const SceneDocument& document,
                                      std::span<const std::string> names) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ImageTuning tuning = i < document.tuning.size() ? document.tuning[i] : ImageTuning{};
    const Json values = json_of(OfImage{tuning});
    if (!values.empty()) lines.push_back(json_text(names[i]) + ": " + json_text(values));
  }
  return lines;
}

Result<std::vector<std::string>> sprite_lines(const SceneDocument& document,
                                              std::span<const std::string> names) {
  std::vector<std::string> lines;
  for (const Sprite& s : *document.sprites) {
    if (const Status status = check_sprite(s); status.failed())
      return Error{
          say("/sprites/{}/{}; the scene cannot be saved", lines.size(), status.error().text)};
    Json sprite;
    FieldWriter f(sprite);
    f.field("image", names[s.image]);
    const std::uint16_t frame = document.images[s.image]->frame;
    f.optional_if(frame > 0, "frame", frame);
    sprite_fields(f, s);
    lines.push_back(json_text(sprite));
  }
  return lines;
}

// Returns a line for each cached impulse. A border of the field is written as -1 to -4.
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
  if (!lines.empty()) text += fmt::format("\n    {}\n  ", fmt::join(lines, ",\n    "));
  text += close;
}

// An autosaved state is one line of JSON, followed by the text of the scene file.

constexpr int kAutosaveVersion = 1;

void fields(auto& a, Is<AutosaveHead> auto& head) {
  a.field("saved", head.saved_at);
  a.field("what", head.what);
  a.optional_if(!head.scene.empty(), "scene", head.scene);
  a.optional_if(head.sprites > 0, "sprites", head.sprites);
  a.optional_if(head.frames > 0, "frames", head.frames);
  a.field("file", head.file);
  a.field("recording", head.recording);
  a.optional_if(!head.game.empty(), "game", head.game);
  a.optional_if(!head.name.empty(), "name", head.name);
  a.optional_if(!head.game.empty(), "first", head.first);
  a.optional_if(!head.game.empty(), "last", head.last);
  a.optional_if(head.is_swept, "swept", head.is_swept);
  a.optional_if(!head.solid.empty(), "solid", head.solid);
  a.optional_if(head.is_centered, "centered", head.is_centered);
  a.field("frame", head.frame);
  a.field("unsaved", head.has_unsaved);
  a.field("paused", head.paused);
}

}  // namespace

std::vector<std::string> names_in_file(const SceneDocument& document) {
  const ImageSet builtin = builtin_images();
  std::set<std::string, std::less<>> taken;
  for (std::size_t i = 0; i < builtin.size(); ++i) taken.insert(builtin[i].name);
  std::vector<std::string> names;
  for (const auto& image : document.images) {
    std::string name = image->frame > 0 ? names.back() : image->name;
    const bool is_picture = image->frame == 0 && !image->flips;
    if (is_picture && !is_builtin(*image, builtin))
      for (int n = 2; !taken.insert(name).second; ++n) name = fmt::format("{}-{}", image->name, n);
    names.push_back(std::move(name));
  }
  return names;
}

void read(const Reader& at, Base64& bytes) {
  if (!at.is_text("must be base64 of a file")) return;
  auto decoded = decode_base64(*at.json().text());
  if (!decoded) return at.refuse("is no base64 text");
  bytes.bytes = *std::move(decoded);
}
void write(Json& to, const Base64& bytes) { to = encode_base64(bytes.bytes); }

void read(const Reader& at, std::optional<Rgb>& key) {
  if (!at.is_text("must be a color, as in \"#ff00ff\"")) return;
  key = parse_color(*at.json().text());
  if (!key) at.refuse("must be a color, as in \"#ff00ff\"");
}

void read(const Reader& at, SheetCells& cells) {
  if (!at.is_list_of(2, "must be an array [width, height]")) return;
  read(at.element(0), cells.width, Whole{1, kMaxImageSide});
  read(at.element(1), cells.height, Whole{1, kMaxImageSide});
}
void write(Json& to, const SheetCells& cells) { to = Json::array({cells.width, cells.height}); }

std::shared_ptr<const Image> PackedImage::unpacked(const Reader& at) const {
  const auto fail = [&at](std::string_view member, const Error& error) {
    at.member(member).refuse(error.text);
    return nullptr;
  };
  Result<Bitmap> look = decode_bitmap(name, png.span());
  if (look.failed()) return fail("png", look.error());
  std::optional<Bitmap> opacity;
  if (!mask.bytes.empty()) {
    Result<Bitmap> decoded = decode_bitmap(name, mask.span());
    if (decoded.failed()) return fail("mask", decoded.error());
    opacity = *std::move(decoded);
  }
  const Result<MaskedBitmap> picture = make_masked(name, *std::move(look), key, opacity);
  if (picture.failed()) return fail("mask", picture.error());
  if (cells.steps_per_frame > 0 && cells.width == 0)
    return fail("steps-per-frame", Error{"needs \"cell\""});
  if (const auto count = count_cells(name, picture->look, cells); count.failed())
    return fail("cell", count.error());
  const auto image = make_sheet(name, *picture, cells);
  return image.failed() ? fail("png", image.error()) : *image;
}

PackedImage packed(std::string name, const Image& first) {
  const auto [picture, cells] = picture_of(first);
  const auto& [width, height, rgba] = picture.look;
  PackedImage made{std::move(name), {encode_png(width, height, rgba)}, {}, {}, cells};
  bool is_own = true;
  std::vector<std::uint8_t> gray;
  for (std::size_t i = 0; i < picture.alpha.size(); ++i) {
    const std::uint8_t a = picture.alpha[i];
    is_own = is_own && rgba[4 * i + 3] == a;
    gray.insert(gray.end(), {a, a, a, 255});
  }
  if (!is_own) made.mask.bytes = encode_png(width, height, gray);
  return made;
}

Result<SceneDocument> parse_scene(std::string_view text, std::string_view file_name,
                                  std::span<const ParamGroup> groups) {
  const Result<Json> root = parse_json(text, file_name);
  if (root.failed()) return root.error();
  ReadState state{std::string(file_name)};
  SceneDocument document = SceneReader(groups).run(Reader(*root, state));
  if (state.status.failed()) return state.status.error();
  return document;
}

Result<SceneDocument> load_scene_file(const std::filesystem::path& path,
                                      std::span<const ParamGroup> groups) {
  Result<SceneDocument> scene = opened(path, kMaxSceneFile, [&](const std::string& text) {
    return parse_scene(text, path.string(), groups);
  });
  if (scene.failed() && !load_pictures(path).failed())
    return Error{
        say("{}: is a picture, where a scene is needed; open it in the window, or drop it "
            "on the page",
            Sentence::as_is(path.string()))};
  return scene;
}

Result<std::string> scene_text(const SceneDocument& document, std::span<const ParamGroup> groups) {
  const ImageSet builtin = builtin_images();
  const std::vector<std::string> names = names_in_file(document);
  const auto params = param_lines(document, groups);
  if (params.failed()) return params.error();

  std::string text = fmt::format("{{\n  \"phasebox\": {}", kSceneFileVersion);
  if (!document.title.empty()) text += ",\n  \"title\": " + json_text(document.title);
  if (!document.note.empty()) text += ",\n  \"note\": " + json_text(document.note);
  if (document.paused) text += ",\n  \"paused\": true";
  text += ",\n  \"scene\": " + json_text(document.scene);
  text += ",\n  \"broadphase\": " + json_text(document.broadphase);
  text += ",\n  \"narrowphase\": " + json_text(document.narrowphase);
  append_block(text, "parameters", '{', *params, '}');
  const auto images = image_lines(document, builtin, names);
  if (!images.empty()) append_block(text, "images", '[', images, ']');
  if (document.sprites) {
    const auto sprites = sprite_lines(document, names);
    if (sprites.failed()) return sprites.error();
    append_block(text, "sprites", '[', *sprites, ']');
    const auto cached_impulses = cached_impulse_lines(document);
    if (!cached_impulses.empty()) append_block(text, "supports", '[', cached_impulses, ']');
    if (!document.quiet_steps.empty())
      text += ",\n  \"quiet-steps\": " + json_text(document.quiet_steps);
    const auto tuning = tuning_lines(document, names);
    if (!tuning.empty()) append_block(text, "per-image", '{', tuning, '}');
  }
  return text + "\n}\n";
}

Result<std::string> link_text(SceneDocument document, std::span<const ParamGroup> groups,
                              const RecordingPlayback* show) {
  constexpr std::size_t kMinRow = 8;
  if (show) document.sprites.reset();
  Result<std::string> text = scene_text(document, groups);
  const bool is_short = !show || show->rows() < kMaxLinkText / kMinRow;
  if (!text.failed() && show && is_short)
    *text += fmt::format("\n#{},{:d},{}\n{}", show->frame(), show->is_swept(), show->name(),
                         box_recording_text(*show->recorded()));
  if (!text.failed() && (!is_short || text->size() > kMaxLinkText))
    return Error{show ? "The recording is too large for a link"
                      : "The scene is too large for a link"};
  return text;
}

Result<std::string> unpacked_link(std::string_view fragment) {
  const std::size_t begin = fragment.starts_with("s=") ? 0 : fragment.find("&s=") + 1;
  if (begin == 0 && !fragment.starts_with("s=")) return std::string(fragment);
  std::string code(fragment.substr(begin + 2));
  std::ranges::replace(code, '-', '+');
  std::ranges::replace(code, '_', '/');
  code.append((4 - code.size() % 4) % 4, '=');
  const auto packed = decode_base64(code);
  if (!packed) return Error{"the link: a part of it is missing; copy it again"};
  const Result<std::string> text = inflated(*packed, "the link", kMaxLinkText);
  if (text.failed()) return text.error();
  return fmt::format("{}document={}", fragment.substr(0, begin), *text);
}

Status save_scene_file(const std::filesystem::path& path, const SceneDocument& document,
                       std::span<const ParamGroup> groups) {
  const Result<std::string> text = scene_text(document, groups);
  if (text.failed()) return Error{say("{}: {}", Sentence::as_is(path.string()), text.error().text)};
  return write_file_atomically(path, *text);
}

std::string autosave_text(const AutosaveHead& head, std::string_view scene) {
  Json json{{"phasebox-autosave", kAutosaveVersion}};
  FieldWriter f(json);
  fields(f, head);
  return json_text(json) + "\n" + std::string(scene);
}

Result<AutosaveState> parse_autosave(std::string_view text, std::string_view file_name) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const Result<Json> json = parse_json(text.substr(0, end), file_name);
  if (json.failed()) return json.error();
  ReadState reading{fmt::format("{}:1", file_name)};
  const Reader at(*json, reading);
  AutosaveState state;
  if (at.is_version("phasebox-autosave", kAutosaveVersion, "state of a window")) {
    FieldReader f(at);
    fields(f, state.head);
  }
  if (reading.status.failed()) return reading.status.error();
  state.scene = text.substr(std::min(end + 1, text.size()));
  return state;
}

}  // namespace phasebox
