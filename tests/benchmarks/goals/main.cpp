// SPDX-License-Identifier: MIT
// The program `phasebox_goals`: measures what is asked of the speed of Phasebox, and says what is
// reached. Usage: phasebox_goals [--runs N] [TOPIC ...]   all topics without one; N (1)
// measurements beside each other A bar that one measurement misses is judged by the median of five.
// Exit code 0 also where bars are missed: the table says so; 1 where an algorithm was wrong.
#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/statistics.hpp"
#include "goal.hpp"

namespace phasebox::goals {

#define PHASEBOX_DECLARE(name) extern const Topic name##_topic;
PHASEBOX_GOAL_TOPICS(PHASEBOX_DECLARE)
#undef PHASEBOX_DECLARE

namespace {

std::vector<const Topic*> all_topics() {
#define PHASEBOX_LIST(name) &name##_topic,
  return {PHASEBOX_GOAL_TOPICS(PHASEBOX_LIST)};
#undef PHASEBOX_LIST
}

struct Options {
  int runs = 1;
  bool lists = false;  ///< only the names of the topics
  std::vector<const Topic*> topics;
};

bool meets(const Goal& goal, double value) {
  return goal.is_at_least ? value >= goal.bar : value <= goal.bar;
}

/// One measurement, or the median of five where the first misses the bar.
Measured judged(const Goal& goal) {
  constexpr std::size_t kRaces = 5;
  std::vector<Measured> all{goal.measure()};
  if (meets(goal, all[0].value)) return all[0];
  while (all.size() < kRaces) all.push_back(goal.measure());
  std::ranges::sort(all, {}, &Measured::value);
  return all[kRaces / 2];
}

std::string number(double value, std::string_view unit) {
  const std::string digits =
      value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.2g}", value);
  return unit.empty() ? digits : fmt::format("{} {}", digits, unit);
}

std::string row(const Goal& goal, int runs) {
  std::string text =
      fmt::format("| {} | {} {} |", goal.claim, goal.is_at_least ? "at least" : "at most",
                  number(goal.bar, goal.unit));
  bool is_met = true;
  std::string detail;
  for (int run = 0; run < runs; ++run) {
    const Measured m = judged(goal);
    is_met = is_met && meets(goal, m.value);
    text += fmt::format(" {} |", number(m.value, goal.unit));
    detail = m.detail;
  }
  return fmt::format("{} {} | {} |", text, is_met ? "met" : "missed", detail);
}

void print_topic(const Topic& topic, int runs) {
  fmt::print("### {}\n\n| goal | bar |", topic.title);
  for (int run = 1; run <= runs; ++run) fmt::print(" run {} |", run);
  fmt::print(" | where |\n|---|---|");
  for (int run = 0; run < runs; ++run) fmt::print("---|");
  fmt::print("---|---|\n");
  for (const Goal& goal : topic.goals()) fmt::print("{}\n", row(goal, runs)), std::fflush(stdout);
  fmt::print("\n");
}

bool read(std::span<char*> words, Options& options) {
  const auto all = all_topics();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::string_view(words[i]) == "--list") {
      options.lists = true;
      continue;
    }
    if (std::string_view(words[i]) == "--runs" && i + 1 < words.size()) {
      options.runs = std::atoi(words[++i]);
      if (options.runs < 1 || options.runs > 9) return false;
      continue;
    }
    const auto topic = std::ranges::find(all, std::string_view(words[i]), &Topic::id);
    if (topic == all.end()) return false;
    options.topics.push_back(*topic);
  }
  if (options.topics.empty()) options.topics = all;
  return true;
}

int usage() {
  fmt::print(stderr, "usage: phasebox_goals [--list] [--runs 1..9] [TOPIC ...]; topics:");
  for (const Topic* topic : all_topics()) fmt::print(stderr, " {}", topic->id);
  fmt::print(stderr, "\n");
  return 2;
}

}  // namespace
}  // namespace phasebox::goals

int main(int argc, char** argv) {
  using namespace phasebox::goals;
  Options options;
  if (!read({argv + 1, static_cast<std::size_t>(argc - 1)}, options)) return usage();
  for (const Topic* topic : options.topics)
    options.lists ? fmt::print("{}\n", topic->id) : print_topic(*topic, options.runs);
}
