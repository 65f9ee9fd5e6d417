// SPDX-License-Identifier: MIT
// The tool "Lessons": the list of lessons, the steps of the open one, and the maker, with which a
// teacher makes new ones.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/files/lesson_draft.hpp"
#include "ui/model/open_lesson.hpp"
#include "ui/panels/panels.hpp"
#include "ui/tools/lesson_words.hpp"

namespace phasebox::ui {
namespace {

struct Page : Gui {
  const Lessons& lessons() const { return model.lab.lessons; }
};

bool step_button(Page& page, const char* title, const char* name, bool is_enabled = true) {
  ImGui::BeginDisabled(!is_enabled);
  const bool pressed =
      button(page, std::string(title) + "##" + name, std::string("lessons.") + name);
  ImGui::EndDisabled();
  return pressed;
}

// The widgets that the quoted word under the pointer names are framed.
void light_up(const Gui& gui, std::span<const Aabb> widgets) {
  for (const Aabb& at : widgets)
    ImGui::GetForegroundDrawList()->AddRect(at.min - Vec2{3, 3}, at.max + Vec2{3, 3},
                                            gui.ink(Role::accent), gui.px(3), 0, gui.px(2));
}

// A text of a lesson with its quoted words and the widgets that these name.
class SpokenText {
 public:
  SpokenText(const Gui& gui, const Words& words)
      : gui_(gui), text_(words.in(spoken_language())), words_(quoted_words(text_)) {}

  // Draws the text, behind the words `begin`, in lines of at most `width` px.
  void draw(const std::string& begin, const Words& words, float width, Color plain) {
    const std::string all = begin + spoken(words);
    for (const std::string_view line : wrap_text(all, width, width_as_is)) draw_line(line, plain);
  }

 private:
  // Draws a line of text. Its “quoted” parts that name a widget in sight have a ground like that of
  // a key, and the pointer on them lights the widget up.
  void draw_line(std::string_view line, Color plain) {
    constexpr std::string_view kOpen = "“", kClose = "”";
    for (bool is_first = true; !line.empty() || is_first; is_first = false) {
      const std::size_t mark = line.find(is_quoted_ ? kClose : kOpen);
      const std::size_t length = mark == line.npos ? line.size()
                                 : is_quoted_      ? mark + kClose.size()
                                                   : mark;
      if (!is_first) ImGui::SameLine(0, 0);
      const std::string_view piece = line.substr(0, length);
      if (is_quoted_ && next_ < words_.size())
        draw_word(piece, plain);
      else
        text_as_is(piece, plain);
      line.remove_prefix(length);
      if (mark == line.npos) continue;
      next_ += is_quoted_ ? 1 : 0;
      is_quoted_ = !is_quoted_;
    }
  }
  void draw_word(std::string_view piece, Color plain) {
    std::vector<Aabb> widgets;
    const auto names = widgets_named(gui_.model, words_[next_], text_);
    for (const WidgetRect& widget : gui_.ui.rects)
      if (std::ranges::find(names, widget.name) != names.end()) widgets.push_back(widget.rect);
    const Vec2 at = ImGui::GetCursorScreenPos();
    if (!widgets.empty())
      ImGui::GetWindowDrawList()->AddRectFilled(
          at, at + Vec2{width_as_is(piece), ImGui::GetTextLineHeight()}, gui_.ink(Role::text, 0.1f),
          gui_.px(3));
    text_as_is(piece, plain);
    if (widgets.empty()) return;
    const std::string word(words_[next_].word);
    remember_rect(gui_, "lesson.word." + word);
    if (!ImGui::IsItemHovered()) return;
    light_up(gui_, widgets);
    gui_.ui.rects.push_back({"lesson.lit." + word, widgets.front()});
  }

  const Gui& gui_;
  const std::string& text_;
  std::vector<QuotedWord> words_;
  std::size_t next_ = 0;    // the quoted word that comes next, or is begun
  bool is_quoted_ = false;  // a quotation is begun and not ended
};

void draw_text(const Gui& gui, const Words& words, float width, Color plain,
               const std::string& begin = "") {
  SpokenText(gui, words).draw(begin, words, width, plain);
}

// Returns the width of lines of text in px: all room left, but at most about 66 letters, because
// longer lines are hard to read.
float line_width() { return std::min(ImGui::GetContentRegionAvail().x, 34 * em()); }

// Draws a circle, with a tick in it if `is_done`, as a widget that is as wide and high as a line of
// text.
void draw_mark(const Page& page, bool is_done) {
  const float side = ImGui::GetTextLineHeight(), r = side * 0.36f;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 middle{at.x + side / 2, at.y + side / 2};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 done = page.ink(Role::final_group);
  const float line = page.px(1.6f);
  list.AddCircle(middle, r, is_done ? done : page.ink(Role::text_dim), 0, line * 0.8f);
  if (is_done) {
    const ImVec2 tick[] = {{middle.x - r * 0.5f, middle.y},
                           {middle.x - r * 0.1f, middle.y + r * 0.45f},
                           {middle.x + r * 0.6f, middle.y - r * 0.5f}};
    list.AddLine(tick[0], tick[1], done, line);
    list.AddLine(tick[1], tick[2], done, line);
  }
  ImGui::Dummy({side, side});
}

void choose_language(Page& page) {
  each_language(page, "lessons.language.", [&](const char* label, bool is_spoken) {
    ImGui::PushStyleColor(ImGuiCol_Text, page.ink(is_spoken ? Role::accent : Role::text_dim));
    const bool is_chosen = ImGui::SmallButton(label);
    ImGui::PopStyleColor();
    ImGui::SameLine();
    return is_chosen;
  });
  ImGui::NewLine();
}

void note_missing_font(Page& page) {
  if (!page.ui.chinese_is_missing) return;
  text_wrapped(page,
               say("Chinese needs the package {}; English is shown until it is installed.",
                   Sentence::as_is(kChinesePackage)),
               Role::warning);
  remember_rect(page, "lessons.font-missing");
}

std::string title_of(const Lesson& lesson) {
  const std::string title = spoken(lesson.title);
  return lesson.number > 0 ? fmt::format("{} {}", lesson.number, title) : title;
}

void draw_list(Page& page) {
  for (const Lesson& lesson : page.lessons().all()) {
    draw_mark(page, page.lessons().finished().contains(lesson.id));
    ImGui::SameLine(0, em() * 0.4f);
    const bool is_open = page.lessons().open() == &lesson;
    const float room = ImGui::GetContentRegionAvail().x;
    const std::string label = in_lines(title_of(lesson), room) + "##" + lesson.id;
    if (ImGui::Selectable(label.c_str(), is_open)) page.ask(lesson::Open{lesson.id});
    remember_rect(page, "lesson." + lesson.id,
                  lesson.minutes > 0 ? say("about {} minutes", lesson.minutes) : Sentence());
  }
}

void draw_heading(const Page& page, const Lesson& lesson) {
  text(page, say("step {} of {}", page.lessons().step() + 1, lesson.steps.size()), Role::text_dim);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    ImGui::SameLine(0, i == 0 ? em() * 0.6f : 0);
    draw_mark(page, page.lessons().is_done(i));
  }
}

// Adds a condition of the goal to the flow, with room for its mark. Returns whether it stays on the
// line.
bool joins(Flow& flow, const Standing& standing) {
  return flow.joins(text_width(standing.text) + 1.6f * em());
}

void draw_goal(const Page& page) {
  const Lessons& lessons = page.lessons();
  const bool is_done = lessons.is_reached();
  Flow flow(em());
  for (const Standing& standing : lessons.standings()) {
    if (joins(flow, standing)) ImGui::SameLine(0, em());
    draw_mark(page, standing.is_met);
    ImGui::SameLine(0, em() * 0.4f);
    text_wrapped(page, standing.text, is_done ? Role::text_dim : Role::text);
  }
}

const Lesson* next_lesson(const Page& page) {
  const auto all = page.lessons().all();
  const auto next = page.lessons().open() - all.data() + 1;
  return next < static_cast<std::ptrdiff_t>(all.size()) ? &all[static_cast<std::size_t>(next)]
                                                        : nullptr;
}

// Returns the words that are shown when the goal is reached: at the end of a step, of a lesson, or
// of the last lesson.
const char* praise(const Page& page) {
  const Lessons& lessons = page.lessons();
  if (lessons.step() + 1 < lessons.open()->steps.size()) return "Done! Click “Next” to go on.";
  if (next_lesson(page) || lessons.open()->number == 0)  // 0: from a teacher's file
    return "Done, and the lesson with it. Well done!";
  return "Done, and that was the last lesson. What next? Drop a recording of your own game on the "
         "window, race the algorithms on it (A), and let Tune (U) find the settings; the X-ray (X) "
         "walks through any of them as slowly as you like.";
}

void draw_body(const Page& page) {
  const Lessons& lessons = page.lessons();
  const LessonStep& step = lessons.current();
  const float width = line_width();
  draw_text(page, step.text, width, page.colors[Role::text]);
  ImGui::Dummy({0, em() * 0.1f});
  const bool is_hinted = !lessons.is_reached() && lessons.hint_is_due(page.model.clock.now);
  if (lessons.is_reached()) {
    if (!step.after.in(spoken_language()).empty())
      draw_text(page, step.after, width, page.colors[Role::text]);
    text_within(page, praise(page), width, Role::final_group);
  } else if (is_hinted) {
    draw_text(page, step.hint, width, page.colors[Role::text_dim], tr("Hint:") + " ");
  }
  // Praise and hint below the text are scrolled into sight when they come, for as many frames as
  // the panel may take to find its size; a step begins at its top.
  constexpr int kFrames = 8;
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  int& shown = *storage.GetIntRef(ImGui::GetID("shown"));
  int& at = *storage.GetIntRef(ImGui::GetID("step"));
  int& left = *storage.GetIntRef(ImGui::GetID("frames"));
  const int says = lessons.is_reached() ? 2 : static_cast<int>(is_hinted);
  const int now = static_cast<int>(lessons.step());
  if (now != at) ImGui::SetScrollY(0);
  if (says > shown || now != at) left = says > 0 ? kFrames : 0;
  if (left > 0) {
    ImGui::SetScrollHereY(1);
    --left;
  }
  shown = says;
  at = now;
}

void draw_buttons(Page& page) {
  const Lessons& lessons = page.lessons();
  const std::size_t step = lessons.step();
  if (step_button(page, "Back", "back", step > 0)) page.ask(lesson::GoTo{step - 1});
  beside(button_width("Restart step"));
  if (step_button(page, "Restart step", "restart")) page.ask(lesson::GoTo{step});
  const bool is_last = step + 1 == lessons.open()->steps.size();
  beside(button_width(is_last ? "Next lesson" : "Next"));
  const bool is_done = lessons.is_done(step);
  if (is_done) ImGui::PushStyleColor(ImGuiCol_Text, page.ink(Role::accent));
  if (!is_last) {
    if (step_button(page, "Next", "next", is_done)) page.ask(lesson::GoTo{step + 1});
  } else if (const Lesson* next = next_lesson(page)) {
    if (step_button(page, "Next lesson", "next", is_done)) page.ask(lesson::Open{next->id});
  }
  if (is_done) ImGui::PopStyleColor();
  beside(button_width("Leave"));
  if (step_button(page, "Leave", "leave")) page.ask(leave_lesson);
  tooltip("Back to the sprites, algorithms and view from before the lesson.");
}

// Draws the current step of the open lesson. Its text scrolls in a child window, so that goal and
// buttons below it stay in sight.
void draw_step(Page& page, const Lesson& open) {
  draw_heading(page, open);
  Flow flow(em());
  const float room = ImGui::GetContentRegionAvail().x, rows = room < 20 * em() ? 2 : 1;
  std::ptrdiff_t lines = 0;
  for (const Standing& s : page.lessons().standings())
    if (!joins(flow, s))
      lines += 1 + std::ranges::count(in_lines(tr(s.text), room - 1.6f * em()), '\n');
  begin_child("step", {0, -rows * ImGui::GetFrameHeightWithSpacing() -
                              static_cast<float>(lines) * ImGui::GetTextLineHeightWithSpacing()});
  draw_body(page);
  ImGui::EndChild();
  draw_goal(page);
  draw_buttons(page);
}

// Draws RDC's costs by group size over the lower third of the field, if the lesson's step asks for
// it. The scenes of such steps keep their sprites above it.
void draw_costs(const Gui& gui) {
  const Lessons& lessons = gui.model.lab.lessons;
  if (!lessons.open() || !lessons.current().setup.group_sizes) return;
  const Aabb& field = gui.model.field.camera.viewport;
  const float height = extent(field).y * 0.34f;
  ImGui::SetNextWindowPos({field.min.x, field.max.y - height});
  ImGui::SetNextWindowSize({extent(field).x, height});
  if (ImGui::Begin("##group-sizes", nullptr,
                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoFocusOnAppearing))
    draw_group_sizes(gui, plot_room(gui));
  ImGui::End();
}

// The functions from here to draw_maker() draw the maker, in which a teacher records the steps of a
// new lesson.

void draw_typed(const Page& page, const char* hint, const std::string& name, std::string& typed) {
  std::array<char, 2000> buffer{};
  typed.copy(buffer.data(), buffer.size() - 1);
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputTextWithHint(("##" + name).c_str(), tr(hint).c_str(), buffer.data(),
                               buffer.size()))
    typed = buffer.data();
  remember_rect(page, "maker." + name);
}

void draw_recorder(const Page& page, LessonDraft& draft) {
  constexpr std::array kNow{
      "arrange the scene, then press “Set up here”", "set up; press “Record” and do it once",
      "recording; do it once, then press “Stop”", "recorded; check what is to be reached"};
  text(page, say("step {}", draft.lesson.steps.size() + 1), Role::text_dim);
  ImGui::SameLine(0, em() * 0.6f);
  text_wrapped(page, kNow[static_cast<std::size_t>(draft.stage)]);
  const bool records = draft.stage == DraftStage::records;
  ImGui::BeginDisabled(records || page.session.playback());
  if (button(page, "Set up here", "maker.set-up",
             "Takes the sprites, settings and view of now as what the step begins with."))
    page.ask(set_up_step);
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::BeginDisabled(draft.stage == DraftStage::nothing);
  if (button(page, records ? "Stop" : "Record", "maker.record",
             "What you change until you stop can be asked for."))
    page.ask(records ? stop_recording : record_step);
  ImGui::EndDisabled();
}

// Lists the conditions that the recording offers for the step's goal, each with a check box. A
// condition on a number also has a button that changes = to >= to <= and back.
void draw_offers(const Page& page, LessonDraft& draft) {
  constexpr std::array kSigns{"=", "!=", ">=", "<="};
  Flow flow(em());
  for (LessonDraft::Offer& offer : draft.offers) {
    Condition& c = offer.condition;
    const bool is_number = read_number<double>(c.wanted).has_value();
    const char* sign = kSigns[static_cast<std::size_t>(c.relation)];
    flow.next(box_width(Sentence::as_is(c.name)) + width_as_is(c.wanted) + button_width(sign) +
              em());
    ImGui::Checkbox(c.name.c_str(), &offer.is_chosen);
    remember_rect(page, "maker.offer." + c.name);
    ImGui::SameLine();
    if (!is_number)
      text_as_is(sign);
    else if (small_button(page, fmt::format("{}##{}", sign, c.name), "maker.sign." + c.name,
                          "Exactly, at least, or at most."))
      c.relation = c.relation == Relation::equal      ? Relation::at_least
                   : c.relation == Relation::at_least ? Relation::at_most
                                                      : Relation::equal;
    ImGui::SameLine();
    text_as_is(c.wanted);
  }
}

void draw_maker(const Page& page) {
  LessonDraft& draft = page.ui.own<LessonDraft>();
  draw_typed(page, "Title of the lesson", "title", draft.lesson.title.en);
  draw_recorder(page, draft);
  draw_typed(page, "What the student is to do", "text", draft.step.text.en);
  draw_typed(page, "A hint, which may stay empty", "hint", draft.step.hint.en);
  if (button(page, "Add step", "maker.add")) page.ask(add_step);
  ImGui::SameLine();
  ImGui::BeginDisabled(draft.lesson.steps.empty());
  if (button(page, "Save lesson ...", "maker.save"))
    page.ask([](ApplicationModel& model) {
      FilePicker& picker = model.ui.picker;
      picker.show(FilePicker::Mode::save_lesson, picker.folder.empty() ? "." : picker.folder);
    });
  ImGui::EndDisabled();
  beside(button_width("Discard"));
  if (button(page, "Discard", "maker.discard", "Forgets the steps made so far."))
    page.ask([](ApplicationModel& model) {
      LessonDraft& forgotten = model.ui.own<LessonDraft>();
      forgotten = {};
      forgotten.is_open = true;
    });
  beside(text_width(say("{} so far", counted(10, "step"))));
  text(page, say("{} so far", counted(draft.lesson.steps.size(), "step")), Role::text_dim);
  if (!draft.trouble.empty()) text_wrapped(page, draft.trouble, Role::warning);
  // Comes last because it may be long: so the buttons stay in sight.
  draw_offers(page, draft);
}

// Whether the tool was drawn since the last frame in which it was closed.
struct LessonInSight {
  bool value = false;
};

void draw_lessons(const Gui& gui) {
  gui.ui.own<LessonInSight>().value = true;
  draw_costs(gui);
  Page page{gui};
  const Lesson* open = page.lessons().open();
  if (!open) {
    // Comes first, so that it is in sight in a low drawer.
    choose_language(page);
    note_missing_font(page);
    bool& makes = gui.ui.own<LessonDraft>().is_open;
    if (small_button(page, makes ? "All lessons" : "Make a lesson", "lessons.make",
                     "Make a lesson of your own by doing each of its steps once."))
      makes = !makes;
    return makes ? draw_maker(page) : draw_list(page);
  }
  if (gui.ui.lecture)
    return draw_step(page, *open);  // without the list, whose room the text needs in a lecture
  const Sentence title = Sentence::as_is(title_of(*open));
  const float room = ImGui::GetContentRegionAvail().x - 2 * ImGui::GetFrameHeight();
  ImGui::SetNextItemWidth(-1);
  if (begin_list("##lesson", fitted_text(title, room))) {
    choose_language(page);
    draw_list(page);
    ImGui::EndCombo();
  } else {
    remember_rect(page, "lessons.combo", title);
  }
  note_missing_font(page);
  draw_step(page, *open);
}

// Leaves the open lesson when the drawer was closed. If another tool was opened in place of this
// one, the lesson goes on, because lessons use other tools. Called in each frame without this tool.
void end_lesson(ApplicationModel& model) {
  const bool closes =
      std::exchange(model.ui.own<LessonInSight>().value, false) && model.ui.tool.empty();
  if (closes && model.lab.lessons.open()) leave_lesson(model);
}

}  // namespace

// clang-format off
extern const ToolRow lessons_tool{
    .action = {"lessons", "Lessons",
               "Short lessons on how collisions are found, with the mouse alone.",
               Menu::help, {on_key(Key::f3)}},
    .title = "Lessons", .icon = Icon::lessons, .draw = draw_lessons, .unseen = end_lesson,
    .after = box_table_tool.action};
// clang-format on

}  // namespace phasebox::ui
