// SPDX-License-Identifier: MIT
// `phasebox completion`: writes the script by which bash or zsh completes command lines of
// phasebox. It is made from the declared options and commands, so that it needs no change for a new
// one.
#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <memory>

#include "cli/commands/commands.hpp"
#include "collide/broadphase.hpp"
#include "collide/narrowphase.hpp"
#include "world/scene/scene.hpp"

namespace phasebox::cli {
namespace {

using Strings = std::vector<std::string>;

template <class Entries>
Strings ids_of(const Entries& entries) {
  Strings ids;
  for (const auto* entry : entries) ids.emplace_back(entry->id);
  return ids;
}

bool is_positional(const Option& option) { return !option.name.starts_with('-'); }

// Returns the options that the help shows. `--help` and, for the window, `--version` are added, as
// they are declared by CLI11 and not among `options`.
std::vector<Option> shown(const Options& options, bool is_window) {
  std::vector<Option> rows{{.name = "--help", .help = "Print the help"}};
  if (is_window) rows.push_back({.name = "--version", .help = "Print the version"});
  for (const Option& option : options.all())
    if (!option.is_hidden) rows.push_back(option);
  return rows;
}

// Returns the words to offer as value of an option: its choices; else its ids, and the words in
// lower case that its type names, as "all|ID,..." does.
Strings values_of(const Option& option) {
  if (!option.choices.empty()) return option.choices;
  Strings words = option.suggest ? option.suggest() : Strings();
  for (const std::string_view word : split(option.type, '|'))
    if (!word.empty() && std::islower(static_cast<unsigned char>(word.front())))
      words.emplace_back(word);
  return words;
}

// Whether the value of an option may be a path, by the name of its type. A positional argument has
// no type; it is a path unless it has choices.
bool takes_path(const Option& option) {
  if (is_positional(option)) return option.choices.empty();
  constexpr std::array<std::string_view, 3> kPaths{"FILE", "FOLDER", "RECORDING"};
  return std::ranges::any_of(
      kPaths, [&](std::string_view path) { return option.type.find(path) != std::string::npos; });
}

// ---- bash

constexpr std::string_view kBashHead = R"sh(
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' word
  local values='' options='' files=''
  # bash makes three words of --option=value.
  [[ $before != '=' ]] || before=${COMP_WORDS[COMP_CWORD-2]}
  [[ $current != '=' ]] || current=''
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word =~ ^($commands)$ ]] && command=$word && break
  done
  case "$command $before" in
)sh";

constexpr std::string_view kBashTail = R"sh(  esac
  [[ $values$files && $current != -* ]] || values=$options
  # Of values with commas, the last one is completed.
  local list=${current%"${current##*,}"}
  mapfile -t COMPREPLY < <(compgen -P "$list" -W "$values" -- "${current##*,}")
  # bash completes the name of a file where no value fits.
  [[ ! $files ]] || compopt -o default
}
complete -F _phasebox phasebox
)sh";

std::string assignment(std::string_view name, const Strings& words) {
  return words.empty() ? "" : fmt::format(" {}='{}'", name, fmt::join(words, " "));
}

std::string bash_case(std::string_view pattern, const Strings& values, bool has_files,
                      const Strings& options = {}) {
  return fmt::format("  {}){}{}{} ;;\n", pattern, assignment("values", values),
                     assignment("options", options), has_files ? " files=1" : "");
}

// Returns the cases of the bash script for the word after an option that has a value: bash offers
// what the value may be.
std::string bash_value_cases(std::string_view command, const std::vector<Option>& rows) {
  std::string text;
  for (const Option& row : rows)
    if (row.take && !is_positional(row))
      text += bash_case(fmt::format("'{} {}'", command, row.name), values_of(row), takes_path(row));
  return text;
}

// Returns the case of the bash script for any other word of a command: bash offers `values`, those
// of positional arguments, and options. It must come after the other cases of the command, because
// its pattern matches their words, too.
std::string bash_other_case(std::string_view command, const std::vector<Option>& rows,
                            Strings values) {
  Strings names;
  bool has_files = false;
  for (const Option& row : rows) {
    if (!is_positional(row)) {
      names.push_back(row.name);
      continue;
    }
    std::ranges::move(values_of(row), std::back_inserter(values));
    has_files |= takes_path(row);
  }
  return bash_case(fmt::format("'{} '*", command), values, has_files, names);
}

std::string bash_cases(std::string_view command, const Options& options, bool is_window,
                       const Strings& values) {
  const std::vector<Option> rows = shown(options, is_window);
  return bash_value_cases(command, rows) + bash_other_case(command, rows, values);
}

std::string bash_script(const Program& program, const Strings& commands) {
  std::string text(kBashHead);
  text += bash_cases("", program.options, true, commands);
  for (const Subcommand& command : program.commands)
    text += bash_cases(command.name, command.options, false, {});
  return text.append(kBashTail);
}

// ---- zsh

constexpr std::string_view kZshHead = R"sh(
  local at=${words[(i)(${~commands})]}
  if (( at < CURRENT )); then
    shift $(( at - 1 )) words
    (( CURRENT -= at - 1 ))
  elif (( CURRENT == 2 )); then
    _describe command described
  fi
  case $words[1] in
)sh";

constexpr std::string_view kZshTail = R"sh(  esac
}
# _phasebox_value FILES VALUE...: offers files if FILES is 1, and the values; also behind a comma.
_phasebox_value() {
  (( $1 )) && _files
  shift
  compset -P '*,'
  compadd -- "$@"
}
compdef _phasebox phasebox
)sh";

// Returns a text for a description of zsh's `_arguments`, in single quotes: escapes the characters
// that would end the description or the quotes.
std::string escaped(std::string_view text) {
  std::string made;
  for (const char c : text) {
    if (c == '\'') made += "'\\'";
    if (c == ':' || c == '[' || c == ']' || c == '\\') made += '\\';
    made += c;
  }
  return made;
}

std::string zsh_value(const Option& row) {
  const Strings values = values_of(row);
  const bool has_files = takes_path(row);
  std::string text = fmt::format(":{}: ", escaped(is_positional(row) ? row.name : row.type));
  if (has_files || !values.empty())
    text += fmt::format("_phasebox_value {} {}", has_files ? 1 : 0, fmt::join(values, " "));
  return text;
}

std::string zsh_spec(const Option& row) {
  if (is_positional(row)) return fmt::format("'{}'", zsh_value(row));
  return fmt::format("'{}{}{}[{}]{}'", row.is_repeated ? "*" : "", row.name, row.take ? "=" : "",
                     escaped(row.description()), row.take ? zsh_value(row) : "");
}

std::string zsh_case(std::string_view pattern, const std::vector<Option>& rows) {
  std::string text = fmt::format("  {}) _arguments", pattern);
  for (const Option& row : rows) text += " \\\n    " + zsh_spec(row);
  return text + " ;;\n";
}

std::string zsh_script(const Program& program) {
  std::string text = "\n  local -a described=(";
  for (const Subcommand& command : program.commands)
    text += fmt::format("\n    '{}:{}'", command.name, escaped(command.help));
  text.append(")").append(kZshHead);
  for (const Subcommand& command : program.commands)
    text += zsh_case(command.name, shown(command.options, false));
  return text.append(zsh_case("*", shown(program.options, true))).append(kZshTail);
}

int run_completion(bool is_zsh, const Program& program) {
  Strings commands;
  for (const Subcommand& command : program.commands) commands.emplace_back(command.name);
  const std::string script = is_zsh ? zsh_script(program) : bash_script(program, commands);
  return print(
      fmt::format("_phasebox() {{\n  local commands='{}'{}", fmt::join(commands, "|"), script));
}

}  // namespace

Strings broadphase_ids() { return ids_of(broadphases()); }

Strings narrowphase_ids() { return ids_of(narrowphases()); }

Strings scene_ids() { return ids_of(scenes()); }

Strings lesson_ids() {
  Strings ids;
  for (const Lesson& lesson : must(builtin_lessons(), kOurFailure)) ids.push_back(lesson.id);
  return ids;
}

Run completion_command(Options& to, const Program& program) {
  const auto is_zsh = std::make_shared<bool>();
  to.choice(
        "SHELL", "", {"bash", "zsh"}, [=](std::size_t k) { *is_zsh = k == 1; },
        "bash or zsh, which reads: source <(phasebox completion SHELL)")
      .required();
  return [is_zsh, &program] { return run_completion(*is_zsh, program); };
}

}  // namespace phasebox::cli
