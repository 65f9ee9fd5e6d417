// SPDX-License-Identifier: MIT
// Literals are read by the tokens of a source.
#include "source_texts.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>

#include "ui/language/tokens.hpp"

namespace phasebox {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

// What a literal stands for in the program.
std::string unescaped(std::string_view token) {
  const std::size_t first = token.find('"'), last = token.rfind('"');
  std::string text;
  for (std::size_t i = first + 1; i < last; ++i) {
    if (token[i] != '\\' || i + 1 >= last) {
      text += token[i];
      continue;
    }
    const char c = token[++i];
    text += c == 'n' ? '\n' : c == 't' ? '\t' : c;
  }
  return text;
}

// Sources whose texts go into files, or are read before there is a window.
const std::set<std::string> kOtherReaders{"tune_html", "tune_report", "machine", "lesson_parse",
                                          "axis_lab"};

}  // namespace

std::vector<std::string> literals_of(const fs::path& source) {
  const auto tokens = two_files::tokens_of(content(source));
  std::vector<std::string> all;
  bool goes_on = false, is_asserted = false;
  for (const auto& token : tokens) {
    if (token.is("assert") || token.is("static_assert")) is_asserted = true;
    if (token.is(";")) is_asserted = false;
    const bool is_text = token.kind == two_files::Token::Kind::text && token.text.back() == '"';
    if (is_text && !is_asserted) {
      if (!goes_on) all.emplace_back();
      all.back() += unescaped(token.text);
    }
    goes_on = is_text && !is_asserted;
  }
  return all;
}

std::vector<fs::path> sources_of(std::initializer_list<const char*> rooms) {
  std::vector<fs::path> all;
  for (const char* room : rooms)
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(PHASEBOX_SOURCE_DIR) / "src" / room))
      if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp")
        all.push_back(entry.path());
  std::ranges::sort(all);
  return all;
}

std::vector<fs::path> shown_sources() {
  std::vector<fs::path> all = sources_of({"ui", "view", "collide", "world", "session", "lab"});
  std::erase_if(all, [](const fs::path& path) {
    return kOtherReaders.contains(path.stem().string()) || path.parent_path().filename() == "gl";
  });
  return all;
}

}  // namespace phasebox
