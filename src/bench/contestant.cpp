// SPDX-License-Identifier: MIT
// A contestant's settings as text and as a command, and contestants made from a session.
#include "bench/contestant.hpp"

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/registry.hpp"
#include "language/format_sentence.hpp"
#include "session/session.hpp"

namespace phasebox {

std::string Contestant::settings_text() const {
  std::string text;
  for (const Setting& s : settings)
    text +=
        fmt::format("{}{}={}", text.empty() ? "" : " ", s.row->key, format_value(*s.row, s.value));
  return text.empty() ? "defaults" : text;
}

Sentence Contestant::title() const {
  Sentence text = entry->title;
  for (const Setting& s : settings)
    text = say("{}, {} {}", text, label_of(*s.row), value_text(*s.row, s.value));
  return text;
}

std::string Contestant::set_options() const {
  std::string text;
  for (const Setting& s : settings)
    text += fmt::format("{}--set {}.{}={}", text.empty() ? "" : " ", entry->id, s.row->key,
                        format_value(*s.row, s.value));
  return text;
}

std::span<const Param> rows_of(const BroadphaseEntry& entry) { return entry.make()->params().rows; }

Contestant renewed(const Contestant& contestant) {
  Contestant now{.entry = contestant.entry};
  const auto rows = rows_of(*contestant.entry);
  for (const Setting& s : contestant.settings)
    if (const Param* row = find_param(rows, s.row->key);
        row && !check_value(*row, s.value).failed())
      now.set(*row, s.value);
  return now;
}

Contestant contestant_of(const BroadphaseEntry& entry, const Session& session) {
  Contestant contestant{.entry = &entry};
  const ParamGroup group = session.settings().group(entry);
  for (const Param& row : group.rows) contestant.set(row, row.get(group.object));
  return contestant;
}

std::size_t look_of(const BroadphaseEntry& entry, std::size_t earlier) {
  constexpr std::size_t kBeforeVariants = 16;  // looks: as many as there may be algorithms of ours
  const auto all = broadphases();
  const auto place = static_cast<std::size_t>(std::ranges::find(all, &entry) - all.begin());
  return place + earlier * kBeforeVariants;
}

Command apply_command(const Contestant& contestant) {
  command::UseBroadphase use{.id = std::string(contestant.entry->id),
                             .values = {},
                             .title = {"Apply of {}", {contestant.title()}}};
  for (const Param& row : rows_of(*contestant.entry))
    use.values.emplace_back(std::string(row.key), contestant.value(row));
  return use;
}

}  // namespace phasebox
