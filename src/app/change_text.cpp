// SPDX-License-Identifier: MIT
// What has been changed, taken back or made again, in words.
#include <fmt/format.h>

#include "app/desk.hpp"
#include "ui/format.hpp"

namespace phasebox {
namespace {

std::vector<double> values_of(const Session& session) {
  std::vector<double> values;
  for (const ParamGroup& group : session.groups())
    for (const Param& row : group.rows) values.push_back(row.get(group.object));
  return values;
}

// The first parameter that has another value. The number of sprites is said by itself.
std::string changed_param(const std::vector<double>& before, const Session& now) {
  std::size_t k = 0;
  for (const ParamGroup& group : now.groups())
    for (const Param& row : group.rows) {
      if (k >= before.size()) return {};
      const double old = before[k++], value = row.get(group.object);
      if (old != value && row.key != "count")
        return fmt::format("{} {} to {}", spaced(row.key), format_value(row, old),
                           format_value(row, value));
    }
  return {};
}

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

}  // namespace

Standpoint standpoint_of(const Session& session) {
  return {std::string(session.scene().title), std::string(session.broadphase().title),
          std::string(session.narrowphase().title), session.world().size(), values_of(session)};
}

std::string difference(const Standpoint& before, const Session& now) {
  const Standpoint after = standpoint_of(now);
  if (before.scene != after.scene) return fmt::format("{} to {}", before.scene, after.scene);
  if (before.broadphase != after.broadphase)
    return fmt::format("{} to {}", before.broadphase, after.broadphase);
  if (before.narrowphase != after.narrowphase)
    return fmt::format("{} to {}", before.narrowphase, after.narrowphase);
  if (const std::string param = changed_param(before.values, now); !param.empty()) return param;
  if (before.sprites != after.sprites)
    return fmt::format("{} to {}", thousands(before.sprites), counted(after.sprites, "sprite"));
  return "a change of sprites";
}

std::string done_text(const Command& command) {
  if (const auto* c = std::get_if<command::SetStatic>(&command)) return in_words(*c);
  if (const auto* c = std::get_if<command::SetVolume>(&command)) return in_words(*c);
  if (const auto* c = std::get_if<command::SetFilter>(&command)) return in_words(*c);
  return {};
}

}  // namespace phasebox
