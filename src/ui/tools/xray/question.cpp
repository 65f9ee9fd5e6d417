// SPDX-License-Identifier: MIT
// Draws the question about the next event of the walk, and the score of the user's guesses.
#include <fmt/format.h>

#include "language/format_sentence.hpp"
#include "ui/tools/xray/panes.hpp"

namespace phasebox::ui {
namespace {

// Lists the answers of a question that was answered wrongly: the true one has a tick, the chosen
// one a cross.
void draw_missed_question(const Gui& gui, const Question& question, std::size_t chosen) {
  for (std::size_t k = 0; k < question.answers.size(); ++k) {
    const bool is_right = k == question.right;
    const Sentence& answer = question.answers[k];
    text_wrapped(gui,
                 is_right      ? say("✓ {}", answer)
                 : k == chosen ? say("× {}", answer)
                               : answer,
                 is_right      ? Role::final_group
                 : k == chosen ? Role::warning
                               : Role::text_dim);
    if (is_right) remember_rect(gui, "xray.right-answer");
  }
}

}  // namespace

void draw_xray_question(const Gui& gui, const Xray& xray, ImVec2 size) {
  const Guesses& guesses = *xray.guesses();
  const auto asked = xray.question();
  begin_child("question", size, true);
  if (guesses.asked > 0 && xray.at() == guesses.until) {
    const bool was_right = guesses.was_right;
    text(gui, was_right ? "Right." : "No.", was_right ? Role::final_group : Role::warning);
    ImGui::SameLine();
  }
  text(gui, say("{} of {} right", guesses.right, guesses.asked), Role::text_dim);
  remember_rect(gui, "xray.score");
  if (const Question* missed = xray.missed()) draw_missed_question(gui, *missed, guesses.chosen);
  if (asked) text(gui, "What comes next?", Role::text);
  for (std::size_t k = 0; asked && k < asked->answers.size(); ++k)
    if (button(gui, say("{}  {}###{}", k + 1, asked->answers[k], k),
               fmt::format("xray.answer.{}", k)))
      ask(gui, {&Xray::answer, k});
  if (xray.done_broad() == xray.broad().size())
    text_wrapped(gui, "The broadphase is done: there are no more questions.", Role::text_dim);
  else if (!asked && button(gui, "Next question", "xray.next-question", "So do the keys 1 to 4."))
    ask(gui, {&Xray::answer, 0});
  ImGui::EndChild();
}

}  // namespace phasebox::ui
