// SPDX-License-Identifier: MIT
// The program `phasebox`: the command line, with a window where no command is given.
#include <string>
#include <vector>

#include "app/window_main.hpp"
#include "cli/command_line.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/registry.hpp"

int main(int argc, char** argv) {
  using namespace phasebox;
  using namespace phasebox::ui;
  std::vector<std::string> names;
  std::vector<cli::KeyRow> keys;
  names.reserve(actions().size());
  for (const ActionRow* row : actions())
    if (!row->chords.empty())
      keys.push_back({row->id, row->title, names.emplace_back(keys_of(*row, {}))});
  return cli::run_cli(argc, argv, {&open_window, keys}, {.heap = cli::heap_meter()});
}
