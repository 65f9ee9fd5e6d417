// SPDX-License-Identifier: MIT
// The requests of panels, tools and keys in a frame: values that the frontend carries out after
// drawing.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lab/lab.hpp"
#include "session/command.hpp"
#include "ui/model/actions/action_row.hpp"

namespace phasebox::ui {

struct ApplicationModel;

namespace request {

struct Quit {};
/// Switches between full screen and a window.
struct FullScreen {};

/// Saves a picture of the window or of a part of it to a new file in the current folder.
struct Picture {
  std::string name = {};           ///< part of the file's name; empty for a screenshot
  std::optional<Aabb> where = {};  ///< screen px; none: the whole window
};

/// Begins to film the window or, if it is being filmed, ends the film and saves it to a new file in
/// the current folder.
struct Film {};

/// Copies a link that shows in a browser what is shown now.
struct CopyLink {};

/// Opens a file or folder by the program that the desktop has for it.
struct OpenPath {
  std::string path;  ///< absolute
};

}  // namespace request

/// The requests that only the host, the desktop's window or the browser's page, can carry out: it
/// has the screen and the clipboard.
using HostRequest = std::variant<request::Quit, request::FullScreen, request::Picture,
                                 request::Film, request::CopyLink, request::OpenPath>;

/// Any other change of the model, such as opening a file or answering a question, as the function
/// that makes it.
using ModelRequest = std::function<void(ApplicationModel&)>;

/// Any request: a command to session or view, a command to the studies, an action, a change of the
/// model, or one for the host.
using Request = std::variant<Command, LabCommand, Invocation, ModelRequest, HostRequest>;

/// The requests of a frame in the order in which they came. Panels only add to them; the frontend
/// carries them out after drawing.
using Requests = std::vector<Request>;

/// Makes a visitor for std::visit, such as of a Request, of one function for each type in the
/// variant.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace phasebox::ui
