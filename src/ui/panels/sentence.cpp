// SPDX-License-Identifier: MIT
// Draws the sentence above the field, for example "60 sprites, 1,770 pairs. RDC needs 85 tests and
// finds all 22 collisions.", and the badge with the oracle's verdict. Its underlined words have
// tooltips, highlight in the field what they mean, and act.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "session/findings.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// The most boxes or lines that a word of the sentence highlights in the field.
constexpr std::size_t kMaxLit = 3000;
// The most sprites that it highlights: the boxes of more are a wall that hides the field.
constexpr std::size_t kMaxLitSprites = 200;

// A piece of the sentence. If it has a name, it has the tooltip `help`, and `light` highlights in
// the field what it means while the pointer is over it. If it acts it is underlined, and `act` is
// called after it was drawn as a button.
struct Word {
  Sentence words;
  std::string name = {};
  Sentence help = {};
  Role role = Role::text;
  void (*light)(const Gui&) = nullptr;
  void (*act)(const Gui&) = nullptr;
};

struct Badge {
  Sentence words = {};
  Role role = Role::text_dim;
};

// The state that the sentence keeps from frame to frame.
struct SentenceState {
  // [word, then the badge] The widest text so far. They decide how large the sentence is written,
  // so that its letters do not change their size with every digit.
  std::vector<Sentence> widest;
  std::uint64_t change = 0;  // number of the newest change, for which `widest` holds
  // Screen px, where the pointer was at the last press or change. A pointer that still lies there,
  // as after a click on a line of a menu that hung over the sentence, points at no word.
  Vec2 rests_at;
  bool keeps_tests = false;  // the lines of all tests stay
  bool was_undone = false;   // a change was undone since the last frame
  Badge badge;
  double missed_at = -1;      // s, when n-sampled pixels missed a collision last; below 0: never
  double missed_n = 0;        // the n by which they missed it
  bool asks_about_n = false;  // the badge spoke of that n when it was clicked
  // The drag of the number of sprites: their number and the size of the field, px, at its begin.
  std::size_t dragged_from = 0;
  Vec2 dragged_field;
  double dragged_to = 0;  // the number that the drag asked for last; 0: none yet
};

// Calls `light` for those of `all` that are `meant`: for each, or for at most kMaxLit that are
// spread over all of them, because the first ones would lie in one part of the field.
template <class All, class IsMeant, class Light>
void light_evenly(const All& all, IsMeant is_meant, Light light) {
  const auto count = static_cast<std::size_t>(std::ranges::count_if(all, is_meant));
  const std::size_t step = count / (kMaxLit + 1) + 1;
  std::size_t number = 0;
  for (const auto& one : all)
    if (is_meant(one) && number++ % step == 0) light(one);
}

void light_sprites(const Gui& gui) {
  const auto boxes = gui.session.frame().boxes;
  if (boxes.size() <= kMaxLitSprites) gui.ui.compared.lit.assign(boxes.begin(), boxes.end());
}

// Highlights the boxes of the parts that the broadphase has made: the groups of RDC that are not
// cut further, the cells of a grid, or the nodes of a tree.
void light_parts(const Gui& gui) {
  const auto is_part = [](const Event& e) {
    return e.kind == EventKind::group || e.kind == EventKind::cell || e.kind == EventKind::node;
  };
  light_evenly(gui.model.traced.log.broad.events(), is_part,
               [&](const Event& e) { gui.ui.compared.lit.push_back(e.box); });
}

void light_tests(const Gui& gui) {
  auto& lines = gui.ui.compared.lines;
  if (!lines.empty()) return;  // the lines are kept, and drawn already
  light_evenly(
      gui.model.traced.log.broad.events(), [](const Event& e) { return is_test(e.kind); },
      [&](const Event& e) {
        lines.push_back({{e.a, e.b}, PairOutcome::missed});
      });
}

void light_collisions(const Gui& gui) {
  light_evenly(
      gui.session.contacts(), [](const Contact&) { return true; },
      [&](const Contact& c) {
        gui.ui.compared.lines.push_back({c.pair, PairOutcome::hit});
      });
}

void light_misses(const Gui& gui) { gui.ui.compared.shows_misses = true; }

// Requests that many sprites at the density of `from` sprites in a field of that size, px.
void ask_count(const Gui& gui, double count, std::size_t from, Vec2 field) {
  const command::ResizeScene wanted =
      at_same_density(field, from, static_cast<std::uint32_t>(count));
  if (wanted.count == gui.session.world().size()) return;
  gui.ui.own<SentenceState>().widest.clear();
  gui.ask([wanted](ApplicationModel& model) {
    if (model.apply(wanted)) model.show_whole_field();
  });
}

// Rounds to two significant digits, and below 100 to a whole number.
double round_count(double count) {
  const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(count)) - 1));
  return std::round(count / unit) * unit;
}

// Changes the number of sprites while its word is dragged; after a click it is typed.
void drag_count(const Gui& gui) {
  constexpr float kDoubling = 64;  // px before scaling that double the number
  constexpr double kMax = 100'000;
  SentenceState& state = gui.ui.own<SentenceState>();
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActivated()) {
    state.dragged_from = gui.session.world().size();
    state.dragged_field = extent(gui.session.field());
    state.dragged_to = 0;
  }
  const Vec2 by = ImGui::GetMouseDragDelta();
  const bool is_dragged = by != Vec2{0, 0};
  if (ImGui::IsItemDeactivated() && !is_dragged)
    begin_typing(gui, "sentence.sprites", std::to_string(gui.session.world().size()));
  if (!ImGui::IsItemActive() || !is_dragged) return;
  const auto from = static_cast<double>(std::max<std::size_t>(state.dragged_from, 1));
  const double wanted = from * std::exp2(static_cast<double>((by.x - by.y) / gui.px(kDoubling)));
  const double count = round_count(std::clamp(wanted, 1.0, std::max(from, kMax)));
  // In some scenes sprites come and go, so that their number tells nothing about what was asked.
  if (std::exchange(state.dragged_to, count) != count)
    ask_count(gui, count, state.dragged_from, state.dragged_field);
}

// Draws the text field in place of the number of sprites while the user types there.
bool type_count(const Gui& gui) {
  std::optional<double> entered;
  const Param& row = gui.session.settings().group(Owner::scene()).rows.front();
  ImGui::SetNextItemWidth(5 * em());
  if (!type_number(gui, "sentence.sprites", Param::Kind::integer, entered, 1, row.hi)) return false;
  remember_rect(gui, "sentence.sprites");
  if (entered) ask_count(gui, *entered, gui.session.world().size(), extent(gui.session.field()));
  return true;
}

bool is_word_clicked() { return ImGui::IsItemDeactivated() && ImGui::IsItemHovered(); }

void open_algorithms(const Gui&) {
  if (is_word_clicked()) ImGui::OpenPopup("algorithms");
}

void keep_tests(const Gui& gui) {
  bool& keeps = gui.ui.own<SentenceState>().keeps_tests;
  if (is_word_clicked()) keeps = !keeps;
}

void ask_for_collision(const Gui& gui) {
  if (!is_word_clicked()) return;
  const int by = ImGui::GetIO().KeyShift ? -1 : 1;
  gui.ask([by](ApplicationModel& model) { walk_collisions(model, by); });
}

std::vector<Word> first_half(const Gui& gui) {
  const std::uint64_t n = gui.session.world().size(), pairs = n > 1 ? n * (n - 1) / 2 : 0;
  const bool is_recorded = gui.session.playback() != nullptr;
  return {{counted(n, "sprite"), "sprites",
           is_recorded ? "The objects in the field. Each has an upright box. Their number is as it "
                         "was recorded and cannot be dragged."
                       : "The objects in the field. Each has an upright box. Drag to the right for "
                         "more, to the left or down for fewer, or click to type. The scene starts "
                         "again, in a field that grows along.",
           Role::text, light_sprites, is_recorded ? nullptr : drag_count},
          {", "},
          {counted(pairs, "pair"), "pairs",
           say("Every two sprites are a pair: {} x {} / 2. Comparing all of them is what a "
               "broadphase avoids.",
               grouped(n), grouped(n - std::min<std::uint64_t>(n, 1)))},
          {". "}};
}

// The distance n of n-sampled pixels.
double sample_distance(const Gui& gui) {
  return gui.session.settings().value(*gui.session.settings().narrowphase, "n").value_or(0);
}

// Returns how many of the collisions are found: "all 12 collisions" where that is known, else their
// number alone.
Sentence found_collisions(const Gui& gui) {
  const Oracle& oracle = gui.lab.oracle;
  const std::size_t found = gui.session.contacts().size();
  const std::size_t missed = oracle.missed_contacts().size();
  if (missed > 0)
    return {found + missed == 1 ? "{} of {} collision" : "{} of {} collisions",
            {grouped(found), grouped(found + missed)}};
  const bool is_all =
      oracle.knows_contacts() && oracle.verdict().is_exact() && !oracle.verdict().is_sampled();
  if (!is_all) return counted(found, "collision");
  if (found == 0) return "no collisions";
  return {found == 1 ? "the {}" : "all {}", {counted(found, "collision")}};
}

// Returns the end of the sentence, which says what is missed by n-sampled pixels or by a broadphase
// that leaves pairs out.
Word what_is_missed(const Gui& gui) {
  const Oracle& oracle = gui.lab.oracle;
  const Verdict& verdict = oracle.verdict();
  const std::uint64_t left_out = verdict.false_negatives.count + verdict.allowed_misses.count;
  if (left_out > 0 && verdict.is_sampled()) return {" (some pairs are left out)."};
  if (left_out > 0) return {say(" ({} left out).", counted(left_out, "pair"))};
  if (oracle.missed_contacts().empty()) return {"."};
  return {
      say(" (n = {} misses {}).", sample_distance(gui), oracle.missed_contacts().size()), "misses",
      "Collisions that reading every pixel finds and reading every n-th does not. All are ringed "
      "in the field while the pointer is here; else only those missed for a while.",
      Role::text, light_misses};
}

void add_second_half(const Gui& gui, std::vector<Word>& all) {
  const BroadphaseEntry& algorithm = *gui.session.settings().broadphase;
  const bool is_known = gui.model.traced.is_counted && gui.session.is_detected();
  const auto unknown = [](const char* id) { return Sentence(id, {Sentence::as_is("-")}); };
  all.insert(
      all.end(),
      {{algorithm.title, "algorithm",
        say("The broadphase: {} Its groups, cells or nodes light up. Click for all broadphases.",
            algorithm.summary),
        Role::final_group, light_parts, open_algorithms},
       {" needs "},
       {is_known ? counted(gui.model.traced.counters.box_tests, "test") : unknown("{} tests"),
        "tests",
        "A test compares the boxes of two sprites; fewer are better. Each is a line in the field; "
        "a click keeps the lines, another one hides them.",
        Role::text, light_tests, keep_tests},
       {" and finds "},
       {is_known ? found_collisions(gui) : unknown("{} collisions"), "collisions",
        "Pairs that touch: their boxes overlap, and the narrowphase has confirmed it. A click goes "
        "to the next one, Shift+click to the one before.",
        Role::collision, light_collisions, ask_for_collision},
       is_known ? what_is_missed(gui) : Word{"."}});
}

// Shows texts for long enough to be read, and notes how wide the widest of each word was since the
// last change that the user made.
void keep_steady(const Gui& gui, std::vector<Word>& all, SentenceState& state) {
  const std::uint64_t change = gui.session.history().undo_number();
  state.was_undone = change < state.change;
  const bool is_changed = std::exchange(state.change, change) != change;
  if (is_changed) state.widest.clear();
  if (is_changed || ImGui::IsAnyMouseDown()) state.rests_at = ImGui::GetIO().MousePos;
  state.widest.resize(all.size() + 1);
  for (std::size_t k = 0; k < all.size(); ++k) {
    all[k].words = gui.ui.steady.show(fmt::format("sentence.{}", k), std::move(all[k].words));
    if (text_width(all[k].words) > text_width(state.widest[k])) state.widest[k] = all[k].words;
  }
}

// Only words with a name begin with numbers; what stands between them is fixed.
float width_of(std::span<const Word> all, std::span<const Sentence> widest) {
  float width = 0;
  for (std::size_t k = 0; k < all.size(); ++k)
    width += text_width(all[k].name.empty() ? all[k].words : widest[k]);
  return width;
}

// Returns the role's color mixed with that of text, so that letters in it are legible in all
// themes.
Color legible(const Gui& gui, Role role) {
  return blended(gui.colors[role], gui.colors[Role::text], 0.45f);
}

// Whether the pointer, or the keyboard's focus, is at the word just drawn to see what it means.
bool is_pointed_at(const Gui& gui) {
  constexpr float kStill = 3;  // px before scaling that the pointer may wander
  const Vec2 rests_at = gui.ui.own<SentenceState>().rests_at;
  return ImGui::IsItemHovered() && (gui.ui.keyboard.is_on || length(Vec2(ImGui::GetIO().MousePos) -
                                                                    rests_at) > gui.px(kStill));
}

// Draws a word as wide as it is: room kept for more digits would be a hole in the sentence.
void draw_word(const Gui& gui, const Word& word) {
  if (word.act == drag_count && type_count(gui)) return ImGui::SameLine(0, 0);
  const Vec2 at = ImGui::GetCursorScreenPos();
  const Vec2 size{std::max(text_width(word.words), 1.0f), ImGui::GetTextLineHeight()};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(at, packed(legible(gui, word.role)), tr(word.words).c_str());
  if (word.name.empty()) {
    ImGui::Dummy(size);
    return ImGui::SameLine(0, 0);
  }
  if (word.act) {
    ImGui::InvisibleButton(word.name.c_str(), size, kFocusableButton);
    const bool is_kept = word.act == keep_tests && gui.ui.own<SentenceState>().keeps_tests;
    list.AddLine({at.x, at.y + size.y}, at + size, gui.ink(is_kept ? Role::accent : word.role),
                 gui.px(is_kept ? 3.0f : 1.5f));
    word.act(gui);
  } else {
    ImGui::Dummy(size);
  }
  if (word.light && is_pointed_at(gui)) {
    word.light(gui);
    if (word.role != Role::text) gui.ui.compared.role = word.role;
  }
  push_font(text_font());
  remember_rect(gui, "sentence." + word.name, ImGui::IsItemActive() ? Sentence() : word.help);
  ImGui::PopFont();
  ImGui::SameLine(0, 0);
}

// The badge of a narrowphase that misses collisions. It stays for some seconds after the last one,
// so that it does not flicker.
bool misses_collisions(const Gui& gui, SentenceState& state) {
  constexpr double kStays = 5;  // s
  const double n = sample_distance(gui), now = gui.model.clock.now;
  if (!gui.lab.oracle.missed_contacts().empty()) {
    state.missed_at = now;
    state.missed_n = n;
    return true;
  }
  return !gui.model.paused && n == state.missed_n && state.missed_at >= 0 &&
         now < state.missed_at + kStays;
}

Sentence sometimes_misses(double n) { return say("n = {} sometimes misses", n); }

// The badge is about pairs and collisions alike. It is green only where all of both were checked.
Badge badge_of(const Gui& gui, SentenceState& state) {
  const Oracle& oracle = gui.lab.oracle;
  const Verdict& verdict = oracle.verdict();
  if (!gui.session.is_detected() || verdict.sprites == 0)
    return {"not checked yet", Role::text_dim};
  if (!verdict.is_exact())
    return {describe(verdict, gui.session), verdict.is_right() ? Role::warning : Role::collision};
  if (misses_collisions(gui, state)) return {sometimes_misses(state.missed_n), Role::warning};
  if (verdict.is_sampled()) return {describe_sample(verdict), Role::text_dim};
  if (!oracle.knows_contacts()) return {"pairs are right, collisions not checked", Role::text_dim};
  return {"✓ every pair checked", Role::final_group};
}

// Returns the badge whose words are shown, which may be those of an earlier frame.
const Badge& steady_badge(const Gui& gui, SentenceState& state) {
  const Badge now = badge_of(gui, state);
  const Sentence& shown = gui.ui.steady.show("sentence.badge", now.words);
  state.badge = {shown, shown == now.words ? now.role : state.badge.role};
  if (text_width(shown) > text_width(state.widest.back())) state.widest.back() = shown;
  return state.badge;
}

// Draws the button that selects RDC with a contact threshold of 16 px, by which it misses pairs
// that overlap by little. If RDC already runs with a threshold, the button sets it to 0 instead.
void break_button(const Gui& gui) {
  constexpr const char* kKey = "contact-threshold";
  constexpr double kBroken = 16;  // px
  const Owner rdc = *find_entry(broadphases(), "rdc");
  const ParamGroup group = gui.session.settings().group(rdc);
  const bool is_chosen = Owner(*gui.session.settings().broadphase) == rdc;
  const bool is_broken = is_chosen && find_param(group.rows, kKey)->get(group.object) > 0;
  if (!button(gui, is_broken ? "Mend it" : "Break it on purpose", "oracle.break")) return;
  if (!is_chosen) gui.ask(command::SelectBroadphase{"rdc"});
  gui.ask(command::SetParam{rdc, kKey, is_broken ? 0 : kBroken});
}

// Explains what n-sampled pixels miss, and rings it in the field.
void draw_missed_by_n(const Gui& gui, float width) {
  light_misses(gui);
  text_within(gui,
              say("n-sampled pixels read every n-th pixel along x and y, and n was {}. What two "
                  "sprites have in common may lie between these pixels: then the collision is "
                  "missed. The badge compares with reading every pixel.",
                  gui.ui.own<SentenceState>().missed_n),
              width, Role::text);
  text_within(gui,
              say("Collisions that are missed now are ringed. {} holds the picture.",
                  key_or_menu(pause_action, gui.ui.keys)),
              width, Role::text_dim);
  if (button(gui, "Measure the misses", "oracle.accuracy", accuracy_tool.action.help)) {
    if (gui.ui.tool != "accuracy") gui.ask(Invocation{&accuracy_tool.action});
    ImGui::CloseCurrentPopup();
  }
  if (sample_distance(gui) <= 1) return;
  ImGui::SameLine();
  if (button(gui, "Read every pixel", "oracle.every-pixel", "Set n to 1."))
    gui.ask(command::SetParam{*gui.session.settings().narrowphase, "n", 1});
}

// Draws what a click on the badge opens, below it.
void draw_oracle(const Gui& gui) {
  const Vec2 corner = ImGui::GetItemRectMax();
  ImGui::SetNextWindowPos(corner + Vec2{0, gui.px(4)}, ImGuiCond_Always, {1, 0});
  if (!ImGui::BeginPopup("oracle")) return;
  // Its words and buttons are about what was undone.
  if (gui.ui.own<SentenceState>().was_undone) ImGui::CloseCurrentPopup();
  remember_window(gui, "oracle");
  const float width = std::min(26 * em(), ImGui::GetIO().DisplaySize.x - 3 * em());
  if (gui.ui.own<SentenceState>().asks_about_n) {
    draw_missed_by_n(gui, width);
    return ImGui::EndPopup();
  }
  text_within(gui,
              "In every frame the answer of the algorithm is compared with the truth: with few "
              "sprites every pair is checked, with many a sample. A pair that is left out is drawn "
              "dashed in the field, and this badge says so.",
              width, Role::text);
  text_within(gui,
              "To see it, a contact threshold of 16 px lets RDC leave out pairs that overlap by "
              "little.",
              width, Role::text_dim);
  break_button(gui);
  ImGui::EndPopup();
}

void draw_badge(const Gui& gui, const Badge& badge) {
  ImGui::SameLine(ImGui::GetWindowWidth() - button_width(badge.words) - gui.px(8));
  ImGui::SetCursorPosY(gui.px(3));  // that of the words depends on their font
  ImGui::PushStyleColor(ImGuiCol_Text, packed(legible(gui, badge.role)));
  for (const ImGuiCol part : {ImGuiCol_Button, ImGuiCol_ButtonHovered})
    ImGui::PushStyleColor(part, gui.ink(badge.role, 0.12f));
  if (ImGui::Button(tr_label(badge.words + Sentence::as_is("###badge")))) {
    SentenceState& state = gui.ui.own<SentenceState>();
    state.asks_about_n = badge.words == sometimes_misses(state.missed_n);
    ImGui::OpenPopup("oracle");
  }
  ImGui::PopStyleColor(3);
  remember_rect(gui, "badge", "Whether the algorithm finds the right pairs. Click to learn more.");
  draw_oracle(gui);
}

// Draws the sentence of the lecture view, 1.4 times as large as answer_font(), on two lines if it
// is too long for one. `first` is the index of the word that begins the second half; where `high`,
// the height in px, has no room for two lines, the first half is left out. While an X-ray is open,
// its sentence is drawn instead.
void draw_lecture_words(const Gui& gui, std::span<const Word> all, std::span<const Sentence> widest,
                        std::size_t first, float high) {
  constexpr float kLarger = 1.4f;
  const Xray& xray = gui.lab.xray;
  push_font(answer_font());
  ImGui::SetWindowFontScale(kLarger);
  const bool is_long = width_of(all, widest) > ImGui::GetContentRegionAvail().x;
  const bool is_halved = is_long && high < 2.5f * ImGui::GetTextLineHeight();
  if (xray.is_open()) text_wrapped(gui, xray.sentence());
  for (std::size_t k = is_halved ? first : 0; !xray.is_open() && k < all.size(); ++k) {
    if (k == first && is_long && !is_halved) ImGui::NewLine();
    draw_word(gui, all[k]);
  }
  ImGui::SetWindowFontScale(1);
  ImGui::PopFont();
}

// Draws the sentence in the answer font or, where it is too long for that, in the text font; if
// that is not enough either, its first half, which ends before the word `first`, is left out.
void draw_words(const Gui& gui, std::span<const Word> all, std::span<const Sentence> widest,
                std::size_t first, Badge badge) {
  const float room = ImGui::GetContentRegionAvail().x - button_width(widest.back()) - gui.px(16);
  push_font(answer_font());
  const bool is_large = width_of(all, widest) <= room;
  ImGui::PopFont();
  push_font(is_large ? answer_font() : text_font());
  const bool is_whole = width_of(all, widest) <= room;
  const std::size_t begin = is_whole ? 0 : first;
  // A badge without a fault is only a tick where even the second half is too long, as on a phone.
  if (badge.role == Role::final_group && width_of(all.subspan(begin), widest.subspan(begin)) > room)
    badge.words = "✓";
  if (!is_large) ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ImGui::GetStyle().FramePadding.y);
  for (std::size_t k = begin; k < all.size(); ++k) draw_word(gui, all[k]);
  ImGui::PopFont();
  draw_badge(gui, badge);
}

void draw_algorithms(const Gui& gui) {
  if (!ImGui::BeginPopup("algorithms")) return;
  if (auto id = draw_algorithm_lines(gui, "algorithms"))
    gui.ask(command::SelectBroadphase{*std::move(id)});
  ImGui::EndPopup();
}

}  // namespace

void draw_sentence(const Gui& gui, const Aabb& where) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(gui.px(10), gui.px(3)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  begin_fixed("sentence", where, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(2);
  SentenceState& state = gui.ui.own<SentenceState>();
  std::vector<Word> all = first_half(gui);
  const std::size_t first = all.size();
  add_second_half(gui, all);
  keep_steady(gui, all, state);
  if (state.keeps_tests) light_tests(gui);
  const Badge badge = steady_badge(gui, state);
  gui.ui.sentence.clear();
  for (const Word& word : all) gui.ui.sentence += word.words.english();
  gui.ui.sentence += " | " + badge.words.english();
  const std::vector<Sentence> widest = state.widest;  // as acts may clear it
  if (gui.ui.lecture) {
    draw_lecture_words(gui, all, widest, first, extent(where).y);
    remember_window(gui, "lecture.sentence");
  } else {
    draw_words(gui, all, widest, first, badge);
  }
  draw_algorithms(gui);
  ImGui::End();
}

}  // namespace phasebox::ui
