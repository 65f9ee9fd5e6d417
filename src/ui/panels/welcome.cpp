// SPDX-License-Identifier: MIT
// Draws the start page over the running scene, with three ways to begin.
#include <algorithm>
#include <filesystem>

#include "ui/model/files/files.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

constexpr const char* kRecorder =
    "# Records boxes for Phasebox; call record() once per frame.\n"
    "file = open(\"game.csv\", \"w\")\n"
    "file.write(\"frame,id,min_x,min_y,max_x,max_y\\n\")\n"
    "\n"
    "def record(frame, boxes):  # of each: id, min_x, min_y, max_x, max_y\n"
    "    for id, *box in boxes:\n"
    "        file.write(f\"{frame},{id},\" + \",\".join(str(v) for v in box) + \"\\n\")\n"
    "    file.flush()\n";

// Draws a button that closes the start page. Returns whether it was pressed in this frame.
bool choice_button(const Gui& gui, const Sentence& title, const char* name) {
  if (!button(gui, title, name)) return false;
  gui.ui.leave_welcome();
  return true;
}

void play(const Gui& gui) {
  if (choice_button(gui, "Play in a heap", "welcome.play")) gui.ask(command::LoadScene{"pour"});
  beside(button_width("Play in a game"));
  if (choice_button(gui, "Play in a game", "welcome.game")) gui.ask(command::LoadScene{"shooter"});
}

void learn(const Gui& gui) {
  const auto lessons = gui.lab.lessons.all();
  if (!lessons.empty() && choice_button(gui, "Begin lesson 1", "welcome.learn"))
    gui.ask(lesson::Open{lessons[0].id});
}

void my_game(const Gui& gui) {
  if (choice_button(gui, "Open a file", "welcome.open")) gui.ask(Invocation{&open_action});
  beside(button_width("Copy a recorder"));
  if (button(gui, "Copy a recorder", "welcome.recorder",
             "Eight lines of Python that write the boxes of your game to a file."))
    copy_text(gui, kRecorder, "eight lines of a recorder");
}

struct Card {
  const char *title, *words;
  void (*buttons)(const Gui&);
};
constexpr Card kCards[] = {
    {"Play", "Drag and throw sprites, and watch an algorithm find their collisions.", play},
    {"Learn", "Short lessons on how collisions are found, by mouse alone.", learn},
    {"My game",
     "Drop a recording of its boxes or a picture here, and see which algorithm is fastest for it.",
     my_game}};

}  // namespace

void draw_welcome(const Gui& gui, const Aabb& field) {
  if (!gui.ui.welcome_open) return;
  // The cards lie side by side, or one below the other where they would be narrower than 150 px
  // (before scaling).
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float room = extent(field).x - 2 * ImGui::GetStyle().WindowPadding.x - gui.px(16);
  const float third = std::min(std::floor((room - 2 * gap) / 3), gui.px(200));
  const bool is_wide = third >= gui.px(150);
  const Vec2 card{is_wide ? third : std::min(room, gui.px(400)),
                  gui.px(!is_wide              ? 120
                         : third < gui.px(190) ? 230
                                               : 184)};
  ImGui::SetNextWindowPos(center(field), ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::Begin("welcome", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
  for (const Card& c : kCards) {
    if (is_wide && &c != kCards) ImGui::SameLine();
    const bool is_lit = gui.ui.is_dragged_over && c.buttons == my_game;
    ImGui::PushStyleColor(ImGuiCol_Border,
                          packed(gui.colors[is_lit ? Role::accent : Role::panel_border]));
    begin_child(c.title, card, true);
    ImGui::PopStyleColor();
    if (is_lit) remember_window(gui, "welcome.lit");
    push_font(answer_font());
    text(gui, c.title, Role::accent);
    ImGui::PopFont();
    text_wrapped(gui, c.words);
    ImGui::Spacing();
    c.buttons(gui);
    ImGui::EndChild();
  }
  constexpr std::size_t kMaxRecent = 3;
  for (std::size_t k = 0; k < std::min(gui.ui.recent.size(), kMaxRecent); ++k) {
    const std::string& path = gui.ui.recent[k];
    const std::string name = printable(std::filesystem::path(path).filename().string());
    if (choice_button(gui, Sentence::as_is(name + "##" + path), "welcome.recent"))
      gui.ask([path](ApplicationModel& model) { open_file(model, path); });
    ImGui::SameLine();
  }
  if (button(gui, "Just look (Esc)", "welcome.close", "Help > Welcome shows this page again."))
    gui.ui.leave_welcome();
  remember_window(gui, "welcome");
  ImGui::End();
}

}  // namespace phasebox::ui
