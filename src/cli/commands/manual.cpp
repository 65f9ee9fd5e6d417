// SPDX-License-Identifier: MIT
// `phasebox manual` and `phasebox completion`: the command line as a manual page, and what shells
// offer to complete it with, from the declarations of its options.
#include <algorithm>
#include <iterator>

#include "base/version.hpp"
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

// ---- manual

/// Text as man takes it: as it is, also where it begins like a request.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";  // a hyphen that can be copied into a shell
    else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n'))
      out.append("\\&").push_back(c);
    else
      out.push_back(c);
  }
  return out;
}

/// "--count N", with the kind of its value in italics.
std::string heading(const Option& option) {
  std::string text = fmt::format("\\fB{}\\fR", escaped(option.name));
  if (!option.full_type().empty()) text += fmt::format(" \\fI{}\\fR", escaped(option.full_type()));
  return text;
}

void append_options(std::string& page, const Options& options, bool is_of_window) {
  for (const Option& option : shown_options(options, is_of_window))
    fmt::format_to(std::back_inserter(page), ".TP\n{}\n{}\n", heading(option),
                   escaped(option.description()));
}

void append_keys(std::string& page, std::span<const KeyRow> keys) {
  if (keys.empty()) return;
  page += ".SH KEYS\n";
  for (const KeyRow& row : keys)
    fmt::format_to(std::back_inserter(page), ".TP\n\\fB{}\\fR\n{}\n", escaped(row.keys),
                   escaped(row.title));
}

constexpr std::string_view kEnding =
    ".SH FILES\n"
    ".TP\n"
    "\\fI$XDG_CONFIG_HOME/phasebox/settings.json\\fR\n"
    "What the window keeps from one start to the next; without that variable below "
    "\\fI~/.config\\fR.\n"
    ".SH EXIT STATUS\n"
    "0: done. 1: our failure, or what was looked for is wrong. 2: a file or an option cannot be "
    "used; "
    "a line on standard error says why. 130: interrupted.\n";

/// phasebox(1) in the language of man: commands, options, keys, files, exit codes.
std::string manual_page(const Program& program) {
  std::string page = fmt::format(
      ".TH PHASEBOX 1 \"\" \"Phasebox {}\" \"User Commands\"\n"
      ".SH NAME\nphasebox \\- see, race and tune 2D collision detection\n"
      ".SH SYNOPSIS\n\\fBphasebox\\fR [\\fIoptions\\fR] [\\fIfile\\fR]\n.br\n"
      "\\fBphasebox\\fR \\fIcommand\\fR [\\fIoptions\\fR]\n"
      ".SH DESCRIPTION\nWithout a command the window opens. The commands do the same work without "
      "one, on scenes and on recorded boxes.\n",
      escaped(kVersion));
  page += ".SH OPTIONS\n";
  append_options(page, program.options, true);
  page += ".SH COMMANDS\n";
  for (const Subcommand& command : program.commands) {
    fmt::format_to(std::back_inserter(page), ".SS phasebox {}\n{}.\n", escaped(command.name),
                   escaped(command.help));
    append_options(page, command.options, false);
  }
  append_keys(page, program.window.keys);
  return page.append(kEnding);
}

// ---- completion

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

// Each asks the program at every tab; where nothing is offered, the shell completes a file's name.
constexpr std::string_view kBash = R"sh(# Completion of phasebox for bash.
_phasebox() {
  mapfile -t COMPREPLY < <(printf '%s\n' "${COMP_WORDS[@]:1:COMP_CWORD}" | "${COMP_WORDS[0]}" completion words | cut -f 1)
}
complete -o default -F _phasebox phasebox
)sh";
constexpr std::string_view kZsh = R"sh(#compdef phasebox
_phasebox() {
  local -a found
  found=(${(f)"$(printf '%s\n' "${(@)words[2,CURRENT]}" | ${words[1]} completion words)"})
  found=(${found//:/\\:})
  found=(${${found/$'\t'/:}%:})
  _describe phasebox found || _files
}
_phasebox "$@"
)sh";

int run_completion(const Program& program, std::string_view shell) {
  if (shell != "words") return print(shell == "zsh" ? kZsh : kBash);
  return print(candidates(program, must(read_standard_input(kMaxTyped))));
}

}  // namespace

Run manual_command(Options&, const Program& program) {
  return [&program] { return print(manual_page(program)); };
}

Run completion_command(Options& to, const Program& program) {
  const auto shell = std::make_shared<std::string>();
  const Strings shells{"bash", "zsh", "words"};
  to.choice(
        "SHELL", "", shells, [=](std::size_t k) { *shell = shells[k]; },
        "bash, zsh; words: what may follow the words on standard input, one a line")
      .required();
  return [shell, &program] { return run_completion(program, *shell); };
}

}  // namespace phasebox::cli
