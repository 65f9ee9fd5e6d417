// SPDX-License-Identifier: MIT
// Latin words are foreign, but for the names of kept_names.txt, keys, paths and commands.
#include "chinese_reader.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "collide/broadphase.hpp"
#include "drawn_text.hpp"
#include "ui/language/tr.hpp"
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

std::set<std::string> read_names() {
  std::ifstream file(PHASEBOX_SOURCE_DIR "/tests/ui/language/kept_names.txt");
  std::set<std::string> names;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') names.insert(line);
  return names;
}

bool is_kept(const std::string& word) {
  static const std::set<std::string> names = read_names();
  return names.contains(word);
}

// As in files and on the command line: Tune says what to write there.
bool is_parameter(const std::string& word) {
  static const std::set<std::string> keys = [] {
    std::set<std::string> all;
    for (const BroadphaseEntry* entry : broadphases())
      for (const Param& row : entry->make()->params().rows) all.emplace(row.key);
    return all;
  }();
  return keys.contains(word);
}

// As on the command line: Tune says what it searched in.
bool is_scene(const std::string& word) {
  return std::ranges::any_of(scenes(), [&](const SceneEntry* s) { return s->id == word; });
}

bool is_key(const std::string& word) {
  return word[0] == 'F' && std::all_of(word.begin() + 1, word.end(),
                                       [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool is_small(const Aabb& box) {
  constexpr float kBeyond = 20;  // px
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  return extent(box).x > 0 && extent(box).y > 0 && extent(box).y < 60 && box.min.x >= 0 &&
         box.min.y >= 0 && box.max.x <= screen.x + kBeyond && box.max.y <= screen.y + kBeyond;
}

}  // namespace

void speak_chinese(HeadlessWindow& window) {
  window.model.ui.language = Language::chinese;
  window.frames(2);
  ASSERT_EQ(spoken_language(), Language::chinese) << "install fonts-wqy-microhei";
}

// Ids with hyphens and file names are one word.
std::string foreign_word(const std::string& text) {
  static const std::regex kWord("[A-Za-z][A-Za-z0-9_./'-]*");
  for (std::sregex_iterator it(text.begin(), text.end(), kWord), end; it != end; ++it) {
    std::string word = it->str();
    while (!word.empty() && (word.back() == '.' || word.back() == '\'' || word.back() == '-'))
      word.pop_back();
    const bool is_path = word.find('/') != word.npos;
    if (word.size() > 1 && !is_path && !is_kept(word) && !is_key(word) && !is_parameter(word) &&
        !is_scene(word))
      return word;
  }
  return {};
}

void ChineseReader::read() {
  for (const std::string& line : drawn_lines()) {
    const bool is_command = line.find("--") != line.npos;
    if (is_command) continue;
    if (const std::string word = foreign_word(line); !word.empty()) found_.emplace(line, word);
    EXPECT_EQ(line.find("\xEF\xBF\xBD"), line.npos) << "a letter is not in the font: " << line;
  }
}

void ChineseReader::frames(int n) {
  window_.frames(n);
  read();
}

void ChineseReader::key(const std::string& keys) {
  window_.key(keys);
  frames();
}

void ChineseReader::click(const std::string& widget) {
  window_.click_widget(widget);
  frames();
}

void ChineseReader::hover_all() {
  std::set<std::string> seen;
  const auto rects = window_.model.ui.rects;
  for (const WidgetRect& widget : rects) {
    if (!seen.insert(widget.name).second || !is_small(widget.rect)) continue;
    window_.move_to(middle(widget.rect));
    frames(2);
  }
  window_.move_to({-1, -1});
  window_.frames();
}

void ChineseReader::hover_menus() {
  constexpr float kStep = 8;  // px: no line is smaller
  const auto& open = ImGui::GetCurrentContext()->OpenPopupStack;
  const int depth = open.Size;
  ASSERT_GT(depth, 0) << "nothing is open";
  const ImGuiWindow& menu = *open.back().Window;
  const Vec2 top{menu.Pos.x + 30, menu.Pos.y + 4};
  for (float y = 0; y < menu.Size.y - 8; y += kStep) {
    window_.move_to(top + Vec2{0, y});
    frames(2);
    if (open.Size > depth && menus_.insert(open.back().PopupId).second) hover_menus();
  }
}

std::string ChineseReader::report() const {
  std::ostringstream text;
  for (const auto& [line, word] : found_) text << "\n  [" << word << "] " << line;
  return text.str();
}

}  // namespace phasebox
