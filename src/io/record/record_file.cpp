// SPDX-License-Identifier: MIT
// One line of JSON for each entry; every line is checked where it stands. The fields of each
// command are here: one without them does not compile. A scene file holds what a scene shows; a
// snapshot holds in addition what has a number. Recorded boxes are a box file as one string.
#include "io/record/record_file.hpp"

#include <charconv>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/version.hpp"
#include "collide/registry.hpp"
#include "io/boxes/box_file.hpp"
#include "io/pictures/images.hpp"
#include "io/scene_file.hpp"

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

void write(Json& to, const NarrowphaseEntry* entry) { to = entry ? Json(entry->id) : Json(); }
void read(const Reader& at, const NarrowphaseEntry*& entry) {
  if (at.json().is_null() || !at.is_text()) return;
  entry = find_entry(narrowphases(), *at.json().text());
  if (!entry) at.refuse(unknown_id("narrowphase", *at.json().text(), narrowphases()).text);
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
  if (!at.is_list_of(2, "must be an array of 2 values")) return;
  read(at.element(0), t.n), read(at.element(1), t.inset);
  at.refuse_if(check_tuning(t));
}

void read(const Reader& at, StateHash& hash) {
  if (!at.is_text()) return;
  const std::string& text = *at.json().text();
  const char* const digits = text.data() + std::min<std::size_t>(2, text.size());
  const char* const end = text.data() + text.size();
  const auto [last, failure] = std::from_chars(digits, end, hash.value, 16);
  if (!text.starts_with("0x") || failure != std::errc{} || last != end)
    at.refuse("a hash must be written as 0x and hexadecimal digits");
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
void fields(auto&, Is<Undo> auto&) {}
void fields(auto&, Is<Redo> auto&) {}

}  // namespace command

namespace {

using namespace command;

template <std::size_t... I>
Command read_as(std::size_t which, FieldReader& f, std::index_sequence<I...>) {
  Command command;
  ((which == I ? fields(f, command.emplace<I>()) : void()), ...);
  return command;
}

// ---- snapshots

/// All images by number: a name for a picture, [name, "x", "y" or "xy"] for it mirrored.
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

/// Reads `image_names`; the document may bring some of the images.
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

/// It as it stands in the file.
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
  if (p.frame >= show.size()) return at.refuse("there is no such frame"), std::nullopt;
  if (!is_order_of(p.order, show, p.frame))
    return at.refuse("\"order\" must be the ids of the frame"), std::nullopt;
  show.follow(p.follows);
  show.sweep(p.is_swept);
  show.show_as(p.frame, p.order, world);
  Playback playback(std::move(show));
  playback.narrowphase_before = p.narrowphase_before;
  return playback;
}

Status add_command(Json& line, const Command& command) {
  FieldWriter f(line);
  f.field("do", kCommandIds[command.index()]);
  return std::visit(
      [&]<class C>(const C& c) -> Status {
        if constexpr (requires { c.document; }) {
          if (!c.document) return {};
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
  document.tuning.clear();  // of the session's images
  for (std::size_t i = 0; i < snapshot.images.size(); ++i)
    document.images.push_back(snapshot.images.shared(i));
  if (!playback) document.take(world, snapshot.images);
  const auto text = document_text(document);
  if (!text) return text.error();
  Json json{{"scene", *text},
            {"scenes", scenes_json(snapshot.scenes)},
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
  const std::size_t images = snapshot.images.size();
  f.with("scenes", [&](const Reader& all) { read_scenes(all, snapshot.scenes); });
  f.with("tuning", [&](const Reader& all) { read_for_images(all, images, state.settings.tuning); });
  f.if_given("materials", [](const Reader& all) {  // in records of older versions
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

// ---- recorders

/// Itself, and what a command holds: sprites, boxes.
std::size_t weight_of(const RecordEntry& entry) {
  std::size_t weight = 1;
  const auto* command = std::get_if<Command>(&entry.what);
  const auto add = [&](const auto& c) {
    if constexpr (requires { c.ids; }) weight += c.ids.size();
    if constexpr (requires { c.document; })
      if (c.document && c.document->sprites) weight += c.document->sprites->size();
    if constexpr (requires { c.trace; }) weight += c.trace->ids.size();
    if constexpr (requires { c.frames; })
      for (const BoxFrame& frame : c.frames) weight += frame->ids.size();
  };
  if (command) std::visit(add, *command);
  return weight;
}

// ---- lines

std::string line_text(const Json& line) {
  return json_text(line, {.real = JsonReal::float64}) + "\n";
}

std::string head_text(const RecordFacts& facts) {
  return line_text(
      {{"phasebox-record", kRecordVersion}, {"version", std::string(kVersion)}, {"facts", facts}});
}

void add_hash(Json& line, const StateHash& hash) {
  line[hash.is_of_all ? "state" : "sprites"] = fmt::format("0x{:016x}", hash.value);
}

Result<std::string> entry_text(const RecordEntry& entry) {
  Json line{{"step", entry.step}};
  if (const auto* hash = std::get_if<StateHash>(&entry.what)) {
    add_hash(line, *hash);
  } else if (const auto* command = std::get_if<Command>(&entry.what)) {
    if (const Status error = add_command(line, *command)) return *error;
  } else {
    auto begin = snapshot_json(*std::get<std::shared_ptr<const Snapshot>>(entry.what));
    if (!begin) return begin.error();
    line["begin"] = *std::move(begin);
  }
  return line_text(line);
}

std::string end_text(std::uint64_t step, const StateHash& hash) {
  Json line{{"step", step}};
  add_hash(line, hash);
  line["end"] = true;
  return line_text(line);
}

// ---- reading

class RecordReader {
 public:
  explicit RecordReader(std::string_view file) : file_(file) {}

  Result<SessionRecord> run(std::string_view text) {
    for (number_ = 1; !text.empty(); ++number_)
      if (Status error = read_line(take_until(text, '\n'))) return *std::move(error);
    if (record_.entries.empty())
      return Error{fmt::format("{}:{}: ends before the record begins", file_, number_)};
    return std::move(record_);
  }

 private:
  Status read_line(std::string_view text) {
    const Result<Json> json = parse_json(text, file_, number_, JsonReal::float64);
    if (!json) return json.error();
    ReadState state{fmt::format("{}:{}", file_, number_)};
    const Reader line(*json, state);
    number_ == 1 ? read_head(line) : read_entry(line);
    return state.error;
  }

  void read_head(const Reader& line) {
    if (!line.is_version("phasebox-record", kRecordVersion, "Phasebox record")) return;
    FieldReader head(line);
    head.find("phasebox-record");
    head.field("version", record_.version);
    head.field("facts", record_.facts);
    head.end();
  }

  void read_entry(const Reader& line) {
    constexpr std::uint64_t kMaxSteps = 1'000'000'000;
    if (record_.has_end) return line.refuse("the record has ended; no line may follow");
    FieldReader f(line);
    RecordEntry entry;
    f.field("step", entry.step, Whole{0, kMaxSteps});
    const std::uint64_t before = record_.entries.empty() ? 0 : record_.entries.back().step;
    if (entry.step < before)
      return line.refuse(
          fmt::format("step {} comes after step {}; steps must ascend", entry.step, before));
    read_what(f, entry);
    f.end();
    record_.entries.push_back(std::move(entry));
    record_.lines.push_back(number_);
  }

  void read_what(FieldReader& f, RecordEntry& entry) {
    const Json& line = f.place().json();
    const auto begin = [&](const Reader& at) {
      entry.what = std::make_shared<const Snapshot>(read_snapshot(at));
    };
    if (f.if_given("begin", begin)) return;
    if (record_.entries.empty()) return f.place().refuse("the second line must have \"begin\"");
    if (line.find("do")) return void(entry.what = read_command(f));
    StateHash hash{line.find("state") != nullptr};
    if (!hash.is_of_all && !line.find("sprites"))
      return f.place().refuse("must have one of \"begin\", \"do\", \"state\" and \"sprites\"");
    f.field(hash.is_of_all ? "state" : "sprites", hash);
    f.optional("end", record_.has_end);
    entry.what = hash;
  }

  std::string_view file_;
  std::size_t number_ = 1;
  SessionRecord record_;
};

// Steps up to the next entry, then the entry.

class Repeater {
 public:
  Repeater(const SessionRecord& record, std::string_view file, bool verify)
      : record_(record), file_(file), verify_(verify) {}

  Result<ReplayResult> run() {
    for (at_ = 0; at_ < record_.entries.size() && !result_.divergence; ++at_) {
      const RecordEntry& entry = record_.entries[at_];
      for (; result_.steps < entry.step; ++result_.steps) session_->step();
      if (Status error = std::visit([&](const auto& what) { return take(what); }, entry.what))
        return *std::move(error);
    }
    result_.end = found_hash(true);
    return result_;
  }

 private:
  Status take(const std::shared_ptr<const Snapshot>& snapshot) {
    session_.emplace(*snapshot);
    session_->keep_frames();
    return {};
  }

  Status take(const Command& command) {
    const Status error = session_->apply(command);
    if (!error) return ++result_.commands, Status{};
    return Error{fmt::format("{}:{}: {}", file_, record_.lines[at_], error->text)};
  }

  Status take(const StateHash& recorded) {
    if (!verify_) return {};
    ++result_.hashes;
    const StateHash found = found_hash(recorded.is_of_all);
    if (found == recorded)
      equal_until_ = result_.steps;
    else
      result_.divergence =
          Divergence{result_.steps, record_.lines[at_], recorded, found, equal_until_};
    return {};
  }

  StateHash found_hash(bool is_of_all) {
    if (!is_of_all) return {false, session_->world().hash()};
    if (!session_->is_detected()) session_->detect();
    return {true, session_->hash()};
  }

  const SessionRecord& record_;
  std::string_view file_;
  bool verify_;
  std::optional<Session> session_;
  std::size_t at_ = 0;
  std::optional<std::uint64_t> equal_until_;
  ReplayResult result_;
};

}  // namespace

StateHash state_hash(const Session& session) {
  if (session.is_detected()) return {true, session.hash()};
  return {false, session.world().hash()};
}

void SessionRecorder::begin() {
  first_change_ = session_.history().last_number() + 1;
  first_step_ = furthest_ = session_.steps();
  take({step_, std::make_shared<const Snapshot>(session_.snapshot())});
}

// By now the change that was undone is the next to be redone, and the other way round.
bool SessionRecorder::is_known(const Session& session, const Command& command) const {
  if (std::holds_alternative<command::Undo>(command))
    return session.history().redo_number() >= first_change_;
  if (std::holds_alternative<command::Redo>(command))
    return session.history().undo_number() >= first_change_;
  if (const auto* seek = std::get_if<command::SeekStep>(&command))
    return seek->step >= first_step_ && seek->step <= furthest_;
  return true;
}

void SessionRecorder::applied(const Session& session, const Command& command) {
  if (!is_known(session, command)) return begin();
  take({step_, command});
  // A scene that begins again counts from 0, and its past is another one.
  if (!std::holds_alternative<command::SeekStep>(command) && session.steps() < first_step_)
    first_step_ = furthest_ = session.steps();
}

void SessionRecorder::stepped(const Session& session) {
  ++step_;
  furthest_ = session.steps();
  if (step_ % kHashEvery == 0) take({step_, state_hash(session)});
}

void KeptRecord::applied(const Session& of, const Command& command) {
  SessionRecorder::applied(of, command);
  if (next_) next_->applied(of, command);
  keep_within_bound();
}

void KeptRecord::stepped(const Session& of) {
  SessionRecorder::stepped(of);
  if (next_) next_->stepped(of);
  keep_within_bound();
}

// What the pointer holds is in no snapshot.
void KeptRecord::keep_within_bound() {
  if (kept_ > kMaxKept && !session().held()) begin();
}

void KeptRecord::take(RecordEntry entry) {
  if (std::holds_alternative<std::shared_ptr<const Snapshot>>(entry.what))
    entries_.clear(), kept_ = 0;
  kept_ += weight_of(entry);
  entries_.push_back(std::move(entry));
}

Result<SessionRecord> parse_record(std::string_view text, std::string_view file_name) {
  return RecordReader(file_name).run(text);
}

Result<SessionRecord> load_record(const std::filesystem::path& path) {
  const Result<std::string> text = read_file(path, kMaxRecordText);
  if (!text) return text.error();
  return parse_record(*text, path.string());
}

Result<std::string> record_text(const RecordFacts& facts, const std::deque<RecordEntry>& entries,
                                std::uint64_t steps, const StateHash& end) {
  std::string text = head_text(facts);
  for (const RecordEntry& entry : entries) {
    const auto line = entry_text(entry);
    if (!line) return line.error();
    text += *line;
  }
  return text + end_text(steps, end);
}

Status save_record(const std::filesystem::path& path, const RecordFacts& facts,
                   const KeptRecord& kept, const Session& session) {
  const auto text = record_text(facts, kept.entries(), kept.step(), state_hash(session));
  if (!text) return Error{path.string() + ": " + text.error().text};
  return write_file_atomically(path, *text);
}

Result<std::unique_ptr<RecordFile>> RecordFile::open(const std::filesystem::path& path,
                                                     const RecordFacts& facts, Session& session) {
  Result<LineFile> file = LineFile::open(path, head_text(facts));
  if (!file) return file.error();
  std::unique_ptr<RecordFile> record(new RecordFile(session, *std::move(file)));
  record->begin();
  if (auto error = record->take_error()) return *std::move(error);
  return record;
}

void RecordFile::take(RecordEntry entry) {
  const auto line = entry_text(entry);
  if (Status error = line ? file_.append(*line) : line.error()) error_ = std::move(error);
}

Status RecordFile::close() {
  Status error = take_error();
  if (!error) error = file_.append(end_text(step(), state_hash(session())));
  const Status closing = file_.close();
  return error ? error : closing;
}

Result<ReplayResult> replay(const SessionRecord& record, std::string_view file_name, bool verify) {
  return Repeater(record, file_name, verify).run();
}

}  // namespace phasebox
