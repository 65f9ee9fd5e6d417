// SPDX-License-Identifier: MIT
// The language that the window speaks.
#include "ui/language/tr.hpp"

#include <cstddef>
#include <stdexcept>
#include <unordered_map>

#include "io/files/embedded.hpp"
#include "ui/language/translation.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMaxRemembered = 4096;  // texts; numbers in them make ever new ones

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>{}(text);
  }
};
using Memory = std::unordered_map<std::string, std::string, TextHash, std::equal_to<>>;

struct Speech {
  Language language = Language::english;
  Memory texts, labels;
};

Speech& speech() {
  static Speech one;
  return one;
}

Translation load() {
  for (const EmbeddedFile& file : embedded_languages()) {
    if (file.name != kLanguageIds[static_cast<std::size_t>(Language::chinese)]) continue;
    auto read =
        Translation::parse({reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()});
    if (!read) throw std::runtime_error(read.error().text);
    return *std::move(read);
  }
  throw std::runtime_error("the program has no table of Chinese texts");
}

template <class Make>
const std::string& remembered(Memory& memory, std::string_view english, Make make) {
  auto found = memory.find(english);
  if (found == memory.end()) found = memory.emplace(std::string(english), make()).first;
  return found->second;
}

const std::string& text_in_chinese(std::string_view english) {
  return remembered(speech().texts, english, [&] { return chinese_translation().of(english); });
}

// What stands behind ## is not shown, what stands behind ### is all of the id.
std::string label_in_chinese(std::string_view english) {
  const std::size_t end = std::min(english.find("##"), english.size());
  const std::string_view id = english.substr(end);
  std::string shown = chinese_translation().of(english.substr(0, end));
  if (id.starts_with("###")) return shown.append(id);
  return shown.append("###").append(english);
}

}  // namespace

const Translation& chinese_translation() {
  static const Translation table = load();
  return table;
}

void speak(Language language) {
  Speech& now = speech();
  now.language = language;
  for (Memory* memory : {&now.texts, &now.labels})
    if (memory->size() > kMaxRemembered) memory->clear();
}

Language spoken_language() { return speech().language; }

std::string_view tr(std::string_view english) {
  return spoken_language() == Language::english ? english : text_in_chinese(english);
}

const char* tr(const char* english) {
  return spoken_language() == Language::english ? english : text_in_chinese(english).c_str();
}

const char* tr_label(const char* english) {
  if (spoken_language() == Language::english) return english;
  return remembered(speech().labels, english, [&] { return label_in_chinese(english); }).c_str();
}

}  // namespace phasebox
