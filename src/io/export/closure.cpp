// SPDX-License-Identifier: MIT
// Follows `#include` lines, from the source of a broadphase on.
#include "io/export/closure.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "io/export/strip.hpp"
#include "io/files/embedded.hpp"

namespace phasebox::two_files {
namespace {

std::string main_source(std::string_view id) {
  std::string path = "collide/broadphase/" + std::string(id) + ".cpp";
  std::ranges::replace(path, '-', '_');
  return path;
}

/// `kFinder` of `find_entry(broadphases(), kFinder)`: the id of the broadphase that this one uses.
std::string finder_of(std::span<const Token> tokens) {
  for (std::size_t at = 0; at < tokens.size(); ++at)
    if (reads(tokens, at, {"kFinder", "="}))
      return tokens[at + 2].text.substr(1, tokens[at + 2].text.size() - 2);
  return {};
}

/// The bytes of a file that was built in, as text; nothing if there is none of that name.
std::string_view embedded_file(std::string_view folder, std::string_view path) {
  for (const EmbeddedFile& file : embedded_library())
    if (file.name.size() == folder.size() + path.size() && file.name.starts_with(folder) &&
        file.name.ends_with(path))
      return {reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()};
  return {};
}

/// Before those of the library, which they take the place of.
constexpr std::string_view kStandIns = "src/io/export/stand_in/";

/// Makes the finder without the registry.
Tokens with_finder(const Tokens& tokens, const std::string& made) {
  Tokens kept;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (!reads(tokens, at, {"find_entry", "("})) {
      kept.push_back(tokens[at]);
      continue;
    }
    kept.push_back({Token::Kind::word, tokens[at].before, "std", {}});
    for (const std::string_view text : {"::", "make_unique", "<", made.c_str(), ">"})
      kept.push_back({Token::Kind::word, {}, std::string(text), {}});
    at = behind_bracket(tokens, at + 1) + 1;  // at `make`, whose brackets follow
  }
  return kept;
}

class Follower {
 public:
  Closure run(std::string_view id) {
    closure_.main_class = add_main(id);
    for (const SourcePart& source : sources_) add(source);
    return std::move(closure_);
  }

 private:
  struct SourcePart {
    std::string path;
    SourceFile file;
  };

  static SourceFile read(const std::string& path) {
    return without_directives(tokens_of(embedded_source(path)));
  }

  /// Headers go before what includes them, sources behind all headers: these wait in `behind_`.
  std::string add_main(std::string_view id) {
    SourcePart main{main_source(id), read(main_source(id))};
    const std::string finder = finder_of(main.file.tokens);
    if (!finder.empty()) main.file.tokens = with_finder(main.file.tokens, add_main(finder));
    follow(main.file);
    sources_.insert(sources_.end(), behind_.begin(), behind_.end());
    behind_.clear();
    std::string made = argument_of(main.file.tokens, "make_broadphase");
    sources_.push_back(std::move(main));
    return made;
  }

  void follow(const SourceFile& file) {
    for (const std::string& include : file.includes) {
      const std::string path = include.substr(1, include.size() - 2);
      if (embedded_source(path).empty() || !seen_.insert(path).second) continue;
      SourcePart header{path, read(path)};
      follow(header.file);
      headers_end_ = insert(header);
      if (embedded_file(kStandIns, path).empty()) follow_sources_of(path);
    }
  }
  std::size_t insert(const SourcePart& header) {
    sources_.insert(sources_.begin() + static_cast<std::ptrdiff_t>(headers_end_), header);
    return headers_end_ + 1;
  }

  /// `tree/bounds_tree.hpp` has bounds_tree.cpp and bounds_tree_build.cpp.
  void follow_sources_of(const std::string& header) {
    const std::string stem = header.substr(0, header.rfind('.'));
    for (const EmbeddedFile& file : embedded_library()) {
      if (!file.name.starts_with("src/")) continue;
      const std::string name(file.name.substr(4));
      const bool is_source = name.ends_with(".cpp") && name.starts_with(stem) &&
                             (name[stem.size()] == '.' || name[stem.size()] == '_');
      if (!is_source) continue;
      SourcePart source{name, read(name)};
      follow(source.file);
      behind_.push_back(std::move(source));
    }
  }

  void add(const SourcePart& source) {
    Part part{source.path, source.file.head, {}, closure_.declarations.size(), 0};
    for (const std::string& include : source.file.includes)
      if (include[0] == '<' && include.find('/') == include.npos) part.includes.push_back(include);
    append_declarations(without_unused_names(without_log(source.file.tokens)),
                        closure_.declarations);
    for (Declaration& d : std::span(closure_.declarations).subspan(part.first)) {
      if (d.kind != Declaration::Kind::function) continue;
      d.tokens = is_left_out(d) ? Tokens{} : without_unused_type(d.tokens);
    }
    part.end = closure_.declarations.size();
    closure_.parts.push_back(std::move(part));
  }

  /// What fills a log, or goes along a segment: the two files answer for boxes only.
  static bool is_left_out(const Declaration& d) {
    static constexpr std::array<std::string_view, 3> kTypes{"Recorder", "SegmentBand",
                                                            "SpreadBand"};
    return std::ranges::find_first_of(d.tokens, kTypes, {}, &Token::text) != d.tokens.end();
  }

  Closure closure_;
  std::vector<SourcePart> sources_, behind_;
  std::size_t headers_end_ = 0;
  std::set<std::string, std::less<>> seen_;
};

}  // namespace

std::string_view embedded_source(std::string_view path) {
  for (const std::string_view folder :
       {kStandIns, std::string_view("src/"), std::string_view("src/collide/one_lane/"),
        std::string_view("src/io/export/"), std::string_view()})
    if (const std::string_view text = embedded_file(folder, path); !text.empty()) return text;
  return {};
}

std::string argument_of(std::span<const Token> tokens, std::string_view word) {
  for (std::size_t at = 0; at < tokens.size(); ++at)
    if (reads(tokens, at, {word, "<"})) return tokens[at + 2].text;
  return {};
}

Closure closure_of(std::string_view id) { return Follower().run(id); }

}  // namespace phasebox::two_files
