// SPDX-License-Identifier: MIT
// Finds the widgets that words name by the registries from which the widgets are drawn.
#include "ui/tools/lesson_words.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ui/registry.hpp"

namespace phasebox::ui {
namespace {

constexpr std::string_view kOpeningQuote = "“", kClosingQuote = "”";

using Names = std::vector<std::string>;

// Widgets whose titles are in no registry. In a narrow panel "broad" is written out.
constexpr std::pair<std::string_view, const char*> kOthers[] = {{"Step", "bar.step"},
                                                                {"Play", "bar.pause"},
                                                                {"Restart step", "lessons.restart"},
                                                                {"broad", "statistics.broadphase"}};

void add_params(const ApplicationModel& model, std::string_view word, Names& names) {
  for (const ParamGroup& group : model.groups())
    for (const Param& row : group.rows) {
      const std::string name = full_name(group.owner, row.key);
      const bool has_choice = std::ranges::find(row.choices, word) != row.choices.end();
      if (has_choice) names.push_back(name + "." + std::string(word));
      if (has_choice || row.zero == word || label_of(row) == word) names.push_back(name);
    }
}

template <class Entry>
void add_entries(std::span<const Entry* const> all, const char* list, std::string_view word,
                 Names& names) {
  for (const Entry* entry : all)
    if (entry->title == word)
      names.insert(names.end(), {fmt::format("{}.{}", list, entry->id), list});
}

// A word behind "menu" names a menu, even if a section of the panel has the same title.
void add_titles(const QuotedWord& quoted, Names& names) {
  const bool is_menu = quoted.before.ends_with("menu ") || quoted.before.ends_with("菜单");
  for (std::size_t k = 1; is_menu && k < kMenuTitles.size(); ++k)
    if (kMenuTitles[k] == quoted.word) names.push_back(fmt::format("menu.{}", quoted.word));
  for (std::size_t k = 0; !is_menu && k < kSections; ++k)
    if (section_title(static_cast<Section>(k)) == quoted.word)
      names.push_back(fmt::format("fold.{}", quoted.word));
}

// The line of a menu, and the menu, since it may be closed.
void add_actions(std::string_view word, Names& names) {
  for (const ActionRow* row : actions())
    if (row->title == word && row->menu != Menu::none && row->menu != Menu::tools)
      names.insert(names.end(),
                   {fmt::format("menu.{}", row->id),
                    fmt::format("menu.{}", kMenuTitles[static_cast<std::size_t>(row->menu)])});
}

// The tab of a tool or the line of the list behind the tabs; and "More", which opens that list, in
// texts that go on to a tool of it.
void add_tools(std::string_view word, std::string_view text, Names& names) {
  for (std::size_t k = 0; k < tools().size(); ++k) {
    const ToolRow& tool = *tools()[k];
    const std::string quoted = fmt::format("{}{}{}", kOpeningQuote, tool.title, kClosingQuote);
    const bool is_in_list = k >= kFrontTools;
    if (tool.title == word && !is_in_list) names.push_back(fmt::format("tab.{}", tool.action.id));
    if (tool.title == word && is_in_list)
      names.insert(names.end(), {fmt::format("tab.more.{}", tool.action.id), "tab.more"});
    if (word == "More" && is_in_list && text.find(quoted) != text.npos)
      return names.assign({"tab.more"});
  }
}

// The cell of a category with itself in the tool Rules.
void add_categories(const ApplicationModel& model, std::string_view word, Names& names) {
  const auto categories = model.session.settings().scene->categories;
  for (std::size_t k = 0; k < categories.size(); ++k)
    if (categories[k] == word) names.push_back(fmt::format("rules.{}.{}", k + 1, k + 1));
}

}  // namespace

std::vector<QuotedWord> quoted_words(std::string_view text) {
  std::vector<QuotedWord> words;
  for (std::size_t at = text.find(kOpeningQuote); at != text.npos;
       at = text.find(kOpeningQuote, at + 1)) {
    const std::size_t begin = at + kOpeningQuote.size();
    words.push_back(
        {text.substr(begin, text.find(kClosingQuote, begin) - begin), text.substr(0, at)});
  }
  return words;
}

std::vector<std::string> widgets_named(const ApplicationModel& model, const QuotedWord& quoted,
                                       std::string_view text) {
  Names names;
  const std::string_view word = quoted.word;
  add_params(model, word, names);
  add_entries(broadphases(), "broadphase", word, names);
  add_entries(narrowphases(), "narrowphase", word, names);
  add_titles(quoted, names);
  add_categories(model, word, names);
  for (const auto& [title, name] : kOthers)
    if (title == word) names.emplace_back(name);
  const std::string number = fmt::format("statistics.{}", word);
  if (std::ranges::find(model.ui.rects, number, &WidgetRect::name) != model.ui.rects.end())
    names.push_back(number);
  if (names.empty()) add_actions(word, names);
  add_tools(word, text, names);
  return names;
}

}  // namespace phasebox::ui
