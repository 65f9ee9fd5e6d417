// SPDX-License-Identifier: MIT
// Runs the window's loop, also while it waits for long work. Draws frames that differ from the last
// one, saves and films them, and writes the window's state as JSON for tests.
#include "app/application.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <future>

#include <epoxy/gl.h>
#include <fmt/format.h>
#include <SDL.h>

#include "app/file_drag.hpp"
#include "app/sdl_input.hpp"
#include "base/hash.hpp"
#include "base/os/system.hpp"
#include "io/archive/archive.hpp"
#include "io/files/text_file.hpp"
#include "io/scene_file.hpp"
#include "language/format_sentence.hpp"
#include "ui/link.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/files/files.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox {

using namespace ui;

Application::Application(std::unique_ptr<GlWindow> window, std::unique_ptr<Renderer> renderer,
                         std::unique_ptr<ApplicationModel> model, std::filesystem::path dump_file,
                         SettingsKeeper* settings)
    : window_(std::move(window)),
      model_(std::move(model)),
      screen_(*this, *model_, std::move(renderer)),
      settings_(settings),
      dump_file_(std::move(dump_file)) {
  window_->open_interface(model_->ui.scale);
}

// While the window is minimized or hidden nothing is simulated or drawn, unless it follows a game,
// which would wait. It still handles events and looks for a signal that ends the
// program. A few frames more follow an event, so that settings and autosave are written.
void Application::run() {
  constexpr double kWait = 0.25, kAwake = 3;  // s
  double awake_until = 0;
  while (!quits_ && !os::StopSignals::arrived()) {
    const bool is_awake = seconds() < awake_until;
    const bool is_needed = !window_->is_unseen() || model_->live;
    const bool is_called = is_needed || window_->has_event_within(kWait);
    if (is_called) awake_until = seconds() + kAwake;
    if (is_called || is_awake) frame();
  }
  if (film_) switch_film();
}

void Application::frame() {
  model_->clock.now = seconds();
  const PlaceWatch& places = window_->places();
  if (settings_) settings_->tend(*model_, places.first(), places.last());
  take_events();
  window_->set_title(window_title(*model_));
  screen_.compose(window_->size(), model_->clock.now);
  Frontend& frontend = screen_.frontend();
  const std::uint64_t picture = picture_hash(frontend.panes(), *model_, window_->end_interface());
  // The frame must be drawn, even if it shows nothing new, for a film, for a picture to be saved,
  // or to be copied for the time of long work.
  const bool is_wanted =
      film_ || screen_.wants_pictures() || (frontend.loop().is_heavy() && !has_still_);
  if (is_wanted) repaint_.ask();
  const bool is_drawn = repaint_.is_due(picture);
  if (is_drawn) {
    screen_.draw(window_->size());
    window_->draw_interface();
  }
  const std::vector<HostRequest> requests = frontend.carry_out();
  screen_.save_pictures(window_->size(),
                        [&](const Aabb& part) { return window_->read_pixels(part); });
  take_film();
  dump_state();
  if (is_drawn) has_still_ = frontend.loop().is_heavy();
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
    if (const auto drag = drag_of(event)) model_->ui.is_dragged_over = *drag;
    if (event.type == SDL_QUIT) {
      perform(*model_, {&quit_action});
    } else if (event.type == SDL_DROPFILE) {
      drop_file(*model_, event.drop.file, window_->pointer());
      SDL_free(event.drop.file);
    } else {
      push(screen_.queue(), event, window_->pixels_per_point());
      const bool may_be_denser =
          event.type == SDL_WINDOWEVENT && (event.window.event == SDL_WINDOWEVENT_DISPLAY_CHANGED ||
                                            event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED);
      if (may_be_denser && model_->ui.scale_follows_screen)
        model_->ui.scale = window_->screen_scale();
    }
  }
}

void Application::carry_out(const HostRequest& request) {
  const Overloaded carry{
      [&](const request::Quit&) { quits_ = true; },
      [&](const request::FullScreen&) { window_->toggle_full_screen(); },
      [&](const request::Picture& picture) { screen_.want(picture); },
      [&](const request::Film&) { switch_film(); },
      [&](const request::CopyLink&) {
        copy_link(*model_, [](const char* rest, const char* document) {
          const std::string packed = *document ? packed_link(document) : "";
          SDL_SetClipboardText((std::string("phasebox.html#") + rest + packed).c_str());
        });
      },
      [&](const request::OpenPath& wanted) {
        // SDL hands it to xdg-open, or on Windows to the shell, which take paths too.
        if (SDL_OpenURL(wanted.path.c_str()) != 0)
          model_->warn(say("cannot open {}: {}; open it by hand", Sentence::as_is(wanted.path),
                           Sentence::as_is(SDL_GetError())));
      },
  };
  std::visit(carry, request);
}

void Application::switch_film() {
  const auto film = std::exchange(film_, nullptr);
  model_->ui.is_filmed = !film;
  unfilmed_since_.reset();
  model_->ui.filmed_since = model_->clock.now;
  if (!film) {
    const Vec2 size = window_->size();
    film_ = std::make_unique<FilmRecorder>(static_cast<int>(size.x), static_cast<int>(size.y),
                                           model_->clock.now);
    return model_->note(
        say("The window is filmed; {} ends it", key_or_menu(film_action, model_->ui.keys)));
  }
  const Result<std::string> bytes = film->finish();
  if (bytes.failed()) return model_->warn(bytes.error().text);
  const std::filesystem::path file = numbered_file("film", "webp");
  if (const Status status = write_file_atomically(file, *bytes); status.failed())
    return model_->warn(status.error().text);
  model_->note_file(say("Saved {}", Sentence::as_is(file.string())), file);
}

// Takes a frame of the film when it is due. Ends and saves the film when it is full, or when the
// window gets another size, which a film cannot follow. Leaves out the time in which the window is
// minimized, since such a window has no pixels.
void Application::take_film() {
  if (!film_) return;
  const double now = model_->clock.now;
  if (window_->is_unseen()) {
    unfilmed_since_ = unfilmed_since_.value_or(now);
    return;
  }
  if (unfilmed_since_) {
    const double gap = now - *std::exchange(unfilmed_since_, std::nullopt);
    film_->skip(gap);
    model_->ui.filmed_since += gap;
    model_->note(say("The film leaves out {:.0f} s in which the window was minimized", gap));
  }
  const Vec2 size = window_->size();
  const bool is_same =
      film_->width() == static_cast<int>(size.x) && film_->height() == static_cast<int>(size.y);
  if (!is_same || film_->is_full(now)) return switch_film();
  if (film_->is_due(now)) film_->take(window_->read_pixels({{}, size}).rgba, now);
}

// Runs work that may take long on another thread and returns when it has ended, with what the user
// did meanwhile. The window keeps answering, but nothing here reads what the job changes: the
// window shows a copy of an earlier frame and, over it, that it waits.
InputMeanwhile Application::run_apart(const std::function<void()>& job) {
  constexpr std::chrono::milliseconds kPatience(120);  // after this the window says that it waits
  InputMeanwhile waited;
  const LongWork work(*model_);
  const double begun = seconds();
  std::future<void> done = std::async(std::launch::async, job);
  if (done.wait_for(kPatience) != std::future_status::ready) {
    ImGui::EndFrame();  // the frame in which the work began is not drawn
    while (done.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
      draw_waiting(work, seconds() - begun, waited);
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

void Application::draw_waiting(const LongWork& work, double seconds_passed,
                               InputMeanwhile& waited) {
  constexpr std::size_t kMaxKept = 16;  // most keys pressed meanwhile that are handled afterwards
  SDL_Event event;
  while (SDL_PollEvent(&event) != 0) {
    if (event.type == SDL_QUIT) asks_to_quit_ = waited.cancels = true;
    push(screen_.queue(), event, window_->pixels_per_point());
  }
  const FrameInput input = screen_.queue().take(false);
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
  draw_waiting_box(work, window_->size(), seconds_passed, waited);
  // The request to stop is repeated in each frame, because the job may begin one search after
  // another.
  if (waited.cancels) model_->session.work().stop();
  window_->end_interface();
  window_->draw_interface();
  repaint_.ask();
  window_->present();
}

namespace {

// This function and the next add the bytes of a value, or of all values of a vector, to the hash.
// The type must have no padding, whose bytes are undefined.
template <class Part>
void add(Hasher& hash, const Part& part) {
  hash.add(std::as_bytes(std::span(&part, 1)));
}
template <class Part>
void add(Hasher& hash, const std::vector<Part>& parts) {
  hash.add(std::as_bytes(std::span(parts)));
}

// Adds values of a type whose last member is `image`, but not the padding behind that member.
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
    add(hash, layer.kind);
    add(hash, layer.space);
    add(hash, layer.thickness);
    add(hash, layer.shapes);
  }
  hash.add(list.pictures_after());
  add_with_image(hash, list.pictures());
}

// Adds the 3D view without its labels, which the interface draws.
void add(Hasher& hash, const SpaceList& list) {
  add(hash, list.sky);
  add(hash, list.floor);
  add(hash, list.boxes);
  add(hash, list.walls);
  add_with_image(hash, list.solids);
  add(hash, list.floor_wires);
  add(hash, list.plates);
  add(hash, list.wires);
}

// Adds a draw command. Its texture is added as bytes, because later versions of Dear ImGui have a
// structure for it.
void add(Hasher& hash, const ImDrawCmd& command) {
  add(hash, command.ClipRect);
  const auto texture = std::as_bytes(std::span(&command, 1));
  constexpr std::size_t kFrom = sizeof command.ClipRect;
  hash.add(texture.subspan(kFrom, offsetof(ImDrawCmd, VtxOffset) - kFrom));
  hash.add(command.VtxOffset);
  hash.add(command.IdxOffset);
  hash.add(command.ElemCount);
}

void add(Hasher& hash, const ImDrawList& list) {
  hash.add(std::as_bytes(std::span(list.VtxBuffer.begin(), list.VtxBuffer.end())));
  hash.add(std::as_bytes(std::span(list.IdxBuffer.begin(), list.IdxBuffer.end())));
  for (const ImDrawCmd& command : list.CmdBuffer) add(hash, command);
}

}  // namespace

std::string Application::state_text() const {
  Json all = screen_.state();
  all["slow_frames"] = slow_frames_;
  all["pictures"] = repaint_.pictures();
  all["window"] = json_of(window_->size());
  all["open"]["full_screen"] = window_->is_full_screen();
  return json_text(all, {.indent = 1, .is_sorted = true}) + "\n";
}

void Application::dump_state() {
  constexpr double kInterval = 1.0 / 32, kSlow = 1;  // s: between two writes; slow if longer
  const double now = model_->clock.now;
  if (last_frame_ >= 0 && now - last_frame_ > kSlow) ++slow_frames_;
  last_frame_ = now;
  if (dump_file_.empty() || (dumped_at_ >= 0 && now - dumped_at_ < kInterval)) return;
  dumped_at_ = now;
  const Status status = write_file_atomically(dump_file_, state_text(), Durability::in_memory);
  if (!status.failed()) return;
  dump_file_.clear();  // writes no more, so that the warning comes once
  model_->warn(status.error().text);
}

std::uint64_t picture_hash(std::span<const FieldPane> panes, const ApplicationModel& model,
                           const ImDrawData& interface) {
  Hasher hash;
  hash.add(model.session.images().size());
  for (const FieldPane& pane : panes) {
    add(hash, pane.list);
    add(hash, pane.camera);
    add(hash, pane.background);
  }
  if (model.view.space) {
    add(hash, model.field.space.list);
    add(hash, model.field.space.camera);
  }
#if IMGUI_VERSION_NUM >= 19200
  // Glyphs that are new in this frame are uploaded when it is drawn, so the state of their textures
  // is part of the picture: a frame with new glyphs must not be skipped.
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

// The copy is flipped, because the rows of a framebuffer begin at the bottom and those of ImGui at
// the top.
void StillPicture::draw(Vec2 size) const {
  if (!is_taken_) return;
  ImGui::GetBackgroundDrawList()->AddImage(texture_id(*texture_), {0, 0}, size, {0, 1}, {1, 0});
}

}  // namespace phasebox
