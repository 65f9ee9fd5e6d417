// SPDX-License-Identifier: MIT
// Draws the questions that wait for an answer, as modal windows.
#include <algorithm>
#include <tuple>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/files/files.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// The bytes that a candidate pair takes in all lists together, estimated: lists of pairs found,
// sorted and confirmed, and again those of the run that takes the event log.
constexpr double kBytesPerPair = 150;

// Draws a question over everything else while `asked` is true, and closes it in the first frame in
// which it is false. `buttons` draws the buttons with the answers. The first has the focus and is
// pressed by Enter, so it must be one that loses nothing.
template <class Buttons>
void draw_question(const Gui& gui, const char* title, const Sentence& words, bool asked,
                   Vec2 screen, Buttons buttons) {
  if (asked && !ImGui::IsPopupOpen(tr_label(title))) ImGui::OpenPopup(tr_label(title));
  ImGui::SetNextWindowPos(screen * 0.5f, ImGuiCond_Always, {0.5f, 0.5f});
  if (!ImGui::BeginPopupModal(tr_label(title), nullptr,
                              ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                  ImGuiWindowFlags_NoMove))
    return;
  if (asked) {
    text_within(gui, words, std::min(screen.x - 40, 30 * em()), Role::text_dim);
    ImGui::Spacing();
    // The focus is drawn, so that the user sees which button Enter presses.
    show_focus();
    buttons();
  } else {
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void request_button(const Gui& gui, const char* title, const char* name, ModelRequest request) {
  if (button(gui, title, name)) gui.ask(std::move(request));
  ImGui::SameLine();
}

void answer_button(const Gui& gui, const char* title, const char* name, bool yes) {
  // The answer that loses something is the careful one; the other one must keep the focus.
  if (yes ? careful_button(gui, title, name) : button(gui, title, name))
    gui.ask([yes](ApplicationModel& model) { model.answer(yes); });
  ImGui::SameLine();
}

void draw_recovery(const Gui& gui, Vec2 screen) {
  const RecoveryQuestion left = gui.ui.recovery_asked.value_or(RecoveryQuestion{});
  const Sentence words =
      say("Phasebox closed unexpectedly. Its state was saved at {}: {}.", left.saved_at, left.what);
  draw_question(gui, "Restore the last session?", words, gui.ui.asks_about_recovery(), screen, [&] {
    for (const auto& [title, name, how] :
         {std::tuple("Restore", "recovery.restore", Recovery::restore),
          {"Discard (Del)", "recovery.discard", Recovery::discard},
          {"Later (Esc)", "recovery.later", Recovery::later}})
      request_button(gui, title, name, [answer = how](ApplicationModel& m) {
        m.outputs.autosave->recover(m, answer);
      });
  });
}

void draw_replacement(const Gui& gui, Vec2 screen) {
  const std::string name = gui.ui.replace_asked.value_or("").filename().string();
  const Sentence words = say("There is already a file {}. What it holds will be lost.",
                             Sentence::as_is(printable(name)));
  draw_question(gui, "Replace the file?", words, gui.ui.asks_about_replacing(), screen, [&] {
    answer_button(gui, "Cancel (Esc)", "replace.no", false);
    answer_button(gui, "Replace", "replace.yes", true);
  });
}

}  // namespace

void draw_questions(const Gui& gui, Vec2 screen) {
  const char* loss = "Changes since the last save will be lost.";
  draw_question(gui, "Quit Phasebox?", loss, gui.ui.quit_asked, screen, [&] {
    request_button(gui, "Save ...", "quit.save", [](ApplicationModel& model) {
      model.ui.quit_asked = false;
      perform(model, {&save_action});
      model.ui.picker.then_quits = model.ui.picker.is_open();
      if (!model.session.has_unsaved()) perform(model, {&quit_action});
    });
    answer_button(gui, "Quit without saving", "quit.yes", true);
    answer_button(gui, "Stay (Esc)", "quit.no", false);
  });
  draw_replacement(gui, screen);
  draw_recovery(gui, screen);
  const PairQuestion many = gui.ui.pairs_asked.value_or(PairQuestion{});
  const Sentence pairs(many.by_motion ? "{} have come to make {} candidate pairs."
                                      : "{} would make about {} candidate pairs.",
                       {counted(many.sprites, "sprite"), Sentence::as_is(brief(many.pairs))});
  const Sentence words =
      say("{} Finding and drawing them takes seconds per step and about {:.1f} GB of memory.",
          pairs, std::max(0.1, static_cast<double>(many.pairs) * kBytesPerPair / 1e9));
  draw_question(gui, "Very many pairs", words, gui.ui.pairs_asked.has_value(), screen, [&] {
    const char* no = many.by_motion ? "Pause (Esc)" : "Take it back (Esc)";
    answer_button(gui, no, "pairs.no", false);
    answer_button(gui, "Continue", "pairs.yes", true);
  });
}

}  // namespace phasebox::ui
