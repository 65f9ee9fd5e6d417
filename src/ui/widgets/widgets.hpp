// SPDX-License-Identifier: MIT
// Widgets that several panels share: texts, buttons, value boxes, lists, tables, windows, plots and
// heat maps.
#pragma once
#include <cstddef>
#include <functional>
#include <limits>
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

  /// Adds a request, which the frontend carries out after the frame has been drawn.
  void ask(Request request) const { out.push_back(std::move(request)); }
  float px(float before_scaling) const { return before_scaling * ui.scale; }
  /// A color of the theme for ImGui's draw lists, with its alpha multiplied by `alpha`, 0 to 1.
  ImU32 ink(Role role, float alpha = 1) const { return packed(colors[role].with_alpha(alpha)); }
};

/// Draws text without a format string, translated (`tr`) to the chosen language. All functions here
/// that take `english` translate it.
void text(const Sentence& english);
void text(const Gui& gui, const Sentence& english, Role role);
/// Draws text in bold, as the heading of what follows.
void text_heading(const Sentence& english);
/// Draws text that is not to be translated: the user's own, or text that is translated already.
void text_as_is(std::string_view words);
void text_as_is(std::string_view words, Color color);
/// Draws text that is broken into lines at the window's right edge.
void text_wrapped(const Gui& gui, const Sentence& english, Role role = Role::text);
/// Draws a wrapped message, a warning in the color of warnings, a note in that of `note`. Errors
/// begin with a small letter, so a first word of small letters alone is shown with a capital; a
/// path or an id with other characters stays as it is. If it names a file that was
/// written, the line below has a link that opens it, and *Show in folder*, which opens its folder.
void text_of_message(const Gui& gui, const Message& message, Role note);
/// The height of text_of_message() in the current font, px, without the gap below it.
float height_of_message(const Gui& gui, const Message& message, float width);
/// Draws a label and a text behind it, wrapped together at the window's right edge; each is
/// translated by itself. A label that ends with a colon gets a blank behind it.
void text_labeled(const Gui& gui, const Sentence& label, const Sentence& english, Role role);
/// Draws a label, translated, and behind it words that are in no language, such as a command or
/// keys.
void text_labeled_as_is(const Gui& gui, const Sentence& label, std::string_view words, Role role);
/// Draws what a tool has found, at its top: the winner, if there is one, in large letters, and one
/// plain reason. It is at least `lines` lines of text high, and never lower than it was before at
/// this width, so that what is below does not move when the words change.
void answer_card(const Gui& gui, const Sentence& winner, const Sentence& reason, float lines = 0);
/// Draws two buttons for the broadphase that a tool found best: one uses it with its settings in
/// the session, the other exports it as C++. Tests find them as "<tool>.apply" and
/// "<tool>.export-cpp".
void answer_buttons(const Gui& gui, const std::string& tool, const Contestant& winner,
                    bool is_enabled = true);
/// Draws a button that starts the scene again with 1,000 sprites as dense as now, for a tool that
/// cannot tell algorithms apart with fewer; nothing while a recording plays. Tests find it as
/// "<tool>.try-1000".
void offer_more_sprites(const Gui& gui, const std::string& tool);
/// Breaks text into lines of at most `width` px, separated by '\n', as wrap_text() does. Line
/// breaks in the text are kept.
std::string in_lines(std::string_view words, float width);
void text_within(const Gui& gui, const Sentence& english, float width, Role role);
/// The width in px of one line of text, translated or as it is.
float text_width(const Sentence& english);
float width_as_is(std::string_view words);
/// Draws a line with a name on the left and a number at the right edge.
void number_line(const Gui& gui, const Sentence& name, const Sentence& number);
/// Draws text so that it ends at the right edge of the column or window, if it fits.
void text_right(const Gui& gui, const Sentence& english, Role role);
/// Shows the tooltip of the widget just drawn while the pointer or the keyboard's focus is on it,
/// broken into readable lines; an empty text has none. It never covers the widget. After a click on
/// the widget the tooltip stays away for 3 s, and longer as long as the pointer does not move.
void tooltip(const Sentence& english);
/// Writes words over the middle of the widget just drawn.
void text_over(const Gui& gui, const Sentence& english, Role role);
/// Draws a button with `help` as its tooltip. Returns whether it was pressed in this frame. Like
/// all widgets here it is remembered by a name, so that tests find its place (remember_rect()).
bool button(const Gui& gui, const Sentence& title, const std::string& name,
            const Sentence& help = {});
bool small_button(const Gui& gui, const Sentence& title, const std::string& name,
                  const Sentence& help = {});
/// Draws a button for what writes a file or cannot be undone. Where it appears under the pointer,
/// or is enabled there, it is disabled until the pointer moves, at most for a second: a second
/// click on what was there before does not press it.
bool careful_button(const Gui& gui, const Sentence& title, const std::string& name,
                    const Sentence& help = {}, bool is_enabled = true);
/// Draws a button that requests an action when it is pressed; the action's help and keys are its
/// tooltip.
void action_button(const Gui& gui, const ActionRow& row, const Sentence& title,
                   const std::string& name);
/// Draws a radio button. Returns true when it was pressed while it was off.
bool round_button(const Gui& gui, const Sentence& title, const std::string& name, bool is_on,
                  const Sentence& help = {});
// Value boxes are dragged, or typed in after a double click, Ctrl+click or Enter.

/// Lets the user type in the box of that name from the next frame on, beginning with `text`.
void begin_typing(const Gui& gui, const std::string& name, const std::string& text);
/// Begins typing in the box just drawn if it was double clicked or Ctrl+clicked, or if it has the
/// keyboard's focus and Enter was pressed.
void begin_typing_if_asked(const Gui& gui, const std::string& name, const std::string& text);
/// If the user types in the box of that name, draws a text field in its place and returns true;
/// else draws nothing and returns false. In the frame in which a changed text is entered or left,
/// `entered` is set to its number. A comma is read as a decimal point, or in a whole number before
/// three digits as a separator. Text is red and sets nothing if it is no number from `lo` to `hi`.
bool type_number(const Gui& gui, const std::string& name, Param::Kind kind,
                 std::optional<double>& entered,
                 double lo = -std::numeric_limits<double>::infinity(),
                 double hi = std::numeric_limits<double>::infinity());
/// Draws a box for a number of the interface, which is kept in [lo, hi]. `speed` is the change per
/// px dragged; 0 makes it a slider with the number behind it. `format` is that of printf, behind it
/// after a | what a slider shows in place of the number `lo`, and is translated. Returns whether
/// the value was changed in this frame.
bool value_box(const Gui& gui, const std::string& name, float& value, float speed, float lo,
               float hi, const char* format, const Sentence& help, ImGuiSliderFlags flags = 0);
/// Runs `draw`, which draws a box with a number, and returns what `draw` returns. If `words` are
/// not empty they are shown in place of the number.
bool draw_worded(const Gui& gui, const Sentence& words, const std::function<bool()>& draw);

/// Draws the sign of a drop-down list, a chevron, at the right end of a widget between `min` and
/// `max`. It takes as much of the width as the widget is high.
void draw_list_sign(ImDrawList& list, Vec2 min, Vec2 max);
/// Begins a drop-down list, which reads `shown`, a translated text, while it is closed. If it
/// returns true the list is open: draw its lines and end it with ImGui::EndCombo().
bool begin_list(const std::string& id, std::string_view shown,
                ImGuiComboFlags flags = ImGuiComboFlags_HeightLarge);
/// A line of a drop-down list: what it shows, the id by which tests find it, and its tooltip.
struct ListLine {
  Sentence title;
  std::string id;
  Sentence help = {};
};
/// Draws a drop-down list, which reads `shown` while it is closed. Tests find it as `name`, and its
/// lines as "<name>.<id>". `now` is the index of the line that is marked. Returns the index of the
/// line chosen in this frame, or nothing.
std::optional<std::size_t> choose(const Gui& gui, const std::string& name, const Sentence& shown,
                                  std::span<const ListLine> lines, std::size_t now,
                                  const Sentence& help);
/// Returns the entries of a registry, such as all broadphases, as lines for choose(): title, id,
/// and the summary as tooltip.
template <class Entry>
std::vector<ListLine> choices_of(std::span<const Entry* const> all) {
  std::vector<ListLine> lines;
  for (const Entry* entry : all)
    lines.push_back({entry->title, std::string(entry->id), entry->summary});
  return lines;
}
/// Draws the field for the words that are searched, `filter`. If its window is the topmost one, it
/// takes the focus whenever no other widget, question or menu needs it, so that typing always
/// searches there.
void search_field(const Gui& gui, const char* name, std::string& filter, bool is_topmost);
/// A column of a table: its title, its width in multiples of the font's height, and the tooltip of
/// the title.
struct TableColumn {
  static constexpr float kFitting = 0, kRest = -1;  ///< wide enough for the texts; all room left
  const char* title;
  float width = kFitting;
  const char* help = "";
};
inline constexpr ImGuiTableFlags kScrollingTable = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                                                   ImGuiTableFlags_BordersInnerV |
                                                   ImGuiTableFlags_SizingFixedFit;
/// Begins a table with a row of titles, which stays in sight while a table with
/// ImGuiTableFlags_ScrollY scrolls. If it returns true, end the table with ImGui::EndTable();
/// false: nothing of it is in sight.
bool begin_table(const Gui& gui, const char* name, std::span<const TableColumn> columns,
                 ImGuiTableFlags flags);
/// Calls `draw_row` for those of the rows 0 to n - 1 that are in sight of a scrolling list. Returns
/// the height of a row in px: `height`, or if that is negative the height of the first row as
/// drawn.
float draw_rows(std::size_t n, const std::function<void(std::size_t)>& draw_row, float height = -1);
/// Places widgets side by side, `gap` px apart, and begins a new line where the room ends.
class Flow {
 public:
  explicit Flow(float gap) : gap_(gap), room_(ImGui::GetContentRegionAvail().x) {}
  /// Counts the next widget, `width` px wide, as placed, and returns whether it stays on the line.
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
/// Draws a small square of that color at ImGui's cursor, which does not move.
void draw_swatch(const Gui& gui, ImU32 color);
/// Places the next widget, `width` px wide, on the line of the one just drawn if that much room is
/// left there; else on the next line.
void beside(float width);
/// button_width() is the width in px of a button with that title, box_width() that of a check box
/// or radio button with it.
float button_width(const Sentence& title);
float box_width(const Sentence& title);
/// Copies words to the clipboard and shows the message "Copied: <what>".
void copy_text(const Gui& gui, const std::string& words, const Sentence& what);
/// Remembers the place of the widget just drawn by a name, for tests of the window, and shows
/// `help` as its tooltip.
void remember_rect(const Gui& gui, std::string name, const Sentence& help = {});
/// Scrolls the panel to the widget just drawn if UiState::scroll_to names it.
void scroll_if_asked(const Gui& gui, std::string_view name);
/// Remembers the place of the ImGui window that is being drawn by a name, for tests.
void remember_window(const Gui& gui, std::string name);
/// Draws a menu of the bar, or a submenu; `body` draws its lines while it is open. Tests find it by
/// its name while it is closed.
void menu(const Gui& gui, const Sentence& title, const std::string& name,
          const std::function<void()>& body);
/// Draws a menu line that requests an action, with its keys and its check mark; dimmed if the
/// action switches an overlay that has nothing to draw now.
void menu_line(const Gui& gui, const ActionRow& row);
/// One page of a tool: the title of its button, and the tooltip.
struct PageTitle {
  const char *title, *help;
};
/// Draws a row of radio buttons, one per page, which tests find as "<tool>.page.<title>". Returns
/// the index of the open page, which ImGui's window remembers.
std::size_t choose_page(const Gui& gui, const char* tool, std::span<const PageTitle> pages);
/// Calls `draw` for each language to draw its button or menu line. If `draw` returns true, that
/// language is chosen for interface and lessons from the next frame on. Tests find the widget by
/// `names` followed by the language's id.
void each_language(const Gui& gui, const char* names,
                   const std::function<bool(const char* label, bool is_spoken)>& draw);
/// Returns the name of the key that chooses a broadphase: by default 1 to 9 in registry order and 0
/// for brute force, else the one that the user has set; empty if none does.
std::string broadphase_key(const BroadphaseEntry& entry, const KeyMap& keys);
/// Begins an ImGui window without title and frame at a fixed place, in screen px. End it with
/// ImGui::End().
void begin_fixed(const char* name, const Aabb& where, ImGuiWindowFlags more = 0);
/// Begins an ImGui window in the middle of the screen, which is `screen` px large. The window has
/// the size `most`, in px before scaling, or less on a small screen. Returns whether its content is
/// to be drawn; in any case end it with ImGui::End().
bool begin_centered(const char* name, bool* open, Vec2 screen, Vec2 most, float scale);
/// Begins an ImGui window that the user can move and resize; its `middle` and `size`, in screen px,
/// apply when it appears and when the screen has another size. Returns whether its content is to be
/// drawn; in any case end it with ImGui::End().
bool begin_movable(const Gui& gui, const char* name, bool* open, Vec2 middle, Vec2 size);
/// Draws the strip between two parts of the window, which the user drags, or moves by arrow keys
/// while it has the keyboard's focus, to resize them. It is lit meanwhile and under the pointer.
/// Returns how far it was moved along `axis` in this frame, in px.
float splitter(const Gui& gui, const char* name, const Aabb& strip, Axis axis);

enum class Pressed : std::uint8_t { nothing, start, cancel };

/// Draws a button "Start" or, while the job runs, "Cancel", and returns which of them was pressed.
/// Tests find them as "<name>.start" and "<name>.cancel". `hint` is the tooltip of "Start".
Pressed start_button(const Gui& gui, const BackgroundWork& job, const char* name, const char* hint);
/// Draws the progress of a job, beside the widget drawn before if there is room: percent, seconds
/// left if known, and the name of its phase. Of a job that has ended only the last phase is shown;
/// of one that never started nothing. It always takes one line; what has no room is in its tooltip.
void progress_bar(const Gui& gui, const BackgroundWork& job);

/// Draws the words `what` and then `measured`, which names the scene and settings that a result was
/// measured on. If `now`, which names the current ones, differs, the text says so in the color of
/// warnings.
void say_subject(const Gui& gui, const std::string& what, const Sentence& measured,
                 const Sentence& now);

/// Breaks UTF-8 text into lines of at most `width`, in the unit of `measure`. It breaks after
/// blanks and between Chinese characters, but not before a closing mark (，。 ...) or after an
/// opening one. A word wider than `width` is broken after a slash or, if it has none that fits,
/// after any letter; with Chinese characters in it, it stays whole. Returns views of `text`,
/// without the blanks at their ends. Calls `measure` about once for each place where a line may
/// break.
std::vector<std::string_view> wrap_text(std::string_view text, float width,
                                        const std::function<float(std::string_view)>& measure);

/// Returns the color of the plot look with that number (PlotSeries::look).
ImU32 series_color(std::size_t look, const Theme& colors);
/// Returns a translated text. If it is wider than `room` px, it is cut off and ends with an
/// ellipsis.
std::string fitted_text(const Sentence& english, float room);

/// Draws a plot of `size` px at ImGui's cursor, with its title as tooltip. A right click or a
/// button on it offers "Save as PNG" and "Save the data as CSV", in numbered files with `name` in
/// their names. Tests find the plot as "plot.<name>".
void draw_plot(const Gui& gui, const Plot& plot, std::string_view name, Vec2 size);

/// Marks that are drawn in a plot besides its series, at values of its x axis.
struct PlotMarks {
  std::optional<double> line{};  ///< a vertical line
};
/// The pointer over the area of a plot, in the unit of the x axis. It `is_clicked` in the frame in
/// which the button goes down, and `is_held` until it goes up.
struct PlotPointer {
  double x;
  bool is_clicked, is_held;
};
/// Returns the data of a chart as CSV. It is called when the user saves the data, not in each
/// frame.
using CsvOf = std::function<std::string()>;
/// Draws a plot as draw_plot() does, and returns the pointer while it is over the area between the
/// axes or a press there is held; else nothing. `csv`, if given, is saved in place of the plot's
/// own data. Tests find the area as "plot.<name>.area".
std::optional<PlotPointer> draw_plot_to_click(const Gui& gui, const Plot& plot,
                                              const PlotMarks& marks, std::string_view name,
                                              Vec2 size, const CsvOf& csv = {});
/// Returns the size in px that is left for a plot in the window, but at least 120 px before scaling
/// high.
Vec2 plot_room(const Gui& gui);

/// Draws a heat map of `size` px at ImGui's cursor, with axes, color key and lines, and offers to
/// save it as draw_plot() does. Returns the indices in `xs` and `ys` of the cell under the pointer;
/// nothing if there is none.
std::optional<std::pair<std::size_t, std::size_t>> draw_heat_map(const Gui& gui, const HeatMap& map,
                                                                 std::string_view name, Vec2 size,
                                                                 const CsvOf& csv);

}  // namespace phasebox::ui
