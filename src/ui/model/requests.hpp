// SPDX-License-Identifier: MIT
// What the interface asks for: of the session, of the studies, of the window.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lab/lab.hpp"
#include "session/session.hpp"
#include "ui/model/actions/action_row.hpp"

namespace phasebox {

/// A plot to be saved in the current folder.
struct Export {
  std::string name;            ///< kebab-case, part of the file's name
  Aabb where;                  ///< screen px; what is to be the picture
  std::string csv;             ///< its data; empty: the picture is wanted
  std::string ending = "csv";  ///< of the data
};

/// What the user requests, to be carried out after drawing.
struct Requests {
  std::vector<Command> commands;  ///< owner "view" means the view options
  std::vector<LabCommand> lab;
  std::vector<Invocation> actions;
  std::vector<Export> exports;
  std::optional<std::filesystem::path> open, save;
  std::optional<bool> answer;  ///< to the question that stands over the window
};

/// What only the window itself can do.
struct HostRequests {
  bool quit = false, full_screen = false, screenshot = false, close_popups = false;
  std::vector<Export> pictures;
};

}  // namespace phasebox
