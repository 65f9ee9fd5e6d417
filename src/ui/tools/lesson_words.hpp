// SPDX-License-Identifier: MIT
// The quoted words in the texts of lessons, and the widgets that they name.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace phasebox::ui {

struct ApplicationModel;

/// A quoted word of a text: English, as the text has it, and the text before its quotation mark.
struct QuotedWord {
  std::string_view word, before;
};
/// Returns the words in “quotation marks” of a text, in their order. They are views of it.
std::vector<QuotedWord> quoted_words(std::string_view text);

/// Returns the names (WidgetRect::name) of all widgets that a quoted word of `text` names: values
/// of parameters and their choices, algorithms, sections, menus and their lines, tools, buttons,
/// categories, and numbers of the statistics that are drawn. Whether the others are drawn now is
/// not checked. Empty if it names none.
std::vector<std::string> widgets_named(const ApplicationModel& model, const QuotedWord& word,
                                       std::string_view text);

}  // namespace phasebox::ui
