// SPDX-License-Identifier: MIT
// The tool "Accuracy": measures what n-sampled pixels miss, and suggests an n.
#include "lab/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "lab/study_subject.hpp"
#include "ui/language/tr.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

// Two numbers to choose, on one line: what may be missed, and how many contacts are looked for.
void draw_choices(UiState& ui) {
  const float unit = ImGui::GetFontSize();
  auto percent = static_cast<float>(100 * ui.accuracy.rate);
  ImGui::AlignTextToFramePadding();
  text("may miss");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(5 * unit);
  if (ImGui::DragFloat("##rate", &percent, 0.02f, 0, 100, "%.2f %%", ImGuiSliderFlags_AlwaysClamp))
    ui.accuracy.rate = static_cast<double>(percent) / 100;
  tooltip(
      "Share of contacts that may be missed, 0 to 100 %: the largest n within it is suggested.");
  ImGui::SameLine();
  text("of");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(5 * unit);
  auto contacts = static_cast<int>(ui.accuracy.contacts);
  if (ImGui::DragInt("##contacts", &contacts, 50, 100, 1'000'000, "%d",
                     ImGuiSliderFlags_AlwaysClamp))
    ui.accuracy.contacts = static_cast<std::uint32_t>(contacts);
  tooltip("Contacts to look for, 100 to 1,000,000: the more, the surer the suggestion.");
  ImGui::SameLine();
  text("contacts");
}

void draw_work(const AccuracyStudy& study, UiState& ui, Requests& out) {
  ImGui::SameLine();
  if (!study.is_running()) {
    if (ImGui::Button(tr_label("Measure"))) out.emplace_back(MeasureAccuracy{ui.accuracy});
    remember_rect(ui, "accuracy.start");
    tooltip("Continue from this scene in the background and judge every n from 1 to 16.");
    return;
  }
  if (ImGui::Button(tr_label("Cancel"))) out.emplace_back(StopAccuracy{});
  remember_rect(ui, "accuracy.stop");
  tooltip("Stop; the contacts found so far are kept.");
  ImGui::SameLine();
  const auto left = study.seconds_left();
  ImGui::ProgressBar(static_cast<float>(study.progress()), {ImGui::GetFontSize() * 10, 0}, "");
  if (!left) return;
  ImGui::SameLine();
  text(fmt::format("{:.0f} s left", std::ceil(*left)));
}

void apply(int n, const Session& session, Requests& out) {
  const std::string id(pixel_samples_entry.id);
  if (session.narrowphase().id != id) out.emplace_back(command::SelectNarrowphase{id});
  out.emplace_back(command::SetParam{pixel_samples_entry, "n", static_cast<double>(n)});
}

void draw_suggestion(const Model& model, const AccuracyResult& result, UiState& ui, Requests& out) {
  const Theme& colors = theme(model.view.theme);
  const int n = result.suggestion();
  if (result.contacts > 0) {
    if (ImGui::Button(tr_label(fmt::format("Use n = {}", n).c_str()))) apply(n, model.session, out);
    remember_rect(ui, "accuracy.apply");
    tooltip(
        fmt::format("Lets the narrowphase sample every n-th pixel from now on; {} takes it back.",
                    key_or_menu(undo_action, ui.keys)));
    ImGui::SameLine();
  }
  text_wrapped(describe(result), colors[Role::text]);
}

void draw_curves(const AccuracyResult& result, const Theme& colors, UiState& ui, Requests& out) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const bool is_wide = room.x > 620 * ui.scale;
  const float height = std::max(room.y - 16 * ui.scale, 130 * ui.scale);
  const float left = is_wide ? room.x * 0.6f - gap : room.x;
  draw_plot(miss_plot(result), "accuracy-missed", {left, height}, colors, ui, out);
  if (is_wide) ImGui::SameLine();
  draw_plot(reads_plot(result), "accuracy-reads", {is_wide ? room.x - left - gap : room.x, height},
            colors, ui, out);
}

// A button that gives an image a value of its own, or says that it has it.
void offer(const char* label, bool is_used, const std::string& name, std::uint16_t image,
           const ImageTuning& tuning, UiState& ui, Requests& out) {
  ImGui::SameLine();
  ImGui::BeginDisabled(is_used);
  if (ImGui::SmallButton(tr_label(label))) out.emplace_back(command::TuneImage{image, tuning});
  ImGui::EndDisabled();
  remember_rect(ui, name);
  tooltip("Use it for the sprites of this image only, in place of the parameter.");
}

void draw_image(const ImageAccuracy& image, double rate, const Session& session, UiState& ui,
                Requests& out) {
  const auto all = session.frame().tuning;
  const ImageTuning own = image.number < all.size() ? all[image.number] : ImageTuning{};
  const auto cell = [](const std::string& words) {
    ImGui::TableNextColumn();
    text(words);
  };
  const std::string place = "accuracy." + image.name;
  ImGui::PushID(image.number);
  cell(image.name);
  cell(grouped(image.contacts));
  cell(std::to_string(image.safe_n));
  const int n = image.suggested_n(rate);
  cell(std::to_string(n));
  ImageTuning with = own;
  with.n = n;
  offer("Use##n", own.n == n, place + ".n", image.number, with, ui, out);
  const int inset = image.suggested_inset(rate);
  cell(fmt::format("{} %, removes {:.0f} %", inset, 100 * image.removed_by(inset)));
  with = own, with.inset = static_cast<float>(inset);
  offer("Use##inset", own.inset == with.inset, place + ".inset", image.number, with, ui, out);
  ImGui::TableNextColumn();
  if (own != ImageTuning{}) offer("Clear", false, place + ".clear", image.number, {}, ui, out);
  ImGui::PopID();
}

void draw_images(const AccuracyResult& result, const Model& model, UiState& ui, Requests& out) {
  const Theme& colors = theme(model.view.theme);
  constexpr std::pair<const char*, const char*> kColumns[] = {
      {"image", "Images that the sprites show."},
      {"contacts", "Contacts of its sprites that were judged."},
      {"safe n",
       "Up to this n, in px, no part of the image lies between the samples, as long as "
       "all of it is common."},
      {"own n",
       "The largest n, 1 to 16 px, that misses no more contacts of this image than "
       "allowed."},
      {"own inset",
       "The largest inset, 0 to 100 percent, that loses no more contacts than allowed; "
       "and the share of the pairs that do not touch which it removes."},
      {"", "Whether the image has values of its own."}};
  constexpr auto kFlags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg;
  if (!ImGui::BeginTable("images", static_cast<int>(std::size(kColumns)), kFlags)) return;
  for (const auto& [title, what] : kColumns) {
    ImGui::TableNextColumn();
    text(title, colors[Role::text_dim]);
    tooltip(what);
  }
  for (const ImageAccuracy& image : result.images)
    draw_image(image, result.options.rate, model.session, ui, out);
  ImGui::EndTable();
}

void draw_delays(const AccuracyResult& result, const Theme& colors, UiState& ui, Requests& out) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float height = std::max(room.y - 16 * ui.scale, 130 * ui.scale);
  draw_plot(delay_plot(result), "accuracy-delay", {room.x, height}, colors, ui, out);
}

// What was found, in pages.
void draw_pages(const Model& model, const AccuracyResult& result, UiState& ui, Requests& out) {
  constexpr PageTitle kPages[] = {
      {"missed and read", "Missed contacts and pixels read, by n from 1 to 16 px."},
      {"frames until seen",
       "How many frames pass until a collision is seen, by n from 1 to 16 px."},
      {"by image", "What each image allows: its safe n in px, an n and an inset of its own."}};
  const std::size_t page = choose_page("accuracy", kPages, ui);
  const Theme& colors = theme(model.view.theme);
  if (page == 0) return draw_curves(result, colors, ui, out);
  if (page == 1) return draw_delays(result, colors, ui, out);
  draw_images(result, model, ui, out);
}

void draw_accuracy(const Model& model, UiState& ui, Requests& out) {
  const Theme& colors = theme(model.view.theme);
  const AccuracyStudy& study = model.lab.accuracy;
  draw_choices(ui);
  draw_work(study, ui, out);
  AccuracyResult result = study.result_or_empty();
  result.options.rate = ui.accuracy.rate;
  if (study.subject().empty()) {
    text_wrapped(
        "How many contacts do n-sampled pixels miss on this scene's sprites? The answer, for n = 1 "
        "to 16 and by how deep the sprites touch, takes a few seconds.",
        colors[Role::text_dim]);
    return;
  }
  say_subject("Measured on", study.subject(), subject_text(model.session, SubjectCount::named),
              colors);
  draw_suggestion(model, result, ui, out);
  if (result.contacts > 0) draw_pages(model, result, ui, out);
}

}  // namespace

// clang-format off
extern const ToolRow accuracy_tool{
    .action = {"accuracy", "Accuracy of n",
               "Measure how many contacts n-sampled pixels miss on this scene, for n = 1 to 16.",
               Menu::tools, {on_key('y')}},
    .title = "Accuracy", .height = 300, .draw = draw_accuracy};
// clang-format on

}  // namespace phasebox
