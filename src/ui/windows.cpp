// SPDX-License-Identifier: MIT
// Windows that come and go: help, messages, the question before quitting.
#include <algorithm>
#include <string>

#include "ui/format.hpp"
#include "ui/style.hpp"
#include "ui/widgets.hpp"

namespace phasebox {
namespace {

// In the middle, at most `most` px (before scaling), and never larger than the screen.
bool begin_centred(const char* name, bool* open, Vec2 screen, Vec2 most, float scale) {
  const Vec2 size{std::min(most.x * scale, screen.x - 16), std::min(most.y * scale, screen.y - 16)};
  ImGui::SetNextWindowPos(to_imgui(screen * 0.5f), ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(to_imgui(size));
  return ImGui::Begin(name, open,
                      ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                          ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings);
}

void help_line(std::string_view keys, std::string_view words, const Theme& colours) {
  ImGui::TableNextColumn();
  text(keys, colours[Role::accent]);
  ImGui::TableNextColumn();
  text(words);
}

void help_column(std::span<const ActionRow> rows, const Theme& colours) {
  for (const ActionRow& row : rows) {
    help_line(keys_of(row), row.title, colours);
    tooltip(row.help);
  }
}

bool begin_help_table(const char* id) {
  if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit)) return false;
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 7.4f);
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
  return true;
}

}  // namespace

void draw_help(const Model& model, Chrome& chrome, Vec2 screen) {
  if (!chrome.help_open) return;
  const Theme& colours = theme(model.view.theme);
  if (begin_centred("Keys and mouse", &chrome.help_open, screen, {800, 520}, chrome.scale)) {
    const auto rows = actions();
    const std::size_t half = (rows.size() + gestures().size() + 1) / 2;
    const float width = ImGui::GetContentRegionAvail().x / 2;
    ImGui::BeginChild("left", {width, 0});
    if (begin_help_table("keys-left")) {
      help_column(rows.first(half), colours);
      ImGui::EndTable();
    }
    ImGui::EndChild();
    ImGui::SameLine();
    ImGui::BeginChild("right", {0, 0});
    if (begin_help_table("keys-right")) {
      help_column(rows.subspan(half), colours);
      ImGui::EndTable();
    }
    ImGui::Separator();
    for (const Gesture& g : gestures()) {
      text(g.gesture, colours[Role::accent]);
      ImGui::SameLine();
      text(g.meaning);
    }
    ImGui::EndChild();
  }
  remember_window(chrome, "help");
  ImGui::End();
}

void draw_messages(const Model& model, Chrome& chrome, const Aabb& field) {
  if (!chrome.messages_open) return;
  const Theme& colours = theme(model.view.theme);
  const Vec2 size{std::min(520 * chrome.scale, extent(field).x - 24), 240 * chrome.scale};
  ImGui::SetNextWindowPos({center(field).x - size.x / 2, center(field).y - size.y / 2},
                          ImGuiCond_Appearing);
  ImGui::SetNextWindowSize(to_imgui(size), ImGuiCond_Appearing);
  if (ImGui::Begin("Messages", &chrome.messages_open,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    if (chrome.messages.all().empty()) text("Nothing so far.", colours[Role::text_dim]);
    for (auto m = chrome.messages.all().rbegin(); m != chrome.messages.all().rend(); ++m)
      text_wrapped(m->text,
                   colours[m->kind == Message::Kind::warning ? Role::warning : Role::text]);
  }
  ImGui::End();
}

void draw_quit_question(const Model& model, Chrome& chrome, Vec2 screen, Intents& out) {
  constexpr const char* kName = "Quit Phasebox?";
  if (chrome.quit_asked && !ImGui::IsPopupOpen(kName)) ImGui::OpenPopup(kName);
  ImGui::SetNextWindowPos(to_imgui(screen * 0.5f), ImGuiCond_Always, {0.5f, 0.5f});
  if (!ImGui::BeginPopupModal(kName, nullptr,
                              ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                  ImGuiWindowFlags_NoMove))
    return;
  text("What is not saved is lost.", theme(model.view.theme)[Role::text_dim]);
  ImGui::Spacing();
  if (ImGui::Button("Quit")) out.quit = true;
  remember_rect(chrome, "quit.yes");
  ImGui::SameLine();
  if (ImGui::Button("Save ...")) {
    chrome.quit_asked = false;
    out.actions.push_back({Action::save, 0});
  }
  ImGui::SameLine();
  if (ImGui::Button("Stay (Esc)")) chrome.quit_asked = false;
  if (!chrome.quit_asked) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace phasebox
