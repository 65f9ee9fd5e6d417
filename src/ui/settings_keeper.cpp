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
  if (is_done_.exchange(false)) take_result(model);
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

void SettingsKeeper::take_result(ApplicationModel& model) {
  wait();
  is_writing_ = false;
  changed_at_.reset();
  if (!trouble_.empty()) model.warn(std::exchange(trouble_, {}));
  const Status status = std::exchange(result_, {});
  if (status.failed() && status.error().text != last_error_)
    model.warn(say("The settings are not saved: {}", status.error().text));
  last_error_ = status.failed() ? status.error().text.english() : "";
  if (status.failed()) return;
  before_ = writing_;
  is_written_ = true;
}

Status SettingsKeeper::finish(const ApplicationModel& model, const WindowPlace& opened_at,
                              const WindowPlace& place) {
  wait();
  return write(look(model, opened_at, place));
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

// Writes what differs from `before_`. All else stays as the file has it.
Status SettingsKeeper::write(const UserSettings& mine) {
  return save_settings(file_, merged(*before_, mine, load_settings(file_, trouble_)));
}

}  // namespace phasebox
