// SPDX-License-Identifier: MIT
// The tool "Accuracy": how many contacts of this scene a narrowphase misses that compares only
// every n-th column and row of pixels, and which n to choose.
#include "lab/accuracy.hpp"

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "lab/study_subject.hpp"
#include "language/format_sentence.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace {

// Draws two value boxes: the share of contacts that may be missed, in percent, and the number of
// contacts to measure on.
void draw_choices(const Gui& gui, AccuracyOptions& options) {
  auto percent = static_cast<float>(100 * options.rate);
  ImGui::AlignTextToFramePadding();
  text("may miss");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(5 * em());
  if (value_box(gui, "accuracy.rate", percent, 0.02f, 0, 100, "%.2f %%",
                "Share of contacts that may be missed, 0 to 100 %: the largest n within it is "
                "suggested."))
    options.rate = static_cast<double>(percent) / 100;
  beside(6 * em() + text_width("of") + text_width("contacts"));
  text("of");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(5 * em());
  auto contacts = static_cast<float>(options.contacts);
  if (value_box(gui, "accuracy.contacts", contacts, 50, 100, 1'000'000, "%.0f",
                "Contacts to look for, 100 to 1,000,000: the more, the surer the suggestion."))
    options.contacts = static_cast<std::uint32_t>(contacts);
  ImGui::SameLine();
  text("contacts");
}

void draw_suggestion(const Gui& gui, const AccuracyResult& result) {
  const int n = result.suggestion();
  if (result.contacts == 0) return text_wrapped(gui, describe(result));
  answer_card(gui, say("n = {}", n), describe(result));
  if (!button(gui, "Apply", "accuracy.apply",
              say("Lets the narrowphase sample every n-th pixel from now on; {} takes it back.",
                  key_or_menu(undo_action, gui.ui.keys))))
    return;
  const std::string id(pixel_samples_entry.id);
  if (gui.session.settings().narrowphase->id != id) gui.ask(command::SelectNarrowphase{id});
  gui.ask(command::SetParam{pixel_samples_entry, "n", static_cast<double>(n)});
}

// Draws a button that gives the image of that number a tuning of its own, to be used in place of
// the narrowphase's parameters. It is disabled if `is_used`: the image has that value already.
// `more` is added to the tooltip.
void offer(const Gui& gui, const Sentence& label, bool is_used, const std::string& name,
           std::uint16_t image, const ImageTuning& tuning, const Sentence& more = {}) {
  ImGui::BeginDisabled(is_used);
  if (small_button(gui, label, name,
                   "Use it for the sprites of this image only, in place of the parameter." + more))
    gui.ask(command::TuneImage{image, tuning});
  ImGui::EndDisabled();
}

void draw_image(const Gui& gui, const ImageAccuracy& image, double rate, const Session& session) {
  const auto all = session.frame().tuning;
  const ImageTuning own = image.number < all.size() ? all[image.number] : ImageTuning{};
  const auto cell = [](const std::string& words) {
    ImGui::TableNextColumn();
    text(Sentence::as_is(words));
  };
  const std::string place = "accuracy." + image.name;
  ImGui::PushID(image.number);
  cell(image.name);
  cell(grouped(image.contacts));
  cell(std::to_string(image.safe_n));
  const int n = image.suggested_n(rate);
  ImageTuning with = own;
  with.n = n;
  ImGui::TableNextColumn();
  offer(gui, std::to_string(n) + "##n", own.n == n, place + ".n", image.number, with);
  const int inset = image.suggested_inset(rate);
  with = own;
  with.inset = static_cast<float>(inset);
  ImGui::TableNextColumn();
  offer(gui, fmt::format("{} %##inset", inset), own.inset == with.inset, place + ".inset",
        image.number, with,
        " " + say("It removes {:.0f} % of the pairs that do not touch.",
                  100 * image.removed_by(inset)));
  ImGui::TableNextColumn();
  if (own != ImageTuning{}) offer(gui, "Clear", false, place + ".clear", image.number, {});
  ImGui::PopID();
}

void draw_images(const Gui& gui, const AccuracyResult& result) {
  constexpr TableColumn kColumns[] = {
      {"image", 0, "Images that the sprites show."},
      {"contacts", 0, "Contacts of its sprites that were judged."},
      {"safe n", 0,
       "Up to this n, in px, no part of the image lies between the samples, as long as all of it "
       "is common."},
      {"own n", 0,
       "The largest n, 1 to 16 px, that misses no more contacts of this image than allowed."},
      {"own inset", 0,
       "The largest inset, 0 to 100 percent, that loses no more contacts than allowed; and the "
       "share of the pairs that do not touch which it removes."},
      {"", 0, "Whether the image has values of its own."}};
  constexpr auto kFlags =
      ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX;
  if (!begin_table(gui, "images", kColumns, kFlags)) return;
  for (const ImageAccuracy& image : result.images)
    draw_image(gui, image, result.options.rate, gui.session);
  ImGui::EndTable();
}

void draw_accuracy(const Gui& gui) {
  const AccuracyStudy& study = gui.lab.accuracy;
  // What the user has chosen for the next measurement.
  AccuracyOptions& options = gui.ui.own<AccuracyOptions>();
  draw_choices(gui, options);
  beside(4.5f * em());
  const auto pressed =
      start_button(gui, study, "accuracy",
                   "Continue from this scene in the background and judge every n from 1 to 16.");
  if (pressed == Pressed::start) gui.ask(options);
  if (pressed == Pressed::cancel) gui.ask(Stop<AccuracyOptions>{});
  progress_bar(gui, study);
  AccuracyResult result = study.result_or_empty();
  result.options.rate = options.rate;
  if (!study.result()) {
    text_wrapped(gui,
                 "How many contacts do n-sampled pixels miss on this scene's sprites? The answer, "
                 "for n = 1 to 16 and by how deep the sprites touch, takes a few seconds.",
                 Role::text_dim);
    return;
  }
  draw_suggestion(gui, result);
  say_subject(gui, "Measured on", result.scene, subject_text(gui.session, SubjectCount::named));
  if (result.contacts == 0) return;
  constexpr PageTitle kPages[] = {
      {"missed and read", "Missed contacts and pixels read, by n from 1 to 16 px."},
      {"by image", "What each image allows: its safe n in px, an n and an inset of its own."}};
  if (choose_page(gui, "accuracy", kPages) == 1) return draw_images(gui, result);
  const Vec2 room = plot_room(gui);
  const Vec2 half{room.x, std::max(room.y / 2 - ImGui::GetStyle().ItemSpacing.y, gui.px(150))};
  draw_plot(gui, miss_plot(result), "accuracy-missed", half);
  draw_plot(gui, reads_plot(result), "accuracy-reads", half);
}

}  // namespace

// clang-format off
extern const ToolRow accuracy_tool{
    .action = {"accuracy", "Accuracy",
               "Measure how many contacts n-sampled pixels miss on this scene, for n = 1 to 16.",
               Menu::tools, {on_key('y')}},
    .title = "Accuracy", .draw = draw_accuracy,
    .after = axis_lab_tool.action};
// clang-format on

}  // namespace phasebox::ui
