// SPDX-License-Identifier: MIT
// Reads XML and JSON of Tiled into one structure.
#include "io/boxes/tiled_document.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "io/archive/xml.hpp"
#include "io/files/text_file.hpp"
#include "language/format_sentence.hpp"

namespace phasebox::tiled {
namespace {

// XML elements that may be repeated, and the name of the JSON array that holds them.
constexpr std::pair<std::string_view, std::string_view> kLists[] = {
    {"layer", "layers"},      {"objectgroup", "layers"}, {"group", "layers"},
    {"imagelayer", "layers"}, {"object", "objects"},     {"tileset", "tilesets"},
    {"tile", "tiles"},        {"chunk", "chunks"},       {"property", "properties"}};
// XML elements that are there once, and are a member of the same name in JSON.
constexpr std::string_view kMembers[] = {"ellipse", "capsule", "point",
                                         "text",    "image",   "tileoffset"};

// Returns the points "0,0 16,8" as a list of objects.
Json points_in(const XmlElement& shape) {
  Json points = Json::array();
  for (const auto& [key, text] : shape.attributes)
    if (key == "points")
      for (std::string_view pair : split(text, ' ')) {
        if (pair.empty()) continue;
        const std::string_view x = take_until(pair, ',');
        points.push_back({{"x", x}, {"y", pair}});
      }
  return points;
}

Json json_in(XmlElement&& element);

void append(Json& object, std::string_view list, Json&& value) {
  Json& all = object[list];
  if (!all.list()) all = Json::array();
  all.push_back(std::move(value));
}

// Adds a child of an element to the object that stands for the element. Elements that no box
// depends on are left out.
void add_child(Json& made, const std::string& parent, XmlElement&& child) {
  const std::string name = child.name;
  // A tile has one group of shapes, and a template one object and one tileset.
  const bool is_only = parent == "template" || (parent == "tile" && name == "objectgroup");
  const auto list = std::ranges::find(kLists, name, [](const auto& row) { return row.first; });
  if (name == "polygon" || name == "polyline") {
    made[name] = points_in(child);
  } else if (name == "properties") {
    for (XmlElement& one : child.children) append(made, name, json_in(std::move(one)));
  } else if (name == "data") {  // in JSON its members are those of the layer
    const Json data = json_in(std::move(child));
    for (const std::string_view key : {"encoding", "compression", "data", "chunks", "tiles"})
      if (const Json* value = data.find(key)) made[key] = *value;
  } else if (is_only || std::ranges::find(kMembers, name) != std::end(kMembers)) {
    made[name] = json_in(std::move(child));
  } else if (list != std::end(kLists)) {
    Json inner = json_in(std::move(child));
    if (list->second == "layers") inner["type"] = name == "layer" ? "tilelayer" : name;
    append(made, list->second, std::move(inner));
  }
}

// The attributes of an element become members of an object, and its text the member `data`.
Json json_in(XmlElement&& element) {
  Json made = Json::object();
  for (auto& [key, value] : element.attributes) made[key] = std::move(value);
  if (!element.text.empty()) made["data"] = std::move(element.text);
  for (XmlElement& child : element.children) add_child(made, element.name, std::move(child));
  return made;
}

}  // namespace

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

bool is_map(std::string_view text) {
  text = without_mark(text.substr(0, kBeginning));
  if (text.starts_with('<')) return text.find("<map") != text.npos;
  const auto has = [&](std::string_view key) { return text.find(key) != text.npos; };
  return text.starts_with('{') && !has("\"phasebox\"") && !has("\"__header__\"") &&
         (has("\"layers\"") || has("\"tilewidth\""));
}

Result<Json> parse(std::string_view text, const std::string& file_name) {
  if (text.size() > kMaxMap)
    return Error{
        say("{}: it is larger than {}, the most that is read of such a file; name "
            "another one",
            Sentence::as_is(file_name), Sentence::as_is(size_text(kMaxMap)))};
  if (!without_mark(text).starts_with('<'))
    return parse_json(text, file_name, 1, JsonReal::float64);
  Result<XmlElement> root = parse_xml(text, file_name);
  if (root.failed()) return root.error();
  return json_in(*std::move(root));
}

Result<Json> load(const std::filesystem::path& path) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(path, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    return Error{say("{}: is no file", Sentence::as_is(path.string()))};
  const Result<std::string> text = read_file(path, kMaxMap);
  if (text.failed()) return text.error();
  return parse(*text, path.string());
}

double number(const Json* value, double otherwise) {
  if (!value) return otherwise;
  const auto read = value->text() ? read_number<double>(*value->text()) : value->number();
  return read.value_or(std::numeric_limits<double>::quiet_NaN());
}

std::int64_t whole_number(const Json* value) {
  constexpr double kMaxCounted = 9007199254740992;  // 2^53
  const double read = number(value);
  return std::abs(read) <= kMaxCounted ? static_cast<std::int64_t>(read) : 0;
}

std::string text_of(const Json* value) {
  return value && value->text() ? *value->text() : std::string();
}

}  // namespace phasebox::tiled
