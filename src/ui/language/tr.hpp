// SPDX-License-Identifier: MIT
// The language that the window speaks. As Dear ImGui's context, it is one for all of the interface.
#pragma once
#include <string>
#include <string_view>

#include "lab/lessons.hpp"

namespace phasebox::ui {

class Translation;

/// From now on `tr` and `tr_label` answer in this language; to be called between frames.
void speak(Language language);
Language spoken_language();
/// The table of Chinese texts that was built into the program.
const Translation& chinese_translation();

/// A text of the interface in the language spoken; in English the text itself. The answer is good
/// until the end of the frame. Remembers what it was asked, so that the same text costs a look-up.
std::string_view tr(std::string_view english);
/// The same of a text that ends with a null character, as does the answer.
const char* tr(const char* english);
/// The title of a widget of Dear ImGui, which is its id as well: "Open##id" keeps its id.
const char* tr_label(const char* english);

}  // namespace phasebox::ui
