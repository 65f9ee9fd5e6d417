// SPDX-License-Identifier: MIT
// `phasebox link`: prints the address, relative to the folder of the page, by which a browser shows
// a scene or a recording.
#include "cli/commands/commands.hpp"
#include "io/scene_file.hpp"
#include "session/session.hpp"

namespace phasebox::cli {

Run link_command(Options& to, const Program&) {
  const auto launch = std::make_shared<LaunchOptions>();
  to.text("FILE", "", launch->scene, "Scene file or recorded boxes").excludes("--scene");
  add_launch(to, *launch);
  return [launch] {
    const Session session = session_of(*launch);
    const Result<std::string> text =
        link_text(session.document(), session.settings().groups(), session.playback());
    if (text.failed()) return report(text.error());
    return print("phasebox.html#" + packed_link(*text) + "\n");
  };
}

}  // namespace phasebox::cli
