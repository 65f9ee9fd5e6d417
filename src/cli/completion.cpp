// SPDX-License-Identifier: MIT
// `phasebox completion`: what bash, zsh and fish read to complete a command line.
#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/lessons.hpp"
#include "cli/manual.hpp"
#include "collide/registry.hpp"
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

using Strings = std::vector<std::string>;

/// An option as a shell sees it; a positional has no name.
struct Choice {
  std::string name, help;  ///< "--count"
  bool takes_value;
  Strings words;  ///< what its value may be; empty: a file
};

template <class Entries>
Strings ids_of(const Entries& entries) {
  Strings words;
  for (const auto* entry : entries) words.emplace_back(entry->id);
  return words;
}

Strings lesson_ids() {
  Strings words;
  if (const auto lessons = builtin_lessons())
    for (const Lesson& lesson : *lessons) words.push_back(lesson.id);
  return words;
}

/// The words of a kind of value that names them: "mean|median|p99".
Strings named_in(std::string_view type) {
  type = type.substr(0, type.find(':'));
  Strings words;
  while (!type.empty()) {
    const std::size_t bar = std::min(type.find('|'), type.size());
    const std::string_view word = type.substr(0, bar);
    const bool is_word = std::ranges::all_of(
        word, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
    if (is_word && !word.empty()) words.emplace_back(word);
    type.remove_prefix(std::min(bar + 1, type.size()));
  }
  return words;
}

Strings words_of(const CLI::Option& option, const std::string& name) {
  Strings words = named_in(option.get_type_name());
  const auto add = [&](const Strings& more) { words.insert(words.end(), more.begin(), more.end()); };
  if (name == "--broadphase" || name == "--of") add(ids_of(broadphases()));
  if (name == "--narrowphase") add(ids_of(narrowphases()));
  if (name == "--scene") add(ids_of(scenes()));
  if (name == "--lesson") add(lesson_ids());
  if (option.get_name(true) == "KIND") add({kListKinds.begin(), kListKinds.end()});
  if (option.get_name(true) == "SHELL") add({std::begin(kShells), std::end(kShells)});
  return words;
}

std::vector<Choice> choices_of(const CLI::App& app) {
  std::vector<Choice> choices;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    const auto& names = option->get_lnames();
    const std::string name = names.empty() ? "" : "--" + names.front();
    choices.push_back({name, option->get_description(), option->get_items_expected_max() > 0,
                       words_of(*option, name)});
  }
  return choices;
}

std::string joined(const Strings& words, std::string_view between = " ") {
  return fmt::format("{}", fmt::join(words, between));
}

/// For single quotes of a shell.
std::string for_quotes(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out;
}

// ---- bash

std::string bash_words(const CLI::App& app) {
  Strings words;
  for (const CLI::App* command : app.get_subcommands({})) words.push_back(command->get_name());
  for (const Choice& choice : choices_of(app)) {
    if (!choice.name.empty()) words.push_back(choice.name);
    if (choice.name.empty()) words.insert(words.end(), choice.words.begin(), choice.words.end());
  }
  return joined(words);
}

void append_bash_values(std::string& script, const CLI::App& app, std::string_view command) {
  for (const Choice& choice : choices_of(app)) {
    if (choice.name.empty() || !choice.takes_value) continue;
    fmt::format_to(std::back_inserter(script), "    '{} {}') words='{}' ;;\n", command, choice.name,
                   for_quotes(joined(choice.words)));
  }
}

std::string for_bash(const CLI::App& app) {
  const auto commands = app.get_subcommands({});
  Strings names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  std::string script = fmt::format(
      "# Completion of phasebox for bash.\n"
      "_phasebox() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command= words= k\n"
      "  for ((k = 1; k < COMP_CWORD; ++k)); do\n"
      "    case ${{COMP_WORDS[k]}} in {}) command=${{COMP_WORDS[k]}} && break ;; esac\n"
      "  done\n"
      "  case \"$command $before\" in\n",
      joined(names, " | "));
  append_bash_values(script, app, "");
  for (const CLI::App* command : commands)
    append_bash_values(script, *command, command->get_name());
  script += "    *)\n      case $command in\n";
  for (const CLI::App* command : commands)
    fmt::format_to(std::back_inserter(script), "        {}) words='{}' ;;\n", command->get_name(),
                   for_quotes(bash_words(*command)));
  fmt::format_to(std::back_inserter(script), "        *) words='{}' ;;\n", for_quotes(bash_words(app)));
  // Where no word fits, bash completes the name of a file.
  return script +
         "      esac\n  esac\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
         "}\ncomplete -o default -F _phasebox phasebox\n";
}

// ---- zsh

/// For the brackets and colons of _arguments and _describe.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') out.push_back('\\');
    out.push_back(c);
  }
  return for_quotes(out);
}

std::string zsh_value(const Choice& choice) {
  if (choice.words.empty()) return "_files";
  const std::string words = fmt::format("({})", joined(choice.words));
  return choice.name == "--scene" || choice.name.empty()
             ? fmt::format("{{_alternative \"words:id:{}\" \"files:file:_files\"}}", words)
             : words;
}

void append_zsh_arguments(std::string& script, const CLI::App& app) {
  script += "_arguments -s";
  for (const Choice& choice : choices_of(app)) {
    const auto to = std::back_inserter(script);
    if (choice.name.empty())
      fmt::format_to(to, " \\\n      '*:{}:{}'", zsh_text(choice.help), for_quotes(zsh_value(choice)));
    else if (choice.takes_value)
      fmt::format_to(to, " \\\n      '*{}[{}]:value:{}'", choice.name, zsh_text(choice.help),
                     for_quotes(zsh_value(choice)));
    else
      fmt::format_to(to, " \\\n      '{}[{}]'", choice.name, zsh_text(choice.help));
  }
  script += '\n';
}

std::string for_zsh(const CLI::App& app) {
  std::string script = "#compdef phasebox\n_phasebox() {\n  local -a commands=(\n";
  for (const CLI::App* command : app.get_subcommands({}))
    fmt::format_to(std::back_inserter(script), "    '{}:{}'\n", command->get_name(),
                   zsh_text(command->get_description()));
  script +=
      "  )\n"
      "  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
      "    _describe command commands\n    _files\n    return\n  fi\n"
      "  case $words[2] in\n";
  for (const CLI::App* command : app.get_subcommands({})) {
    fmt::format_to(std::back_inserter(script), "    {}) shift words && ((--CURRENT)) && ",
                   command->get_name());
    append_zsh_arguments(script, *command);
    script += "      ;;\n";
  }
  script += "    *) ";
  append_zsh_arguments(script, app);
  return script + "      ;;\n  esac\n}\n_phasebox \"$@\"\n";
}

// ---- fish

void append_fish(std::string& script, const CLI::App& app, std::string_view condition) {
  for (const Choice& choice : choices_of(app)) {
    const auto to = std::back_inserter(script);
    fmt::format_to(to, "complete -c phasebox -n '{}'", condition);
    if (!choice.name.empty()) fmt::format_to(to, " -l {}", choice.name.substr(2));
    if (!choice.name.empty() && choice.takes_value) script += " -r";
    if (!choice.words.empty()) fmt::format_to(to, " -a '{}'", for_quotes(joined(choice.words)));
    fmt::format_to(to, " -d '{}'\n", for_quotes(choice.help));
  }
}

std::string for_fish(const CLI::App& app) {
  std::string script = "# Completion of phasebox for fish.\n";
  for (const CLI::App* command : app.get_subcommands({}))
    fmt::format_to(std::back_inserter(script),
                   "complete -c phasebox -n __fish_use_subcommand -a {} -d '{}'\n",
                   command->get_name(), for_quotes(command->get_description()));
  append_fish(script, app, "__fish_use_subcommand");
  for (const CLI::App* command : app.get_subcommands({}))
    append_fish(script, *command,
                fmt::format("__fish_seen_subcommand_from {}", command->get_name()));
  return script;
}

}  // namespace

std::string completion(const CLI::App& app, std::string_view shell) {
  if (shell == "zsh") return for_zsh(app);
  return shell == "fish" ? for_fish(app) : for_bash(app);
}

}  // namespace phasebox
