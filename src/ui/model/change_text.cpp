// SPDX-License-Identifier: MIT
// What a command did, in words.
#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/model/application_model.hpp"

namespace phasebox {
namespace {

std::string in_words(const command::SetStatic& c) {
  return fmt::format("{} {}", c.is_static ? "Pinned" : "Unpinned", counted(c.ids.size(), "sprite"));
}

std::string in_words(const command::SetVolume& c) {
  return fmt::format("Bounding volume of {}: {}", counted(c.ids.size(), "sprite"),
                     kVolumeNames[static_cast<std::size_t>(c.volume)]);
}

std::string in_words(const command::SetFilter& c) {
  return fmt::format("Filter of {} changed", counted(c.ids.size(), "sprite"));
}

std::string in_words(const command::FilterCategories& c) {
  return fmt::format("Sprites of {} now {}",
                     c.first == c.second ? "this category" : "the two categories",
                     c.collide ? "collide" : "pass through each other");
}

}  // namespace

std::string done_text(const Command& command) {
  if (const auto* c = std::get_if<command::SetStatic>(&command)) return in_words(*c);
  if (const auto* c = std::get_if<command::SetVolume>(&command)) return in_words(*c);
  if (const auto* c = std::get_if<command::SetFilter>(&command)) return in_words(*c);
  if (const auto* c = std::get_if<command::FilterCategories>(&command)) return in_words(*c);
  return {};
}

}  // namespace phasebox
