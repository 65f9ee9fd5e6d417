// SPDX-License-Identifier: MIT
// The whole frontend without a window.
#include "headless_window.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "io/pictures/images.hpp"
#include "ui/model/files/lesson_files.hpp"
#include "ui/widgets/dear_imgui.hpp"

namespace phasebox::ui {
namespace {

constexpr double kFrameSeconds = 1.0 / 60;

// The characters that an American keyboard types with Shift, below them their keys.
constexpr std::string_view kShifted = "+*?_:\"<>(){}", kUnshifted = "=8/-;',.90[]";

KeyPress press_of_character(char c) {
  KeyPress press{.key = static_cast<Key>(c), .text = c};
  const auto at = kShifted.find(c);
  const bool is_capital = std::isupper(static_cast<unsigned char>(c)) != 0;
  press.shift = at != kShifted.npos || is_capital;
  if (at != kShifted.npos) press.key = static_cast<Key>(kUnshifted[at]);
  if (is_capital) press.key = static_cast<Key>(std::tolower(static_cast<unsigned char>(c)));
  return press;
}

// A name as `chord_name` writes it, with "Alt+" before it or not; a capital is typed with Shift.
KeyPress press_of(std::string_view name) {
  if (name.size() == 1) return press_of_character(name[0]);
  KeyPress press{.alt = name.starts_with("Alt+")};
  if (press.alt) name.remove_prefix(4);
  const std::optional<Chord> chord = parse_chord(name);
  if (!chord) throw std::runtime_error(fmt::format("there is no key '{}'", name));
  if (chord->text != 0) press = press_of_character(chord->text);
  if (chord->key != Key::none) press.key = chord->key;
  const int code = static_cast<int>(press.key);
  if (!chord->ctrl && code >= ' ' && code < 127 && press.text == 0)
    press.text = static_cast<char>(code);
  press.ctrl = chord->ctrl, press.shift |= chord->shift;
  return press;
}

}  // namespace

LaunchOptions begin_with(const std::string& scene,
                         std::vector<std::pair<std::string, std::string>> sets) {
  LaunchOptions options;
  options.scene = scene;
  options.sets = std::move(sets);
  return options;
}

HeadlessWindow::HeadlessWindow(const LaunchOptions& options, bool draws_in_software)
    : model(builtin_images()),
      size_{static_cast<float>(options.width), static_cast<float>(options.height)},
      frontend_(model, *this, draws_in_software) {
  below_ = ImGui::GetCurrentContext();
  context_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(context_);  // CreateContext leaves the one that there is
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  reload_fonts(1, {});
  set_up_input();
  set_up(options);
  frames(3);
}

HeadlessWindow::~HeadlessWindow() {
  ImGui::DestroyContext(context_);
  ImGui::SetCurrentContext(below_);
}

void HeadlessWindow::set_up(const LaunchOptions& options) {
  if (const Status status = cli::configure(model.session, options, {&model.view, view_rows()});
      status.failed())
    throw std::runtime_error(status.error().text);
  if (const Status status = check_first_pairs(model); status.failed())
    throw std::runtime_error(status.error().text);
  model.lab.lessons.load(*cli::builtin_lessons());
  if (const auto& document = model.session.file().document) model.paused = document->paused;
  if (!options.lesson) return;
  if (const Status status = begin_lesson(model, *options.lesson); status.failed())
    throw std::runtime_error(status.error().text);
  model.session.forget_history();
}

void HeadlessWindow::begin_frame() {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = size_;
  io.DeltaTime = static_cast<float>(kFrameSeconds);
}

std::string HeadlessWindow::reload_fonts(float scale, const std::string& chinese) {
  std::string file = load_font(scale, chinese);
#if IMGUI_VERSION_NUM < 19200
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
#else
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#endif
  return file;
}

std::span<const std::uint64_t> HeadlessWindow::textures(const ImageSet& images) {
  textures_.resize(images.size());
  std::iota(textures_.begin(), textures_.end(), 1u);
  return textures_;
}

InputMeanwhile HeadlessWindow::run_apart(const std::function<void()>& job) {
  job();
  ++runs_apart;
  return std::exchange(meanwhile, {});
}

void HeadlessWindow::frames(int n) {
  for (int i = 0; i < n; ++i) {
    FrameInput input = std::exchange(next_, {});
    input.pointer = pointer_;
    input.down = down_;
    input.modifiers = held_;
    now_ += kFrameSeconds + std::exchange(late_, 0);
    frontend_.frame(input, size_, now_);
    ImGui::Render();
#if IMGUI_VERSION_NUM >= 19200
    for (ImTextureData* texture : *ImGui::GetDrawData()->Textures)
      texture->SetStatus(texture->Status == ImTextureStatus_WantDestroy ? ImTextureStatus_Destroyed
                                                                        : ImTextureStatus_OK);
#endif
    const std::vector<HostRequest> asked = frontend_.carry_out();
    requests.insert(requests.end(), asked.begin(), asked.end());
  }
}

void HeadlessWindow::until(const std::string& what, const std::function<bool()>& condition,
                           int limit) {
  for (int i = 0; !condition(); ++i) {
    if (i == limit)
      throw std::runtime_error(
          fmt::format("did not happen in {} frames: {}\n{}", limit, what, state()));
    frames();
  }
}

// As the queue of a window hands them out: a modifier changes before its key, one key in a frame.
void HeadlessWindow::press_key(const KeyPress& press) {
  until("keys are taken", [this] { return !frontend_.keys_wait(); });
  const Modifiers wanted{press.ctrl || held_.ctrl, press.shift || held_.shift,
                         press.alt || held_.alt};
  if (wanted != std::exchange(held_, wanted)) frames();
  next_.press = press;
  next_.keys.push_back({press.key, true});
  if (press.text != 0) next_.text = press.text;
  frames();
}

void HeadlessWindow::release_key(Key key) {
  next_.keys.push_back({key, false});
  held_ = {};
  frames();
}

void HeadlessWindow::key(const std::string& keys) {
  std::istringstream words(keys);
  for (std::string name; words >> name;) {
    const Modifiers before = held_;
    const KeyPress press = press_of(name);
    press_key(press);
    release_key(press.key);
    held_ = before;
  }
  frames();
}

void HeadlessWindow::hold_key(const std::string& name, int repeats) {
  KeyPress press = press_of(name);
  press_key(press);
  press.repeat = true;
  for (int i = 0; i < repeats; ++i) press_key(press);
  release_key(press.key);
}

void HeadlessWindow::lose_focus_holding(const std::string& name) {
  press_key(press_of(name));
  next_.focus_lost = true;
  frames();
}

void HeadlessWindow::type(const std::string& text) {
  for (const char c : text) {
    const KeyPress press = press_of_character(c);
    press_key(press);
    release_key(press.key);
  }
}

void HeadlessWindow::hold(Modifiers held) {
  held_ = held;
  frames();
}

void HeadlessWindow::move_to(Vec2 at) {
  pointer_ = at;
  frames();
}

void HeadlessWindow::press(Button button) {
  const auto b = static_cast<std::size_t>(button);
  down_[b] = next_.pressed[b] = true;
  frames();
}

void HeadlessWindow::release(Button button) {
  const auto b = static_cast<std::size_t>(button);
  down_[b] = false;
  next_.released[b] = true;
  frames();
}

void HeadlessWindow::click(Button button) {
  press(button);
  release(button);
  frames();
}

void HeadlessWindow::click_at(Vec2 at, Button button) {
  move_to(at);
  frames();
  click(button);
}

void HeadlessWindow::drag(Vec2 by, int steps, Button button) {
  press(button);
  for (int i = 0; i < steps; ++i) move_by(by * (1 / static_cast<float>(steps)));
  release(button);
  frames();
}

void HeadlessWindow::wheel(float notches, Vec2 by) {
  next_.wheel = notches;
  move_by(by);
}

// A popup moves and grows in its first frames.
void HeadlessWindow::click_widget(const std::string& name, Button button) {
  Aabb before{};
  until("widget " + name + ", in its place", [&] {
    if (!shows(name)) return false;
    const Aabb now = rect(name);
    return std::exchange(before, now) == now;
  });
  click_at(middle(before), button);
  frames(2);  // in which it shows what the click did
}

void HeadlessWindow::choose(const std::string& list, const std::string& line) {
  click_widget(list);
  click_widget(line);
}

bool HeadlessWindow::is_typing() const { return edits_text(); }

int HeadlessWindow::imgui_windows() const { return ImGui::GetIO().MetricsRenderWindows; }

bool HeadlessWindow::shows(const std::string& name) const {
  return std::ranges::find(model.ui.rects, name, &WidgetRect::name) != model.ui.rects.end();
}

// The last one of the name: what is drawn twice lies above itself.
Aabb HeadlessWindow::rect(const std::string& name) const {
  for (auto widget = model.ui.rects.rbegin(); widget != model.ui.rects.rend(); ++widget)
    if (widget->name == name) return widget->rect;
  throw std::runtime_error("there is no widget " + name + "\n" + state());
}

Vec2 HeadlessWindow::on_screen(SpriteId id) const {
  return model.field.camera.to_screen(model.session.world().positions()[id]);
}

double HeadlessWindow::param(const std::string& owner, const std::string& key) const {
  for (const ParamGroup& group : model.groups())
    if (group.owner.id() == owner)
      if (const Param* row = find_param(group.rows, key)) return row->get(group.object);
  throw std::runtime_error("there is no parameter " + owner + "." + key);
}

bool HeadlessWindow::has_said(const std::string& words) const {
  return std::ranges::any_of(model.ui.messages.all(), [&](const Message& m) {
    return m.text.english().find(words) != std::string::npos;
  });
}

std::string HeadlessWindow::last_message() const {
  const auto& all = model.ui.messages.all();
  return all.empty() ? "" : all.back().text;
}

std::string HeadlessWindow::state() const {
  const Session& session = model.session;
  std::string text = fmt::format(
      "{}, {} sprites, {}, {}, step {}{}; tool '{}', {} selected, now {:.2f} s\nmessages:",
      session.settings().scene->id, session.world().size(), session.settings().broadphase->id,
      session.settings().narrowphase->id, session.steps(), model.paused ? ", paused" : "",
      model.ui.tool, model.selection.size(), now_);
  for (const Message& message : model.ui.messages.all()) text += "\n  " + message.text.english();
  text += "\nwidgets:";
  for (const WidgetRect& widget : model.ui.rects) text += " " + widget.name;
  return text;
}

}  // namespace phasebox::ui
