// SPDX-License-Identifier: MIT
// One frame after another, also while long work is waited for; pictures of frames: whether the next
// one is another, a copy of the last one, images of the launcher; the window's state as JSON.
#include "app/application.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <future>
#include <thread>

#include <epoxy/gl.h>
#include <fmt/format.h>
#include <SDL.h>

#include "base/hash.hpp"
#include "base/os/system.hpp"
#include "io/archive/archive.hpp"
#include "io/files/text_file.hpp"
#include "io/scene_file.hpp"
#include "ui/link.hpp"
#include "ui/model/files/files.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox {

using namespace ui;

Application::Application(std::unique_ptr<GlWindow> window, std::unique_ptr<Renderer> renderer,
                         std::unique_ptr<ApplicationModel> model, std::filesystem::path dump_file)
    : window_(std::move(window)),
      renderer_(std::move(renderer)),
      model_(std::move(model)),
      frontend_(*model_, *this, renderer_->is_software()),
      dump_file_(std::move(dump_file)) {
  window_->open_interface(model_->ui.scale);
}

void Application::run() {
  while (!quits_ && !os::StopSignals::arrived()) {
    if (window_->is_minimised()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    frame();
  }
  if (film_) switch_film();
}

void Application::frame() {
  model_->now = seconds();
  take_events();
  window_->set_title(window_title(*model_));
  frontend_.frame(queue_.take(frontend_.keys_wait()), window_->size(), model_->now);
  const std::uint64_t picture = picture_hash(frontend_.panes(), *model_, window_->end_interface());
  // What waits for a picture of the window wants it drawn.
  const bool is_wanted =
      film_ || !pictures_.empty() || (frontend_.loop().is_heavy() && !has_still_);
  if (is_wanted) repaint_.ask();
  const bool is_drawn = repaint_.is_due(picture);
  if (is_drawn) draw();
  const std::vector<HostRequest> requests = frontend_.carry_out();
  for (const request::Picture& wanted : std::exchange(pictures_, {}))
    save_picture(*model_, wanted.name,
                 window_->read_pixels(wanted.where.value_or(Aabb{{}, window_->size()})));
  take_film();
  dump_state();
  if (is_drawn) has_still_ = frontend_.loop().is_heavy();
  if (is_drawn && has_still_) still_.take(window_->size());
  if (is_drawn)
    window_->present();
  else
    window_->wait(model_->paused && repaint_.is_calm() ? Repaint::kRest : 0);
  for (const HostRequest& request : requests) carry_out(request);
}

void Application::take_events() {
  SDL_Event event;
  while (SDL_PollEvent(&event) != 0) {
    repaint_.ask();
    if (event.type == SDL_QUIT) {
      perform(*model_, {&quit_action});
    } else if (event.type == SDL_DROPFILE) {
      drop_file(*model_, event.drop.file, window_->pointer());
      SDL_free(event.drop.file);
    } else {
      push(queue_, event, window_->pixels_per_point());
      const bool may_be_denser =
          event.type == SDL_WINDOWEVENT && (event.window.event == SDL_WINDOWEVENT_DISPLAY_CHANGED ||
                                            event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED);
      if (may_be_denser && model_->ui.scale_follows_screen)
        model_->ui.scale = window_->screen_scale();
    }
  }
}

void Application::draw() {
  const Vec2 size = window_->size();
  glViewport(0, 0, static_cast<GLsizei>(size.x), static_cast<GLsizei>(size.y));
  for (const FieldPane& pane : frontend_.panes())
    renderer_->draw(pane.list, model_->session.images(), pane.camera, static_cast<int>(size.x),
                    static_cast<int>(size.y), pane.background);
  draw_space();
  window_->draw_interface();
}

// A driver that cannot do it says so once; the field is drawn without it.
void Application::draw_space() {
  ApplicationModel& model = *model_;
  if (!model.view.space) return;
  if (!space_renderer_) {
    constexpr int kSamples = 4;  // per pixel, where a graphics card does the work
    auto made = SpaceRenderer::create(renderer_->is_software() ? 0 : kSamples);
    if (!made) {
      model.view.space = false;
      return model.warn("3D view: " + made.error().text);
    }
    space_renderer_ = *std::move(made);
  }
  const Vec2 size = window_->size();
  const ImageSet& images = model.session.images();
  space_renderer_->draw(model.space.list, images, renderer_->atlas(images), model.space.camera,
                        static_cast<int>(size.x), static_cast<int>(size.y));
}

void Application::carry_out(const HostRequest& request) {
  const Overloaded carry{
      [&](const request::Quit&) { quits_ = true; },
      [&](const request::FullScreen&) { window_->toggle_full_screen(); },
      [&](const request::Picture& picture) { pictures_.push_back(picture); },
      [&](const request::Film&) { switch_film(); },
      [&](const request::CopyLink&) {
        copy_link(*model_, [](const char* rest, const char* document) {
          SDL_SetClipboardText(
              (std::string("phasebox.html#") + rest + packed_link(document)).c_str());
        });
      },
  };
  std::visit(carry, request);
}

void Application::switch_film() {
  const auto film = std::exchange(film_, nullptr);
  model_->ui.is_filmed = !film;
  if (!film) {
    const Vec2 size = window_->size();
    film_ = std::make_unique<FilmRecorder>(static_cast<int>(size.x), static_cast<int>(size.y),
                                           model_->now);
    return model_->note("The window is filmed; " + key_or_menu(film_action, model_->ui.keys) +
                        " ends it");
  }
  const Result<std::string> bytes = film->finish();
  if (!bytes) return model_->warn(bytes.error().text);
  const std::filesystem::path file = numbered_file("film", "webp");
  if (const Status error = write_file_atomically(file, *bytes)) return model_->warn(error->text);
  model_->note(fmt::format("Saved {}", file.string()));
}

// Also when the window gets another size, which a film cannot follow.
void Application::take_film() {
  if (!film_) return;
  const Vec2 size = window_->size();
  const bool is_same =
      film_->width() == static_cast<int>(size.x) && film_->height() == static_cast<int>(size.y);
  if (!is_same || film_->is_full(model_->now)) return switch_film();
  if (film_->is_due(model_->now)) film_->take(window_->read_pixels({{}, size}).rgba, model_->now);
}

// Work that may take long runs beside the loop, so that the window keeps answering. While the job
// runs nothing here looks at what it changes: what was drawn last stays on the screen.
Waited Application::run_apart(const std::function<void()>& job) {
  constexpr std::chrono::milliseconds kPatience(120);  // before the window says that it waits
  Waited waited;
  const double begun = seconds();
  std::future<void> done = std::async(std::launch::async, job);
  if (done.wait_for(kPatience) != std::future_status::ready) {
    ImGui::EndFrame();  // the one in which the work began is not drawn
    while (done.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
      draw_waiting(seconds() - begun, waited);
    begin_frame();
    FrameInput still;
    still.pointer = model_->pointer_tool.last_at;
    write_input(still);
    ImGui::NewFrame();
  }
  done.get();
  if (std::exchange(asks_to_quit_, false)) model_->requests.emplace_back(Invocation{&quit_action});
  return waited;
}

void Application::draw_waiting(double seconds_passed, Waited& waited) {
  constexpr std::size_t kMaxKept = 16;  // keys pressed meanwhile, for afterward
  SDL_Event event;
  while (SDL_PollEvent(&event) != 0) {
    if (event.type == SDL_QUIT) asks_to_quit_ = waited.cancels = true;
    push(queue_, event, window_->pixels_per_point());
  }
  const FrameInput input = queue_.take(false);
  begin_frame();
  write_input(input);
  ImGui::NewFrame();
  glViewport(0, 0, static_cast<GLsizei>(window_->size().x),
             static_cast<GLsizei>(window_->size().y));
  glClear(GL_COLOR_BUFFER_BIT);
  still_.draw(window_->size());
  if (input.press && input.press->key == Key::escape)
    waited.cancels = true;
  else if (input.press && waited.keys.size() < kMaxKept)
    waited.keys.push_back(*input.press);
  draw_waiting_box(*model_, window_->size(), seconds_passed, waited);
  // The job may begin one search after the other.
  if (waited.cancels) model_->session.stop_detection();
  window_->end_interface();
  window_->draw_interface();
  repaint_.ask();
  window_->present();
}

namespace {

constexpr std::size_t kMaxSprites = 200;  // described one by one, at most

Json pair_of(Vec2 v) { return Json::array({v.x, v.y}); }
Json rect_of(const Aabb& b) { return Json::array({b.min.x, b.min.y, b.max.x, b.max.y}); }

Json params_of(const ApplicationModel& model) {
  Json all;
  for (const ParamGroup& group : model.groups()) {
    Json& owner = all[group.owner.id()] = Json::object();
    for (const Param& row : group.rows) {
      const double value = row.get(group.object);
      Json& entry = owner[row.key];
      if (row.kind == Param::Kind::flag)
        entry = value != 0;
      else if (row.kind == Param::Kind::choice)
        entry = format_value(row, value);
      else
        entry = value;
    }
  }
  return all;
}

Json sprites_of(const ApplicationModel& model) {
  Json all = Json::array();
  const World& world = model.session.world();
  for (SpriteId id = 0; id < std::min(world.size(), kMaxSprites); ++id) {
    const Vec2 at = world.positions()[id];
    all.push_back({{"position", pair_of(at)},
                   {"velocity", pair_of(world.velocities()[id])},
                   {"screen", pair_of(model.camera.to_screen(at))}});
  }
  return all;
}

Json id_of(const std::optional<SpriteId>& sprite) { return sprite ? Json(*sprite) : Json(); }

// What has no padding.
template <class Part>
void add(Hasher& hash, const Part& part) {
  hash.add(std::as_bytes(std::span(&part, 1)));
}
template <class Part>
void add(Hasher& hash, const std::vector<Part>& parts) {
  hash.add(std::as_bytes(std::span(parts)));
}

// The end of the whole, behind `image`, is padding.
template <class Part>
void add_with_image(Hasher& hash, const std::vector<Part>& parts) {
  hash.add(parts.size());
  for (const Part& part : parts) {
    hash.add(std::as_bytes(std::span(&part, 1)).first(offsetof(Part, image)));
    hash.add(part.image);
  }
}

void add(Hasher& hash, const DrawList& list) {
  hash.add(list.layer_count());
  for (std::size_t i = 0; i < list.layer_count(); ++i) {
    const Layer& layer = list[i];
    add(hash, layer.kind), add(hash, layer.space), add(hash, layer.thickness);
    add(hash, layer.shapes);
  }
  hash.add(list.pictures_after());
  add_with_image(hash, list.pictures());
}

// Its labels are drawn by the interface.
void add(Hasher& hash, const SpaceList& list) {
  add(hash, list.sky), add(hash, list.floor), add(hash, list.boxes), add(hash, list.walls);
  add_with_image(hash, list.solids);
  add(hash, list.floor_wires), add(hash, list.plates), add(hash, list.wires);
}

// The texture by its bytes: later versions of Dear ImGui have a structure for it.
void add(Hasher& hash, const ImDrawCmd& command) {
  add(hash, command.ClipRect);
  const auto texture = std::as_bytes(std::span(&command, 1));
  constexpr std::size_t kFrom = sizeof command.ClipRect;
  hash.add(texture.subspan(kFrom, offsetof(ImDrawCmd, VtxOffset) - kFrom));
  hash.add(command.VtxOffset), hash.add(command.IdxOffset), hash.add(command.ElemCount);
}

void add(Hasher& hash, const ImDrawList& list) {
  hash.add(std::as_bytes(std::span(list.VtxBuffer.begin(), list.VtxBuffer.end())));
  hash.add(std::as_bytes(std::span(list.IdxBuffer.begin(), list.IdxBuffer.end())));
  for (const ImDrawCmd& command : list.CmdBuffer) add(hash, command);
}

}  // namespace

std::string Application::state_text() const {
  const ApplicationModel& model = *model_;
  const Session& session = model.session;
  const Verdict& verdict = model.lab.oracle.verdict();
  Json toasts = Json::array(), rects;
  for (const Message& m : model.ui.messages.all())
    if (MessageLog::is_toast(m, model.now)) toasts.push_back(m.text);
  for (const WidgetRect& w : model.ui.rects) rects[w.name] = rect_of(w.rect);
  const Json out{
      {"frame", frontend_.frames()},
      {"slow_frames", slow_frames_},
      {"pictures", repaint_.pictures()},
      {"window", pair_of(window_->size())},
      {"paused", model.paused},
      {"steps", session.steps()},
      {"broadphase", session.broadphase().id},
      {"narrowphase", session.narrowphase().id},
      {"oracle", {{"right", verdict.is_right()}, {"text", describe(verdict, session)}}},
      {"params", params_of(model)},
      {"sprite_count", session.world().size()},
      {"sprites", sprites_of(model)},
      {"held", id_of(session.held())},
      {"hovered", id_of(model.pointer_tool.hovered)},
      {"zoom", model.camera.zoom},
      {"height",
       model.view.space ? height_note(session, model.trace.broad.events(), model.view) : ""},
      {"open",
       {{"tool", model.ui.tool},
        {"quit_question", model.ui.quit_asked},
        {"full_screen", window_->is_full_screen()},
        {"chinese_font", model.ui.chinese_font}}},
      {"toasts", toasts},
      {"rects", rects}};
  return json_text(out, {.indent = 1, .is_sorted = true}) + "\n";
}

void Application::dump_state() {
  constexpr double kInterval = 1.0 / 32, kSlow = 1;  // s between two writes, that a frame may take
  const double now = model_->now;
  if (last_frame_ >= 0 && now - last_frame_ > kSlow) ++slow_frames_;
  last_frame_ = now;
  if (dump_file_.empty() || (dumped_at_ >= 0 && now - dumped_at_ < kInterval)) return;
  dumped_at_ = now;
  const Status error = write_file_atomically(dump_file_, state_text(), Durability::in_memory);
  if (!error) return;
  dump_file_.clear();  // said once
  model_->warn(error->text);
}

std::uint64_t picture_hash(std::span<const FieldPane> panes, const ApplicationModel& model,
                           const ImDrawData& interface) {
  Hasher hash;
  hash.add(model.session.images().size());
  for (const FieldPane& pane : panes)
    add(hash, pane.list), add(hash, pane.camera), add(hash, pane.background);
  if (model.view.space) add(hash, model.space.list), add(hash, model.space.camera);
#if IMGUI_VERSION_NUM >= 19200
  // Letters that are seen for the first time are uploaded by drawing.
  if (interface.Textures)
    for (const ImTextureData* texture : *interface.Textures)
      hash.add(static_cast<std::uint64_t>(texture->Status));
#endif
  for (int i = 0; i < interface.CmdListsCount; ++i) add(hash, *interface.CmdLists[i]);
  return hash.value();
}

void StillPicture::take(Vec2 size) {
  is_taken_ = true;
  glBindTexture(GL_TEXTURE_2D, *texture_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 0, 0, static_cast<GLsizei>(size.x),
                   static_cast<GLsizei>(size.y), 0);
}

// A framebuffer begins below.
void StillPicture::draw(Vec2 size) const {
  if (!is_taken_) return;
  ImGui::GetBackgroundDrawList()->AddImage(texture_id(*texture_), {0, 0}, size, {0, 1}, {1, 0});
}

}  // namespace phasebox
