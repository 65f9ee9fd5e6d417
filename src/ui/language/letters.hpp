// SPDX-License-Identifier: MIT
// What is said in several languages, as it is shown: lessons, and the languages themselves.
#pragma once
#include <string>
#include <string_view>

#include "lab/lessons.hpp"

namespace phasebox {

/// A lesson's text in the language spoken. What a Chinese text quotes (“Scene”) is the English
/// title of a widget; it is shown as the widget shows it.
std::string spoken(const Words& words);

/// As Chinese calls itself.
inline constexpr std::string_view kChineseTitle = "中文";
/// As a language calls itself; in English where its letters are missing.
std::string_view language_title(Language language, bool has_letters);

/// Everything that can be said in Chinese, one text after the other: what a font must hold.
std::string chinese_letters(const Lessons& lessons);
/// What of it is written in the large font: names of the statistics.
std::string large_letters();

}  // namespace phasebox
