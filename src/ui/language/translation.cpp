// SPDX-License-Identifier: MIT
// Looks sentences up in the table of the interface's language, and remembers what it found.
#include "ui/language/translation.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

#include "collide/broadphase.hpp"
#include "io/files/text_table.hpp"

namespace phasebox::ui {
namespace {

constexpr std::string_view kOpenQuote = "“", kCloseQuote = "”";

// Translates the titles in Chinese quotes and leaves the rest of the text.
std::string with_titles_spoken(std::string_view text) {
  std::string out;
  for (;;) {
    const std::size_t begin = text.find(kOpenQuote);
    const std::size_t end = begin == text.npos ? begin : text.find(kCloseQuote, begin);
    if (end == text.npos) return out.append(text);
    const std::size_t inside = begin + kOpenQuote.size();
    out.append(text.substr(0, inside)).append(tr(text.substr(inside, end - inside)));
    out.append(kCloseQuote);
    text.remove_prefix(end + kCloseQuote.size());
  }
}

constexpr std::size_t kMaxRemembered = 4096;  // cached texts; changing numbers make new ones

using Memory = std::unordered_map<std::string, std::string>;

struct Speech {
  Language language = Language::english;
  Memory texts, labels;  // by the keys of sentences
};

Speech& speech() {
  static Speech one;
  return one;
}

// Returns the cached translation of a text; `make` makes it at the first request.
const std::string& remembered(Memory& memory, const Sentence& text,
                              std::string (*make)(const Sentence&)) {
  std::string key = text.key();
  auto found = memory.find(key);
  if (found == memory.end()) found = memory.emplace(std::move(key), make(text)).first;
  return found->second;
}

// Returns the English titles of broadphases by their ids, which reports name them by. The id of the
// chooser is left out, since "auto" is also the value of many parameters. Plug-ins come and go, so
// the table is made for each text that is not cached yet, which takes about 2 us.
TextTable english_titles() {
  TextTable titles;
  for (const BroadphaseEntry* entry : broadphases())
    if (entry->role != BroadphaseRole::chooser) titles.emplace(entry->id, entry->title);
  return titles;
}

std::string in_language(const Sentence& text) {
  return spoken_language() == Language::english ? text.in(english_titles())
                                                : text.in(chinese_texts());
}

// Translates a widget's title, which ends at ##. ImGui does not show what follows ##, and uses only
// what follows ### as the id; so the English title is appended after ### if the title has no id.
std::string label_in_language(const Sentence& title) {
  const std::string& english = title.english();
  if (spoken_language() == Language::english) return english;
  const std::string id = english.substr(std::min(english.find("##"), english.size()));
  std::string shown = title.in(chinese_texts());
  if (shown == english)  // a title and its id in one text
    shown = Sentence(english.substr(0, english.size() - id.size())).in(chinese_texts());
  shown.resize(std::min(shown.find("##"), shown.size()));
  if (id.starts_with("###")) return shown.append(id);
  return shown.append("###").append(english);
}

}  // namespace

std::string spoken(const Words& words) {
  const std::string& text = words.in(spoken_language());
  return spoken_language() == Language::english ? text : with_titles_spoken(text);
}

std::string chinese_letters(const Lessons& lessons) {
  std::string all;
  for (const auto& [english, chinese] : chinese_texts()) all += chinese;
  for (const Lesson& lesson : lessons.all()) {
    all += lesson.title.in(Language::chinese);
    for (const LessonStep& step : lesson.steps)
      for (const Words& words : {step.text, step.hint, step.after})
        all += words.in(Language::chinese);
  }
  return all;
}

void speak(Language language) {
  Speech& now = speech();
  for (Memory* memory : {&now.texts, &now.labels})
    if (language != now.language || memory->size() > kMaxRemembered) memory->clear();
  now.language = language;
}

Language spoken_language() { return speech().language; }

const std::string& tr(const Sentence& sentence) {
  return remembered(speech().texts, sentence, in_language);
}

const char* tr_label(const Sentence& title) {
  return remembered(speech().labels, title, label_in_language).c_str();
}

}  // namespace phasebox::ui
