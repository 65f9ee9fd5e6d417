// SPDX-License-Identifier: MIT
// An amalgamation: the sources that a broadphase is made of, one behind the other, with their
// includes resolved, below a small class that a game calls.
#include "io/export/two_files.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/version.hpp"
#include "collide/registry.hpp"
#include "io/files/embedded.hpp"
#include "io/files/text_file.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace two_files {
namespace {

/// The text by which a file that Phasebox wrote is recognized, so that no file of the user's own is
/// replaced.
constexpr std::string_view kMark = "Written by Phasebox";

/// Words that C++ reserves, and `std`, between spaces: none of them can name the namespace of the
/// two files.
constexpr std::string_view kReserved =
    " alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t "
    "char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr "
    "constinit continue decltype default delete do double dynamic_cast else enum explicit export "
    "extern false float for friend goto if inline int long mutable namespace new noexcept not "
    "not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires "
    "return short signed sizeof static static_assert static_cast std struct switch template this "
    "thread_local throw true try typedef typeid typename union unsigned using virtual void "
    "volatile "
    "wchar_t while xor xor_eq ";

/// Sources that headers of a broadphase have but no broadphase calls: pictures, values of
/// parameters as text, and sentences in another language than English. They are left out of the two
/// files.
constexpr std::array<std::string_view, 3> kNotCalled{
    "src/collide/image.cpp", "src/collide/param.cpp", "src/base/sentence_in_language.cpp"};

constexpr std::string_view kWordLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/// Returns the text of a built-in source file such as "collide/broadphase/rdc.cpp", or nothing.
/// Highway's headers are replaced by the scalar ones of collide/one_lane.
std::string_view embedded_source(std::string_view path) {
  for (const char* folder : {"src/", "src/collide/one_lane/", "src/io/export/", ""})
    for (const EmbeddedFile& file : embedded_library())
      if (file.name == folder + std::string(path)) return file.text();
  return {};
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Returns the text with `//` before each of its lines.
std::string commented(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = take_until(text, '\n');
    lines += line.empty() ? "//\n" : fmt::format("// {}\n", line);
  }
  return lines;
}

/// Returns the words of a text in lines of at most 100 columns, each beginning with `begin`.
std::string wrapped(std::string_view text, std::string_view begin) {
  constexpr std::size_t kColumns = 100;
  std::string lines, line(begin);
  while (!text.empty()) {
    const std::string_view word = take_until(text, ' ');
    if (line.size() + 1 + word.size() > kColumns) {
      lines += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      line = begin;
    }
    if (line.size() > begin.size()) line += ' ';
    line += word;
  }
  return lines + line + "\n";
}

std::string with_underscores(std::string_view id) {
  std::string name(id);
  std::ranges::replace(name, '-', '_');
  return name;
}

std::string main_source(const BroadphaseEntry& entry) {
  return fmt::format("collide/broadphase/{}.cpp", with_underscores(entry.id));
}

/// Collects source files and all headers they include, each once.
class Amalgamation {
 public:
  void add(const std::string& path) {
    follow(path);
    while (!waiting_.empty())
      for (const std::string& next : std::exchange(waiting_, {})) follow(next);
  }
  /// All headers, each before those that include it, then all sources.
  std::string text() const { return headers_ + sources_; }
  const std::set<std::string>& system_headers() const { return system_headers_; }

 private:
  void follow(const std::string& path) {
    std::string_view rest = embedded_source(path);
    if (rest.empty() || !seen_.insert(path).second) return;
    const std::string rule(std::max<std::size_t>(2, 92 - std::min<std::size_t>(path.size(), 90)),
                           '-');
    std::string text = fmt::format("\n// ---- {} {}\n", path, rule);
    while (!rest.empty()) {
      const std::string_view line = take_until(rest, '\n');
      if (line.starts_with("#include"))
        include(line);
      else if (line != "#pragma once" && !line.starts_with("// SPDX"))
        text.append(line) += '\n';
    }
    (path.ends_with(".cpp") ? sources_ : headers_) += text;
    wait_for_sources_of(path);
  }
  /// Follows an include of a header that is built in, or remembers one of the standard library. All
  /// other headers belong to options that are off in the two files; these includes are dropped.
  void include(std::string_view line) {
    const std::size_t begin = line.find_first_of("\"<") + 1;
    const std::string name(line.substr(begin, line.find_first_of("\">", begin) - begin));
    if (line[begin - 1] == '<' && name.find('/') == name.npos)
      system_headers_.insert(name);
    else
      follow(name);
  }
  /// Notes the sources of a header, whose names begin with that of the header
  /// (`tree/tree_kernels.hpp` has tree_kernels_simd.cpp), so that they follow when all headers that
  /// include this one are there.
  void wait_for_sources_of(const std::string& header) {
    if (!header.ends_with(".hpp")) return;
    const std::string stem = "src/" + header.substr(0, header.size() - 4);
    for (const EmbeddedFile& file : embedded_library())
      if (file.name.ends_with(".cpp") && file.name.starts_with(stem) &&
          (file.name[stem.size()] == '.' || file.name[stem.size()] == '_') &&
          std::ranges::find(kNotCalled, file.name) == kNotCalled.end())
        waiting_.emplace_back(file.name.substr(4));
  }

  std::string headers_, sources_;
  std::vector<std::string> waiting_;
  std::set<std::string> system_headers_{"cassert", "cstdint", "memory", "vector"};
  std::set<std::string, std::less<>> seen_;
};

/// Returns the broadphase and those that it uses, directly or through another one: their entries
/// are named in its source.
std::vector<const BroadphaseEntry*> entries_of(const BroadphaseEntry& entry) {
  std::vector<const BroadphaseEntry*> entries{&entry};
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string_view source = embedded_source(main_source(*entries[k]));
    for (const BroadphaseEntry* other : own_broadphases())
      if (std::ranges::find(entries, other) == entries.end() &&
          source.find(with_underscores(other->id) + "_entry") != source.npos)
        entries.push_back(other);
  }
  return entries;
}

/// Sets the parameters `to` of the library's broadphase `id` to the values `from`, which may be
/// those of a variant for teaching (world/scene/taught_rdc.hpp). Refuses a value that the library
/// lacks.
Status take_values(std::string_view id, const ParamView& from, const ParamView& to) {
  for (const Param& row : from.rows) {
    const double value = row.get(from.object);
    const Param* own = find_param(to.rows, row.key);
    if (own && !check_value(*own, value).failed())
      own->set(to.object, value);
    else if (value != row.init)
      return Error{say("{}.{}: {} is for teaching, and the library lacks it; set it to {}",
                       Sentence::as_is(id), Sentence::as_is(row.key), value_text(row, value),
                       value_text(row, row.init))};
  }
  return {};
}

/// Returns the lines of the class comment from "Cost:" on: cost, memory and source; empty where it
/// has none.
std::string cost_of(std::string_view source) {
  const std::size_t begin = source.find("/// Cost:");
  if (begin == source.npos) return {};
  std::string lines;
  for (source.remove_prefix(begin); source.starts_with("///");)
    lines.append(take_until(source, '\n').substr(1)) += '\n';
  return lines;
}

// ---- beside the library

/// Returns the line that tests/benchmarks/export/speed.sh wrote for `word`, without the word; empty
/// where nothing was measured.
std::string_view measured(std::string_view word) {
  std::string_view table = embedded_source("assets/export/speed.txt");
  while (!table.empty()) {
    std::string_view line = take_until(table, '\n');
    if (take_until(line, ' ') == word) return line;
  }
  return {};
}

std::string beside_library(std::string_view id) {
  std::string_view row = measured(id);
  if (row.empty()) return {};
  const std::string_view size = take_until(row, ' '), ms = take_until(row, ' ');
  return fmt::format(
      "Size: {} kB of machine code; the library, with all broadphases, has {} kB. Speed: a frame "
      "of 10,000 boxes takes {} ms, the library's {} ms ({}).",
      size, measured("library"), ms, row, measured("machine"));
}

// ---- parameters

/// Returns the name of the enumeration of a choice, which is found at the member's default, such as
/// `SweepAxis axis = SweepAxis::x`.
std::string enumeration_of(std::string_view member, std::string_view source) {
  const std::string assigned = fmt::format(" {} = ", member);
  for (std::size_t at = source.find(assigned); at != source.npos;
       at = source.find(assigned, at + 1)) {
    const std::size_t begin = source.find_last_not_of(kWordLetters, at - 1) + 1;
    std::string type(source.substr(begin, at - begin));
    if (source.substr(at + assigned.size()).starts_with(type + "::")) return type;
  }
  assert(false && "the default of a choice is one of its values");
  return {};
}

/// Returns the declaration of an enumeration, such as `enum class SweepAxis : std::uint8_t { x, y
/// };`.
std::string_view declaration_of(std::string_view type, std::string_view source) {
  const std::size_t begin = source.find(fmt::format("enum class {} ", type));
  return source.substr(begin, source.find(';', begin) + 1 - begin);
}

std::string_view enumerator(std::string_view declaration, std::size_t place) {
  std::size_t begin = declaration.find('{');
  for (; place > 0; --place) begin = declaration.find(',', begin + 1);
  begin = declaration.find_first_of(kWordLetters, begin);
  return declaration.substr(begin, declaration.find_first_not_of(kWordLetters, begin) - begin);
}

/// Parts of the two files that follow from the parameters: the enumerations of choices, the members
/// of `Params`, and the lines of `set_params`.
struct ParamsText {
  std::string enumerations, members, sets;
};

std::string help_of(const Param& row) {
  std::string help(row.help);
  if (row.kind == Param::Kind::flag || row.kind == Param::Kind::choice) return help;
  std::string range = describe_range(row);
  range[0] = 'A';  // a sentence then: "A number from ..."
  return help + " " + range + ".";
}

void add_choice(double value, const std::string& member, std::string_view source,
                ParamsText& text) {
  const std::string type = enumeration_of(member, source);
  const std::string_view declaration = declaration_of(type, source);
  text.enumerations += fmt::format("{}\n\n", declaration);
  text.members += fmt::format("  {0} {1} = {0}::{2};\n", type, member,
                              enumerator(declaration, static_cast<std::size_t>(value)));
}

void add_param(const Param& row, double value, std::string_view source, ParamsText& text) {
  const std::string member = with_underscores(row.key);
  text.sets += fmt::format("  set(\"{}\", state_->params.{});\n", row.key, member);
  text.members += wrapped(help_of(row), "  /// ");
  if (row.kind == Param::Kind::choice) return add_choice(value, member, source, text);
  const bool is_flag = row.kind == Param::Kind::flag, is_real = row.kind == Param::Kind::real;
  std::string written = is_flag ? value != 0 ? "true" : "false" : format_value(row, value);
  if (is_real && written.find_first_of(".e") != written.npos) written += 'f';
  text.members += fmt::format("  {} {} = {};\n",
                              is_flag   ? "bool"
                              : is_real ? "float"
                                        : "std::uint32_t",
                              member, written);
}

ParamsText params_text(const ParamView& params, std::string_view source) {
  ParamsText text;
  for (const Param& row : params.rows) add_param(row, row.get(params.object), source, text);
  return text;
}

// ---- the two files

/// Whether a name, which is not empty, may be that of a namespace and of a file.
bool is_name(std::string_view name) {
  const bool is_one_word = name.find_first_not_of(kWordLetters) == name.npos && name[0] != '_' &&
                           !(name[0] >= '0' && name[0] <= '9');
  return is_one_word && name.find("__") == name.npos &&
         kReserved.find(fmt::format(" {} ", name)) == kReserved.npos;
}

/// Returns the command line that writes the same two files again.
std::string command_of(const BroadphaseEntry& entry, const ParamView& params,
                       std::string_view name) {
  std::string text = fmt::format("phasebox export --broadphase {}", entry.id);
  for (const Param& row : params.rows)
    if (const double value = row.get(params.object); value != row.init)
      text += fmt::format(" --set {}={}", row.key, format_value(row, value));
  if (name != with_underscores(entry.id)) text += fmt::format(" --name {}", name);
  return text;
}

/// Returns the macros that switch threads off and leave only these broadphases in the registry.
std::string options_of(std::span<const BroadphaseEntry* const> entries) {
  std::string list;
  for (const BroadphaseEntry* entry : entries)
    list += fmt::format(" X({})", with_underscores(entry->id));
  return fmt::format("#define PHASEBOX_TBB 0\n#define PHASEBOX_BROADPHASES(X){}\n", list);
}

TwoFiles write(const BroadphaseEntry& entry, const ParamView& params, std::string_view name) {
  const std::vector<const BroadphaseEntry*> entries = entries_of(entry);
  Amalgamation all;
  for (const BroadphaseEntry* each : entries) all.add(main_source(*each));
  all.add("collide/broadphase/registry.cpp");
  const std::string_view own = embedded_source(main_source(entry));
  const std::string text = all.text();
  const ParamsText parameters = params_text(params, std::string(own) + text);
  std::string includes;
  for (const std::string& header : all.system_headers())
    includes += fmt::format("#include <{}>\n", header);
  TwoFiles made{std::string(name), std::string(embedded_source("front.hpp.txt")),
                std::string(embedded_source("front.cpp.txt")), beside_library(entry.id)};
  const std::pair<std::string_view, std::string> parts[]{
      {"@LICENSE@\n", commented(embedded_source("LICENSE"))},
      {"@INCLUDES@\n", includes},
      {"@OPTIONS@\n", options_of(entries)},
      {"@SOURCES@\n", text},
      {"@ENTRY@", with_underscores(entry.id)},
      {"@SETS@\n", parameters.sets},
      {"@ENUMERATIONS@\n", parameters.enumerations},
      {"@MEMBERS@\n", parameters.members},
      {"@COST@\n", cost_of(own)},
      {"@BESIDE@\n", made.beside_library.empty() ? "" : wrapped(made.beside_library, "// ")},
      {"@TITLE@", std::string(entry.title)},
      {"@SUMMARY@\n", wrapped(entry.summary, "// ")},
      {"@COMMAND@", command_of(entry, params, name)},
      {"@NAME@", std::string(name)},
      {"@VERSION@", std::string(kVersion)}};
  for (const auto& [mark, part] : parts) {
    replace_all(made.header, mark, part);
    replace_all(made.source, mark, part);
  }
  return made;
}

/// Refuses a path that cannot be written, a file that is neither empty nor written by Phasebox, and
/// one that cannot be read, which may be such a file.
Status check_file(const std::filesystem::path& path) {
  if (auto status = check_writable(path); status.failed()) return status;
  const std::string old = read_beginning(path, 1024);
  std::error_code failed;
  const bool is_free =
      !std::filesystem::exists(path, failed) || std::filesystem::file_size(path, failed) == 0;
  if (is_free || old.find(kMark) != old.npos) return {};
  const Sentence file = Sentence::as_is(path.string());
  if (old.empty())
    return Error{
        say("{}: there is a file that cannot be read; choose another name or folder", file)};
  return Error{
      say("{}: there is a file that Phasebox did not write; choose another name or folder", file)};
}

Status make_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  if (std::filesystem::exists(folder, failed) && !std::filesystem::is_directory(folder, failed))
    return Error{say("{}: is a file; name a folder", Sentence::as_is(folder.string()))};
  std::filesystem::create_directory(folder, failed);
  if (!failed) return {};
  return Error{say("{}: cannot be made: {}; make it first", Sentence::as_is(folder.string()),
                   Sentence::as_is(failed.message()))};
}

}  // namespace
}  // namespace two_files

Result<TwoFiles> two_files_of(const BroadphaseEntry& entry, const ParamView& params,
                              std::string_view name) {
  if (entry.role == BroadphaseRole::chooser)
    return Error{
        say("{} runs whichever of the others suits the boxes; export one of those, such as the one "
            "that `phasebox tune` finds for your game",
            Sentence::as_is(entry.id))};
  if (!entry.file.empty())
    return Error{say("{} is a plug-in ({}); a game takes its own source instead",
                     Sentence::as_is(entry.id), Sentence::as_is(entry.file))};
  if (!name.empty() && !two_files::is_name(name))
    return Error{
        say("'{}' cannot name a namespace; use a word of letters, digits and _ that C++ does not "
            "reserve",
            Sentence::as_is(name))};
  const std::string given(name.empty() ? two_files::with_underscores(entry.id) : name);
  const BroadphaseEntry& own = *find_entry(own_broadphases(), entry.id);
  const auto made = own.make();
  if (const Status status = two_files::take_values(own.id, params, made->params()); status.failed())
    return status.error();
  return two_files::write(own, made->params(), given);
}

Status write_two_files(const TwoFiles& files, const std::filesystem::path& folder) {
  const std::array<std::pair<std::filesystem::path, const std::string*>, 2> both{
      {{folder / (files.name + ".cpp"), &files.source},
       {folder / (files.name + ".hpp"), &files.header}}};
  std::error_code ignored;
  const bool is_new = !std::filesystem::exists(folder, ignored);
  Status status = two_files::make_folder(folder);
  for (const auto& [path, text] : both)
    if (!status.failed()) status = two_files::check_file(path);
  for (const auto& [path, text] : both)
    if (!status.failed()) status = write_file_atomically(path, *text);
  // A folder that was made for nothing goes again; one with a file in it stays.
  if (status.failed() && is_new) std::filesystem::remove(folder, ignored);
  return status;
}

}  // namespace phasebox
