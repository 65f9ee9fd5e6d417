// SPDX-License-Identifier: MIT
// Shows sentences in the language of the interface, and lists the letters that a font needs for
// them.
#pragma once
#include <string>
#include <string_view>

#include "base/sentence.hpp"
#include "lab/lessons/lessons.hpp"

namespace phasebox::ui {

/// Sets the language of the whole interface, which `tr` and `tr_label` use. Call it between frames:
/// it may end the validity of texts that they returned.
void speak(Language language);
Language spoken_language();

/// Returns a sentence in the language of the interface, in English with the titles of broadphases
/// in place of their ids. The result is valid until the frame ends; translations are cached, so a
/// repeat costs one look-up.
const std::string& tr(const Sentence& sentence);
/// Returns the title of a Dear ImGui widget in the language of the interface and keeps its id,
/// which ImGui makes of the English title: "Open" becomes "...###Open". Valid until the frame ends.
const char* tr_label(const Sentence& title);

/// Returns a lesson's text in the language of the interface. In Chinese a widget's title in quotes
/// (“Scene”) is translated as the widget shows it.
std::string spoken(const Words& words);

/// The name of the Chinese language in Chinese.
inline constexpr std::string_view kChineseTitle = "中文";
/// Returns all Chinese texts of table and lessons in one string: the letters that a font must have.
std::string chinese_letters(const Lessons& lessons);

}  // namespace phasebox::ui
