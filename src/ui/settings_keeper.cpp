// SPDX-License-Identifier: MIT
// Notices changed settings, and writes them on a thread of its own.
#include "ui/settings_keeper.hpp"

#include <utility>

#include "language/format_sentence.hpp"

namespace phasebox {

using namespace ui;

void SettingsKeeper::tend(ApplicationModel& model, const WindowPlace& opened_at,
                          const WindowPlace& place) {
  constexpr double kLook = 0.1;  // s between two looks at the settings, of about 20 µs each
  const double now = model.clock.now;
  if (is_done_.exchange(false)) {
    const Sentence error = take_result();
    if (!trouble_.empty()) model.warn(std::exchange(trouble_, {}));
    if (!error.empty() && error != last_error_)
      model.warn(say("The settings are not saved: {}", error));
    last_error_ = error;
  }
  if (is_writing_ || (before_ && now < looked_at_ + kLook)) return;
  looked_at_ = now;
  UserSettings mine = look(model, opened_at, place);
  if (settings_text(mine) == settings_text(*before_)) return changed_at_.reset();
  if (!changed_at_) changed_at_ = now;
  if (now < *changed_at_ + kDelay) return;
  writing_ = std::move(mine);
  is_writing_ = true;
  worker_.begin(
      [this] {
        result_ = write(writing_);
        return false;
      },
      [this](bool) { is_done_ = true; });
}

// Takes the result of a write that has ended, and returns its error; empty if it succeeded. Changes
// are then looked for against what it wrote.
Sentence SettingsKeeper::take_result() {
  wait();
  is_writing_ = false;
  changed_at_.reset();
  const Status status = std::exchange(result_, {});
  if (status.failed()) return status.error().text;
  before_ = writing_;
  is_written_ = true;
  return {};
}

bool SettingsKeeper::has_changes(const ApplicationModel& model) {
  wait();
  if (is_done_.exchange(false)) take_result();
  const UserSettings now = look(model, {}, {});
  return settings_text(now) != settings_text(*before_);
}

Status SettingsKeeper::finish(const ApplicationModel& model, const WindowPlace& opened_at,
                              const WindowPlace& place) {
  wait();
  if (is_done_.exchange(false)) take_result();
  writing_ = look(model, opened_at, place);
  Status status = write(writing_);
  result_ = status;
  take_result();
  return status;
}

// Returns the settings as they are now. Where the window rests after it was opened is not taken for
// the user's choice.
UserSettings SettingsKeeper::look(const ApplicationModel& model, const WindowPlace& opened_at,
                                  const WindowPlace& place) {
  UserSettings now = current_settings(model, settings_);
  now.window = place;
  if (!before_) {
    before_ = now;
    before_->recent = settings_.recent;
  }
  if (!is_written_) before_->window = opened_at;
  return now;
}

// Writes what differs from `before_`. All else stays as the file has it; if the file cannot be
// read, the settings of this window replace it.
Status SettingsKeeper::write(const UserSettings& mine) {
  Sentence why;
  const UserSettings theirs = load_settings(file_, why);
  if (why.empty()) return save_settings(file_, merged(*before_, mine, theirs));
  trouble_ = why;
  return save_settings(file_, mine);
}

}  // namespace phasebox
