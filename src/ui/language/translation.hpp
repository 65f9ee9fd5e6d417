// SPDX-License-Identifier: MIT
// Shows sentences in the language of the interface, and lists the letters that a font needs for
// them.
#pragma once
#include <string>
#include <string_view>

#include "base/sentence.hpp"
#include "lab/lessons/lessons.hpp"

namespace phasebox::ui {

/// Sets the language of the whole interface, which `tr`, `tr_label` and `spoken` use. Call it once
/// per frame, before anything is drawn: it may empty the cache that owns the texts which `tr` and
/// `tr_label` returned.
void speak(Language language);
Language spoken_language();

/// Returns a sentence in the language of the interface; a text without a translation stays English.
/// In English, an argument that is the id of a broadphase is replaced by its title; only "auto"
/// stays. The result is valid until the next speak(). It is cached, so a repeat costs one look-up.
const std::string& tr(const Sentence& sentence);
/// Returns the title of a Dear ImGui widget in the language of the interface. ImGui makes the
/// widget's id of its title, so the English one is appended as id: in Chinese "Open" becomes
/// "...###Open". In English the title stays as it is. Valid until the next speak().
const char* tr_label(const Sentence& title);

/// Returns a lesson's text in the language of the interface. A widget's English title that a
/// Chinese text has in quotes (“Scene”) is translated as the widget shows it.
std::string spoken(const Words& words);

/// The name of the Chinese language in Chinese.
inline constexpr std::string_view kChineseTitle = "中文";
/// Returns the Chinese texts of the interface and of all lessons in one string: a font must have
/// its letters.
std::string chinese_letters(const Lessons& lessons);

}  // namespace phasebox::ui
