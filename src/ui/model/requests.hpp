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

struct ClosePopups {};

struct Quit {};
/// Switches between full screen and a window.
struct FullScreen {};

/// Saves a picture to a new file in the current folder.
struct Picture {
  std::string name = {};           ///< part of the file's name; empty for a screenshot
  std::optional<Aabb> where = {};  ///< screen px; none: the whole window
};

/// Begins to film the window, or ends it and saves the film to a new file in the current folder.
struct Film {};

/// Copies a link that shows in a browser what is shown now.
struct CopyLink {};

}  // namespace request

/// The requests that only the window itself can carry out: it has the screen and the clipboard.
using HostRequest = std::variant<request::Quit, request::FullScreen, request::Picture,
                                 request::Film, request::CopyLink>;

/// Any other change of the model as a function, such as opening a file or answering a question.
using ModelRequest = std::function<void(ApplicationModel&)>;

/// All requests: to session and view (`Command`), to the studies, to the model, to the window.
using Request =
    std::variant<Command, LabCommand, Invocation, ModelRequest, request::ClosePopups, HostRequest>;

/// The requests of a frame in the order in which they came. Panels only add to them; the frontend
/// carries them out after drawing.
using Requests = std::vector<Request>;

/// A visitor for std::visit made of one function for each kind of request.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace phasebox::ui
