// SPDX-License-Identifier: MIT
// Maps, tilesets and templates of the editor Tiled as values: its JSON, or its XML in the structure
// of that JSON, so that one reader serves both.
// Tiled documentation, "TMX Map Format" and "JSON Map Format", https://doc.mapeditor.org.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "io/archive/json.hpp"

namespace phasebox::tiled {

/// The largest map, tileset or template that is read, bytes.
inline constexpr std::uint64_t kMaxMap = std::uint64_t{256} << 20;

/// Whether the beginning of a text is that of a map, as XML or as JSON. A map may be longer: its
/// first kBeginning bytes are enough.
bool is_map(std::string_view text);
inline constexpr std::size_t kBeginning = 1 << 16;

/// Returns the text without a byte order mark and blanks before it.
std::string_view without_mark(std::string_view text);

/// Parses a map, a tileset or a template. Numbers of XML stay texts. The points of a shape become a
/// list of objects, as in JSON.
Result<Json> parse(std::string_view text, const std::string& file_name);
/// Reads a file beside a map. Refuses what is no regular file, such as a pipe, which might not end.
Result<Json> load(const std::filesystem::path& path);

/// Returns a value as a number; `otherwise` where it is missing, and NaN where it is none.
double number(const Json* value, double otherwise = 0);
/// Returns a value as a whole number; 0 where it is missing, none, or larger than a double counts.
std::int64_t whole_number(const Json* value);
/// Returns a value that is a text; empty where it is none.
std::string text_of(const Json* value);

/// Calls f(element) for each element of a list; does nothing where the value is none.
template <class F>
void each(const Json* list, F f) {
  if (!list || !list->list()) return;
  for (const Json& element : *list->list()) f(element);
}
/// Calls f(name, value) for each property. Before Tiled 1.2 they were the members of an object.
template <class F>
void each_property(const Json* properties, F f) {
  each(properties, [&](const Json& property) {
    if (const Json* value = property.find("value")) f(text_of(property.find("name")), *value);
  });
  if (!properties || !properties->members()) return;
  for (const auto& [name, value] : *properties->members()) f(name, value);
}

}  // namespace phasebox::tiled
