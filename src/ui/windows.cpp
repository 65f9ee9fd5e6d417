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

// One row of help, of a key or of a gesture; both words break where they must.
void help_line(std::string_view keys, std::string_view words, std::string_view more,
               const Theme& colours) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text_wrapped(keys, colours[Role::accent]);
  ImGui::TableNextColumn();
  text_wrapped(words, colours[Role::text]);
  if (!more.empty()) tooltip(more);
}

// Lines from `first` to `last`, counted through the actions and then the gestures.
void help_column(const char* id, std::size_t first, std::size_t last, const Theme& colours) {
  const auto rows = actions();
  if (!ImGui::BeginTable(id, 2)) return;
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 7.4f);
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
  for (std::size_t i = first; i < last; ++i) {
    if (i < rows.size()) {
      help_line(keys_of(rows[i]), rows[i].title, rows[i].help, colours);
    } else {
      const Gesture& g = gestures()[i - rows.size()];
      help_line(g.gesture, g.meaning, {}, colours);
    }
  }
  ImGui::EndTable();
}

}  // namespace

void draw_help(const Model& model, Chrome& chrome, Vec2 screen) {
  if (!chrome.help_open) return;
  const Theme& colours = theme(model.view.theme);
  if (begin_centred("Keys and mouse", &chrome.help_open, screen, {840, 640}, chrome.scale)) {
    const std::size_t all = actions().size() + gestures().size(), half = all * 11 / 20;
    const float width = ImGui::GetContentRegionAvail().x;
    if (width < 36 * ImGui::GetFontSize()) {  // too narrow for two columns
      help_column("keys-all", 0, all, colours);
    } else {
      ImGui::BeginChild("left", {width / 2, 0});
      help_column("keys-left", 0, half, colours);
      ImGui::EndChild();
      ImGui::SameLine();
      ImGui::BeginChild("right", {0, 0});
      help_column("keys-right", half, all, colours);
      ImGui::EndChild();
    }
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
