// SPDX-License-Identifier: MIT
// A child loads the broadphase and sends what it says, word by word.
#include "contract/facts.hpp"

#include <algorithm>
#include <charconv>
#include <memory>

#include <fmt/format.h>

#include "contract/growth.hpp"

namespace phasebox::contract {
namespace {

Result<Settings> fixed_settings(const BroadphaseEntry& entry, std::span<const TypedSetting> sets) {
  Settings fixed;
  const auto instance = entry.make();
  for (const auto& [key, text] : sets) {
    std::string_view name = key;
    if (const std::string owner = std::string(entry.id) + "."; name.starts_with(owner))
      name.remove_prefix(owner.size());
    const Param* row = find_param(instance->params().rows, name);
    if (!row) return Error{fmt::format("--set {}: {} has no such parameter", key, entry.id)};
    const Result<double> value = parse_value(*row, text);
    if (!value) return Error{"--set " + value.error().text};
    fixed.push_back({std::string(name), *value});
  }
  return fixed;
}

void tell_facts(const Source& source, const Asked& asked, const Channel& channel) {
  const auto entry = source.load();
  if (!entry) return channel.send('e', 0, entry.error().text);
  const auto fixed = fixed_settings(**entry, asked.sets);
  if (!fixed) return channel.send('e', 0, fixed.error().text);
  channel.send('i', 0, (*entry)->id);
  channel.send('t', 0, (*entry)->title);
  channel.send('f', 0, settings_text(*fixed));
  constexpr std::size_t kRandom = 6;
  const auto instance = (*entry)->make();
  for (Settings& some : settings_to_try(instance->params().rows, kRandom, asked.seed)) {
    std::erase_if(some, [&](const Setting& s) {
      return std::ranges::find(*fixed, s.key, &Setting::key) != fixed->end();
    });
    channel.send('s', 0, settings_text(some));
  }
}

}  // namespace

Result<Facts> facts_of(const Source& source, const Asked& asked) {
  Facts facts;
  std::string error;
  const SharedBoard board;
  const Care care{.limit = asked.limit,
                  .on_message =
                      [&](char kind, std::uint32_t, const std::string& text) {
                        if (kind == 'e') error = text;
                        if (kind == 'i') facts.id = text;
                        if (kind == 't') facts.title = text;
                        const Settings settings = parse_settings(text).value_or(Settings{});
                        if (kind == 'f') facts.fixed = settings;
                        if (kind == 's') facts.tried.push_back(settings);
                      },
                  .goes_on = {}};
  const ChildEnd end = run_in_child(
      *board, care, [&](const Channel& channel) { tell_facts(source, asked, channel); });
  if (!error.empty()) return Error{error};
  if (facts.id.empty())
    return Error{fmt::format("{}: {} while it was loaded; nothing could be checked", source.name,
                             breach_of(end, 0, asked.limit).text)};
  if (facts.tried.empty()) facts.tried.emplace_back();
  return facts;
}

void measure_growth(const Source& source, double limit, Facts& facts) {
  const SharedBoard board;
  const Care care{.limit = limit,
                  .on_message =
                      [&](char kind, std::uint32_t, const std::string& text) {
                        if (kind == 'g') facts.growth = text;
                        if (kind == 'm')
                          std::from_chars(text.data(), text.data() + text.size(),
                                          facts.seconds_of_many);
                      },
                  .goes_on = {}};
  // Told after each number of boxes: where it ends early, what was measured counts.
  run_in_child(*board, care, [&](const Channel& channel) {
    const auto entry = source.load();
    if (!entry) return;
    growth_of(subject_of(**entry, facts.fixed), [&](const Growth& growth) {
      board->frame = static_cast<std::uint32_t>(growth.points.size());
      channel.send('g', 0, growth_text(growth));
      channel.send('m', 0, fmt::format("{}", predicted_seconds(growth, kManyBoxes)));
    });
  });
}

}  // namespace phasebox::contract
