// SPDX-License-Identifier: MIT
// Actions that choose and set algorithms.
#include <algorithm>

#include <fmt/format.h>

#include "ui/model/actions/action_row.hpp"
#include "ui/model/actions/registry_order.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/plugin_files.hpp"

namespace phasebox {
namespace {

void choose_broadphase(ApplicationModel& model, int key) {
  const auto entry = std::ranges::find(broadphases(), key, [](auto* e) { return number_of(*e); });
  if (entry == broadphases().end())
    return model.note(fmt::format("There is no broadphase number {}", key));
  if (model.apply(command::SelectBroadphase{std::string((*entry)->id)}))
    model.note(fmt::format("{}: {}", (*entry)->title, (*entry)->summary), "broadphase");
}

void change_broadphase(ApplicationModel& model, int by) {
  const BroadphaseEntry& next = neighbor(broadphases(), model.session.broadphase(), by);
  if (model.apply(command::SelectBroadphase{std::string(next.id)}))
    model.note(fmt::format("{}: {}", next.title, next.summary), "broadphase");
}

void change_narrowphase(ApplicationModel& model, int by) {
  const NarrowphaseEntry& next = neighbor(narrowphases(), model.session.narrowphase(), by);
  if (model.apply(command::SelectNarrowphase{std::string(next.id)}))
    model.note(fmt::format("{}: {}", next.title, next.summary), "narrowphase");
}

void focus_group_size(ApplicationModel& model) {
  const Owner owner = model.session.broadphase();
  if (!find_param(model.session.group(owner).rows, "group-size")) {
    model.note(
        fmt::format("{} has no group size; RDC has one", model.session.broadphase().title));
    return;
  }
  model.ui.panel_open = true;
  model.ui.section_open[static_cast<std::size_t>(Section::broadphase)] = true;
  model.ui.focus_on = full_name(owner, "group-size");
  model.ui.keys_wait = 6;
}

void change_n(ApplicationModel& model, int by) {
  const ParamGroup group = model.session.group(model.session.narrowphase());
  const Param* n = find_param(group.rows, "n");
  if (!n) {
    model.note(
        fmt::format("{} takes no samples, so it has no n", model.session.narrowphase().title));
    return;
  }
  const double value = std::clamp(n->get(group.object) + by, n->lo, n->hi);
  if (model.apply(command::SetParam{group.owner, "n", value}))
    model.note(fmt::format("n = {}", format_value(*n, value)), "n");
}

}  // namespace

// clang-format off
extern const ActionRow broadphase_action = ActionRow{"broadphase", "Choose the broadphase",
    "Let another algorithm find the candidates; 0 is brute force.", Menu::none,
    {typed('1', 1), typed('2', 2), typed('3', 3), typed('4', 4), typed('5', 5), typed('6', 6),
     typed('7', 7), typed('8', 8), typed('9', 9), typed('0', 0)}, choose_broadphase}.written_as("1 ... 9, 0");
extern const ActionRow next_broadphase_action{"next-broadphase", "Next broadphase",
    "Let the next algorithm of the list find the candidates.", Menu::algorithm, {on_key('j')},
    does<change_broadphase, 1>};
extern const ActionRow previous_broadphase_action{"previous-broadphase", "Previous broadphase",
    "Let the algorithm before this one find the candidates.", Menu::algorithm, {shift(on_key('j'))},
    does<change_broadphase, -1>};
extern const ActionRow next_narrowphase_action{"next-narrowphase", "Next narrowphase",
    "Let the next method of the list confirm the candidates.", Menu::algorithm, {on_key('k')},
    does<change_narrowphase, 1>};
extern const ActionRow previous_narrowphase_action{"previous-narrowphase", "Previous narrowphase",
    "Let the method before this one confirm the candidates.", Menu::algorithm, {shift(on_key('k'))},
    does<change_narrowphase, -1>};
extern const ActionRow group_size_action{"group-size", "Group size ...",
    "Type the group size below which RDC stops dividing.", Menu::algorithm, {on_key('g')},
    does<focus_group_size>};
extern const ActionRow reload_plugins_action{"reload-plugins", "Reload plug-ins",
    "Load all plug-ins from their files again, after a rebuild.", Menu::algorithm,
    {ctrl(shift(on_key('r')))}, does<reload_plugins>};
extern const ActionRow n_up_action = ActionRow{"n-up", "Coarser samples (n + 1)",
    "Let the narrowphase look at fewer pixels: every n-th.", Menu::algorithm, {on_key('n')},
    does<change_n, 1>}.repeating();
extern const ActionRow n_down_action = ActionRow{"n-down", "Finer samples (n - 1)",
    "Let the narrowphase look at more pixels; n = 1 looks at all.", Menu::algorithm,
    {shift(on_key('n'))}, does<change_n, -1>}.repeating();
extern const ActionRow snap_action{"snap", "Snap",
    "Shift every sprite to the grid, so that boundaries coincide.", Menu::algorithm, {on_key('s')},
    nullptr, Owner::world(), "snap"};
// clang-format on

}  // namespace phasebox
