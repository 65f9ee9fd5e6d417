// SPDX-License-Identifier: MIT
// What the interface asks for: of the session, of the studies, of the window; the tools that ask.
#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bench/contestant.hpp"
#include "lab/lab.hpp"
#include "session/session.hpp"
#include "ui/model/actions/actions.hpp"
#include "ui/model/files/autosave.hpp"

namespace phasebox {

// What the interface asks for: of the session, of the studies, of the window.

namespace request {

/// Opens a file, or saves the scene to it.
struct Open {
  std::filesystem::path file;
};
struct Save {
  std::filesystem::path file;
};

/// Writes the data of a plot to a new file in the current folder.
struct SaveData {
  std::string name;  ///< kebab-case, part of the file's name
  std::string text;
  std::string ending = "csv";
};

/// Writes a broadphase as two files for a game, to a new folder in the current one.
struct ExportCpp {
  Contestant contestant;
};

/// Selects these sprites and no others, and pauses, so that they can be found.
struct PauseAt {
  std::vector<SpriteId> sprites;
};

/// Answers the question over the window.
struct Answer {
  bool yes;
};

/// Answers the question about what a window that ended early has left.
struct Recover {
  Recovery how;
};

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

/// All that is asked of the application: of the session and the view (`Command`), of the studies,
/// of the model, of the window.
using Request = std::variant<Command, LabCommand, Invocation, request::Open, request::Save,
                             request::SaveData, request::ExportCpp, request::PauseAt,
                             request::Answer, request::Recover, request::ClosePopups, HostRequest>;

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

/// Everything that the rest of the program knows of a tool.
struct ToolRow {
  ActionRow action;        ///< opens it, and closes it again; its id is that of the tool
  std::string_view title;  ///< on its tab
  float height;            ///< px before scaling, that it needs at first
  /// Fills the drawer's window; what the user requests goes into the last one.
  void (*draw)(const Model&, UiState&, Requests&);
  bool wants_all_tests = false;  ///< it counts or lists single tests, so it needs all events
  void (*opened)(ApplicationModel&) = nullptr;  ///< after its action has opened it
  void (*unseen)(ApplicationModel&) = nullptr;  ///< each frame without it: ends what it alone shows
};

/// The tool with that id, or null.
const ToolRow* find_tool(std::span<const ToolRow* const> tools, std::string_view id);

}  // namespace phasebox
