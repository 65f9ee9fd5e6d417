// SPDX-License-Identifier: MIT
// The functions that page.js calls: start, frames, input and files.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include "base/statistics.hpp"
#include "base/text.hpp"
#include "base/text.hpp"
#include "io/archive/json.hpp"
#include "io/files/embedded.hpp"
#include "io/pictures/images.hpp"
#include "lab/lessons/lesson_parser.hpp"
#include "ui/link.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/files/files.hpp"
#include "ui/registry.hpp"
#include "web/browser.hpp"
#include "web/page.hpp"
#include "world/scene/taught_rdc.hpp"

#define FOR_JS(name) __attribute__((export_name(#name)))

namespace phasebox::web {

using namespace ui;

namespace {

std::unique_ptr<Page> page;
std::string text_of_js;  // the text argument of the next call by page.js

Key key_named(std::string_view name) {
  constexpr std::pair<std::string_view, Key> kNames[] = {
      {"Escape", Key::escape},  {"Tab", Key::tab},          {"Enter", Key::enter},
      {"Delete", Key::remove},  {"Home", Key::home},        {"End", Key::end},
      {"Insert", Key::insert},  {"ContextMenu", Key::menu}, {"Backspace", Key::backspace},
      {"ArrowLeft", Key::left}, {"ArrowRight", Key::right}, {"ArrowUp", Key::up},
      {"ArrowDown", Key::down}, {"PageUp", Key::page_up},   {"PageDown", Key::page_down}};
  for (const auto& [known, key] : kNames)
    if (known == name) return key;
  if (name.size() > 1 && name[0] == 'F') {  // F1 to F12; others, such as FnLock, do nothing here
    const int number = read_number<int>(name.substr(1)).value_or(0);
    return number >= 1 && number <= 12 ? static_cast<Key>(static_cast<int>(Key::f1) + number - 1)
                                       : Key::none;
  }
  if (name.size() != 1 || name[0] < ' ' || name[0] == 127) return Key::none;
  return static_cast<Key>(name[0] >= 'A' && name[0] <= 'Z' ? name[0] - 'A' + 'a' : name[0]);
}

Result<std::vector<Lesson>> builtin_lessons() {
  std::vector<LessonFile> files;
  for (const EmbeddedFile& file : embedded_lessons()) files.push_back({file.name, file.text()});
  return parse_lessons(files);
}

Status begin(float scale) {
  auto renderer = Renderer::create();
  if (renderer.failed()) return renderer.error();
  Sentence trouble;
  UserSettings settings = load_settings(settings_file(), trouble);
  auto model = std::make_unique<ApplicationModel>(builtin_images());
  adopt_settings(*model, settings);
  model->ui.answers_recordings = true;
  model->session.work().max_pairs = ApplicationModel::kMaxPairs;
  model->ui.scale_follows_screen = settings.ui_scale == 0;
  model->ui.scale = settings.ui_scale > 0 ? settings.ui_scale : scale;
  Result<std::vector<Lesson>> lessons = builtin_lessons();
  if (lessons.failed()) return lessons.error();
  model->lab.lessons.load(*std::move(lessons));
  if (!trouble.empty()) model->warn(trouble);
  page = std::make_unique<Page>(*std::move(renderer), std::move(model), std::move(settings));
  return {};
}

}  // namespace

std::string& clipboard() {
  static std::string text;
  return text;
}

std::filesystem::path settings_file() {
  return std::filesystem::path(kStateFolder) / "settings.json";
}

/// Returns memory for a text of so many bytes, which page.js fills as an argument of its next call.
FOR_JS(text) char* text(std::size_t bytes) {
  text_of_js.resize(bytes);
  return text_of_js.data();
}

/// Starts the page with the link in the text (ui/link.hpp). `scale` is the factor by which the
/// screen enlarges text, `step` the resolution of the clock in ms, `width` that of the page in px.
/// `is_embedded` is not 0 if the page is in a frame of another page. There, and on a page as narrow
/// as a phone's, the panel is closed so that the field has the room.
FOR_JS(begin) void begin_page(float scale, int is_embedded, double step, float width) {
  ::chdir(kFileFolder);
  clock_step = step;
  use_taught_rdc();
  if (const Status status = begin(scale); status.failed())
    return js_fail(status.error().text.english().c_str());
  ApplicationModel& model = page->model();
  constexpr float kPhone = 500;
  model.ui.is_embedded = is_embedded != 0;
  model.ui.is_phone = width < kPhone * model.ui.scale;
  if (is_embedded || model.ui.is_phone) model.ui.panel_open = false;
  model.ui.welcome_open = text_of_js.empty() && !is_embedded && !model.ui.is_welcomed;
  if (const Status status = open_link(model, text_of_js); status.failed())
    model.warn(status.error().text);
  if (const Status status = check_first_pairs(model); status.failed())
    model.warn(status.error().text);
  if (!is_embedded) begin_autosave(model, kStateFolder);
}

FOR_JS(frame) int frame(float width, float height) { return page->frame({width, height}); }
FOR_JS(move) void move(float x, float y) {
  page->queue().push({.kind = InputEvent::Kind::motion, .at = {x, y}});
}
FOR_JS(button) void button(std::uint32_t number, int down, float x, float y) {
  page->queue().push({.kind = InputEvent::Kind::button,
                      .at = {x, y},
                      .button = static_cast<Button>(number),
                      .down = down != 0});
}
FOR_JS(wheel) void wheel(float notches) {
  page->queue().push({.kind = InputEvent::Kind::wheel, .wheel = notches});
}
/// Passes on a key, whose name is in the text. Bits of `modifiers`: 1 Ctrl, 2 Shift, 4 Alt. Bits of
/// `how`: 1 pressed, 2 repeated, 4 the key is a modifier.
FOR_JS(key) void key(std::uint32_t place, std::uint32_t modifiers, std::uint32_t how) {
  page->queue().push(
      {.kind = InputEvent::Kind::key,
       .down = (how & 1) != 0,
       .repeat = (how & 2) != 0,
       .key = key_named(text_of_js),
       .place = place,
       .is_modifier = (how & 4) != 0,
       .modifiers = {(modifiers & 1) != 0, (modifiers & 2) != 0, (modifiers & 4) != 0}});
}
FOR_JS(typed) void typed() {
  page->queue().push({.kind = InputEvent::Kind::text, .text = text_of_js});
}
FOR_JS(lose_focus) void lose_focus() { page->queue().push({.kind = InputEvent::Kind::focus_lost}); }
FOR_JS(drag) void drag(int is_over) { page->model().ui.is_dragged_over = is_over != 0; }
FOR_JS(pasted) void pasted() { clipboard() = text_of_js; }
FOR_JS(rescale) void rescale(float scale) {
  UiState& ui = page->model().ui;
  if (ui.scale_follows_screen) ui.scale = scale;
}
/// Opens a file that was dropped or chosen; its path is in the text.
FOR_JS(open) void open() { drop_file(page->model(), text_of_js); }
FOR_JS(follow_link) void follow_link() {
  if (const Status status = open_link(page->model(), text_of_js); status.failed())
    page->model().warn(status.error().text);
}
/// Is called before the page is left. Writes the settings. Removes the autosave if the user has no
/// unsaved edits, so that it is not offered at the next start.
FOR_JS(leave) void leave() {
  page->leave();
  ApplicationModel& model = page->model();
  if (model.outputs.autosave && !model.session.has_unsaved()) model.outputs.autosave->finish();
}
FOR_JS(act) void act() {
  for (const ActionRow* row : actions())
    if (row->id == text_of_js) return perform(page->model(), {row});
}
/// Returns the page's state as JSON for tests. The text is valid until the next call of this
/// function.
FOR_JS(state) const char* state() {
  static std::string text;
  text = json_text(page->state());
  return text.c_str();
}

}  // namespace phasebox::web
