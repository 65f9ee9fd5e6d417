// SPDX-License-Identifier: MIT
// Answers the question that is open by a key.
#include "ui/model/questions.hpp"

#include "ui/model/application_model.hpp"
#include "ui/model/files/autosave.hpp"

namespace phasebox::ui {

bool answer_by_key(ApplicationModel& model, Key key) {
  if (!model.ui.has_modal()) return false;
  if (key == Key::remove && model.ui.asks_about_recovery())
    model.outputs.autosave->recover(model, Recovery::discard);
  if (key == Key::escape) model.answer(false);
  return true;
}

}  // namespace phasebox::ui
