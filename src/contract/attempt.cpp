// SPDX-License-Identifier: MIT
// What a child is checked on, and what its end says.
#include "contract/attempt.hpp"

#include <cstring>

#include <fmt/format.h>

#include "plugin/plugin.hpp"

namespace phasebox::contract {

Source source_of(const BroadphaseEntry& entry) {
  return {"--broadphase " + std::string(entry.id), std::string(entry.id),
          [&entry]() -> Result<std::shared_ptr<const BroadphaseEntry>> {
            return std::shared_ptr<const BroadphaseEntry>(std::shared_ptr<void>(), &entry);
          }};
}

Source source_of_plugin(const std::string& file) {
  return {"--plugin " + file, file, [file]() -> Result<std::shared_ptr<const BroadphaseEntry>> {
            const auto plugin = Plugin::load(file);
            if (!plugin) return plugin.error();
            return std::shared_ptr<const BroadphaseEntry>(*plugin, &(*plugin)->entry());
          }};
}

Breach breach_of(const ChildEnd& end, std::uint32_t frame, double limit) {
  using enum ChildEnd::Kind;
  Breach breach{Breach::Kind::none, end.number, frame, {}};
  if (end.kind == signal) {
    breach.kind = Breach::Kind::signal;
    breach.text = fmt::format("signal {} ({})", end.number, ::strsignal(end.number));
  } else if (end.kind == exited) {
    breach.kind = Breach::Kind::exit;
    breach.text = fmt::format("it ended the program with exit code {}", end.number);
  } else if (end.kind == silent) {
    breach.kind = Breach::Kind::silence;
    breach.text = fmt::format("no answer within {} s", limit);
  }
  return breach;
}

Breach attempt(const Attempt& what, const Trial& trial) {
  const SharedBoard board;
  Breach breach;
  const Care care{.limit = what.limit,
                  .on_message =
                      [&](char, std::uint32_t frame, std::string text) {
                        breach = {Breach::Kind::violation, 0, frame, std::move(text)};
                      },
                  .goes_on = {}};
  const ChildEnd end = run_in_child(*board, care, [&](const Channel& channel) {
    const auto entry = what.source.load();
    if (!entry) return channel.send('v', 0, entry.error().text);
    Subject subject = subject_of(**entry, what.settings);
    subject.place = &board->frame;
    const Violations found = what.promise.check(subject, trial, what.heap);
    if (!found.empty()) channel.send('v', board->frame, found.front());
  });
  if (breach.kind != Breach::Kind::none) return breach;
  const std::uint32_t frame = board->frame;
  breach = breach_of(end, frame, what.limit);
  if (breach.kind == Breach::Kind::none) return breach;
  breach.text =
      fmt::format("{} on {}, frame {}: {}", what.source.name, trial.label(), frame, breach.text);
  if (!end.last_words.empty()) breach.text += fmt::format(": {}", end.last_words);
  return breach;
}

}  // namespace phasebox::contract
