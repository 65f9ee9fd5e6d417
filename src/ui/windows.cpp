// SPDX-License-Identifier: MIT
// Windows that come and go: help, messages, the question before quitting.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "ui/format.hpp"
#include "ui/style.hpp"
#include "ui/widgets.hpp"

namespace phasebox {
namespace {

// Of a candidate pair in all its lists: found, sorted, confirmed, and traced once more.
constexpr double kBytesPerPair = 150;

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

namespace {

// A question over everything else, while `asked`. Its answers are the buttons that `buttons` draws.
template <class Buttons>
void draw_question(const char* title, const std::string& words, bool asked, const Model& model,
                   Vec2 screen, Buttons buttons) {
  if (asked && !ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  ImGui::SetNextWindowPos(to_imgui(screen * 0.5f), ImGuiCond_Always, {0.5f, 0.5f});
  if (!ImGui::BeginPopupModal(title, nullptr,
                              ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                  ImGuiWindowFlags_NoMove))
    return;
  if (asked) {
    ImGui::PushTextWrapPos(std::min(screen.x - 40, 30 * ImGui::GetFontSize()));
    text(words, theme(model.view.theme)[Role::text_dim]);
    ImGui::PopTextWrapPos();
    ImGui::Spacing();
    buttons();
  } else {
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void answer_button(const char* title, const char* name, bool answer, Chrome& chrome, Intents& out) {
  if (ImGui::Button(title)) out.answer = answer;
  remember_rect(chrome, name);
  ImGui::SameLine();
}

}  // namespace

void draw_questions(const Model& model, Chrome& chrome, Vec2 screen, Intents& out) {
  const char* loss = chrome.has_unsaved ? "Unsaved changes will be lost." : "Nothing is unsaved.";
  draw_question("Quit Phasebox?", loss, chrome.quit_asked, model, screen, [&] {
    answer_button("Quit (Enter)", "quit.yes", true, chrome, out);
    if (chrome.has_unsaved) {
      if (ImGui::Button("Save ...")) {
        chrome.quit_asked = false;
        out.actions.push_back({Action::save, 0});
      }
      remember_rect(chrome, "quit.save");
      ImGui::SameLine();
    }
    answer_button("Stay (Esc)", "quit.no", false, chrome, out);
  });
  const PairQuestion many = chrome.pairs_asked.value_or(PairQuestion{});
  const std::string words = fmt::format(
      "{} would make about {} candidate pairs. Finding and drawing them takes seconds per step and "
      "about {:.1f} GB of memory.",
      counted(many.sprites, "sprite"), brief(many.pairs),
      std::max(0.1, static_cast<double>(many.pairs) * kBytesPerPair / 1e9));
  draw_question("Very many pairs", words, chrome.pairs_asked.has_value(), model, screen, [&] {
    answer_button("Take it back (Enter, Esc)", "pairs.no", false, chrome, out);
    answer_button("Go on", "pairs.yes", true, chrome, out);
  });
}

}  // namespace phasebox
