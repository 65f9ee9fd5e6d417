// SPDX-License-Identifier: MIT
// The window in Chinese: everything that it draws is Chinese, but for names.
#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../headless_window.hpp"
#include "drawn_text.hpp"
#include "support/files.hpp"
#include "ui/language/tr.hpp"
#include "ui/registry.hpp"

namespace phasebox {
namespace chinese_window_test {

// Names that stay as they are, one a line.
class KeptNames {
 public:
  KeptNames() {
    std::ifstream file(PHASEBOX_SOURCE_DIR "/tests/ui/language/kept_names.txt");
    for (std::string line; std::getline(file, line);)
      if (!line.empty() && line[0] != '#') names_.insert(line);
  }
  bool contains(const std::string& word) const { return names_.contains(word); }

 private:
  std::set<std::string> names_;
};

bool is_key(const std::string& word) {
  return word[0] == 'F' && std::all_of(word.begin() + 1, word.end(),
                                       [](unsigned char c) { return std::isdigit(c) != 0; });
}

// Latin words of a line that are no names: ids with hyphens and file names are one word.
std::vector<std::string> foreign_words(const std::string& line, const KeptNames& kept) {
  static const std::regex kWord("[A-Za-z][A-Za-z0-9_./'-]*");
  std::vector<std::string> found;
  for (std::sregex_iterator it(line.begin(), line.end(), kWord), end; it != end; ++it) {
    std::string word = it->str();
    while (!word.empty() && (word.back() == '.' || word.back() == '\'' || word.back() == '-'))
      word.pop_back();
    const bool is_path = word.find('/') != word.npos;
    if (word.size() > 1 && !is_path && !kept.contains(word) && !is_key(word)) found.push_back(word);
  }
  return found;
}

class Reader {
 public:
  explicit Reader(HeadlessWindow& window) : window_(window) {}

  void read() {
    for (const std::string& line : drawn_lines()) {
      const auto words = foreign_words(line, kept_);
      if (!words.empty()) found_.emplace(line, words.front());
      EXPECT_EQ(line.find("\xEF\xBF\xBD"), line.npos) << "a letter is not in the font: " << line;
    }
  }
  void frames(int n = 3) {
    window_.frames(n);
    read();
  }
  void key(const std::string& keys) {
    window_.key(keys);
    frames();
  }
  // The tooltip of each widget that is seen.
  void hover_all() {
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
  std::string report() const {
    std::ostringstream text;
    for (const auto& [line, word] : found_) text << "\n  [" << word << "] " << line;
    return text.str();
  }
  bool is_clean() const { return found_.empty(); }

 private:
  static bool is_small(const Aabb& box) {
    return extent(box).x > 0 && extent(box).y > 0 && extent(box).y < 60 && box.min.x >= 0 &&
           box.min.y >= 0 && box.max.x <= 1300 && box.max.y <= 740;
  }
  HeadlessWindow& window_;
  KeptNames kept_;
  std::map<std::string, std::string> found_;  // by line
};

void speak_chinese(HeadlessWindow& window) {
  window.model.ui.language = Language::chinese;
  window.frames(2);
  ASSERT_EQ(spoken_language(), Language::chinese) << "install fonts-wqy-microhei";
}

struct ChineseWindow : testing::Test {
  void TearDown() override { speak(Language::english); }
};

TEST_F(ChineseWindow, reads_back_what_is_drawn) {
  HeadlessWindow window("lesson");
  window.frames(2);
  EXPECT_THAT(drawn_lines(), testing::Contains(testing::HasSubstr("File")));
  speak_chinese(window);
  EXPECT_THAT(drawn_lines(), testing::Contains(testing::HasSubstr("文件")));
  EXPECT_THAT(drawn_lines(), testing::Not(testing::Contains(testing::HasSubstr("File"))));
}

TEST_F(ChineseWindow, says_nothing_in_english_in_panel_toolbar_and_statistics) {
  HeadlessWindow window("lesson");
  speak_chinese(window);
  Reader reader(window);
  reader.frames();
  for (bool& is_open : window.model.ui.section_open) is_open = true;
  reader.frames();
  reader.hover_all();
  reader.key("p F2");
  reader.key("F2");
  EXPECT_TRUE(reader.is_clean()) << reader.report();
}

TEST_F(ChineseWindow, says_nothing_in_english_in_help_messages_and_questions) {
  HeadlessWindow window("sprites");
  speak_chinese(window);
  Reader reader(window);
  reader.key("F1");
  window.move_to({400, 400});
  for (int k = 0; k < 30; ++k) {
    window.wheel(-3);
    reader.frames(1);
  }
  reader.key("Esc");
  for (const char* keys : {"+", "-", "Ctrl+Z", "s", "d", "b", "c", "t", "l", "o", "n", "Shift+N"})
    reader.key(keys);
  window.move_to(window.on_screen(3));
  window.key("Ctrl+D Delete Ctrl+Z Ctrl+Y");
  window.model.ui.messages_open = true;
  reader.frames();
  window.model.ui.messages_open = false;
  window.key("Ctrl+O");
  const test::TemporaryFolder folder;  // names of files are in no language
  window.model.ui.picker.enter(folder.path());
  reader.frames();
  reader.key("Esc");
  reader.key("Ctrl+Q");
  reader.key("Esc");
  EXPECT_TRUE(reader.is_clean()) << reader.report();
}

TEST_F(ChineseWindow, changes_its_language_at_once_from_the_help_menu) {
  HeadlessWindow window("lesson");
  EXPECT_EQ(spoken_language(), Language::english);
  window.click_widget("menu.Help");
  window.click_widget("menu.language");
  window.click_widget("menu.language.zh");
  window.frames(2);
  EXPECT_EQ(spoken_language(), Language::chinese);
  EXPECT_EQ(window.model.ui.language, Language::chinese);
  window.key("Esc Esc");
  window.click_widget("menu.Help");
  window.click_widget("menu.language");
  window.click_widget("menu.language.en");
  window.frames(2);
  EXPECT_EQ(spoken_language(), Language::english);
}

}  // namespace chinese_window_test
}  // namespace phasebox
