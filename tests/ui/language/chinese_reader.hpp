// SPDX-License-Identifier: MIT
// Reads what a window draws in Chinese, and keeps what is not.
#pragma once
#include <map>
#include <set>
#include <string>

#include "../headless_window.hpp"

namespace phasebox {

/// From the next frame on; fails without a Chinese font.
void speak_chinese(HeadlessWindow& window);

/// The first Latin word of a text that is no name which Chinese texts keep, or nothing.
std::string foreign_word(const std::string& text);

/// Collects the lines drawn that are not Chinese.
class ChineseReader {
 public:
  explicit ChineseReader(HeadlessWindow& window) : window_(window) {}

  void read();
  void frames(int n = 3);
  void key(const std::string& keys);
  /// Clicks a widget and reads what comes.
  void click(const std::string& widget);
  /// The tooltip of each widget that is seen.
  void hover_all();
  /// Each line of the menus and lists that are open, and of those that open from them.
  void hover_menus();
  std::string report() const;
  bool is_clean() const { return found_.empty(); }

 private:
  HeadlessWindow& window_;
  std::map<std::string, std::string> found_;  // word by line
  std::set<unsigned> menus_;                  // met already, by Dear ImGui's number
};

}  // namespace phasebox
