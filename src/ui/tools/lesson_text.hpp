// SPDX-License-Identifier: MIT
// What the lessons tool itself says, in every language of the lessons.
#pragma once
#include <array>
#include <string>
#include <string_view>

#include "lab/lessons/lessons.hpp"

namespace phasebox {

/// A short text of the tool in every language.
struct ToolWords {
  std::string_view en, zh;
  constexpr std::string_view in(Language language) const {
    return language == Language::chinese ? zh : en;
  }
};

namespace lesson_text {
inline constexpr ToolWords kBack{"Back", "上一步"};
inline constexpr ToolWords kRestart{"Restart step", "重做这一步"};
inline constexpr ToolWords kNext{"Next", "下一步"};
inline constexpr ToolWords kNextLesson{"Next lesson", "下一课"};
inline constexpr ToolWords kStep{"step {} of {}", "第 {} 步，共 {} 步"};
inline constexpr ToolWords kMinutes{"about {} minutes", "大约 {} 分钟"};
inline constexpr ToolWords kHint{"Hint:", "提示："};
inline constexpr ToolWords kDone{"Done! Click “Next” to go on.", "完成！点击“下一步”继续。"};
inline constexpr ToolWords kFinished{"Done, and the lesson with it. Well done!",
                                     "完成！这一课学完了，干得漂亮！"};
inline constexpr ToolWords kWhatNext{
    "Done, and that was the last lesson. What next? Drop a recording of your own game on the "
    "window, "
    "race the algorithms on it (A), and let Tune (U) find the settings; the X-ray (X) walks "
    "through "
    "any of them as slowly as you like.",
    "完成！这是最后一课。接下来做什么？把你自己游戏的录像拖进窗口，让各种算法在上面比赛（A），"
    "用 Tune（U）找出合适的参数；X-ray（X）可以慢慢走过任何一种算法的每一步。"};
inline constexpr ToolWords kWelcome{
    "Short lessons on how a program finds out what touches what. The mouse is all you need. "
    "Choose “Every pair” from the list to begin.",
    "几节短课，讲程序怎样弄清楚谁碰到了谁。只用鼠标就够了。从列表中选择“人人见面：暴力法”开始。"};
inline constexpr ToolWords kChinese{"Chinese", "中文"};
inline constexpr std::array kAll{kBack, kRestart, kNext,     kNextLesson, kStep,    kMinutes,
                                 kHint, kDone,    kFinished, kWhatNext,   kWelcome, kChinese};
}  // namespace lesson_text

/// Everything that can be said in Chinese, one text after the other: what a font must hold.
std::string chinese_letters(const Lessons& lessons);

}  // namespace phasebox
