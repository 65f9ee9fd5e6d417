// SPDX-License-Identifier: MIT
// Draws the start page over the running scene, with three ways to begin, each under a picture that
// moves, and the files opened last.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/chrono.h>

#include "base/random.hpp"
#include "collide/registry.hpp"
#include "language/format_sentence.hpp"
#include "ui/model/files/files.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/structure_picture.hpp"

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
  const auto title_of = [](const char* id) {
    return say("Play: {}", find_entry(scenes(), id)->title);
  };
  if (choice_button(gui, title_of("pour"), "welcome.play")) gui.ask(command::LoadScene{"pour"});
  beside(button_width(title_of("shooter")));
  if (choice_button(gui, title_of("shooter"), "welcome.game"))
    gui.ask(command::LoadScene{"shooter"});
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

// Returns the place, at the time `t`, of something that goes from 0 to 1 and back in two units of
// time.
float to_and_fro(double t) {
  const double part = t - 2 * std::floor(t / 2);
  return static_cast<float>(part < 1 ? part : 2 - part);
}

constexpr Aabb kCardField{{0, 0}, {200, 80}};  // the world of the pictures, px

// Returns the boxes of the pictures at a time, s: they fly to and fro across the field.
std::vector<Aabb> flying_boxes(double seconds) {
  constexpr int kBoxes = 14;
  std::vector<Aabb> boxes;
  Random random(5);
  for (int k = 0; k < kBoxes; ++k) {
    const float side = random.uniform(8, 18);
    const float x = random.uniform(0, 2), y = random.uniform(0, 2);
    const auto across = static_cast<double>(random.uniform(0.04f, 0.12f));  // fields per s
    const auto down = static_cast<double>(random.uniform(0.06f, 0.2f));
    const Vec2 room = kCardField.max - Vec2{side, side};
    const Vec2 min{room.x * to_and_fro(static_cast<double>(x) + across * seconds),
                   room.y * to_and_fro(static_cast<double>(y) + down * seconds)};
    boxes.push_back({min, min + Vec2{side, side}});
  }
  return boxes;
}

// Draws the boxes with those groups or collisions that RDC finds.
template <bool shows_groups>
void picture_boxes(const Gui& gui, ImDrawList& list, const Aabb& where) {
  const std::vector<Aabb> boxes = flying_boxes(gui.model.clock.now);
  std::vector<Event> events = events_on(*find_entry(broadphases(), "rdc")->make(), boxes);
  if (!shows_groups) std::erase_if(events, [](const Event& e) { return e.kind != EventKind::hit; });
  draw_structure_picture(gui, list, where, kCardField, boxes, events);
}

// Draws the bars of a race.
void picture_race(const Gui& gui, ImDrawList& list, const Aabb& where) {
  constexpr float kLengths[]{0.2f, 0.34f, 0.52f, 0.8f};  // of the room
  list.AddRectFilled(where.min, where.max, gui.ink(Role::background), gui.px(3));
  const float pad = gui.px(8), row = (extent(where).y - 2 * pad) / std::size(kLengths);
  for (std::size_t k = 0; k < std::size(kLengths); ++k) {
    const float swing = 0.1f * to_and_fro(gui.model.clock.now * 0.4 + 0.7 * static_cast<double>(k));
    const Vec2 min = where.min + Vec2{pad, pad + row * static_cast<float>(k)};
    const Vec2 size{(extent(where).x - 2 * pad) * (kLengths[k] + swing), row * 0.7f};
    list.AddRectFilled(min, min + size, series_color(k, gui.colors), gui.px(2));
  }
}

struct Card {
  const char *title, *words;
  void (*buttons)(const Gui&);
  void (*picture)(const Gui&, ImDrawList&, const Aabb&);
};
constexpr Card kCards[] = {
    {"Play", "Drag and throw sprites, and watch an algorithm find their collisions.", play,
     picture_boxes<false>},
    {"Learn", "Short lessons on how collisions are found, by mouse alone.", learn,
     picture_boxes<true>},
    {"My game",
     "Drop a recording of its boxes or a picture here, and see which algorithm is fastest for it.",
     my_game, picture_race}};

// The height of the start page without its pictures in the last frame, px, and the days on which
// the recent files were changed last, by their paths.
struct WelcomeState {
  float rest = 0;
  std::map<std::string, std::string> days;
};

// Returns the day on which a file was changed last, or "-" if it is not there or has no such day.
std::string day_of(const std::string& path) {
  using std::chrono::system_clock;
  std::error_code failed;
  const auto changed = std::filesystem::last_write_time(path, failed);
  if (failed) return "-";
  const auto age = std::filesystem::file_time_type::clock::now() - changed;
  const auto day = system_clock::now() - std::chrono::duration_cast<system_clock::duration>(age);
  const std::time_t time = system_clock::to_time_t(day);
  const std::tm* local = std::localtime(&time);  // null on Windows for a time before 1970
  return local ? fmt::format("{:%Y-%m-%d}", *local) : "-";
}

// Draws a row for each of the files opened last: its name, its folder and the day of its last
// change. A click opens the file.
void recent_files(const Gui& gui) {
  constexpr std::size_t kMaxRecent = 3;
  auto& days = gui.ui.own<WelcomeState>().days;
  for (std::size_t k = 0; k < std::min(gui.ui.recent.size(), kMaxRecent); ++k) {
    const std::filesystem::path path = gui.ui.recent[k];
    auto day = days.find(gui.ui.recent[k]);
    if (day == days.end()) day = days.emplace(gui.ui.recent[k], day_of(path.string())).first;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x, folder = at.x + room * 0.4f;
    if (ImGui::Selectable(("##" + path.string()).c_str())) {
      gui.ui.leave_welcome();
      gui.ask([file = path.string()](ApplicationModel& model) { open_file(model, file); });
    }
    remember_rect(gui, "welcome.recent", Sentence::as_is(printable(path.string())));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float day_at = at.x + room - width_as_is(day->second), gap = em();
    const auto put = [&](float x, const std::string& words, Role role, float end) {
      list.AddText({x, at.y}, gui.ink(role),
                   fitted_text(Sentence::as_is(printable(words)), end - gap - x).c_str());
    };
    put(at.x, path.filename().string(), Role::text, folder);
    put(folder, path.parent_path().string(), Role::text_dim, day_at);
    list.AddText({day_at, at.y}, gui.ink(Role::text_dim), day->second.c_str());
  }
}

// Draws a card. `high` is the height of its picture, px; 0: it has none.
void draw_card(const Gui& gui, const Card& card, Vec2 size, float high) {
  const bool is_lit = gui.ui.is_dragged_over && card.buttons == my_game;
  ImGui::PushStyleColor(ImGuiCol_Border,
                        packed(gui.colors[is_lit ? Role::accent : Role::panel_border]));
  begin_child(card.title, size + Vec2{0, high}, true);
  ImGui::PopStyleColor();
  if (is_lit) remember_window(gui, "welcome.lit");
  if (high > 0) {
    const Vec2 at = ImGui::GetCursorScreenPos();
    const Vec2 room{ImGui::GetContentRegionAvail().x, high - ImGui::GetStyle().ItemSpacing.y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(at, at + room, true);
    card.picture(gui, list, {at, at + room});
    list.PopClipRect();
    ImGui::Dummy(room);
    remember_rect(gui, "welcome.picture");
  }
  push_font(answer_font());
  text(card.title);
  ImGui::PopFont();
  text_wrapped(gui, card.words);
  ImGui::Spacing();
  card.buttons(gui);
  ImGui::EndChild();
}

}  // namespace

void draw_welcome(const Gui& gui, const Aabb& field) {
  WelcomeState& state = gui.ui.own<WelcomeState>();
  if (!gui.ui.welcome_open) return state.days.clear();
  // The cards lie side by side, or one below the other where they would be narrower than 150 px
  // (before scaling). Side by side they have pictures, as high as the field has room for.
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float room = extent(field).x - 2 * ImGui::GetStyle().WindowPadding.x - gui.px(16);
  const float third = std::min(std::floor((room - 2 * gap) / 3), gui.px(200));
  const bool is_wide = third >= gui.px(150);
  const Vec2 card{is_wide ? third : std::min(room, gui.px(400)),
                  gui.px(!is_wide              ? 120
                         : third < gui.px(190) ? 230
                                               : 184)};
  const float left = std::floor(extent(field).y - gui.px(8) - state.rest);
  const bool has_pictures = is_wide && left >= gui.px(32);
  const float high = has_pictures ? std::min(left, gui.px(84)) : 0;
  ImGui::SetNextWindowPos(center(field), ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::Begin("welcome", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
  text_within(gui,
              "Phasebox: see, race and tune 2D collision detection. RDC is recursive dimensional "
              "clustering.",
              is_wide ? 3 * card.x + 2 * gap : card.x, Role::text);
  for (const Card& c : kCards) {
    if (is_wide && &c != kCards) ImGui::SameLine();
    draw_card(gui, c, card, high);
  }
  recent_files(gui);
  if (button(gui, "Just look (Esc)", "welcome.close", "Help > Welcome shows this page again."))
    gui.ui.leave_welcome();
  state.rest = ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y - high;
  remember_window(gui, "welcome");
  ImGui::End();
}

}  // namespace phasebox::ui
