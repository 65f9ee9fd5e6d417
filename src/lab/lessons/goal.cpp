// SPDX-License-Identifier: MIT
// Compares facts and parameters with the goals of lessons.
#include "lab/lessons/goal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "collide/broadphase/rdc/gaps.hpp"
#include "collide/registry.hpp"
#include "lab/gap_barcode.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

struct RelationRow {
  std::string_view sign;
  const char*
      id;  ///< text of a standing, with holes for the name, the value now and the wanted one
  bool (*holds)(double now, double wanted);
};
constexpr std::array kRelations{
    RelationRow{"=", "{}: {}, wanted {}", [](double now, double wanted) { return now == wanted; }},
    RelationRow{"!=", "{}: {}, wanted another",
                [](double now, double wanted) { return now != wanted; }},
    RelationRow{">=", "{}: {}, wanted at least {}",
                [](double now, double wanted) { return now >= wanted; }},
    RelationRow{"<=", "{}: {}, wanted at most {}",
                [](double now, double wanted) { return now <= wanted; }},
};
const RelationRow& row_of(Relation relation) {
  return kRelations[static_cast<std::size_t>(relation)];
}

// ---- facts that are numbers

/// The number of parts of the frame's broadphase if it calls them `what`, else 0.
std::uint64_t parts(const LessonFacts& f, std::string_view what) {
  return f.counters.part == what ? f.counters.groups : 0;
}

/// Whether two boxes share a piece of their edges or a corner, but no area.
bool touch(const Aabb& a, const Aabb& b) {
  const bool meet =
      a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
  return meet && !overlaps(a, b);
}

// Counts pairs of sprites whose boxes touch edge to edge. It tests every pair, and gives 0 beyond
// 200 sprites, which no lesson that asks for this has.
std::uint64_t touching(const LessonFacts& f) {
  constexpr std::size_t kFew = 200;
  const auto boxes = f.session.frame().boxes;
  std::uint64_t n = 0;
  if (boxes.size() > kFew) return n;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size(); ++j) n += touch(boxes[i], boxes[j]);
  return n;
}

// Appends to the counted number of gaps along x the number that `expected_gaps` computes.
Sentence gaps_expected(const LessonFacts& f, const std::string& number) {
  const Frame frame = f.session.frame();
  std::vector<SpriteId> all(frame.size());
  std::iota(all.begin(), all.end(), SpriteId{0});
  return say("{} (formula: {:.1f})", number, expected_gaps(frame, all, Axis::x));
}

/// The sum of value(event) over the traced events of this kind at depth 0.
std::uint64_t of_kind(const LessonFacts& f, EventKind kind, auto value) {
  std::uint64_t sum = 0;
  for (const Event& e : f.trace.broad.events())
    if (e.kind == kind && e.depth == 0) sum += value(e);
  return sum;
}

struct Fact {
  std::string_view name, title;
  std::uint64_t (*value)(const LessonFacts&);
  /// Gives the text of the number with a note; null: the number alone.
  Sentence (*with_note)(const LessonFacts&, const std::string& number) = nullptr;
};

constexpr std::array kFacts{
    Fact{"sprites", "sprites", [](const LessonFacts& f) { return f.counters.sprites; }},
    Fact{"box-tests", "box tests", [](const LessonFacts& f) { return f.counters.box_tests; }},
    Fact{"candidates", "candidates", [](const LessonFacts& f) { return f.counters.candidates; }},
    Fact{"collisions", "collisions", [](const LessonFacts& f) { return f.counters.collisions; }},
    Fact{"pixel-reads", "pixel reads", [](const LessonFacts& f) { return f.counters.pixel_reads; }},
    Fact{"depth", "depth", [](const LessonFacts& f) { return std::uint64_t{f.counters.depth}; }},
    Fact{"groups", "groups", [](const LessonFacts& f) { return parts(f, "group"); }},
    Fact{"nodes", "nodes", [](const LessonFacts& f) { return parts(f, "node"); }},
    Fact{"passes", "passes",
         [](const LessonFacts& f) { return f.trace.broad.count(EventKind::enter); }},
    Fact{"voids", "voids", [](const LessonFacts& f) { return f.counters.voids.value_or(0); }},
    Fact{"sprites-in-root", "sprites in the root",
         [](const LessonFacts& f) {
           return of_kind(f, EventKind::node, [](const Event& e) { return e.b; });
         }},
    Fact{"gaps-x", "gaps along x",
         [](const LessonFacts& f) -> std::uint64_t {
           return gaps_at(gap_births(f.session.frame().boxes, Axis::x), 0);
         },
         gaps_expected},
    Fact{"swaps", "swaps", [](const LessonFacts& f) { return f.counters.swaps; }},
    Fact{"steps", "steps", [](const LessonFacts& f) { return f.session.steps(); }},
    Fact{"touching", "pairs that touch edge to edge", touching},
};

// ---- edges of boxes, and rules

struct EdgeRow {
  std::string_view key;
  float (*at)(const Aabb&);
};
constexpr std::array kEdges{EdgeRow{"x0", [](const Aabb& box) { return box.min.x; }},
                            EdgeRow{"x1", [](const Aabb& box) { return box.max.x; }},
                            EdgeRow{"y0", [](const Aabb& box) { return box.min.y; }},
                            EdgeRow{"y1", [](const Aabb& box) { return box.max.y; }}};

// Cuts the first part of a name off, up to a dot or the end.
std::string_view cut_part(std::string_view& name) {
  const std::string_view part = name.substr(0, name.find('.'));
  name.remove_prefix(std::min(part.size() + 1, name.size()));
  return part;
}

// ---- comparing and saying

Sentence compared(const Sentence& name, const Sentence& now, Relation relation,
                  const Sentence& wanted) {
  return {row_of(relation).id, {name, now, wanted}};
}

Standing of_fact(const Condition& c, const Fact& fact, const LessonFacts& facts) {
  const std::optional<double> wanted = read_number<double>(c.wanted);
  if (!wanted) return {false, false, say("'{}' must be a number", Sentence::as_is(c.wanted))};
  const std::uint64_t now = fact.value(facts);
  const std::string number = grouped(now);
  return {true, row_of(c.relation).holds(static_cast<double>(now), *wanted),
          compared(fact.title, fact.with_note ? fact.with_note(facts, number) : Sentence(number),
                   c.relation, grouped(static_cast<std::uint64_t>(*wanted)))};
}

template <class Entry>
Standing of_choice(const Condition& c, std::span<const Entry* const> all, const Entry& now,
                   std::string_view name) {
  const Entry* wanted = find_entry(all, c.wanted);
  const bool is_same = wanted == &now;
  if (!wanted) return {false, false, unknown_id(c.name, c.wanted, all).text};
  if (c.relation != Relation::equal && c.relation != Relation::other)
    return {false, false, say("{} is compared by = or !=", Sentence::as_is(c.name))};
  return {true, is_same == (c.relation == Relation::equal),
          compared(name, now.title, c.relation, wanted->title)};
}

// "box.2.x0": the edge in whole px, as the tool Table shows it.
Standing of_box(const Condition& c, const LessonFacts& facts) {
  std::string_view name = c.name;
  cut_part(name);
  const auto boxes = facts.session.frame().boxes;
  const auto id = read_number<std::size_t>(cut_part(name));
  const auto edge = std::ranges::find(kEdges, name, &EdgeRow::key);
  const auto wanted = read_number<double>(c.wanted);
  if (!id || *id >= boxes.size() || edge == kEdges.end())
    return {false, false, say("there is no edge '{}'", Sentence::as_is(c.name))};
  if (!wanted) return {false, false, say("'{}' must be a number", Sentence::as_is(c.wanted))};
  const double now = std::round(static_cast<double>(edge->at(boxes[*id])));
  return {true, row_of(c.relation).holds(now, *wanted),
          compared(say("{} of box {}", Sentence::as_is(std::string(name)), *id),
                   fmt::format("{:.0f}", now), c.relation, c.wanted)};
}

// A condition whose value is on or off.
Standing of_flag(const Condition& c, const Sentence& title, bool now) {
  if (c.wanted != "on" && c.wanted != "off")
    return {false, false, say("'{}' must be on or off", Sentence::as_is(c.wanted))};
  const double is_on = now ? 1 : 0, wanted = c.wanted == "on" ? 1 : 0;
  return {true, row_of(c.relation).holds(is_on, wanted),
          compared(title, now ? "on" : "off", c.relation, c.wanted)};
}

Standing of_rule(const Condition& c, const LessonFacts& facts) {
  const auto rules = rules_of(facts.session);
  const auto rule = std::ranges::find(rules, c.name, &std::pair<std::string, bool>::first);
  if (rule == rules.end())
    return {false, false, say("there is no rule '{}'", Sentence::as_is(c.name))};
  std::string_view name = c.name;
  cut_part(name);
  const std::string first = spaced(cut_part(name));
  return of_flag(c, say("{} and {} collide", first, spaced(name)), rule->second);
}

Standing of_param(const Condition& c, const LessonFacts& facts) {
  const std::size_t dot = std::min(c.name.find('.'), c.name.size());
  const Owner owner = owner_named(std::string_view(c.name).substr(0, dot));
  const ParamGroup group =
      owner == Owner::view() ? facts.view : facts.session.settings().group(owner);
  const std::string_view key = std::string_view(c.name).substr(std::min(dot + 1, c.name.size()));
  const Param* row = find_param(group.rows, key);
  if (!row) {
    std::vector<ParamGroup> groups = facts.session.settings().groups();
    groups.push_back(facts.view);
    return {false, false,
            say("there is no fact or parameter '{}'{}", Sentence::as_is(c.name),
                meant(c.name, groups))};
  }
  const Result<double> wanted = parse_value(*row, c.wanted);
  if (wanted.failed()) return {false, false, wanted.error().text};
  const double now = row->get(group.object);
  const auto stored = [](double v) { return static_cast<double>(static_cast<float>(v)); };
  return {true, row_of(c.relation).holds(stored(now), stored(*wanted)),
          compared(label_of(*row), value_text(*row, now), c.relation, value_text(*row, *wanted))};
}

}  // namespace

bool is_param(std::string_view name) {
  return name.find('.') != name.npos && !name.starts_with("box.") && !name.starts_with("rules.");
}

Sentence meant(std::string_view name, std::span<const ParamGroup> groups) {
  std::string nearest;
  std::size_t fewest = std::max<std::size_t>(2, name.size() / 4) + 1;
  const auto offer = [&](const std::string& known) {
    const std::size_t edits = edit_distance(name, known);
    if (edits < fewest) {
      fewest = edits;
      nearest = known;
    }
  };
  for (const Fact& fact : kFacts) offer(std::string(fact.name));
  for (const char* known : {"broadphase", "narrowphase", "scene", "tool", "paused"}) offer(known);
  for (const ParamGroup& group : groups)
    for (const Param& row : group.rows) offer(full_name(group.owner, row.key));
  if (nearest.empty()) return "; docs/lessons.md lists what there is";
  return say("; did you mean {}", Sentence::as_is(nearest));
}

Result<Condition> parse_condition(std::string_view text) {
  const std::size_t first = text.find(' '), last = text.rfind(' ');
  if (first != std::string_view::npos && first < last) {
    const auto relation =
        std::ranges::find(kRelations, text.substr(first + 1, last - first - 1), &RelationRow::sign);
    if (relation != kRelations.end() && first > 0 && last + 1 < text.size())
      return Condition{std::string(text.substr(0, first)),
                       static_cast<Relation>(relation - kRelations.begin()),
                       std::string(text.substr(last + 1))};
  }
  return Error{
      say("'{}' is no condition; write NAME RELATION VALUE, as in 'groups = 3', with one of {}",
          Sentence::as_is(text), Sentence::as_is("= != >= <="))};
}

std::string condition_text(const Condition& c) {
  return fmt::format("{} {} {}", c.name, row_of(c.relation).sign, c.wanted);
}

Standing standing(const Condition& c, const LessonFacts& facts) {
  const Session& s = facts.session;
  if (c.name == "broadphase")
    return of_choice(c, broadphases(), *s.settings().broadphase, "broadphase");
  if (c.name == "narrowphase")
    return of_choice(c, narrowphases(), *s.settings().narrowphase, "narrowphase");
  if (c.name == "scene") return of_choice(c, scenes(), *s.settings().scene, "scene");
  if (c.name == "tool")
    return {true, facts.tool == c.wanted,
            compared("tool", spaced(facts.tool), c.relation, spaced(c.wanted))};
  if (c.name == "paused") return of_flag(c, "paused", facts.is_paused);
  if (c.name.starts_with("box.")) return of_box(c, facts);
  if (c.name.starts_with("rules.")) return of_rule(c, facts);
  const auto fact = std::ranges::find(kFacts, c.name, &Fact::name);
  return fact == kFacts.end() ? of_param(c, facts) : of_fact(c, *fact, facts);
}

bool is_fulfilled(const Goal& goal, const LessonFacts& facts) {
  return std::ranges::all_of(goal, [&](const std::vector<Condition>& clause) {
    return std::ranges::any_of(clause,
                               [&](const Condition& c) { return standing(c, facts).is_met; });
  });
}

// Two categories collide if each sprite of the one may meet each of the other; groups, which
// override masks, are left out.
std::vector<std::pair<std::string, bool>> rules_of(const Session& session) {
  const auto names = session.playback() ? std::span<const std::string_view>{}
                                        : session.settings().scene->categories;
  const auto filters = session.world().filters();
  const FilterRule rule = session.frame().rule;
  // [bit of a category] the bits that the masks of all its sprites have
  std::vector<std::optional<std::uint32_t>> masks(std::min<std::size_t>(names.size(), 32));
  for (const Filter& filter : filters)
    for (std::size_t k = 0; k < masks.size(); ++k)
      if (filter.category >> k & 1) masks[k] = masks[k].value_or(~0u) & filter.mask;
  std::vector<std::pair<std::string, bool>> rules;
  for (std::size_t a = 0; a < masks.size(); ++a)
    for (std::size_t b = 0; b <= a; ++b)
      if (masks[a] && masks[b])
        rules.emplace_back(fmt::format("rules.{}.{}", names[a], names[b]),
                           may_meet({1u << a, *masks[a]}, {1u << b, *masks[b]}, rule));
  for (auto& [name, collide] : rules) std::ranges::replace(name, ' ', '-');
  return rules;
}

std::vector<std::pair<std::string_view, std::uint64_t>> facts_of(const LessonFacts& facts) {
  std::vector<std::pair<std::string_view, std::uint64_t>> all;
  for (const Fact& fact : kFacts) all.emplace_back(fact.name, fact.value(facts));
  return all;
}

}  // namespace phasebox
