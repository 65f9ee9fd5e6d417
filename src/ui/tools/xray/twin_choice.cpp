// SPDX-License-Identifier: MIT
// Draws the choice of a clone of the X-ray, which walks the same frame with another value of one
// parameter.
#include <algorithm>

#include "base/number_format.hpp"
#include "ui/panels/panels.hpp"
#include "ui/tools/xray/panes.hpp"

namespace phasebox::ui {
namespace {

// Draws the parameter by which the clone differs, as the panel would. A change goes to the clone,
// not to the session.
void twin_value(const Gui& gui) {
  const Twins& twins = gui.lab.twins;
  const ParamGroup group = twins.session().settings().group(twins.change().owner);
  const Param* row = find_param(group.rows, twins.change().key);
  for (const command::SetParam& c :
       draw_params_of_instance(gui, {Owner::contestant(0), "", {row, 1}, group.object}))
    gui.ask(SetTwin{command::SetParam{twins.change().owner, c.key, c.value}});
}

// Returns the value that a clone begins with: the parameter's lower bound or, if that is the
// session's `value` already, 8 more, at most the upper bound.
double another_value(const Param& row, double value) {
  return value == row.lo ? std::min(row.hi, row.lo + 8) : row.lo;
}

}  // namespace

void draw_twin_choice(const Gui& gui) {
  const Session& session = gui.session;
  const Twins& twins = gui.lab.twins;
  std::vector<ListLine> lines{{"none", "none"}};
  std::vector<SetTwin> choices{SetTwin{}};
  std::size_t now = 0;
  for (const Owner owner : {Owner(session.settings().shown_broadphase()),
                            Owner(*session.settings().narrowphase), Owner::world()}) {
    const ParamGroup group = session.settings().group(owner);
    for (const Param& row : group.rows) {
      if (owner == Owner::world() && !row.key.starts_with("snap")) continue;
      const bool is_shown =
          twins.is_open() && twins.change().owner == owner && twins.change().key == row.key;
      if (is_shown) now = lines.size();
      lines.push_back({label_of(row), full_name(owner, row.key), row.help});
      choices.push_back({command::SetParam{owner, std::string(row.key),
                                           another_value(row, row.get(group.object))}});
    }
  }
  beside(text_width("Twin:") + 10 * em());
  constexpr const char* kHelp =
      "The same frame once more beside this one, with another value of one parameter. What only "
      "one of the two tests or keeps is dashed.";
  text(gui, "Twin:", Role::text_dim);
  remember_rect(gui, "xray.twin-label", kHelp);
  ImGui::SameLine(0, gui.px(6));
  ImGui::SetNextItemWidth(-1);
  const auto chosen = choose(gui, "xray.twin", lines[now].title, lines, now, kHelp);
  if (chosen && *chosen != now) gui.ask(choices[*chosen]);
  if (!twins.is_open()) return;
  twin_value(gui);
  text_wrapped(gui, twins.sentence());
  remember_rect(gui, "xray.twins");
}

}  // namespace phasebox::ui
