// SPDX-License-Identifier: MIT
// `phasebox manual` and `phasebox completion`: the command line as a manual page and as what
// shells read, from the declarations of its options.
#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/version.hpp"
#include "cli/commands/commands.hpp"
#include "cli/lessons.hpp"
#include "cli/terminal.hpp"
#include "collide/registry.hpp"
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

using Strings = std::vector<std::string>;

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

Strings words_of(const Option& option) {
  Strings words = named_in(option.type);
  const auto add = [&](const Strings& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  if (option.name == "--broadphase" || option.name == "--of") add(ids_of(broadphases()));
  if (option.name == "--narrowphase") add(ids_of(narrowphases()));
  if (option.name == "--scene") add(ids_of(scenes()));
  if (option.name == "--lesson") add(lesson_ids());
  if (option.is_positional()) add(option.choices);
  return words;
}

std::vector<Choice> choices_of(const Options& options, bool is_of_window) {
  std::vector<Choice> choices;
  for (const Option& option : shown_options(options, is_of_window)) {
    const std::string name =
        option.name.substr(std::min(option.name.find("--"), option.name.size()));
    choices.push_back({name, option.description(), option.take != nullptr, words_of(option)});
  }
  return choices;
}

std::string joined(const Strings& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// For single quotes of a shell.
std::string for_quotes(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out;
}

/// A command, or the window, whose name is empty.
struct Part {
  std::string_view name, help;
  std::vector<Choice> choices;
};

std::vector<Part> parts_of(const Program& program) {
  std::vector<Part> parts;
  for (const Subcommand& command : program.commands)
    parts.push_back({command.name, command.help, choices_of(command.options, false)});
  parts.push_back({"", "", choices_of(program.options, true)});
  return parts;
}

std::string names_of(std::span<const Part> parts, std::string_view between) {
  Strings names;
  for (const Part& part : parts)
    if (!part.name.empty()) names.emplace_back(part.name);
  return fmt::format("{}", fmt::join(names, between));
}

// ---- bash

std::string bash_words(const Part& part) {
  Strings words;
  for (const Choice& choice : part.choices)
    if (choice.name.empty())
      words.insert(words.end(), choice.words.begin(), choice.words.end());
    else
      words.push_back(choice.name);
  return for_quotes(joined(words));
}

void append_bash_values(std::string& script, const Part& part) {
  for (const Choice& choice : part.choices)
    if (!choice.name.empty() && choice.takes_value)
      fmt::format_to(std::back_inserter(script), "    '{} {}') words='{}' ;;\n", part.name,
                     choice.name, for_quotes(joined(choice.words)));
}

std::string for_bash(const std::vector<Part>& parts) {
  std::string script = fmt::format(
      "# Completion of phasebox for bash.\n"
      "_phasebox() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command= "
      "words= k\n"
      "  for ((k = 1; k < COMP_CWORD; ++k)); do\n"
      "    case ${{COMP_WORDS[k]}} in {}) command=${{COMP_WORDS[k]}} && break ;; esac\n"
      "  done\n"
      "  case \"$command $before\" in\n",
      names_of(parts, " | "));
  append_bash_values(script, parts.back());
  for (const Part& part : parts)
    if (!part.name.empty()) append_bash_values(script, part);
  script += "    *)\n      case $command in\n";
  for (const Part& part : parts)
    if (part.name.empty())
      fmt::format_to(std::back_inserter(script), "        *) words='{} {}' ;;\n",
                     names_of(parts, " "), bash_words(part));
    else
      fmt::format_to(std::back_inserter(script), "        {}) words='{}' ;;\n", part.name,
                     bash_words(part));
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

void append_zsh_arguments(std::string& script, const Part& part) {
  script += "_arguments -s";
  for (const Choice& choice : part.choices) {
    const auto to = std::back_inserter(script);
    if (choice.name.empty())
      fmt::format_to(to, " \\\n      '*:{}:{}'", zsh_text(choice.help),
                     for_quotes(zsh_value(choice)));
    else if (choice.takes_value)
      fmt::format_to(to, " \\\n      '*{}[{}]:value:{}'", choice.name, zsh_text(choice.help),
                     for_quotes(zsh_value(choice)));
    else
      fmt::format_to(to, " \\\n      '{}[{}]'", choice.name, zsh_text(choice.help));
  }
  script += "\n      ;;\n";
}

std::string for_zsh(const std::vector<Part>& parts) {
  std::string script = "#compdef phasebox\n_phasebox() {\n  local -a commands=(\n";
  for (const Part& part : parts)
    if (!part.name.empty())
      fmt::format_to(std::back_inserter(script), "    '{}:{}'\n", part.name, zsh_text(part.help));
  script +=
      "  )\n"
      "  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
      "    _describe command commands\n    _files\n    return\n  fi\n"
      "  case $words[2] in\n";
  for (const Part& part : parts) {
    script += part.name.empty()
                  ? std::string("    *) ")
                  : fmt::format("    {}) shift words && ((--CURRENT)) && ", part.name);
    append_zsh_arguments(script, part);
  }
  return script + "  esac\n}\n_phasebox \"$@\"\n";
}

}  // namespace

Run manual_command(Options&, const Program& program) {
  return [&program] { return print(manual_page(program)); };
}

Run completion_command(Options& to, const Program& program) {
  const auto is_zsh = std::make_shared<bool>(false);
  to.choice(
        "SHELL", {"bash", "zsh"}, [is_zsh](std::size_t k) { *is_zsh = k == 1; }, "bash, zsh")
      .required();
  return [is_zsh, &program] {
    const std::vector<Part> parts = parts_of(program);
    return print(*is_zsh ? for_zsh(parts) : for_bash(parts));
  };
}

}  // namespace phasebox
