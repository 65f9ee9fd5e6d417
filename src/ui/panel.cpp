// SPDX-License-Identifier: MIT
// The panel on the right: scene, algorithms, what is shown, statistics.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "ui/format.hpp"
#include "ui/style.hpp"
#include "ui/widgets.hpp"

namespace phasebox {
namespace {

// With `beside`, on the same line as the one before where there is room.
void button(Action action, const char* title, Intents& out, bool beside = false) {
  const float width = ImGui::CalcTextSize(title).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (beside) {
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
  }
  if (ImGui::Button(title)) out.actions.push_back({action, 0});
  tooltip(hint_of(action));
}

template <class Entry, class Choose, class Note>
void registry_combo(const char* label, std::span<const Entry* const> all, const Entry& now,
                    Chrome& chrome, Choose choose, Note note) {
  ImGui::SetNextItemWidth(-1);
  const std::string title(now.title), id = std::string("##") + label;
  const bool open = ImGui::BeginCombo(id.c_str(), title.c_str(), ImGuiComboFlags_HeightLarge);
  scroll_if_wanted(chrome, label);
  if (!open) {
    remember_rect(chrome, label);
    tooltip(now.summary);
    return;
  }
  for (const Entry* entry : all) {
    const std::string line = std::string(entry->title) + note(*entry);
    if (ImGui::Selectable(line.c_str(), entry == &now)) choose(std::string(entry->id));
    remember_rect(chrome, std::string(label) + "." + std::string(entry->id));
    tooltip(entry->summary);
  }
  ImGui::EndCombo();
}

// What can be said of recorded boxes; there is nothing to set.
void trace_facts(const Model& model) {
  const TraceShow& show = *model.session.show();
  const Theme& colours = theme(model.view.theme);
  const auto frame = show.frame();
  number_line("frames", thousands(show.trace().size()), colours);
  number_line("frame", thousands(frame + 1), colours);
  number_line("its number", std::to_string(show.trace().frames[frame]), colours);
  number_line("boxes", thousands(show.boxes().size()), colours);
  const Vec2 size = extent(show.field());
  number_line("field", fmt::format("{:.6g} x {:.6g} px", size.x, size.y), colours);
}

void scene_section(const Model& model, Chrome& chrome, Intents& out) {
  const auto none = [](const SceneEntry&) { return std::string(); };
  const TraceShow* show = model.session.show();
  const SceneEntry& scene_now = model.session.scene();
  SceneEntry shown = scene_now;
  if (show) shown.title = show->name(), shown.summary = "Recorded boxes; choose a scene to leave.";
  registry_combo(
      "scene", scenes(), show ? shown : scene_now, chrome,
      [&](std::string id) { out.commands.push_back(command::LoadScene{std::move(id)}); }, none);
  button(Action::restart, "Restart", out);
  if (!show) button(Action::new_seed, "New seed", out, true);
  button(Action::pause, model.paused ? "Go on" : "Pause", out, true);
  button(Action::step, "Step", out, true);
  if (show) return trace_facts(model);
  const Theme& colours = theme(model.view.theme);
  const ParamGroup scene = model.session.group("scene");
  draw_params({scene.owner, scene.title, scene.rows.first(1), scene.object}, colours, chrome, out);
  if (ImGui::TreeNodeEx("sprites", ImGuiTreeNodeFlags_NoTreePushOnOpen))
    draw_params({scene.owner, scene.title, scene.rows.subspan(1), scene.object}, colours, chrome,
                out);
  if (ImGui::TreeNodeEx("field", ImGuiTreeNodeFlags_NoTreePushOnOpen))
    draw_params(model.session.group("world"), colours, chrome, out);
  draw_launcher(model, chrome);
}

void broadphase_section(const Model& model, Chrome& chrome, Intents& out) {
  const Session& session = model.session;
  const auto key = [](const BroadphaseEntry& entry) {
    const std::string name = broadphase_key(entry.id);
    return name.empty() ? name : "  [" + name + "]";
  };
  registry_combo(
      "broadphase", broadphases(), session.broadphase(), chrome,
      [&](std::string id) { out.commands.push_back(command::SelectBroadphase{std::move(id)}); },
      key);
  const Theme& colours = theme(model.view.theme);
  draw_params(session.group(session.broadphase().id), colours, chrome, out);
  for (const Remark& remark : model.remarks)
    text_wrapped(remark.text, colours[remark.warning ? Role::warning : Role::text_dim]);
}

void narrowphase_section(const Model& model, Chrome& chrome, Intents& out) {
  const Session& session = model.session;
  registry_combo(
      "narrowphase", narrowphases(), session.narrowphase(), chrome,
      [&](std::string id) { out.commands.push_back(command::SelectNarrowphase{std::move(id)}); },
      [](const NarrowphaseEntry&) { return std::string(); });
  draw_params(session.group(session.narrowphase().id), theme(model.view.theme), chrome, out);
}

void show_section(const Model& model, Chrome& chrome, Intents& out) {
  const ParamGroup view{"view", "View", kViewRows, &model.view};
  draw_params(view, theme(model.view.theme), chrome, out);
}

void draw_section(Section which, const Model& model, Chrome& chrome, Intents& out) {
  bool& open = chrome.section_open[static_cast<std::size_t>(which)];
  const std::string title(section_title(which));
  ImGui::SetNextItemOpen(open);
  open = ImGui::CollapsingHeader(title.c_str());
  if (!open) return;
  ImGui::PushID(title.c_str());
  switch (which) {
    case Section::scene: scene_section(model, chrome, out); break;
    case Section::broadphase: broadphase_section(model, chrome, out); break;
    case Section::narrowphase: narrowphase_section(model, chrome, out); break;
    case Section::response:
      draw_params(model.session.group("response"), theme(model.view.theme), chrome, out);
      break;
    case Section::show: show_section(model, chrome, out); break;
    default: draw_statistics(model, chrome, out); break;
  }
  ImGui::Dummy({0, 4 * chrome.scale});
  ImGui::PopID();
}

}  // namespace

std::string_view section_title(Section section) {
  constexpr std::array<std::string_view, kSections> kTitles{"Scene", "Broadphase", "Narrowphase",
                                                            "Response", "Show", "Statistics"};
  return kTitles[static_cast<std::size_t>(section)];
}

// The statistics stand below the rest and do not scroll away with it: they are what one looks at
// while changing something.
void draw_panel(const Model& model, Chrome& chrome, const Aabb& where, Intents& out) {
  const bool is_low = extent(where).y < 24 * ImGui::GetFontSize();
  const float below = std::min(chrome.statistics_height, extent(where).y * (is_low ? 0.4f : 0.6f));
  const float middle = where.max.y - below;
  begin_fixed("panel", {where.min, {where.max.x, middle}});
  for (std::size_t i = 0; i + 1 < kSections; ++i)
    draw_section(static_cast<Section>(i), model, chrome, out);
  ImGui::End();
  begin_fixed("statistics", {{where.min.x, middle}, where.max});
  draw_section(Section::statistics, model, chrome, out);
  chrome.statistics_height = ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y;
  ImGui::End();
  chrome.rects.push_back({"panel", where});
}

}  // namespace phasebox
