// SPDX-License-Identifier: MIT
// Draws the sentence above the field, for example "60 sprites, 1,770 pairs. RDC needs 85 tests to
// find all 22 collisions.", and the badge with the oracle's verdict. Its underlined words have
// tooltips, and highlight in the field what they mean.
#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "session/findings.hpp"
#include "ui/language/translation.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// The most boxes or lines that a word of the sentence highlights in the field.
constexpr std::size_t kMaxLit = 3000;

// A piece of the sentence. If it has a name, it is underlined, has the tooltip `help`, and `light`
// highlights in the field what it means while the pointer is over it.
struct Word {
  Sentence words;
  std::string name = {};
  Sentence help = {};
  Role role = Role::text;
  void (*light)(const Gui&) = nullptr;
};

void light_sprites(const Gui& gui) {
  const auto boxes = gui.session.frame().boxes;
  gui.ui.compared.lit.assign(
      boxes.begin(), boxes.begin() + static_cast<std::ptrdiff_t>(std::min(boxes.size(), kMaxLit)));
}

// Highlights the boxes of the parts that the broadphase has made: the groups of RDC that are not
// cut further, the cells of a grid, or the nodes of a tree.
void light_parts(const Gui& gui) {
  auto& lit = gui.ui.compared.lit;
  for (const Event& e : gui.model.traced.log.broad.events())
    if (lit.size() < kMaxLit &&
        (e.kind == EventKind::group || e.kind == EventKind::cell || e.kind == EventKind::node))
      lit.push_back(e.box);
}

void light_tests(const Gui& gui) {
  auto& lines = gui.ui.compared.lines;
  for (const Event& e : gui.model.traced.log.broad.events())
    if (is_test(e.kind) && lines.size() < kMaxLit)
      lines.push_back({{e.a, e.b}, PairOutcome::missed});
}

void light_collisions(const Gui& gui) {
  auto& lines = gui.ui.compared.lines;
  for (const Contact& contact : gui.session.contacts())
    if (lines.size() < kMaxLit) lines.push_back({contact.pair, PairOutcome::hit});
}

std::vector<Word> first_half(std::uint64_t n, std::uint64_t pairs) {
  return {{counted(n, "sprite"), "sprites", "The objects in the field. Each has an upright box.",
           Role::text, light_sprites},
          {", "},
          {counted(pairs, "pair"), "pairs",
           say("Every two sprites are a pair: {} x {} / 2. Comparing all of them is what a "
               "broadphase avoids.",
               grouped(n), grouped(n - std::min<std::uint64_t>(n, 1)))},
          {". "}};
}

void add_second_half(const Gui& gui, std::vector<Word>& all) {
  const BroadphaseEntry& algorithm = *gui.session.settings().broadphase;
  const Counters& c = gui.model.traced.counters;
  all.insert(
      all.end(),
      {{algorithm.title, "algorithm",
        say("The broadphase: {} Its groups, cells or nodes light up.", algorithm.summary),
        Role::final_group, light_parts},
       {" needs "},
       {counted(c.box_tests, "test"), "tests",
        "A test compares the boxes of two sprites; fewer are better. Each is a line in the field.",
        Role::text, light_tests},
       {gui.lab.oracle.verdict().is_exact() && gui.lab.oracle.missed_contacts().empty()
            ? " to find all "
            : " and finds "},
       {counted(c.collisions, "collision"), "collisions",
        "Pairs that touch: their boxes overlap, and the narrowphase has confirmed it.",
        Role::collision, light_collisions},
       {"."}});
}

float width_of(std::span<const Word> all) {
  float width = 0;
  for (const Word& word : all) width += text_width(word.words);
  return width;
}

// Returns the role's color mixed with that of text, so that letters in it are legible in all
// themes.
Color legible(const Gui& gui, Role role) {
  return blended(gui.colors[role], gui.colors[Role::text], 0.45f);
}

void draw_word(const Gui& gui, const Word& word) {
  text_as_is(tr(word.words), legible(gui, word.role));
  if (word.name.empty()) return ImGui::SameLine(0, 0);
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddLine({min.x, max.y}, max, gui.ink(word.role), gui.px(1.5f));
  if (word.light && ImGui::IsItemHovered()) {
    word.light(gui);
    if (word.role != Role::text) gui.ui.compared.role = word.role;
  }
  push_font(text_font());
  remember_rect(gui, "sentence." + word.name, word.help);
  ImGui::PopFont();
  ImGui::SameLine(0, 0);
}

struct Badge {
  Sentence words;
  Role role;
};

Badge badge_of(const Gui& gui) {
  const Verdict& verdict = gui.lab.oracle.verdict();
  if (!gui.session.is_detected() || verdict.sprites == 0)
    return {"not checked yet", Role::text_dim};
  if (!verdict.is_exact())
    return {describe(verdict, gui.session), verdict.is_right() ? Role::warning : Role::collision};
  return {verdict.is_sampled() ? say("✓ {}", describe_sample(verdict)) : "✓ every pair checked",
          Role::final_group};
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

void draw_oracle(const Gui& gui) {
  if (!ImGui::BeginPopup("oracle")) return;
  text_within(gui,
              "In every frame the answer of the algorithm is compared with the truth: with few "
              "sprites every pair is checked, with many a sample. A pair that is left out is drawn "
              "dashed in the field, and this badge says so.",
              26 * em(), Role::text);
  text_within(gui,
              "To see it, a contact threshold of 16 px lets RDC leave out pairs that overlap by "
              "little.",
              26 * em(), Role::text_dim);
  break_button(gui);
  ImGui::EndPopup();
}

void draw_badge(const Gui& gui, const Badge& badge) {
  ImGui::SameLine(ImGui::GetWindowWidth() - button_width(badge.words) - gui.px(8));
  ImGui::PushStyleColor(ImGuiCol_Text, packed(legible(gui, badge.role)));
  for (const ImGuiCol part : {ImGuiCol_Button, ImGuiCol_ButtonHovered})
    ImGui::PushStyleColor(part, gui.ink(badge.role, 0.12f));
  if (ImGui::Button(tr_label(badge.words + Sentence::as_is("###badge"))))
    ImGui::OpenPopup("oracle");
  ImGui::PopStyleColor(3);
  remember_rect(gui, "badge", "Whether the algorithm finds the right pairs. Click to learn more.");
  draw_oracle(gui);
}

// Draws the sentence of the lecture view, 1.4 times as large as answer_font(), on two lines if it
// is too long for one. `first` is the index of the word that begins the second half; where `high`,
// the height in px, has no room for two lines, the first half is left out. While an X-ray is open,
// its sentence is drawn instead.
void draw_lecture_words(const Gui& gui, std::span<const Word> all, std::size_t first, float high) {
  constexpr float kLarger = 1.4f;
  const Xray& xray = gui.lab.xray;
  push_font(answer_font());
  ImGui::SetWindowFontScale(kLarger);
  const float room = ImGui::GetContentRegionAvail().x;
  const bool is_long = width_of(all) > room;
  const bool is_halved = is_long && high < 2.5f * ImGui::GetTextLineHeight();
  if (is_halved) all = all.subspan(first);
  if (xray.is_open()) text_wrapped(gui, xray.sentence());
  for (std::size_t k = 0; !xray.is_open() && k < all.size(); ++k) {
    if (k == first && is_long && !is_halved) ImGui::NewLine();
    draw_word(gui, all[k]);
  }
  ImGui::SetWindowFontScale(1);
  ImGui::PopFont();
}

}  // namespace

void draw_sentence(const Gui& gui, const Aabb& where) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(gui.px(10), gui.px(3)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  begin_fixed("sentence", where, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(2);
  const std::uint64_t n = gui.session.world().size(), pairs = n > 1 ? n * (n - 1) / 2 : 0;
  std::vector<Word> all = first_half(n, pairs);
  const std::size_t first = all.size();
  if (gui.model.traced.is_counted) add_second_half(gui, all);
  for (std::size_t k = 0; k < all.size(); ++k)
    all[k].words = gui.ui.steady.show(fmt::format("sentence.{}", k), std::move(all[k].words));
  if (gui.ui.lecture) {
    draw_lecture_words(gui, all, first, extent(where).y);
    remember_window(gui, "lecture.sentence");
    return ImGui::End();
  }
  Badge badge = badge_of(gui);
  // In a narrow window the sentence is drawn in the smaller text font; if that is not enough, its
  // first half is left out.
  const float room = ImGui::GetContentRegionAvail().x - button_width(badge.words) - gui.px(16);
  push_font(answer_font());
  const bool is_large = width_of(all) <= room;
  ImGui::PopFont();
  push_font(is_large ? answer_font() : text_font());
  const std::span<const Word> shown =
      width_of(all) <= room ? std::span(all) : std::span(all).subspan(first);
  // Where even the second half is too long, as on a phone, a badge without a fault is only a tick.
  if (width_of(shown) > room && badge.role == Role::final_group) badge.words = "✓";
  if (!is_large) ImGui::AlignTextToFramePadding();
  for (const Word& word : shown) draw_word(gui, word);
  ImGui::PopFont();
  ImGui::SetCursorPosY(gui.px(3));
  draw_badge(gui, badge);
  ImGui::End();
}

}  // namespace phasebox::ui
