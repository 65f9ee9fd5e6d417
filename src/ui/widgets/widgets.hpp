// SPDX-License-Identifier: MIT
// Small parts that several panels share; plots and maps of colored cells.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <imgui.h>

#include "lab/background_study.hpp"
#include "plot/plot.hpp"
#include "ui/model/application_model.hpp"
#include "ui/widgets/dear_imgui.hpp"

namespace phasebox::ui {

/// What a part of the interface is drawn from, and where it writes what the user requests.
struct Gui {
  Gui(const ApplicationModel& of, UiState& state, Requests& requests, const Theme& theme)
      : model(of), ui(state), out(requests), colors(theme) {}

  const ApplicationModel& model;
  UiState& ui;  ///< what the interface itself remembers: that of the model
  Requests& out;
  const Theme& colors;
  const Session& session = model.session;
  const Lab& lab = model.lab;

  float px(float before_scaling) const { return before_scaling * ui.scale; }
  /// A color of the theme for ImGui's draw lists; its alpha multiplied by `alpha`, 0 to 1.
  ImU32 ink(Role role, float alpha = 1) const { return packed(colors[role].with_alpha(alpha)); }
};

/// Text without a format string, in the language spoken (`tr`), as are all texts here.
void text(std::string_view english);
void text(const Gui& gui, std::string_view english, Role role);
/// Text of the user's own, or of a language that is known already.
void text_as_is(std::string_view words);
void text_as_is(std::string_view words, Color color);
/// Broken into lines at the window's right edge.
void text_wrapped(const Gui& gui, std::string_view english, Role role = Role::text);
/// A message. Those that came as errors begin with a small letter; all are shown with a capital.
void text_of_message(const Gui& gui, const Message& message, Role note);
/// The same of a label, which ends with a colon, and of what it says; each is translated by itself.
void text_labeled(const Gui& gui, std::string_view label, std::string_view english, Role role);
/// The same where what it says is in no language: a command, keys.
void text_labeled_as_is(const Gui& gui, std::string_view label, std::string_view words, Role role);
/// What a tool has found, on top of it: the winner, large, and one plain reason.
void answer_card(const Gui& gui, std::string_view winner, std::string_view reason);
/// Buttons to use a contestant here, "<tool>.apply", and to export it as C++, "<tool>.export-cpp".
void answer_buttons(const Gui& gui, const std::string& tool, const Contestant& winner);
/// Broken into lines of `width` px by line ends.
std::string in_lines(std::string_view words, float width);
void text_within(const Gui& gui, std::string_view english, float width, Role role);
/// In px, on one line, as `text` writes it.
float text_width(std::string_view english);
float width_as_is(std::string_view words);
/// A line with a name on the left and a number at the right edge.
void number_line(const Gui& gui, std::string_view name, std::string_view number);
/// At the right edge of the column or of the window.
void text_right(const Gui& gui, std::string_view english, Role role);
/// A tooltip for the widget just drawn, broken into readable lines.
void tooltip(std::string_view english);
/// Words in the middle of the widget just drawn.
void text_over(const Gui& gui, std::string_view english, Role role);
/// A button, remembered by that name. Whether it was pressed.
bool button(const Gui& gui, const std::string& title, const std::string& name,
            std::string_view help = {});
bool small_button(const Gui& gui, const std::string& title, const std::string& name,
                  std::string_view help = {});
/// One that asks for an action; its help and keys are the tooltip.
void action_button(const Gui& gui, const ActionRow& row, const std::string& title,
                   const std::string& name);
/// One of several of which one `is_on`. Whether another one than before was chosen by it.
bool round_button(const Gui& gui, const char* title, const std::string& name, bool is_on,
                  std::string_view help = {});
// Value boxes that are dragged, and typed in after a double click, Ctrl+click or Enter.

/// Types in the box of that name from the next frame on.
void begin_typing(const Gui& gui, const std::string& name, const std::string& text);
/// The same where the box just drawn was double clicked, or Enter was pressed on it.
void begin_typing_if_asked(const Gui& gui, const std::string& name, const std::string& text);
/// Replaces a box while it is typed in: true then. A comma is a point; bad text is red, ignored.
bool type_number(const Gui& gui, const std::string& name, Param::Kind kind,
                 std::optional<double>& entered);
/// A value of the interface, remembered as `name`; drag `speed` per px, 0: slider. True if changed.
bool value_box(const Gui& gui, const std::string& name, float& value, float speed, float lo,
               float hi, const char* format, std::string_view help, ImGuiSliderFlags flags = 0);
/// Runs `draw`, a box with a number in it, with `words` in place of the number where there are any.
bool draw_worded(const Gui& gui, const std::string& words, const std::function<bool()>& draw);

/// A line of a list that folds down.
struct ListLine {
  std::string title, id;
  std::string_view help = {};
};
/// Such a list, remembered as `name`, its lines as "<name>.<id>". The line that was chosen.
std::optional<std::size_t> choose(const Gui& gui, const std::string& name, std::string_view shown,
                                  std::span<const ListLine> lines, std::size_t now,
                                  std::string_view help);
/// The entries of a registry as such lines.
template <class Entry>
std::vector<ListLine> choices_of(std::span<const Entry* const> all) {
  std::vector<ListLine> lines;
  for (const Entry* entry : all)
    lines.push_back({std::string(entry->title), std::string(entry->id), entry->summary});
  return lines;
}
/// A column of a table: how wide it is in heights of letters, and what it shows.
struct TableColumn {
  static constexpr float kFitting = 0, kRest = -1;  ///< as its texts; all that is left
  const char* title;
  float width = kFitting;
  const char* help = "";
};
inline constexpr ImGuiTableFlags kScrollingTable = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                                                   ImGuiTableFlags_BordersInnerV |
                                                   ImGuiTableFlags_SizingFixedFit;
/// A table with titles, in sight while it scrolls. If true, end it with ImGui::EndTable().
bool begin_table(const Gui& gui, const char* name, std::span<const TableColumn> columns,
                 ImGuiTableFlags flags);
/// Draws the lines in sight of what scrolls; gives their height, px, measured if not given.
float draw_rows(std::size_t n, const std::function<void(std::size_t)>& draw_row, float height = -1);
/// Puts one thing after the other, on the next line where the room ends.
class Flow {
 public:
  explicit Flow(float gap) : gap_(gap), room_(ImGui::GetContentRegionAvail().x) {}
  /// Whether the next thing, so wide, stays on the line.
  bool joins(float width) {
    const bool fits = used_ > 0 && used_ + gap_ + width <= room_;
    used_ = fits ? used_ + gap_ + width : width;
    return fits;
  }
  void next(float width) {
    if (joins(width)) ImGui::SameLine(0, gap_);
  }

 private:
  float gap_, room_, used_ = 0;
};
/// A small square of that color at the cursor, which stays.
void draw_swatch(const Gui& gui, ImU32 color);
/// On the line of the widget just drawn where so many px are left, else on the next.
void beside(float width);
/// How wide a button with that title is, and a check box or a round button, px.
float button_width(std::string_view title);
float box_width(std::string_view title);
/// Copies to the clipboard, and says so: "Copied: <what>".
void copy_text(const Gui& gui, const std::string& words, std::string_view what);
/// Remembers where the widget just drawn is; `help` is its tooltip.
void remember_rect(const Gui& gui, std::string name, std::string_view help = {});
/// Scrolls the panel to the widget just drawn, if that one is wanted.
void scroll_if_asked(const Gui& gui, std::string_view name);
/// Remembers where the window being drawn is.
void remember_window(const Gui& gui, std::string name);
/// A menu line for an action, with its keys and its check mark.
void menu_line(const Gui& gui, const ActionRow& row);
/// One page of a tool: on its button, and the tooltip.
struct PageTitle {
  const char *title, *help;
};
/// A row of buttons, one per page, remembered as "<tool>.page.<title>". The page that is open.
std::size_t choose_page(const Gui& gui, const char* tool, std::span<const PageTitle> pages);
/// Each language, by `draw`; true chooses it, for interface and lessons, from the next frame on.
void each_language(const Gui& gui, const char* names,
                   const std::function<bool(const char* label, bool is_spoken)>& draw);
/// The key of a broadphase: 1 to 9 in registry order, 0 brute force, or the user's; or empty.
std::string broadphase_key(const BroadphaseEntry& entry, const KeyMap& keys);
/// A window without decoration at a fixed place. End it with ImGui::End().
void begin_fixed(const char* name, const Aabb& where, ImGuiWindowFlags more = 0);
/// A window in the middle, at most `most` px (before scaling). End it with ImGui::End().
bool begin_centered(const char* name, bool* open, Vec2 screen, Vec2 most, float scale);
/// A window that is moved and resized; in the middle there, and so large, when it appears.
bool begin_movable(const char* name, bool* open, Vec2 middle, Vec2 size);
/// A strip that is dragged, or moved by arrows where the keyboard has the focus; it lights up then,
/// and under the pointer. How far it was moved along `axis` in this frame, px.
float splitter(const Gui& gui, const char* name, const Aabb& strip, Axis axis);

enum class Pressed : std::uint8_t { nothing, start, cancel };

/// "Start" or "Cancel", remembered as "<name>.start" and "<name>.cancel".
Pressed start_button(const Gui& gui, const BackgroundWork& job, const char* name, const char* hint);
/// Percent, estimate and what is being done, beside the widget before where there is room; a quiet
/// word when nothing runs, nothing before the first start.
void progress_bar(const Gui& gui, const BackgroundWork& job);

/// Says what a result is about, and that this has changed since when it has.
void say_subject(const Gui& gui, const char* what, const std::string& measured,
                 const std::string& now);

/// Breaks UTF-8 after blanks and between Chinese characters, never before a closing mark (，。 ...)
/// or after an opening one; a piece wider than `width` after a slash, or anywhere. `measure` gives
/// a text's width. Lines are parts of `text` without the blank at the break. O(lines x letters).
std::vector<std::string_view> wrap_text(std::string_view text, float width,
                                        const std::function<float(std::string_view)>& measure);

ImU32 series_color(std::size_t k, const Theme& colors);
/// In the language spoken; cut off, with an ellipsis, where there is no room for all of it; px.
std::string fitted_text(const std::string& english, float room);

/// Draws the plot at the cursor, `size` px, its title as tooltip; remembered as "plot.<name>". A
/// right click, or its button, requests "Save as PNG" or "Save the data as CSV" by that name.
void draw_plot(const Gui& gui, const Plot& plot, std::string_view name, Vec2 size);

/// What is marked in a plot, at values of its x axis.
struct PlotMarks {
  std::optional<double> line{};  ///< across the whole height
};
/// The pointer over the area of a plot, in the units of its axes.
struct PlotPointer {
  double x, y, x_per_px;
  bool is_clicked, is_held;
};
/// The data of a chart as a table; asked for when it is saved, not in each frame.
using CsvOf = std::function<std::string()>;
/// A plot to point at; `csv` replaces its data if given. Area remembered as "plot.<name>.area".
std::optional<PlotPointer> draw_plot_to_click(const Gui& gui, const Plot& plot,
                                              const PlotMarks& marks, std::string_view name,
                                              Vec2 size, const CsvOf& csv = {});
/// All the room that is left, and enough to read a plot; px.
Vec2 plot_room(const Gui& gui);

/// Draws a map of colored cells at the cursor, `size` px, with axes, color key and lines; offers to
/// save it under that name. Gives the cell under the pointer: column, row.
std::optional<std::pair<std::size_t, std::size_t>> draw_heat_map(const Gui& gui, const HeatMap& map,
                                                                 std::string_view name, Vec2 size,
                                                                 const CsvOf& csv);

}  // namespace phasebox::ui
