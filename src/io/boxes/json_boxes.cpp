// SPDX-License-Identifier: MIT
// Flattens JSON into boxes: keeps the names and values of the objects that are open, and gives them
// away where an object of a list ends.
#include "io/boxes/json_boxes.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "io/boxes/box_header.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMaxListed = 4;  // longer lists are no sides of a box

bool is_id(std::string_view name) { return column_named(name) == BoxColumn::id; }

bool is_header(const std::vector<std::string>& keys) {
  const std::vector<std::string_view> names(keys.begin(), keys.end());
  return is_box_header(names);
}

// Whether the names are all that a box needs.
bool is_complete(const std::vector<std::string>& keys) {
  const std::vector<std::string_view> names(keys.begin(), keys.end());
  return !box_header(names, false).failed();
}

// Whether the first box of a text, which may be cut off somewhere after it, has all that one needs.
bool has_complete_box(std::string_view text) {
  bool is_found = false;
  const TakeFields look = [&](std::span<const BoxField> fields) -> Status {
    is_found = is_complete(with_sides_of_lists(fields));
    return Error{"enough"};
  };
  [[maybe_unused]] const Status cut = JsonBoxes(JsonBoxes::Root::box).read(text, {}, 1, look);
  return is_found;
}

}  // namespace

Status JsonBoxes::read(std::string_view text, std::string_view file, std::size_t line,
                       const TakeFields& take) {
  file_ = file;
  take_ = &take;
  path_.clear();
  levels_.clear();
  columns_.clear();
  used_ = inherited_ = 0;
  return walk_json(text, file, line,
                   [this](JsonPart part, std::string_view value) { return visit(part, value); });
}

Status JsonBoxes::visit(JsonPart part, std::string_view text) {
  if (part == JsonPart::end) return close();
  if (part == JsonPart::key) {
    begin_name(text);
    return {};
  }
  begin_element();
  return part == JsonPart::object || part == JsonPart::list ? open(part) : add(text);
}

// Begins an element of the list that is open, if one is: its name is its number.
void JsonBoxes::begin_element() {
  if (levels_.empty() || levels_.back().part != JsonPart::list) return;
  begin_name(std::to_string(levels_.back().index++));
}

void JsonBoxes::begin_name(std::string_view name) {
  path_.resize(levels_.back().path);
  if (path_.size() > levels_.back().base) path_ += ' ';
  path_ += name;
}

// Adds a value to the box that is open, or to the column.
Status JsonBoxes::add(std::string_view text) {
  if (levels_.empty()) return {};
  if (levels_.size() == 2 && is_table()) {
    Column& column = columns_.back().second;
    column.text += text;
    column.ends.push_back(column.text.size());
    return {};
  }
  if (levels_.back().index > kMaxListed) return {};
  if (used_ == kMaxBoxFields)
    return refuse(say("it has more than {} values, the most of a box", kMaxBoxFields));
  if (used_ == fields_.size()) fields_.emplace_back();
  fields_[used_].first = path_.substr(levels_.back().base);
  fields_[used_].second = text;
  ++used_;
  return {};
}

Status JsonBoxes::open(JsonPart part) {
  const bool is_root = levels_.empty();
  const bool is_box = part == JsonPart::object &&
                      (is_root ? root_ == Root::box : levels_.back().part == JsonPart::list);
  if (levels_.size() == 1 && is_table()) {
    if (columns_.size() == kMaxBoxFields)
      return refuse(say("it has more than {} values, the most of a box", kMaxBoxFields));
    columns_.emplace_back(path_, Column{});
  }
  const std::size_t base = is_box ? path_.size() : is_root ? 0 : levels_.back().base;
  Status status;
  if (is_box) status = inherit();
  const bool is_in_box = is_box || (!is_root && levels_.back().is_in_box);
  levels_.push_back({part, is_box, is_in_box, false, base, path_.size(), used_, 0});
  if (is_box) add_list_frame();
  return status;
}

// Leaves of the values around a box that begins nothing but the number of its frame.
Status JsonBoxes::inherit() {
  const bool is_in_box = !levels_.empty() && levels_.back().is_in_box;
  for (std::size_t k = inherited_; k < used_; ++k) {
    const auto column = column_named(fields_[k].first);
    if (column == BoxColumn::id && is_in_box) return boxes_in_box();
    if (column == BoxColumn::frame) std::swap(fields_[inherited_++], fields_[k]);
  }
  used_ = inherited_;
  return {};
}

// A list in a list is a frame, whose number is its place, unless an object has said it.
void JsonBoxes::add_list_frame() {
  const std::size_t depth = levels_.size();
  has_list_frame_ = depth > 2 && levels_[depth - 3].part == JsonPart::list && inherited_ == 0;
  if (!has_list_frame_) return;
  if (fields_.empty()) fields_.emplace_back();
  fields_[used_++] = {"frame", std::to_string(levels_[depth - 3].index - 1)};
}

Error JsonBoxes::boxes_in_box() const {
  return refuse("it has a list of boxes in it; write each box by itself");
}

Status JsonBoxes::close() {
  const Level level = levels_.back();
  Status status;
  if (level.is_box && !level.has_boxes) status = give_box();
  if (level.is_box && level.has_boxes)
    for (std::size_t k = inherited_; k < used_; ++k)
      if (is_id(fields_[k].first)) status = boxes_in_box();
  levels_.pop_back();
  const bool is_long = level.index > kMaxListed && !level.has_boxes;
  const bool stays = level.is_in_box && !level.is_box && !is_long;  // values of the box around it
  if (!stays) used_ = std::min(used_, level.fields);
  inherited_ = std::min(inherited_, used_);
  if (status.failed()) return status;
  if (levels_.empty()) return columns_.empty() || level.has_boxes ? Status() : give_columns();
  levels_.back().has_boxes |= level.is_box || level.has_boxes;
  if (levels_.size() == 1 && is_table() && columns_.back().second.ends.empty()) columns_.pop_back();
  if (!is_long || !level.is_in_box) return {};
  path_.resize(level.path);
  path_ += " 4";  // no column has such a name, so that a note says that the list is ignored
  return add("...");
}

Status JsonBoxes::give_box() {
  const auto is_frame = [](const auto& field) { return lower(field.first) == "frame"; };
  const auto begin = fields_.begin(), end = begin + static_cast<std::ptrdiff_t>(used_);
  const bool skips_first = has_list_frame_ && std::any_of(begin + 1, end, is_frame);
  box_.clear();
  for (std::size_t k = skips_first ? 1 : 0; k < used_; ++k)
    box_.push_back({fields_[k].first, fields_[k].second});
  ++boxes_;
  return (*take_)(box_);
}

// Gives away the rows of an object of columns.
Status JsonBoxes::give_columns() {
  const auto& [first_name, first] = columns_.front();
  for (const auto& [name, column] : columns_)
    if (column.ends.size() != first.ends.size())
      return Error{say("{}: '{}' has {} values and '{}' has {}; each column needs one for each box",
                       Sentence::as_is(file_), Sentence::as_is(first_name), first.ends.size(),
                       Sentence::as_is(name), column.ends.size())};
  for (std::size_t row = 0; row < first.ends.size(); ++row) {
    box_.clear();
    for (const auto& [name, column] : columns_) {
      const std::size_t begin = row == 0 ? 0 : column.ends[row - 1];
      const std::string_view all = column.text;
      box_.push_back({name, all.substr(begin, column.ends[row] - begin)});
    }
    ++boxes_;
    if (Status status = (*take_)(box_); status.failed()) return status;
  }
  return {};
}

Error JsonBoxes::refuse(const Sentence& what) const {
  return say("{}: box {}: {}", Sentence::as_is(file_), boxes_ + 1, what);
}

bool is_json_box(std::string_view line) {
  std::string open;               // a letter for each object and list that is open
  std::vector<std::string> keys;  // of the values that the object has by itself
  std::string key;
  const VisitJson visit = [&](JsonPart part, std::string_view text) -> Status {
    const bool is_inner = open.ends_with('l') && part == JsonPart::object;
    if (is_inner || (open.empty() && part != JsonPart::object)) return Error{"no box"};
    if (part == JsonPart::object || part == JsonPart::list)
      open += part == JsonPart::list ? 'l' : 'o';
    if (part == JsonPart::end) open.pop_back();
    if (part == JsonPart::key) key = text;
    const bool is_value = part == JsonPart::text || part == JsonPart::scalar;
    if (is_value && open == "o" && keys.size() < kMaxBoxFields) keys.push_back(key);
    return {};
  };
  if (walk_json(line, {}, 1, visit).failed()) return false;
  return is_header(keys) || std::ranges::any_of(keys, is_id) || has_complete_box(line);
}

bool names_json_boxes(std::string_view beginning) {
  if (has_complete_box(beginning)) return true;
  std::string root_names;  // of the members of the root, each after a line end
  std::size_t depth = 0;
  const VisitJson list_names = [&](JsonPart part, std::string_view text) {
    if (part == JsonPart::object || part == JsonPart::list) ++depth;
    if (part == JsonPart::end) --depth;
    if (part == JsonPart::key && depth == 1) (root_names += text) += '\n';
    return Status();
  };
  // The beginning of a text ends somewhere, which is no fault here.
  [[maybe_unused]] const Status cut = walk_json(beginning, {}, 1, list_names);
  const auto names = split(root_names, '\n');
  return names.size() <= kMaxBoxFields && is_complete({names.begin(), names.end()});
}

}  // namespace phasebox
