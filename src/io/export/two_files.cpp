// SPDX-License-Identifier: MIT
// Puts the header and the source together.
#include "io/export/two_files.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/version.hpp"
#include "io/export/closure.hpp"
#include "io/export/params_text.hpp"
#include "io/files/text_file.hpp"

namespace phasebox {
namespace two_files {
namespace {

using Kind = Declaration::Kind;

/// What the files of a game that Phasebox wrote can be told by.
constexpr std::string_view kMark = "Written by Phasebox";

/// Words that C++ keeps for itself, and namespaces of others.
constexpr auto kReserved =
    std::to_array<std::string_view>({"alignas",       "alignof",      "and",
                                     "and_eq",        "asm",          "auto",
                                     "bitand",        "bitor",        "bool",
                                     "break",         "case",         "catch",
                                     "char",          "char8_t",      "char16_t",
                                     "char32_t",      "class",        "co_await",
                                     "co_return",     "co_yield",     "compl",
                                     "concept",       "const",        "const_cast",
                                     "consteval",     "constexpr",    "constinit",
                                     "continue",      "decltype",     "default",
                                     "delete",        "do",           "double",
                                     "dynamic_cast",  "else",         "enum",
                                     "explicit",      "export",       "extern",
                                     "false",         "float",        "for",
                                     "friend",        "goto",         "if",
                                     "inline",        "int",          "long",
                                     "mutable",       "namespace",    "new",
                                     "noexcept",      "not",          "not_eq",
                                     "nullptr",       "operator",     "or",
                                     "or_eq",         "private",      "protected",
                                     "public",        "register",     "reinterpret_cast",
                                     "requires",      "return",       "short",
                                     "signed",        "sizeof",       "static",
                                     "static_assert", "static_cast",  "std",
                                     "struct",        "switch",       "template",
                                     "this",          "thread_local", "throw",
                                     "true",          "try",          "typedef",
                                     "typeid",        "typename",     "union",
                                     "unsigned",      "using",        "virtual",
                                     "void",          "volatile",     "wchar_t",
                                     "while",         "xor",          "xor_eq"});

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// As comment lines.
std::string commented(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    lines += line.empty() ? "//\n" : fmt::format("// {}\n", line);
  }
  return lines;
}

std::string without_spaces_around(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \n");
  if (begin == text.npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \n") + 1 - begin));
}

/// The declaration of a type that the header has, out of the closure.
std::string take_type(Closure& closure, std::string_view name) {
  for (std::size_t k = 0; k < closure.declarations.size(); ++k) {
    Declaration& d = closure.declarations[k];
    if (d.kind != Kind::class_begin || d.tokens.empty() || d.names[0] != name) continue;
    std::string text = text_of(std::exchange(d.tokens, {}));
    for (std::size_t m = k + 1; m < closure.declarations.size(); ++m)
      if (closure.declarations[m].owner == k)
        text += text_of(std::exchange(closure.declarations[m].tokens, {}));
    return without_spaces_around(text) + "\n\n";
  }
  return {};
}

/// What the comment above the class says of cost, memory and source.
std::string cost_of(const Closure& closure) {
  for (const Declaration& d : closure.declarations) {
    if (d.kind != Kind::class_begin || d.names[0] != closure.main_class) continue;
    std::string text;
    for (const Token& t : tokens_of("x" + d.tokens[0].before + "x")) text += t.before + t.after;
    const std::size_t begin = text.find("/// Cost:");
    text = text.substr(begin == text.npos ? 0 : begin);
    replace_all(text, "///", "//");
    return without_spaces_around(text);
  }
  return {};
}

/// "The loops of the trees (Highway; compiled once per instruction set).": not in an export.
std::string without_highway(std::string head) {
  const std::size_t begin = head.find(" (Highway");
  if (begin != head.npos) head.erase(begin, head.find(')', begin) + 1 - begin);
  return head;
}

class SourceText {
 public:
  explicit SourceText(const Closure& closure) : closure_(closure) {}

  std::string run() {
    for (const Part& part : closure_.parts) add(part);
    go_to({});
    return std::move(text_);
  }

 private:
  void add(const Part& part) {
    bool is_begun = false;
    for (std::size_t k = part.first; k < part.end; ++k) {
      const Declaration& d = closure_.declarations[k];
      if (!d.is_reached || d.tokens.empty() || is_empty_access(k)) continue;
      if (!is_begun) begin(part);
      is_begun = true;
      go_to(d.namespaces);
      add(d);
    }
  }
  void begin(const Part& part) {
    go_to({});
    const std::string line = fmt::format("// ---- {} ", part.path);
    text_ += "\n\n" + line + std::string(100 - std::min<std::size_t>(line.size(), 99), '-') + "\n" +
             wrapped(without_highway(part.head), "// ");
    text_.pop_back();  // the first declaration begins with an empty line
  }
  /// A label behind which nothing of its class is left.
  bool is_empty_access(std::size_t place) const {
    const Declaration& label = closure_.declarations[place];
    if (label.kind != Kind::access) return false;
    for (std::size_t k = place + 1; k < closure_.declarations.size(); ++k) {
      const Declaration& d = closure_.declarations[k];
      if (d.owner != label.owner || !d.is_reached) continue;
      return d.kind == Kind::access || d.kind == Kind::class_end;
    }
    return true;
  }
  void go_to(const std::vector<std::string>& namespaces) {
    const auto same = std::ranges::mismatch(namespaces, namespaces_).in1 - namespaces.begin();
    const auto common = static_cast<std::size_t>(same);
    for (; namespaces_.size() > common; namespaces_.pop_back())
      text_ += fmt::format("\n\n}}  // namespace {}", namespaces_.back());
    for (; namespaces_.size() < namespaces.size();
         namespaces_.push_back(namespaces[namespaces_.size()]))
      text_ += fmt::format("\n\nnamespace {} {{", namespaces[namespaces_.size()]);
  }
  void add(const Declaration& d) {
    std::string text = text_of(d.tokens);
    // Of empty lines that stood around what is left out, one stays.
    while (text.starts_with("\n\n\n")) text.erase(0, 1);
    if (text.front() != '\n' && text_.back() != '\n') text_ += '\n';
    text_ += text;
  }

  const Closure& closure_;
  std::string text_;
  std::vector<std::string> namespaces_;
};

/// Headers of the standard library whose files have something left.
std::string standard_headers(const Closure& closure) {
  std::set<std::string> names{"<cassert>", "<cstdint>", "<memory>", "<utility>", "<vector>"};
  for (const Part& part : closure.parts) {
    const auto all = std::span(closure.declarations).subspan(part.first, part.end - part.first);
    if (std::ranges::any_of(all, &Declaration::is_reached))
      names.insert(part.includes.begin(), part.includes.end());
  }
  std::string text;
  for (const std::string& name : names) text += "#include " + name + "\n";
  return text;
}

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  for (const Token& t : tokens_of(text)) words.insert(t.text);
  return words;
}

std::string default_name(const BroadphaseEntry& entry) {
  std::string name(entry.id);
  std::ranges::replace(name, '-', '_');
  return name;
}

/// Whether a namespace and a file may have that name.
bool is_name(std::string_view name) {
  const Tokens tokens = tokens_of(name);
  const bool is_one_word = tokens.size() == 1 && tokens[0].is_word() && tokens[0].text == name;
  return is_one_word && name[0] != '_' && name.find("__") == name.npos &&
         std::ranges::find(kReserved, name) == kReserved.end();
}

/// What writes the same files again.
std::string command_of(const BroadphaseEntry& entry, const ParamView& params,
                       std::string_view name) {
  std::string text = fmt::format("phasebox export --broadphase {}", entry.id);
  for (const Param& row : params.rows)
    if (const double value = row.get(params.object); value != row.init)
      text += fmt::format(" --set {}={}", row.key, format_value(row, value));
  if (name != default_name(entry)) text += fmt::format(" --name {}", name);
  return text;
}

std::string front_of_source(const Closure& closure, const ParamsText& parameters) {
  std::string text(embedded_source("front.cpp.txt"));
  replace_all(text, "@CLASS@", closure.main_class);
  replace_all(text, "@RANGES@", parameters.ranges);
  return text;
}

/// Marks what the hand-written parts need, and what that needs.
void reach_from(const std::string& front, const std::string& header, Closure& closure) {
  std::set<std::string> words = words_of(front);
  words.merge(words_of(header));
  reach(closure.declarations, std::move(words));
}

std::string source_text(const Closure& closure, const std::string& front) {
  return "// @TITLE@: see @NAME@.hpp. Written by Phasebox @VERSION@.\n//\n" +
         commented(embedded_source("LICENSE")) + "#include \"@NAME@.hpp\"\n\n" +
         standard_headers(closure) + "\nnamespace @NAME@ {\nnamespace inside {" +
         SourceText(closure).run() + "\n\n}  // namespace inside\n\n" + front;
}

std::string header_text(const Closure& closure, std::string_view types,
                        const ParamsText& parameters) {
  std::string text(embedded_source("front.hpp.txt"));
  replace_all(text, "@COST@", cost_of(closure));
  replace_all(text, "@TYPES@\n", types);
  replace_all(text, "@PARAMS@\n", without_spaces_around(parameters.header) + "\n\n");
  return text;
}

TwoFiles write(const BroadphaseEntry& entry, const ParamView& params, std::string_view name) {
  Closure closure = closure_of(entry.id);
  const std::string types = take_type(closure, "Vec2") + take_type(closure, "Box");
  const ParamsText parameters = take_params(closure, params);
  const std::string front = front_of_source(closure, parameters);
  reach_from(front, types + parameters.header, closure);
  TwoFiles made{std::string(name), header_text(closure, types, parameters),
                source_text(closure, front)};
  const std::string summary = wrapped(entry.summary, "// ");
  const std::string command = command_of(entry, params, name);
  for (std::string* text : {&made.header, &made.source}) {
    replace_all(*text, "@TITLE@", entry.title);
    replace_all(*text, "@SUMMARY@\n", summary);
    replace_all(*text, "@COMMAND@", command);
    replace_all(*text, "@NAME@", name);
    replace_all(*text, "@VERSION@", kVersion);
  }
  return made;
}

/// Refuses to replace what Phasebox did not write.
Status check_file(const std::filesystem::path& path) {
  if (auto error = check_writable(path)) return error;
  const std::string old = read_beginning(path, 1024);
  if (old.empty() || old.find(kMark) != old.npos) return {};
  return Error{path.string() +
               ": there is a file that Phasebox did not write; choose another name or folder"};
}

Status make_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  if (std::filesystem::exists(folder, failed) && !std::filesystem::is_directory(folder, failed))
    return Error{folder.string() + ": is a file; name a folder"};
  std::filesystem::create_directory(folder, failed);
  if (!failed) return {};
  return Error{
      fmt::format("{}: cannot be made: {}; make it first", folder.string(), failed.message())};
}

}  // namespace
}  // namespace two_files

Result<TwoFiles> two_files_of(const BroadphaseEntry& entry, const ParamView& params,
                              std::string_view name) {
  if (entry.role == BroadphaseRole::chooser)
    return Error{fmt::format(
        "{} runs whichever of the others suits the boxes; export one of those, such as the one "
        "that `phasebox tune` finds for your game",
        entry.id)};
  if (!entry.file.empty())
    return Error{fmt::format("{} is a plug-in ({}); a game takes its own source instead", entry.id,
                             entry.file)};
  if (!name.empty() && !two_files::is_name(name))
    return Error{fmt::format(
        "'{}' cannot name a namespace; use a word of letters, digits and _ that C++ does not "
        "reserve",
        name)};
  const std::string given(name.empty() ? two_files::default_name(entry) : name);
  return two_files::write(entry, params, given);
}

Status write_two_files(const TwoFiles& files, const std::filesystem::path& folder) {
  const std::array<std::pair<std::filesystem::path, const std::string*>, 2> both{
      {{folder / (files.name + ".cpp"), &files.source},
       {folder / (files.name + ".hpp"), &files.header}}};
  if (auto error = two_files::make_folder(folder)) return error;
  for (const auto& [path, text] : both)
    if (auto error = two_files::check_file(path)) return error;
  for (const auto& [path, text] : both)
    if (auto error = write_file_atomically(path, *text)) return error;
  return {};
}

}  // namespace phasebox
