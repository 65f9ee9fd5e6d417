// SPDX-License-Identifier: MIT
// Compares names of layers and properties with the words of the user or of games.
#include "io/boxes/tiled_solid.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "io/boxes/tiled_document.hpp"

namespace phasebox::tiled {
namespace {

constexpr std::string_view kProperty = "property=";

// Whether a word means more than a layer of that name.
bool is_reserved(std::string_view word) {
  return word == "all" || word == "tiles" || word == "none";
}

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// Whether a word begins at a letter of a name such as "wallTiles" or "my_walls".
bool begins_word(std::string_view name, std::size_t at) {
  if (at == 0 || !(is_lower(name[at - 1]) || is_upper(name[at - 1]))) return true;
  return is_upper(name[at]) && is_lower(name[at - 1]);
}

// Whether a name says that what it names is solid. Short words count only where a word begins, so
// that "background" is no ground.
bool says_solid(std::string_view name, bool knows_ground) {
  const std::string all = lower(name);
  for (const std::string_view part : {"collid", "collis", "solid", "obstacle"})
    if (all.find(part) != all.npos) return true;
  for (const std::string_view word : {"wall", "block", "ground"}) {
    if (word == "ground" && !knows_ground) continue;
    for (std::size_t at = all.find(word); at != all.npos; at = all.find(word, at + 1))
      if (begins_word(name, at)) return true;
  }
  return false;
}

// Whether a property is true, or a number other than 0.
bool is_set(const Json& value) {
  if (const bool* flag = value.boolean()) return *flag;
  if (value.text() && *value.text() == "true") return true;
  const double read = number(&value);
  return read < 0 || read > 0;  // NaN is neither
}

bool has_value(const Json& value, std::string_view wanted) {
  return value.text() ? *value.text() == wanted : json_text(value) == wanted;
}

bool guesses(const Json* properties) {
  bool is_solid = false;
  each_property(properties, [&](std::string_view name, const Json& value) {
    is_solid = is_solid || (is_set(value) && says_solid(name, true));
  });
  return is_solid;
}

}  // namespace

SolidRule::SolidRule(const std::vector<std::string>& words) {
  for (const std::string& word : words) words_.push_back({word, is_reserved(word)});
}

bool SolidRule::has(std::string_view word) {
  const auto found = std::ranges::find(words_, word, &Word::text);
  if (found == words_.end()) return false;
  return found->is_known = true;
}

bool SolidRule::takes_layer(std::string_view name, const Json* properties) {
  if (is_guess()) return says_solid(name, knows_ground_) || guesses(properties);
  const bool is_named = takes(properties);
  return (!is_reserved(name) && has(name)) || is_named;
}

bool SolidRule::takes_tile(const Json* properties, std::string_view name_of_class) {
  if (takes(properties)) return true;
  return takes_tiles() && (guesses(properties) || says_solid(name_of_class, true));
}

bool SolidRule::takes(const Json* properties) {
  bool is_taken = false;
  for (Word& word : words_) {
    if (!word.text.starts_with(kProperty)) continue;
    std::string_view wanted = std::string_view(word.text).substr(kProperty.size());
    const std::string_view name = take_until(wanted, '=');
    each_property(properties, [&](std::string_view key, const Json& value) {
      if (key != name) return;
      word.is_known = true;
      is_taken = is_taken || (wanted.empty() ? is_set(value) : has_value(value, wanted));
    });
  }
  return is_taken;
}

std::vector<std::string> SolidRule::property_words() const {
  std::vector<std::string> words;
  for (const Word& word : words_)
    if (word.text.starts_with(kProperty)) words.push_back(word.text);
  return words;
}

std::optional<std::string> SolidRule::unknown() const {
  const auto found = std::ranges::find(words_, false, &Word::is_known);
  return found == words_.end() ? std::nullopt : std::optional(found->text);
}

}  // namespace phasebox::tiled
