// SPDX-License-Identifier: MIT
// `phasebox completion`: what a shell offers to complete a command line, from the declarations of
// its options.
#include <algorithm>
#include <iterator>

#include "cli/commands/commands.hpp"
#include "collide/registry.hpp"
#include "world/scene/scene.hpp"

namespace phasebox::cli {
namespace {

using Strings = std::vector<std::string>;

constexpr std::uint64_t kMaxTyped = 1 << 20;  // bytes

/// Those that help shows, with what every command line has.
std::vector<Option> shown_options(const Options& options, bool is_of_window) {
  std::vector<Option> shown{{.name = "-h,--help", .help = "Print this help message and exit"}};
  if (is_of_window)
    shown.push_back({.name = "--version", .help = "Display program version information and exit"});
  std::ranges::copy_if(options.all(), std::back_inserter(shown),
                       [](const Option& option) { return !option.is_hidden; });
  return shown;
}

template <class Entries>
Strings ids_of(const Entries& entries) {
  Strings words;
  for (const auto* entry : entries) words.emplace_back(entry->id);
  return words;
}

/// The words of a kind of value that names them: "mean|median|p99".
Strings named_in(std::string_view type) {
  Strings words;
  for (const std::string_view word : split(take_until(type, ':'), '|')) {
    const bool is_word = std::ranges::all_of(
        word, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
    if (is_word && !word.empty()) words.emplace_back(word);
  }
  return words;
}

/// What the value of an option may be; empty: a file, or anything.
Strings words_of(const Option& option) {
  if (!option.choices.empty()) return option.choices;
  Strings words = named_in(option.type);
  const auto add = [&](const Strings& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  if (option.name == "--broadphase" || option.name == "--of") add(ids_of(broadphases()));
  if (option.name == "--narrowphase") add(ids_of(narrowphases()));
  if (option.name == "--scene") add(ids_of(scenes()));
  if (option.name == "--lesson")
    if (const auto lessons = builtin_lessons())
      for (const Lesson& lesson : *lessons) words.push_back(lesson.id);
  return words;
}

/// What may stand in place of the last of these lines, the words of a command line as far as it is
/// typed: "word<tab>what it is" a line.
std::string candidates(const Program& program, std::string_view typed) {
  std::string_view before, last;
  const Subcommand* command = nullptr;
  while (!typed.empty()) {
    before = std::exchange(last, take_until(typed, '\n'));
    const auto named = std::ranges::find(program.commands, before, &Subcommand::name);
    if (!command && named != program.commands.end()) command = &*named;
  }
  std::string text;
  const auto offer = [&](std::string_view word, std::string_view help) {
    if (word.starts_with(last)) text += fmt::format("{}\t{}\n", word, help);
  };
  const Options& options = command ? command->options : program.options;
  for (const Option& option : options.all())
    if (option.take && option.name == before) {
      for (const std::string& word : words_of(option)) offer(word, "");
      return text;
    }
  if (!command)
    for (const Subcommand& other : program.commands) offer(other.name, other.help);
  const std::vector<Option> shown = shown_options(options, !command);
  const bool takes_file = std::ranges::any_of(shown, [](const Option& option) {
    return option.is_positional() && words_of(option).empty();
  });
  for (const Option& option : shown)
    if (option.is_positional())
      for (const std::string& word : words_of(option)) offer(word, option.help);
    else if (!takes_file || last.starts_with('-'))
      offer(option.name.substr(option.name.find("--")), option.description());
  return text;
}

// It asks the program at every tab; where nothing is offered, bash completes a file's name.
constexpr std::string_view kBash = R"sh(# Completion of phasebox for bash.
_phasebox() {
  mapfile -t COMPREPLY < <(printf '%s\n' "${COMP_WORDS[@]:1:COMP_CWORD}" | "${COMP_WORDS[0]}" completion words | cut -f 1)
}
complete -o default -F _phasebox phasebox
)sh";

}  // namespace

Run completion_command(Options& to, const Program& program) {
  const auto is_asked = std::make_shared<bool>();
  to.choice(
        "SHELL", "", {"bash", "words"}, [=](std::size_t k) { *is_asked = k == 1; },
        "bash; words: what may follow the words on standard input, one a line")
      .required();
  return [is_asked, &program] {
    if (!*is_asked) return print(kBash);
    return print(candidates(program, must(read_standard_input(kMaxTyped))));
  };
}

}  // namespace phasebox::cli
