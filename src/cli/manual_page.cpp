// SPDX-License-Identifier: MIT
// `phasebox manual`: phasebox(1), read from the declarations of the command line.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "cli/manual.hpp"

namespace phasebox {
namespace {

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

bool is_shown(const CLI::Option& option) { return !option.get_group().empty(); }

/// "--count N", with the kind of its value in italics.
std::string heading(const CLI::Option& option) {
  std::string text = fmt::format("\\fB{}\\fR", escaped(option.get_name(false, true)));
  if (option.get_items_expected_max() > 0 && !option.get_type_name().empty())
    text += fmt::format(" \\fI{}\\fR", escaped(option.get_type_name()));
  return text;
}

void append_options(std::string& page, const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    if (is_shown(*option))
      fmt::format_to(std::back_inserter(page), ".TP\n{}\n{}\n", heading(*option),
                     escaped(option->get_description()));
}

void append_command(std::string& page, const CLI::App& command) {
  fmt::format_to(std::back_inserter(page), ".SS phasebox {}\n{}.\n", escaped(command.get_name()),
                 escaped(command.get_description()));
  append_options(page, command);
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
    "0: done. 1: our failure, or what was looked for is wrong. 2: a file or an option cannot be used; "
    "a line on standard error says why. 130: interrupted.\n";

}  // namespace

std::string manual_page(const CLI::App& app, std::span<const KeyRow> keys) {
  std::string page = fmt::format(
      ".TH PHASEBOX 1 \"\" \"Phasebox {}\" \"User Commands\"\n"
      ".SH NAME\nphasebox \\- see, race and tune 2D collision detection\n"
      ".SH SYNOPSIS\n\\fBphasebox\\fR [\\fIoptions\\fR] [\\fIfile\\fR]\n.br\n"
      "\\fBphasebox\\fR \\fIcommand\\fR [\\fIoptions\\fR]\n"
      ".SH DESCRIPTION\nWithout a command the window opens. The commands do the same work without "
      "one, on scenes and on recorded boxes.\n",
      escaped(kVersion));
  page += ".SH OPTIONS\n";
  append_options(page, app);
  page += ".SH COMMANDS\n";
  for (const CLI::App* command : app.get_subcommands({})) append_command(page, *command);
  append_keys(page, keys);
  return page.append(kEnding);
}

}  // namespace phasebox
