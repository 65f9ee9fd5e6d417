// SPDX-License-Identifier: MIT
// Lessons in the language spoken, and the letters that the Chinese ones are written in.
#include "ui/language/letters.hpp"

#include "ui/language/tr.hpp"
#include "ui/language/translation.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kOpenQuote = "“", kCloseQuote = "”";

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

}  // namespace

std::string spoken(const Words& words) {
  return spoken_language() == Language::english ? words.en : with_titles_spoken(words.zh);
}

std::string_view language_title(Language language, bool has_letters) {
  if (language == Language::english) return "English";
  return has_letters ? kChineseTitle : "Chinese";
}

std::string chinese_letters(const Lessons& lessons) {
  std::string all(kChineseTitle);
  for (const auto& [english, chinese] : chinese_translation().texts()) all += chinese;
  for (const Lesson& lesson : lessons.all()) {
    all += lesson.title.zh;
    for (const LessonStep& step : lesson.steps) all += step.text.zh + step.hint.zh;
  }
  return all;
}

std::string large_letters() {
  std::string all;
  for (const char* name :
       {"sprites", "groups", "cells", "nodes", "tests", "pairs", "hits", "broad", "step"})
    all += chinese_translation().of(name);
  return all;
}

}  // namespace phasebox
