// SPDX-License-Identifier: MIT
// What page.js calls: a start, frames, input, files.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "base/statistics.hpp"
#include "io/archive/archive.hpp"
#include "io/files/embedded.hpp"
#include "io/pictures/images.hpp"
#include "lab/lessons.hpp"
#include "ui/link.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/files/files.hpp"
#include "ui/registry.hpp"
#include "web/browser.hpp"
#include "web/page.hpp"

#define FOR_JS(name) __attribute__((export_name(#name)))

namespace phasebox::web {

using namespace ui;

namespace {

std::unique_ptr<Page> page;
std::string text_of_js;  // what page.js hands over with the next call

Key key_named(std::string_view name) {
  constexpr std::pair<std::string_view, Key> kNames[] = {
      {"Escape", Key::escape},  {"Tab", Key::tab},          {"Enter", Key::enter},
      {"Delete", Key::remove},  {"Home", Key::home},        {"End", Key::end},
      {"Insert", Key::insert},  {"ContextMenu", Key::menu}, {"Backspace", Key::backspace},
      {"ArrowLeft", Key::left}, {"ArrowRight", Key::right}, {"ArrowUp", Key::up},
      {"ArrowDown", Key::down}, {"PageUp", Key::page_up},   {"PageDown", Key::page_down}};
  for (const auto& [known, key] : kNames)
    if (known == name) return key;
  if (name.size() > 1 && name[0] == 'F')
    return static_cast<Key>(static_cast<int>(Key::f1) + std::atoi(name.data() + 1) - 1);
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
  if (!renderer) return renderer.error();
  std::string trouble;
  UserSettings settings = load_settings(settings_file(), trouble);
  auto model = std::make_unique<ApplicationModel>(builtin_images());
  adopt_settings(*model, settings);
  model->session.limit_pairs(ApplicationModel::kMaxPairs);
  model->ui.scale_follows_screen = settings.ui_scale == 0;
  model->ui.scale = settings.ui_scale > 0 ? settings.ui_scale : scale;
  Result<std::vector<Lesson>> lessons = builtin_lessons();
  if (!lessons) return lessons.error();
  model->lab.lessons.load(*std::move(lessons));
  if (!trouble.empty()) model->warn(trouble);
  page = std::make_unique<Page>(*std::move(renderer), std::move(model), std::move(settings));
  return {};
}

std::string state_text(const ApplicationModel& model, const Frontend& frontend) {
  const Session& session = model.session;
  const Lessons& lessons = model.lab.lessons;
  const auto answer = model.lab.tuning.result();
  const auto rect = [](const Aabb& b) { return Json::array({b.min.x, b.min.y, b.max.x, b.max.y}); };
  Json rects, messages = Json::array(), sprites = Json::array();
  for (const WidgetRect& w : model.ui.rects) rects[w.name] = rect(w.rect);
  for (const Message& m : model.ui.messages.all()) messages.push_back(m.text);
  constexpr std::size_t kMaxSprites = 100;
  for (SpriteId id = 0; id < std::min(session.world().size(), kMaxSprites); ++id) {
    const Vec2 at = model.camera.to_screen(session.world().positions()[id]);
    sprites.push_back(Json::array({at.x, at.y}));
  }
  const Json out{{"frame", frontend.frames()},
                 {"hash", fmt::format("{:016x}", session.hash())},
                 {"steps", session.steps()},
                 {"scene", session.scene().id},
                 {"broadphase", session.broadphase().id},
                 {"count", session.world().size()},
                 {"paused", model.paused},
                 {"asks", model.ui.has_modal()},
                 {"tool", model.ui.tool},
                 {"theme", static_cast<int>(model.view.theme)},
                 {"zoom", model.camera.zoom},
                 {"scale", model.ui.scale},
                 {"tuning", Json{{"progress", model.lab.tuning.progress()},
                                 {"phase", model.lab.tuning.phase()},
                                 {"best", answer ? Json(answer->best_score()) : Json()}}},
                 {"lesson", lessons.open() ? Json::array({lessons.open()->id, lessons.step(),
                                                          lessons.is_reached()})
                                           : Json()},
                 {"chinese", model.ui.chinese_font},
                 {"xray", model.lab.xray.is_open() ? Json(model.lab.xray.at()) : Json()},
                 {"fps", model.frames_per_second},
                 {"messages", messages},
                 {"sprites", sprites},
                 {"rects", rects}};
  return json_text(out);
}

}  // namespace

std::string& clipboard() {
  static std::string text;
  return text;
}

std::filesystem::path settings_file() {
  return std::filesystem::path(kStateFolder) / "settings.json";
}

/// Memory for a text of so many bytes, which is an argument of the next call.
FOR_JS(text) char* text(std::size_t bytes) {
  text_of_js.resize(bytes);
  return text_of_js.data();
}

/// Begins with the scene of the text, a link (ui/link.hpp). `scale` of texts by the screen; `step`
/// of the clock, ms. The field comes first where the page, of that width in px, is a phone's.
FOR_JS(begin) void begin_page(float scale, int is_embedded, double step, float width) {
  ::chdir(kFileFolder);
  clock_step = step;
  if (const Status error = begin(scale)) return js_fail(error->text.c_str());
  ApplicationModel& model = page->model();
  constexpr float kPhone = 500;
  model.ui.is_embedded = is_embedded != 0;
  model.ui.is_phone = width < kPhone * model.ui.scale;
  if (is_embedded || model.ui.is_phone) model.ui.panel_open = false;
  model.ui.welcome_open = text_of_js.empty() && !is_embedded && !model.ui.is_welcomed;
  if (const Status error = open_link(model, text_of_js)) model.warn(error->text);
  if (const Status error = check_first_pairs(model)) model.warn(error->text);
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
/// Text: the key's name. `modifiers`: 1 Ctrl, 2 Shift, 4 Alt; `how`: 1 down, 2 repeat, 4 modifier.
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
FOR_JS(pasted) void pasted() { clipboard() = text_of_js; }
FOR_JS(rescale) void rescale(float scale) {
  UiState& ui = page->model().ui;
  if (ui.scale_follows_screen) ui.scale = scale;
}
/// A file that was dropped or chosen, by its path.
FOR_JS(open) void open() { drop_file(page->model(), text_of_js); }
FOR_JS(follow_link) void follow_link() {
  if (const Status error = open_link(page->model(), text_of_js)) page->model().warn(error->text);
}
/// The page is about to go. What the user has not changed by hand is not offered again.
FOR_JS(leave) void leave() {
  ApplicationModel& model = page->model();
  if (model.autosave && !model.session.has_unsaved()) model.autosave->finish();
}
FOR_JS(act) void act() {
  for (const ActionRow* row : actions())
    if (row->id == text_of_js) return perform(page->model(), {row});
}
/// The page's state as JSON, for tests.
FOR_JS(state) const char* state() {
  static std::string text;
  text = state_text(page->model(), page->frontend());
  return text.c_str();
}

}  // namespace phasebox::web
