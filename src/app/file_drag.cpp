// SPDX-License-Identifier: MIT
// Tells when a file that is dragged comes over the window, by the messages of the protocol XDND,
// which X11 programs use: John Lindal, "Drag-and-Drop Protocol for the X Window System", 2002.
#include "app/file_drag.hpp"

#include "base/os/system.hpp"

// The headers of X11 define macros such as Status, so this file is not compiled with others.
#if defined(__linux__)
#include <SDL_syswm.h>
#endif

namespace phasebox {

#if defined(SDL_VIDEO_DRIVER_X11)

namespace {

bool is_named(const XClientMessageEvent& message, const char* name) {
  using InternAtom = Atom (*)(Display*, const char* name, int only_if_exists);
  const auto library = os::SharedObject::loaded("libX11.so.6");
  const auto intern = library.function<InternAtom>("XInternAtom");
  return intern && message.message_type == intern(message.display, name, 0);
}

}  // namespace

void watch_drags() {
  SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
  // All other messages of X11 are dropped, since each event makes the window draw a frame.
  SDL_SetEventFilter(
      [](void*, SDL_Event* event) {
        return event->type != SDL_SYSWMEVENT || drag_of(*event) ? 1 : 0;
      },
      nullptr);
}

std::optional<bool> drag_of(const SDL_Event& event) {
  if (event.type == SDL_DROPCOMPLETE) return false;
  if (event.type != SDL_SYSWMEVENT || event.syswm.msg->subsystem != SDL_SYSWM_X11) return {};
  const XEvent& x = event.syswm.msg->msg.x11.event;
  if (x.type != ClientMessage) return {};
  if (is_named(x.xclient, "XdndEnter")) return true;
  if (is_named(x.xclient, "XdndLeave")) return false;
  return {};
}

#else

void watch_drags() {}

std::optional<bool> drag_of(const SDL_Event& event) {
  if (event.type == SDL_DROPCOMPLETE) return false;
  return {};
}

#endif

}  // namespace phasebox
