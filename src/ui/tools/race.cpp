// SPDX-License-Identifier: MIT
// The tool "Race": several broadphases find the pairs of every frame; the answer with its reason,
// and their times as bars or, on demand, as a plot.
#include "ui/tools/race.hpp"

#include <algorithm>

#include "base/number_format.hpp"
#include "base/statistics.hpp"
#include "collide/registry.hpp"
#include "lab/race/circles_first.hpp"
#include "lab/race/race_ranking.hpp"
#include "lab/study_subject.hpp"
#include "language/format_sentence.hpp"
#include "session/undo_history.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/icons.hpp"

namespace phasebox::ui {
namespace {

using Verdict = RaceResult::Verdict;

// The columns of the ranking. Only the race of whole steps has the time per 60 sprites. Narrow
// windows leave out the tests, the narrowest that time, too (Columns).
enum class Head : std::uint8_t { algorithm, time, per_60, tests };
struct RaceColumn : TableColumn {
  Head head;
};
constexpr RaceColumn kRaceColumns[] = {
    {{"algorithm", TableColumn::kRest, "Click a line for its parameters."}, Head::algorithm},
    {{"medians: time, {}", 3.6f,
      "Bar and number: the median of the last 300 frames; the line through it: 10 to 90 of 100 "
      "frames. All find the pairs of the same boxes one after the other, with one thread. As it "
      "runs here, an algorithm may take another time. Click to rank by it."},
     Head::time},
    {{"per 60", 4.9f,
      "The time for every 60 sprites: the time, times 60, divided by the number of sprites."},
     Head::per_60},
    {{"tests", 5.1f,
      "Boxes compared in one frame: the median of the last 31 frames that were counted, on an "
      "instance of its own. Click to rank by it."},
     Head::tests}};
constexpr float kGlide = 0.25f;     // s in which a row reaches its new rank
constexpr float kRow = 1.5f;        // em, height of a row: a line of text with a bar below it
constexpr float kBar = 0.25f;       // em, height of a bar
constexpr float kColumnGap = 0.5f;  // em, behind the words of a column
constexpr float kRemoveGap = 1.2f;  // em, behind the last columns, so that "×" covers no number

// Places the columns, and leaves out those that the window has no room for.
class Columns {
 public:
  explicit Columns(bool is_whole)
      : is_whole_(is_whole),
        left_(ImGui::GetCursorScreenPos().x),
        room_(ImGui::GetContentRegionAvail().x) {
    for (const RaceColumn& c : kRaceColumns)
      if (c.width > 0 && has(c.head)) fixed_ += c.width * em();
  }
  bool has(Head head) const {
    if (head == Head::per_60) return is_whole_ && room_ > 16 * em();
    return head != Head::tests || room_ > (is_whole_ ? 26 : 16) * em();
  }
  float end() const { return left_ + room_; }
  float width(Head head) const {
    const float kept = kRaceColumns[static_cast<std::size_t>(head)].width;
    if (!has(head)) return 0;
    if (kept > 0) return kept * em();
    return room_ - fixed_;
  }
  float left(Head head) const {
    float x = left_;
    for (const RaceColumn& c : kRaceColumns)
      if (c.head < head) x += width(c.head);
    return x;
  }

 private:
  bool is_whole_;
  float left_, room_, fixed_ = 0;
};

// Requests a race of other contestants, and forgets what is kept by their indices.
void request_race(ApplicationModel& model, std::vector<Contestant> contestants,
                  bool with_narrowphase) {
  model.requests.emplace_back(LabCommand(command::TimeNarrowphase{with_narrowphase}));
  model.requests.emplace_back(LabCommand(command::StartRace{std::move(contestants)}));
  model.requests.emplace_back(ModelRequest([](ApplicationModel& now) {
    RaceView& view = now.ui.own<RaceView>();
    view.runner.reset();
    view.removable.reset();
    view.reason = {};
    view.places.clear();
    now.ui.steady.clear();
  }));
}

void replace_by_circles(ApplicationModel& model) {
  const LiveRace& race = model.lab.race;
  RaceView::Replaced before{0, race.contestants(), race.with_narrowphase()};
  if (!model.apply(command::SelectNarrowphase{"circle"})) return;
  before.change = model.session.history().undo_number();
  model.ui.own<RaceView>().replaced = std::move(before);
  request_race(model, circle_contestants(model.session), true);
}

// Exchanges the race with the one that was replaced, if the change that did so was undone or redone
// since the last frame.
void follow_history(ApplicationModel& model) {
  std::optional<RaceView::Replaced>& other = model.ui.own<RaceView>().replaced;
  if (!other) return;
  const bool is_undone = model.session.history().is_undone(other->change);
  if (std::exchange(other->is_undone, is_undone) == is_undone) return;
  const LiveRace& race = model.lab.race;
  const bool is_whole = std::exchange(other->with_narrowphase, race.with_narrowphase());
  request_race(model, std::exchange(other->contestants, race.contestants()), is_whole);
}

struct RaceTool : Gui {
  const LiveRace& race;
  RaceView& view;
  Columns columns{race.with_narrowphase()};
  double top = longest(race);  // ms that the bars end at
  TimeUnit unit = time_unit(race);
  bool is_one_loop = in_one_loop(race) > 1;

  static double longest(const LiveRace& race) {
    double ms = 0;
    for (const RaceRunner& runner : race.runners())
      if (has_bar(runner)) ms = std::max(ms, runner.summary().median);
    return ms;
  }
  static bool has_bar(const RaceRunner& runner) {
    return runner.summary().median > 0 && !runner.runs_small_frame_loop() &&
           runner.verdict != Verdict::wrong;
  }
  double per_60(double ms) const {
    return ms * 60 / static_cast<double>(std::max<std::size_t>(race.sprites(), 1));
  }
  // Whether its nature or a parameter lets it leave pairs out.
  static bool is_inexact(const RaceRunner& runner) {
    return runner.verdict == Verdict::right && !runner.is_exact;
  }

  void controls() {
    if (button(*this, race.is_on() ? "Stop" : "Start", "race.start",
               "Every frame, all of them find the pairs of the same boxes, one after the other, "
               "each with one thread. The numbers stay when the race stops."))
      ask(race.is_on() ? LabCommand(command::StopRace{}) : command::StartRace{});
    beside(6.5f * em());
    std::vector<ListLine> lines = choices_of(broadphases());
    lines.push_back({"All", "all", "All that do not race yet, up to 16 in the race."});
    ImGui::SetNextItemWidth(6.5f * em());
    const auto chosen =
        choose(*this, "race.add", "Add ...", lines, lines.size(),
               "Another algorithm, with its parameters as they are in the panel; the same one may "
               "race twice with different parameters. At most 16 can race.");
    if (chosen && lines[*chosen].id != "all")
      ask(command::AddRunner{contestant_of(*broadphases()[*chosen], session)});
    else if (chosen)
      for (Contestant& contestant : race.missing(session))
        ask(command::AddRunner{std::move(contestant)});
    beside(box_width("Lanes"));
    bool lanes = race.has_lanes();
    if (ImGui::Checkbox(tr_label("Lanes"), &lanes)) ask(command::SetLanes{lanes});
    remember_rect(*this, "race.lanes", hint_of(lanes_action, ui.keys));
    beside(box_width("With narrowphase"));
    bool is_whole = race.with_narrowphase();
    if (ImGui::Checkbox(tr_label("With narrowphase"), &is_whole))
      ask(command::TimeNarrowphase{is_whole});
    remember_rect(
        *this, "race.narrowphase",
        "Time the whole step: each algorithm's pairs are confirmed by the narrowphase, and "
        "both together are its time.");
    beside(button_width("Plot"));
    if (button(*this, ui.race_plot ? "Bars" : "Plot", "race.plot",
               "Show the times of the last 300 frames as a plot, or one bar for each algorithm."))
      ui.race_plot = !ui.race_plot;
  }

  static float gap_of(Head head) { return head >= Head::per_60 ? kRemoveGap : kColumnGap; }

  // Draws words that end at the right edge of a column if `is_right`, else begin at its left edge.
  // `gap`, em, stays free behind them; `more`, px, is free before the column.
  void write(Head head, float y, const Sentence& words, Role role, bool is_right = true,
             float gap = kColumnGap, float more = 0) {
    const float room = columns.width(head) - std::max(gap, gap_of(head)) * em();
    const std::string shown = fitted_text(words, room + more);
    const float x = columns.left(head) + (is_right ? room - width_as_is(shown) : 0);
    ImGui::GetWindowDrawList()->AddText({x, y}, ink(role), shown.c_str());
  }

  void head(const RaceColumn& column) {
    const float y = ImGui::GetCursorScreenPos().y;
    const bool is_time = column.head == Head::time, is_tests = column.head == Head::tests;
    const bool is_rank = is_time ? !is_by_tests() : is_tests && is_by_tests();
    const Sentence name{column.title, {Sentence::as_is(unit.name)}};
    const float more = columns.width(Head::algorithm) - text_width(kRaceColumns[0].title) - em();
    write(column.head, y, is_rank ? say("{} ▲", name) : name, is_rank ? Role::text : Role::text_dim,
          column.head != Head::algorithm, kColumnGap, is_time ? more : 0);
    ImGui::SetCursorScreenPos({columns.left(column.head), y});
    ImGui::Dummy({columns.width(column.head), ImGui::GetTextLineHeight()});
    tooltip(column.help);
    if ((is_time || is_tests) && ImGui::IsItemClicked()) view.by_tests = is_tests;
    if (is_time || is_tests) remember_rect(*this, is_time ? "race.by-time" : "race.by-tests");
    ImGui::SetCursorScreenPos({columns.left(Head::algorithm), y});
  }

  // Draws the median as a number, and below the row's text as a bar with the whisker over it. The
  // time of a contestant with wrong pairs does not count, so that it says this instead.
  void bar(std::size_t i, float y) {
    const RaceRunner& runner = race.runners()[i];
    if (runner.verdict == Verdict::wrong) return write(Head::time, y, "wrong", Role::warning);
    const Summary ms = runner.summary();
    const bool is_timed = has_bar(runner);
    const Sentence number = is_timed ? Sentence::as_is(unit.text(ms.median)) : "-";
    write(Head::time, y, ui.steady.show("race." + std::to_string(i) + "time", number),
          is_timed ? Role::text : Role::text_dim);
    if (!is_timed) return;
    const float left = columns.left(Head::algorithm);
    const float room = std::max(columns.end() - kRemoveGap * em() - left, 1.0f);
    const auto x = [&](double v) {
      return left + room * std::min(static_cast<float>(v / (1.15 * top)), 1.0f);
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top_edge = y + ImGui::GetTextLineHeight() + px(1);
    const Aabb box{{left, top_edge}, {std::max(x(ms.median), left + 2), top_edge + kBar * em()}};
    list.AddRectFilled(box.min, box.max, series_color(race.look(i), colors), px(2));
    ui.rects.push_back({"race.bar." + std::to_string(i), box});
    if (clock_step > 0) return;  // so coarse a clock tells no single frames apart
    const float middle = center(box).y, half = kBar * em() / 2;
    list.AddLine({x(ms.p10), middle}, {x(ms.p90), middle}, ink(Role::text), px(1));
    for (const double end : {ms.p10, ms.p90})
      list.AddLine({x(end), middle - half}, {x(end), middle + half}, ink(Role::text), px(1));
  }

  void numbers(std::size_t i, float y) {
    const RaceRunner& runner = race.runners()[i];
    bar(i, y);
    if (columns.has(Head::per_60))
      write(Head::per_60, y,
            has_bar(runner) ? Sentence::as_is(unit.text(per_60(runner.summary().median))) : "-",
            has_bar(runner) ? Role::text : Role::text_dim);
    if (!columns.has(Head::tests)) return;
    const bool is_known = runner.box_tests && !runner.runs_small_frame_loop();
    write(Head::tests, y, is_known ? brief(static_cast<std::uint64_t>(*runner.box_tests)) : "-",
          is_known ? Role::text : Role::text_dim);
  }

  // Draws the name, and behind it an amber mark if a parameter lets it leave pairs out.
  void draw_name(std::size_t i, float y) {
    const bool is_marked = is_inexact(race.runners()[i]);
    write(Head::algorithm, y, race.name(i), Role::text, false, is_marked ? 1.6f : kColumnGap);
    if (!is_marked) return;
    const Vec2 center{columns.left(Head::time) - em(), y + ImGui::GetTextLineHeight() / 2};
    draw_icon(*ImGui::GetWindowDrawList(), Icon::warning, center, em(), ink(Role::warning));
    const Vec2 half{em() / 2, em() / 2};
    ui.rects.push_back({"race.mark." + std::to_string(i), {center - half, center + half}});
  }

  // Says what the row under the pointer does not show.
  Sentence help_of(std::size_t i) const {
    const RaceRunner& runner = race.runners()[i];
    Sentence words =
        say("{}. Its structure is in the field. Click for its parameters.", race.name(i));
    const auto add = [&](const Sentence& more) { words = say("{}\n\n{}", words, more); };
    if (runner.verdict == Verdict::wrong) add(runner.fault);
    if (runner.verdict == Verdict::pending)
      add("Not run yet. Brute force is skipped above 20,000 sprites.");
    if (is_inexact(runner)) add("It may leave pairs out; no false pair so far.");
    if (runner.runs_small_frame_loop())
      add("With so few sprites it runs the same loop as the others, and has no time of its own.");
    for (const Remark& remark : runner.remarks(session)) add(remark.text);
    return words;
  }

  // Draws the help of a row that is lit, and "×" over the end of the row.
  void end_of_row(std::size_t i, float y, bool is_lit) {
    const float x = columns.end() - text_width("×") - 2 * ImGui::GetStyle().FramePadding.x;
    if (is_lit) {
      ui.lit_runner = i;
      if (ImGui::GetIO().MousePos.x < x) tooltip(help_of(i));
    }
    ImGui::SetCursorScreenPos({x, y});
    if (small_button(*this, "×", "race.remove." + std::to_string(i),
                     "Remove it from the race; at least two must stay."))
      ask([i](ApplicationModel& to) { remove(to, i); });
  }

  // Removes a contestant together with the place of its row, so that each other row glides on from
  // its own place.
  static void remove(ApplicationModel& from, std::size_t i) {
    const std::size_t before = from.lab.race.runners().size();
    from.study(command::RemoveRunner{i});
    RaceView& view = from.ui.own<RaceView>();
    if (from.lab.race.runners().size() == before || i >= view.places.size()) return;
    view.runner.reset();  // the contestants after it have other indices now
    view.reason = {};
    view.places.erase(view.places.begin() + static_cast<std::ptrdiff_t>(i));
    from.ui.steady.clear();  // the numbers are kept by index too
  }

  // Covers the rows below one that glides, so that no two texts are drawn over each other.
  void cover(std::size_t i, const Aabb& row) {
    ImGui::GetWindowDrawList()->AddRectFilled(row.min, row.max,
                                              ImGui::GetColorU32(ImGuiCol_WindowBg));
    ui.rects.push_back({"race.cover." + std::to_string(i), row});
  }

  void row(std::size_t i, float y, float height) {
    ImGui::PushID(static_cast<int>(i));
    const float left = columns.left(Head::algorithm);
    if (view.places[i].at != view.places[i].rank)
      cover(i, {{left, y}, {columns.end(), y + height}});
    ImGui::SetCursorScreenPos({left, y});
    const bool is_open = view.runner == i;
    if (ImGui::Selectable("##row", is_open, ImGuiSelectableFlags_AllowItemOverlap,
                          {columns.end() - left, height})) {
      view.runner = is_open ? std::optional<std::size_t>{} : i;
      view.scrolls_to_runner = true;
    }
    remember_rect(*this, "race.row." + std::to_string(i));
    draw_name(i, y);
    if (!is_one_loop) numbers(i, y);
    // While "×" is held, it is the active item; the row must stay hovered, else "×" would vanish.
    // It also stays for a frame after it was drawn, in which it may take over the keyboard's focus.
    const bool is_hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    const bool is_lit = is_hovered || view.removable == i;
    // A finger hovers over nothing once it is gone, but the row that it has opened keeps its "×".
    if (is_lit || is_open) end_of_row(i, y, is_lit);
    if (is_lit) {
      if (is_hovered || ImGui::IsItemFocused())
        view.removable = i;
      else
        view.removable.reset();
    }
    ImGui::PopID();
  }

  // Moves the row of a contestant towards its rank.
  void glide(std::size_t i, std::size_t rank) {
    RaceView::Place& place = view.places[i];
    const auto to = static_cast<float>(rank);
    if (std::exchange(place.rank, to) != to) place.speed = std::abs(to - place.at) / kGlide;
    const float step = place.speed * ImGui::GetIO().DeltaTime;
    place.at += std::clamp(to - place.at, -step, step);
  }

  bool is_by_tests() const { return view.by_tests && columns.has(Head::tests); }

  // Draws the winner with the reason, and buttons that use it. Winner and reason get at least a
  // fixed height, so that the table below does not move under the pointer when the words change.
  void answer() {
    const auto order = ranking(race, RankBy::time);
    if (order.empty()) return;
    const Sentence winner = race.frames() < Series::kMinSamples && !is_one_loop
                                ? Sentence()
                                : phasebox::answer(race, view.reason);
    const bool is_narrow = ImGui::GetContentRegionAvail().x < 20 * em();
    const float lines = is_narrow ? 9.0f : 5.5f;
    if (!winner.empty())
      answer_card(*this, ui.steady.show("race.winner", winner),
                  ui.steady.show("race.why", why(race, view.reason)), lines);
    else
      answer_card(*this, {},
                  model.paused ? say("Paused: too few frames are timed. Play with {}.",
                                     key_or_menu(pause_action, ui.keys))
                               : "Nothing is timed yet.",
                  lines);
    if (is_one_loop) return offer_more_sprites(*this, "race");
    const Contestant& first = race.runners()[order[0]].contestant;
    answer_buttons(*this, "race", first,
                   !winner.empty() && find_entry(broadphases(), first.entry->id));
  }

  // Says in one line whether the pairs of all that have run are right.
  void verdict() {
    const auto has = [&](auto is) { return std::ranges::any_of(race.runners(), is); };
    if (has([](const RaceRunner& r) { return r.verdict == Verdict::wrong || is_inexact(r); }))
      text(*this, "In amber: pairs that may not be exact.", Role::warning);
    else if (has([](const RaceRunner& r) { return r.verdict == Verdict::right; }))
      text(*this, "✓ All pairs are the exact ones.", Role::final_group);
    else
      text(*this, "No pairs are compared yet.", Role::text_dim);
    tooltip("Whether all pairs are found, and no others.");
  }

  // Draws the rows. Contestants that run one loop are listed by name alone, in their own order:
  // there is nothing to rank, but each builds its structure for a picture.
  void table() {
    auto order = ranking(race, is_by_tests() ? RankBy::box_tests : RankBy::time);
    const float height = kRow * em();
    if (is_one_loop) {
      std::ranges::sort(order);
      text_wrapped(*this, "Point at one to see its structure in the field.", Role::text_dim);
    }
    for (const RaceColumn& c : kRaceColumns)
      if (columns.has(c.head) && !is_one_loop) head(c);
    const float down = is_one_loop ? 0 : height;
    const Vec2 begin = ImGui::GetCursorScreenPos() + Vec2{0, down};
    for (std::size_t k = view.places.size(); k < order.size(); ++k) {
      const auto rank = static_cast<float>(std::ranges::find(order, k) - order.begin());
      view.places.push_back({rank, rank});
    }
    view.places.resize(order.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) glide(order[rank], rank);
    for (const bool glides : {false, true})
      for (const std::size_t i : order)
        if ((view.places[i].at != view.places[i].rank) == glides)
          row(i, begin.y + height * view.places[i].at, height);
    ImGui::SetCursorScreenPos(begin);
    ImGui::Dummy({1, height * static_cast<float>(order.size())});
    verdict();
    if (clock_step > 0 && !order.empty())
      text_wrapped(*this,
                   say("In this browser: means of {} frames, by a clock with steps of {}.",
                       race.runners()[order[0]].all_count(), Sentence::as_is(duration(clock_step))),
                   Role::text_dim);
  }

  // Draws the parameters of the contestant that the user has clicked in the table. A change is made
  // to the contestant's own instance, not to the session's algorithm.
  void parameters() {
    if (!view.runner || *view.runner >= race.runners().size()) return;
    const std::size_t i = *view.runner;
    const ParamView params = race.runners()[i].params();
    if (std::exchange(view.scrolls_to_runner, false)) ImGui::SetScrollHereY(0);
    text(*this, race.name(i), Role::text);
    if (params.rows.empty()) return text(*this, "It has no parameters.", Role::text_dim);
    for (const command::SetParam& c :
         draw_params_of_instance(*this, {Owner::contestant(i), "", params.rows, params.object}))
      ask(command::SetRunnerParam{i, c.key, c.value});
  }

  // Offers to find the number of sprites from which on the clicked contestant, or else the
  // session's algorithm, is faster than brute force, and says what was found.
  void break_even() {
    const BreakEvenStudy& study = lab.break_even;
    const Contestant of = view.runner && *view.runner < race.runners().size()
                              ? race.runners()[*view.runner].contestant
                              : contestant_of(*session.settings().broadphase, session);
    if (study.is_running()) {
      if (button(*this, "Cancel", "break-even.cancel")) ask(Stop<command::StartBreakEven>{});
      progress_bar(*this, study);
    } else if (button(
                   *this, say("From how many sprites on is {} worth it?", of.title()),
                   "break-even.start",
                   "Compares it with brute force, both with narrowphase, on copies of this scene "
                   "with more and more sprites, as dense as now; of a recording, with some of its "
                   "objects. Click a line to choose another algorithm.")) {
      ask(command::StartBreakEven{of});
    }
    const auto found = study.result();
    if (!found) return;
    text_wrapped(*this, break_even_text(*found));
    say_subject(*this, "Found for", found->scene, subject_text(session, SubjectCount::left_out));
  }

  // Offers the comparison of the article on RDC, as a race of whole steps.
  void circles() {
    if (!button(*this, "Circles against RDC", "race.circles",
                "The article's race of whole steps: brute force that compares the circles of all "
                "pairs, brute force by boxes, and RDC. Chooses the narrowphase circle."))
      return;
    ask(replace_by_circles);
  }
};

void draw_race(const Gui& gui) {
  RaceTool tool{gui, gui.lab.race, gui.ui.own<RaceView>()};
  if (tool.view.replaced) gui.ask(follow_history);
  tool.controls();
  tool.answer();
  if (gui.ui.race_plot && !tool.is_one_loop)
    return draw_plot(gui, times_plot(tool.race), "race", plot_room(gui));
  tool.table();
  tool.parameters();
  tool.break_even();
  tool.circles();
}

void start_race(ApplicationModel& model) { model.study(command::StartRace{}); }

void end_race(ApplicationModel& model) {
  follow_history(model);
  const LiveRace& race = model.lab.race;
  if (race.is_on() && !race.has_lanes()) model.study(command::StopRace{});
}

}  // namespace

// clang-format off
extern const ToolRow race_tool{
    .action = {"race", "Race",
               "Let all algorithms find the pairs of every frame and rank them.",
               Menu::tools, {on_key('a')}},
    .title = "Race", .icon = Icon::race, .draw = draw_race, .opened = start_race, .unseen = end_race,
    .after = fit_selection_action};
// clang-format on

}  // namespace phasebox::ui
