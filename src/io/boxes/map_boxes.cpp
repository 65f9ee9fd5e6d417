// SPDX-License-Identifier: MIT
// Collects the boxes of a map and makes a recording of them.
#include "io/boxes/map_boxes.hpp"

#include <algorithm>
#include <cmath>

#include "base/number_format.hpp"
#include "io/boxes/recording_rows.hpp"
#include "language/format_sentence.hpp"

namespace phasebox::tiled {
namespace {

/// The most boxes of a map, so that a small file that unpacks to many tiles ends early.
constexpr std::size_t kMaxMapBoxes = 10'000'000;
constexpr double kMaxMapSide = 1e15;  // px; sums of such numbers are finite as float, too

}  // namespace

Error MapBoxes::refuse(const Sentence& what) const {
  return say("{}: {}", Sentence::as_is(file_), what);
}

// "Ground" is what walls stand on in one game, and a floor in another.
bool MapBoxes::may_widen() {
  if (!rule_.is_guess() || std::ranges::any_of(boxes_, &MapBox::is_static)) return false;
  rule_.widen();
  return true;
}

void MapBoxes::clear() {
  boxes_.clear();
  layers_.clear();
  left_out_ = tiles_ = 0;
}

void MapBoxes::list_layer(const std::string& name, bool is_solid) {
  constexpr std::size_t kMaxListed = 100;
  const auto listed = std::ranges::find(layers_, name, [](const auto& row) { return row.first; });
  if (listed != layers_.end())
    listed->second |= is_solid;
  else if (is_solid || layers_.size() < kMaxListed)
    layers_.emplace_back(name, is_solid);
}

void MapBoxes::add(const MapBox& box) {
  if (has_failed()) return;
  boxes_.push_back(box);
  if (boxes_.size() > kMaxMapBoxes)
    fail(say("it has more than {} boxes; make fewer tiles solid, see --solid",
             grouped(kMaxMapBoxes)));
  else if (!std::ranges::all_of(box.sides, [](double s) { return std::abs(s) <= kMaxMapSide; }))
    fail(say("{}: its place and size must be numbers of at most {:g} px",
             box.id > 0      ? say("object {}", box.id)
             : box.is_static ? Sentence("a tile")
                             : Sentence("an object"),
             kMaxMapSide));
}

bool MapBoxes::takes_tiles(const std::string& layer, std::size_t tiles, std::int64_t width,
                           double height, std::string_view program) {
  // A few bytes may unpack to many tiles, most of them empty.
  tiles_ += tiles;
  if (tiles_ > kMaxBoxRows)
    fail(say("it has more than {} tiles", grouped(kMaxBoxRows)));
  else if (height * static_cast<double>(width) != static_cast<double>(tiles))
    fail(say("layer '{}': {} for {} x {}; save the map again in {}", Sentence::as_is(layer),
             counted(tiles, "tile"), width, height, Sentence::as_is(program)));
  return !has_failed();
}

Result<BoxRecording> MapBoxes::finished(Facts facts) {
  if (has_failed()) return status_.error();
  if (const auto word = rule_.unknown())
    return refuse(say("nothing in it is called '{}'; its layers are {}", Sentence::as_is(*word),
                      layer_names()));
  BoxRecording made;
  made.frames = {0};
  made.begins = {0, boxes_.size()};
  std::int64_t next = std::max<std::int64_t>(1, facts.first_id);
  for (const MapBox& box : boxes_) next = std::max(next, box.id + 1);
  for (const MapBox& box : boxes_) {
    made.ids.push_back(box.id > 0 ? box.id : next++);
    made.is_static.push_back(box.is_static ? 1 : 0);
  }
  made.notes = std::move(facts.notes);
  say_what_is_solid(made, facts.has_solid_tiles);
  if (left_out_ > 0)
    made.notes.push_back(left_out_ == 1 ? Sentence("1 point or text is left out")
                                        : say("{} points and texts are left out", left_out_));
  round(made);
  if (!sort_frame(made, 0)) return refuse("two objects have one id; save it again in Tiled");
  return made;
}

// The names of the layers that are solid, or of all.
Sentence MapBoxes::layer_names(bool only_solid) const {
  std::vector<Sentence> names;
  for (const auto& [name, is_solid] : layers_)
    if (is_solid || !only_solid) names.push_back(Sentence::as_is("'" + name + "'"));
  return joined(names, ", ");
}

void MapBoxes::say_what_is_solid(BoxRecording& made, bool has_solid_tiles) {
  if (has_solid_tiles) made.solid.emplace_back("tiles", rule_.takes_tiles());
  for (const std::string& word : rule_.property_words()) made.solid.emplace_back(word, true);
  made.solid.insert(made.solid.end(), layers_.begin(), layers_.end());
  const bool has_solid = std::ranges::any_of(boxes_, &MapBox::is_static);
  if (!has_solid && has_tiles_ && !rule_.has("none"))
    made.notes.push_back(say("no tile is solid; a checkbox in the panel, or --solid LAYER, makes "
                             "them so: {}",
                             layer_names())
                             .on_one_line());
  if (!has_solid || !rule_.is_guess()) return;
  std::vector<Sentence> taken;
  if (took_tiles_) taken.emplace_back("tiles with shapes or a property that say so");
  if (const Sentence names = layer_names(true); !names.empty())
    taken.push_back(say("layers {}", names));
  made.notes.push_back(
      say("guessed as solid: {}; --solid says otherwise", joined(taken, ", ")).on_one_line());
}

// Rounds the boxes to float32, relative to an offset where they are far from zero.
void MapBoxes::round(BoxRecording& made) const {
  for (const bool is_last : {false, true}) {
    FloatLoss loss;
    made.boxes.clear();
    for (const MapBox& box : boxes_) made.boxes.push_back(loss.rounded(box.sides, made.offset));
    if (!loss.is_notable()) return;
    if (is_last)
      made.notes.push_back(loss.note(made.unit));
    else
      made.offset = far_offset(made.boxes);
  }
}

std::vector<Sentence> first_notes(std::vector<Sentence> notes) {
  constexpr std::size_t kMaxNotes = 10;
  if (notes.size() <= kMaxNotes) return notes;
  const Sentence more = counted(notes.size() - kMaxNotes, "file");
  notes.resize(kMaxNotes);
  notes.push_back(say("{} beside the map cannot be read either", more));
  return notes;
}

}  // namespace phasebox::tiled
