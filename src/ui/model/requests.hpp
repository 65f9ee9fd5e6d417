// SPDX-License-Identifier: MIT
// What the interface asks for: of the session, of the studies, of the window; the tools that ask.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lab/lab.hpp"
#include "session/session.hpp"
#include "ui/model/actions/actions.hpp"

namespace phasebox {

namespace request {

/// Closes all open menus.
struct ClosePopups {};

struct Quit {};
/// Switches between full screen and a window.
struct FullScreen {};

/// Saves a picture to a new file in the current folder.
struct Picture {
  std::string name = {};           ///< as that of data; empty for a screenshot
  std::optional<Aabb> where = {};  ///< screen px; none: the whole window
};

/// Begins to film the window, or ends it and saves the film to a new file in the current folder.
struct Film {};

}  // namespace request

/// What only the window itself can do.
using HostRequest =
    std::variant<request::Quit, request::FullScreen, request::Picture, request::Film>;

/// Anything else that is to be done to the model: a file opened, a question answered.
using Deed = std::function<void(ApplicationModel&)>;

/// All that is asked of the application: of the session and the view (`Command`), of the studies,
/// of the model, of the window.
using Request =
    std::variant<Command, LabCommand, Invocation, Deed, request::ClosePopups, HostRequest>;

/// What was requested, in order; carried out after drawing.
using Requests = std::vector<Request>;

/// One function for each kind of request.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

// One declaration per tool of the drawer under the field, at the end of its file in ui/tools/.

struct Gui;

/// Everything that the rest of the program knows of a tool.
struct ToolRow {
  ActionRow action;        ///< opens it, and closes it again; its id is that of the tool
  std::string_view title;  ///< on its tab
  float height;            ///< px before scaling, that it needs at first
  /// Fills the drawer's window.
  void (*draw)(const Gui&);
  bool wants_all_tests = false;  ///< it counts or lists single tests, so it needs all events
  void (*opened)(ApplicationModel&) = nullptr;  ///< after its action has opened it
  void (*unseen)(ApplicationModel&) = nullptr;  ///< each frame without it: ends what it alone shows
};

/// The tool with that id, or null.
const ToolRow* find_tool(std::span<const ToolRow* const> tools, std::string_view id);

}  // namespace phasebox
