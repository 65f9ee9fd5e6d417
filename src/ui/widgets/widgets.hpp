// SPDX-License-Identifier: MIT
// Widgets that several panels share: texts, buttons, value boxes, lists, tables, windows, plots and
// heat maps.
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

/// Input and output of a panel or tool: the model it is drawn from, and the queue of what the user
/// requests.
struct Gui {
  Gui(const ApplicationModel& of, UiState& state, Requests& requests, const Theme& theme)
      : model(of), ui(state), out(requests), colors(theme) {}

  const ApplicationModel& model;
  UiState& ui;  ///< the interface's own state, part of the model
  Requests& out;
  const Theme& colors;
  const Session& session = model.session;
  const Lab& lab = model.lab;

  /// Requests what is done after drawing.
  void ask(Request request) const { out.push_back(std::move(request)); }
  float px(float before_scaling) const { return before_scaling * ui.scale; }
  /// A color of the theme for ImGui's draw lists, with its alpha multiplied by `alpha`, 0 to 1.
  ImU32 ink(Role role, float alpha = 1) const { return packed(colors[role].with_alpha(alpha)); }
};

/// Draws text without a format string, translated (`tr`) to the chosen language. All functions here
/// that take `english` translate it.
void text(const Sentence& english);
void text(const Gui& gui, const Sentence& english, Role role);
/// Draws text that is not to be translated: the user's own, or text that is translated already.
void text_as_is(std::string_view words);
void text_as_is(std::string_view words, Color color);
/// Draws text that is broken into lines at the window's right edge.
void text_wrapped(const Gui& gui, const Sentence& english, Role role = Role::text);
/// Draws a message. Errors begin with a small letter; all messages are shown with a capital.
void text_of_message(const Gui& gui, const Message& message, Role note);
/// Draws a label, which ends with a colon, and a wrapped text behind it; each is translated by
/// itself.
void text_labeled(const Gui& gui, const Sentence& label, const Sentence& english, Role role);
/// Draws a translated label and behind it words that are in no language, such as a command or keys.
void text_labeled_as_is(const Gui& gui, const Sentence& label, std::string_view words, Role role);
/// Draws what a tool has found, at its top: the winner in large letters and one plain reason.
void answer_card(const Gui& gui, const Sentence& winner, const Sentence& reason);
/// Draws buttons that use a contestant in the session, "<tool>.apply", and export it as C++,
/// "<tool>.export-cpp".
void answer_buttons(const Gui& gui, const std::string& tool, const Contestant& winner);
/// Breaks text into lines of at most `width` px, separated by '\n'.
std::string in_lines(std::string_view words, float width);
void text_within(const Gui& gui, const Sentence& english, float width, Role role);
/// The width in px of one line of text, translated or as it is.
float text_width(const Sentence& english);
float width_as_is(std::string_view words);
/// Draws a line with a name on the left and a number at the right edge.
void number_line(const Gui& gui, const Sentence& name, const Sentence& number);
/// Draws text at the right edge of the column or of the window.
void text_right(const Gui& gui, const Sentence& english, Role role);
/// Sets the tooltip of the widget just drawn, broken into readable lines. It disappears after a
/// click.
void tooltip(const Sentence& english);
/// Writes words over the middle of the widget just drawn.
void text_over(const Gui& gui, const Sentence& english, Role role);
/// Draws a button, remembered as `name`, with `help` as its tooltip. Gives whether it was pressed.
bool button(const Gui& gui, const Sentence& title, const std::string& name,
            const Sentence& help = {});
bool small_button(const Gui& gui, const Sentence& title, const std::string& name,
                  const Sentence& help = {});
/// Draws a button that requests an action; the action's help and keys are its tooltip.
void action_button(const Gui& gui, const ActionRow& row, const Sentence& title,
                   const std::string& name);
/// Draws a radio button. True when it was pressed while it was off.
bool round_button(const Gui& gui, const Sentence& title, const std::string& name, bool is_on,
                  const Sentence& help = {});
// Value boxes are dragged, or typed in after a double click, Ctrl+click or Enter.

/// Lets the user type in the box of that name from the next frame on, beginning with `text`.
void begin_typing(const Gui& gui, const std::string& name, const std::string& text);
/// Begins typing if the box just drawn was double clicked or Ctrl+clicked, or Enter was pressed on
/// it.
void begin_typing_if_asked(const Gui& gui, const std::string& name, const std::string& text);
/// Draws the text field in place of a box that is typed in, and returns true then. `entered` gets
/// the number once it is entered. A decimal comma is a point; unreadable text is red and changes
/// nothing.
bool type_number(const Gui& gui, const std::string& name, Param::Kind kind,
                 std::optional<double>& entered);
/// Draws a box for a number of the interface, remembered as `name`. `speed` is the change per px
/// dragged; 0 makes it a slider. True if it was changed.
bool value_box(const Gui& gui, const std::string& name, float& value, float speed, float lo,
               float hi, const char* format, const Sentence& help, ImGuiSliderFlags flags = 0);
/// Runs `draw`, which draws a box with a number. If `words` are not empty they are shown in place
/// of the number.
bool draw_worded(const Gui& gui, const Sentence& words, const std::function<bool()>& draw);

/// A line of a drop-down list.
struct ListLine {
  Sentence title;
  std::string id;
  Sentence help = {};
};
/// Draws a drop-down list that shows `shown`, remembered as `name`, its lines as "<name>.<id>".
/// `now` is the marked line. Gives the line chosen in this frame, or nothing.
std::optional<std::size_t> choose(const Gui& gui, const std::string& name, const Sentence& shown,
                                  std::span<const ListLine> lines, std::size_t now,
                                  const Sentence& help);
/// The entries of a registry as lines of a drop-down list.
template <class Entry>
std::vector<ListLine> choices_of(std::span<const Entry* const> all) {
  std::vector<ListLine> lines;
  for (const Entry* entry : all)
    lines.push_back({entry->title, std::string(entry->id), entry->summary});
  return lines;
}
/// Draws the field for words that are searched, `filter`. It takes the focus whenever no other
/// widget needs it, so that typing always searches in the topmost window.
void search_field(const Gui& gui, const char* name, std::string& filter, bool is_topmost);
/// A column of a table: its title, its width in font sizes, and its tooltip.
struct TableColumn {
  static constexpr float kFitting = 0, kRest = -1;  ///< width of the texts; all room left
  const char* title;
  float width = kFitting;
  const char* help = "";
};
inline constexpr ImGuiTableFlags kScrollingTable = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                                                   ImGuiTableFlags_BordersInnerV |
                                                   ImGuiTableFlags_SizingFixedFit;
/// Begins a table with a row of titles, which stays in sight while the table scrolls. If true, end
/// it with ImGui::EndTable().
bool begin_table(const Gui& gui, const char* name, std::span<const TableColumn> columns,
                 ImGuiTableFlags flags);
/// Draws those of `n` rows that are in sight of a scrolling list. Gives the height of a row in px,
/// which is measured unless it is given.
float draw_rows(std::size_t n, const std::function<void(std::size_t)>& draw_row, float height = -1);
/// Places widgets one after the other and begins a new line where the room ends.
class Flow {
 public:
  explicit Flow(float gap) : gap_(gap), room_(ImGui::GetContentRegionAvail().x) {}
  /// Whether the next widget, `width` px wide, stays on the line.
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
/// Draws a small square of that color at the cursor, which does not move.
void draw_swatch(const Gui& gui, ImU32 color);
/// Stays on the line of the widget just drawn if `width` px are left on it; else begins the next
/// line.
void beside(float width);
/// The width in px of a button with that title, and of a check box or radio button with it.
float button_width(const Sentence& title);
float box_width(const Sentence& title);
/// Copies words to the clipboard and shows the message "Copied: <what>".
void copy_text(const Gui& gui, const std::string& words, const Sentence& what);
/// Remembers the place of the widget just drawn, for tests; `help` is its tooltip.
void remember_rect(const Gui& gui, std::string name, const Sentence& help = {});
/// Scrolls the panel to the widget just drawn if UiState::scroll_to names it.
void scroll_if_asked(const Gui& gui, std::string_view name);
/// Remembers the place of the window being drawn.
void remember_window(const Gui& gui, std::string name);
/// Draws a menu of the bar, or a submenu; `body` draws its lines while it is open.
void menu(const Gui& gui, const Sentence& title, const std::string& name,
          const std::function<void()>& body);
/// Draws a menu line for an action, with its keys and its check mark.
void menu_line(const Gui& gui, const ActionRow& row);
/// One page of a tool: the title of its button, and the tooltip.
struct PageTitle {
  const char *title, *help;
};
/// Draws a row of radio buttons, one per page, remembered as "<tool>.page.<title>". Gives the index
/// of the open page.
std::size_t choose_page(const Gui& gui, const char* tool, std::span<const PageTitle> pages);
/// Draws each language by `draw`. If that returns true, the language is chosen for interface and
/// lessons from the next frame on.
void each_language(const Gui& gui, const char* names,
                   const std::function<bool(const char* label, bool is_spoken)>& draw);
/// The text of the key that chooses a broadphase: 1 to 9 in registry order, 0 for brute force, or
/// the user's own; empty if none.
std::string broadphase_key(const BroadphaseEntry& entry, const KeyMap& keys);
/// Begins a window without decoration at a fixed place. End it with ImGui::End().
void begin_fixed(const char* name, const Aabb& where, ImGuiWindowFlags more = 0);
/// Begins a window in the middle of the screen, at most `most` px before scaling. End it with
/// ImGui::End().
bool begin_centered(const char* name, bool* open, Vec2 screen, Vec2 most, float scale);
/// Begins a window that the user can move and resize; `middle` and `size` in px apply when it
/// appears. End it with ImGui::End().
bool begin_movable(const char* name, bool* open, Vec2 middle, Vec2 size);
/// Draws a strip that is dragged, or moved by arrow keys while it has the keyboard's focus. It
/// lights up then and under the pointer. Gives how far it was moved along `axis` in this frame, px.
float splitter(const Gui& gui, const char* name, const Aabb& strip, Axis axis);

enum class Pressed : std::uint8_t { nothing, start, cancel };

/// Draws "Start" or, while the job runs, "Cancel", remembered as "<name>.start" and
/// "<name>.cancel".
Pressed start_button(const Gui& gui, const BackgroundWork& job, const char* name, const char* hint);
/// Draws the progress of a job: percent, seconds left and phase, beside the widget before where
/// there is room. A job that has ended shows its last phase dimmed; one never started shows
/// nothing.
void progress_bar(const Gui& gui, const BackgroundWork& job);

/// Says what a result was measured on, after the words `what`; as a warning if it would now be
/// measured on something else.
void say_subject(const Gui& gui, const std::string& what, const Sentence& measured,
                 const Sentence& now);

/// Breaks UTF-8 text into lines of at most `width`, as told by `measure`. It breaks after blanks
/// and between Chinese characters, but never before a closing mark (，。 ...) or after an opening
/// one. A piece wider than `width` is broken after a slash, or anywhere. Lines are parts of `text`
/// without the blank at the break. O(lines x letters).
std::vector<std::string_view> wrap_text(std::string_view text, float width,
                                        const std::function<float(std::string_view)>& measure);

ImU32 series_color(std::size_t k, const Theme& colors);
/// Translates a text and cuts it off with an ellipsis where it is wider than `room` px.
std::string fitted_text(const Sentence& english, float room);

/// Draws the plot at the cursor, `size` px, its title as tooltip; remembered as "plot.<name>". A
/// right click or its button offers "Save as PNG" and "Save the data as CSV", in files of that
/// name.
void draw_plot(const Gui& gui, const Plot& plot, std::string_view name, Vec2 size);

/// Marks drawn in a plot, at values of its x axis.
struct PlotMarks {
  std::optional<double> line{};  ///< a vertical line
};
/// The pointer over the area of a plot, in the units of its axes.
struct PlotPointer {
  double x, y, x_per_px;
  bool is_clicked, is_held;
};
/// Makes the data of a chart as CSV. It is called when the user saves it, not in each frame.
using CsvOf = std::function<std::string()>;
/// Draws a plot and gives the pointer while it is over the plot's area or holds it. `csv`, if
/// given, replaces the plot's own data. The area is remembered as "plot.<name>.area".
std::optional<PlotPointer> draw_plot_to_click(const Gui& gui, const Plot& plot,
                                              const PlotMarks& marks, std::string_view name,
                                              Vec2 size, const CsvOf& csv = {});
/// The room that is left for a plot, px; never lower than can be read.
Vec2 plot_room(const Gui& gui);

/// Draws a heat map at the cursor, `size` px, with axes, color key and lines, and offers to save it
/// under that name. Gives column and row of the cell under the pointer.
std::optional<std::pair<std::size_t, std::size_t>> draw_heat_map(const Gui& gui, const HeatMap& map,
                                                                 std::string_view name, Vec2 size,
                                                                 const CsvOf& csv);

}  // namespace phasebox::ui
