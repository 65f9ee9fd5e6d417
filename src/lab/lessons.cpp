// SPDX-License-Identifier: MIT
// Goals and the table of facts, lessons from JSON, set-ups as commands, and the open lesson.
#include "lab/lessons.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "collide/broadphase/rdc/rdc_clustering.hpp"
#include "collide/registry.hpp"
#include "io/archive/archive.hpp"
#include "lab/axis_lab.hpp"

namespace phasebox {
namespace {

struct RelationRow {
  std::string_view sign, text;
  bool (*holds)(double now, double wanted);
};
constexpr std::array kRelations{
    RelationRow{"=", "", [](double now, double wanted) { return now == wanted; }},
    RelationRow{"!=", "another", [](double now, double wanted) { return now != wanted; }},
    RelationRow{">=", "at least ", [](double now, double wanted) { return now >= wanted; }},
    RelationRow{"<=", "at most ", [](double now, double wanted) { return now <= wanted; }},
};
const RelationRow& row_of(Relation relation) {
  return kRelations[static_cast<std::size_t>(relation)];
}

// ---- facts that are numbers

std::uint64_t parts(const LessonFacts& f, std::string_view what) {
  return f.counters.part == what ? f.counters.groups : 0;
}

bool touch(const Aabb& a, const Aabb& b) {
  const bool meet =
      a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
  return meet && !overlaps(a, b);
}

// Every pair is looked at: lessons have few sprites, and beyond that contacts are not counted.
std::uint64_t touching(const LessonFacts& f) {
  constexpr std::size_t kFew = 200;
  const auto boxes = f.session.frame().boxes;
  std::uint64_t n = 0;
  if (boxes.size() > kFew) return n;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size(); ++j) n += touch(boxes[i], boxes[j]);
  return n;
}

// What the formula says beside what there is.
std::string gaps_expected(const LessonFacts& f) {
  const Frame frame = f.session.frame();
  std::vector<SpriteId> all(frame.size());
  std::iota(all.begin(), all.end(), SpriteId{0});
  return fmt::format(" (formula: {:.1f})", expected_gaps(frame, all, Axis::x));
}

std::uint64_t of_kind(const LessonFacts& f, EventKind kind, auto value) {
  std::uint64_t sum = 0;
  for (const Event& e : f.trace.broad.events())
    if (e.kind == kind && e.depth == 0) sum += value(e);
  return sum;
}

struct Fact {
  std::string_view name, title;
  std::uint64_t (*value)(const LessonFacts&);
  std::string (*note)(const LessonFacts&) = nullptr;  ///< behind the number
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

// ---- comparing and saying

std::string say(std::string_view name, std::string_view now, Relation relation,
                std::string_view wanted) {
  const std::string_view value = relation == Relation::other ? "" : wanted;  // any other will do
  return fmt::format("{}: {}, wanted {}{}", name, now, row_of(relation).text, value);
}

Standing of_fact(const Condition& c, const Fact& fact, const LessonFacts& facts) {
  const std::optional<double> wanted = read_number<double>(c.wanted);
  if (!wanted) return {false, false, fmt::format("'{}' must be a number", c.wanted)};
  const std::uint64_t now = fact.value(facts);
  const std::string note = fact.note ? fact.note(facts) : "";
  return {true, row_of(c.relation).holds(static_cast<double>(now), *wanted),
          say(fact.title, grouped(now) + note, c.relation,
              grouped(static_cast<std::uint64_t>(*wanted)))};
}

template <class Entry>
Standing of_choice(const Condition& c, std::span<const Entry* const> all, const Entry& now,
                   std::string_view name) {
  const Entry* wanted = find_entry(all, c.wanted);
  const bool is_same = wanted == &now;
  if (!wanted) return {false, false, unknown_id(c.name, c.wanted, all).text};
  if (c.relation != Relation::equal && c.relation != Relation::other)
    return {false, false, fmt::format("{} is compared by = or !=", c.name)};
  return {true, is_same == (c.relation == Relation::equal),
          say(name, now.title, c.relation, wanted->title)};
}

// "; did you mean group-size", of what a lesson may name; else where that is listed.
std::string meant(std::string_view name, std::span<const ParamGroup> groups) {
  std::string nearest;
  std::size_t fewest = std::max<std::size_t>(2, name.size() / 4) + 1;
  const auto offer = [&](const std::string& known) {
    const std::size_t edits = edit_distance(name, known);
    if (edits < fewest) fewest = edits, nearest = known;
  };
  for (const Fact& fact : kFacts) offer(std::string(fact.name));
  for (const char* known : {"broadphase", "narrowphase", "scene", "tool"}) offer(known);
  for (const ParamGroup& group : groups)
    for (const Param& row : group.rows) offer(full_name(group.owner, row.key));
  return nearest.empty() ? "; docs/lessons.md lists what there is" : "; did you mean " + nearest;
}

Standing of_param(const Condition& c, const LessonFacts& facts) {
  const std::size_t dot = std::min(c.name.find('.'), c.name.size());
  const Owner owner = owner_named(std::string_view(c.name).substr(0, dot));
  const ParamGroup group = owner == Owner::view() ? facts.view : facts.session.group(owner);
  const std::string_view key = std::string_view(c.name).substr(std::min(dot + 1, c.name.size()));
  const Param* row = find_param(group.rows, key);
  if (!row) {
    std::vector<ParamGroup> groups = facts.session.groups();
    groups.push_back(facts.view);
    return {false, false,
            fmt::format("there is no fact or parameter '{}'{}", c.name, meant(c.name, groups))};
  }
  const Result<double> wanted = parse_value(*row, c.wanted);
  if (!wanted) return {false, false, wanted.error().text};
  const double now = row->get(group.object);
  const auto stored = [](double v) { return static_cast<double>(static_cast<float>(v)); };
  return {true, row_of(c.relation).holds(stored(now), stored(*wanted)),
          say(spaced(row->key), value_text(*row, now), c.relation, value_text(*row, *wanted))};
}

// The user decides how the window looks, not the lesson.
constexpr std::array<std::string_view, 3> kPersonal{"theme", "grid", "legend"};

Result<Sprite> sprite_of(const LessonSetup::Placed& placed, const ImageSet& images,
                         SceneDocument& document) {
  const int number = images.find(placed.image);
  if (number < 0) return Error{fmt::format("there is no image '{}'", placed.image)};
  const auto& image = images.shared(static_cast<std::size_t>(number));
  auto known = std::ranges::find(document.images, image);
  if (known == document.images.end()) known = document.images.insert(known, image);
  Sprite sprite;
  sprite.position = placed.at;
  sprite.image = static_cast<std::uint16_t>(known - document.images.begin());
  sprite.scale = placed.size.y > 0 ? Vec2{placed.size.x / static_cast<float>(image->width),
                                          placed.size.y / static_cast<float>(image->height)}
                                   : scale_to(*image, placed.size.x);
  return sprite;
}

}  // namespace

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
  return Error{fmt::format(
      "'{}' is no condition; write NAME RELATION VALUE, as in 'groups = 3', with one of {}", text,
      "= != >= <=")};
}

std::string condition_text(const Condition& c) {
  return fmt::format("{} {} {}", c.name, row_of(c.relation).sign, c.wanted);
}

Standing standing(const Condition& c, const LessonFacts& facts) {
  const Session& s = facts.session;
  if (c.name == "broadphase") return of_choice(c, broadphases(), s.broadphase(), "broadphase");
  if (c.name == "narrowphase") return of_choice(c, narrowphases(), s.narrowphase(), "narrowphase");
  if (c.name == "scene") return of_choice(c, scenes(), s.scene(), "scene");
  if (c.name == "tool")
    return {true, facts.tool == c.wanted,
            say("tool", spaced(facts.tool), c.relation, spaced(c.wanted))};
  const auto fact = std::ranges::find(kFacts, c.name, &Fact::name);
  return fact == kFacts.end() ? of_param(c, facts) : of_fact(c, *fact, facts);
}

bool is_fulfilled(const Goal& goal, const LessonFacts& facts) {
  return std::ranges::all_of(goal, [&](const std::vector<Condition>& clause) {
    return std::ranges::any_of(clause,
                               [&](const Condition& c) { return standing(c, facts).is_met; });
  });
}

std::vector<std::pair<std::string_view, std::uint64_t>> facts_of(const LessonFacts& facts) {
  std::vector<std::pair<std::string_view, std::uint64_t>> all;
  for (const Fact& fact : kFacts) all.emplace_back(fact.name, fact.value(facts));
  return all;
}

bool is_personal(std::string_view key) {
  return std::ranges::find(kPersonal, key) != kPersonal.end();
}

// ---- lessons from JSON

// A text, or one for each language.
void read(const Reader& at, Words& words) {
  words = {};
  if (!at.json().members()) return read(at, words.en);
  FieldReader f(at);
  f.optional("en", words.en);
  f.optional("zh", words.zh);
  f.end();
}

// [image, x, y, longer side] or [image, x, y, width, height]
void read(const Reader& at, LessonSetup::Placed& placed) {
  constexpr std::string_view kForm = "must be [image, x, y, longer side] or [image, x, y, w, h]";
  if (!at.is_list(kForm)) return;
  const std::size_t size = at.json().size();
  if (size < 4 || size > 5) return at.refuse(kForm);
  read(at.element(0), placed.image);
  read(at.element(1), placed.at.x), read(at.element(2), placed.at.y);
  read(at.element(3), placed.size.x);
  if (size > 4) read(at.element(4), placed.size.y);
}

// In place of those of the same name; in the order of names.
void read(const Reader& at, std::vector<std::pair<std::string, std::string>>& params) {
  at.each_member([&](const std::string& key, const Reader& one) {
    std::erase_if(params, [&](const auto& p) { return p.first == key; });
    const Json& value = one.json();
    params.emplace_back(key, value.text()      ? *value.text()
                             : value.boolean() ? (*value.boolean() ? "on" : "off")
                                               : json_text(value, {.real = JsonReal::float64}));
  });
  std::ranges::sort(params, {}, &std::pair<std::string, std::string>::first);
}

void fields(FieldReader& f, LessonSetup& setup) {
  f.if_given("scene", [&](const Reader& at) {
    if (at.json().members())
      setup.scene = json_text(at.json(), {.real = JsonReal::float64});
    else
      read(at, setup.scene);
  });
  f.optional("broadphase", setup.broadphase);
  f.optional("narrowphase", setup.narrowphase);
  f.optional("params", setup.params);
  f.if_given("sprites", [&](const Reader& at) {
    setup.sprites.reset();  // null: the scene's own, whatever the lesson says
    if (!at.json().is_null()) read(at, setup.sprites.emplace());
  });
  f.optional("paused", setup.paused);
  f.optional("launch", setup.launch);
  f.optional("group-sizes", setup.group_sizes);
}

void read(const Reader& at, Condition& condition) {
  if (!at.is_text()) return;
  Result<Condition> parsed = parse_condition(*at.json().text());
  if (!parsed) return at.refuse(parsed.error().text);
  condition = *std::move(parsed);
}

// A clause may be one condition.
void read(const Reader& at, std::vector<Condition>& clause) {
  if (!at.json().list()) return read(at, clause.emplace_back());
  at.each([&](const Reader& one) { read(one, clause.emplace_back()); });
}

void fields(FieldReader& f, LessonStep& step) {
  f.field("text", step.text);
  f.optional("hint", step.hint);
  f.optional("setup", step.setup);
  f.field("goal", step.goal);
  if (step.text.in(Language::english).empty()) f.place().refuse("a step needs a text");
  if (step.goal.empty()) f.place().refuse("a step needs a goal");
}

void fields(FieldReader& f, Lesson& lesson) {
  constexpr Whole kSmall{0, 1000};
  f.optional("number", lesson.number, kSmall);
  f.optional("id", lesson.id);
  f.field("title", lesson.title);
  f.optional("minutes", lesson.minutes, kSmall);
  LessonSetup setup;
  f.optional("setup", setup);
  f.with("steps", [&](const Reader& steps) {
    if (!steps.is_list()) return;
    // What a step does not say of its set-up, the lesson does.
    const std::string file = f.place().place();
    steps.each([&](const Reader& at) {
      auto& step = lesson.steps.emplace_back();
      step.setup = setup;
      ReadState own{fmt::format("{}step {}", file.substr(0, file.size() - 1), lesson.steps.size())};
      read(Reader(at.json(), own), step);
      if (own.error) at.fail(*own.error);
    });
  });
  if (lesson.steps.empty()) f.place().refuse("a lesson needs at least one of \"steps\"");
}

Result<std::vector<Lesson>> parse_lessons(std::span<const LessonFile> files) {
  std::vector<Lesson> lessons;
  for (const LessonFile& file : files) {
    ReadState state{std::string(file.name)};
    const auto json = parse_json(file.text, state.file, 1, JsonReal::float64);
    if (!json) return json.error();
    Lesson& lesson = lessons.emplace_back();
    read(Reader(*json, state), lesson);
    if (state.error) return *std::move(state.error);
    if (lesson.id.empty()) lesson.id = file.name;
  }
  std::ranges::sort(lessons, {}, &Lesson::number);
  for (std::size_t i = 0; i < lessons.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (lessons[k].id == lessons[i].id ||
          (lessons[i].number > 0 && lessons[k].number == lessons[i].number))
        return Error{fmt::format("duplicate lesson {}, by id or by number", lessons[i].id)};
  return lessons;
}

Result<std::vector<Command>> setup_commands(const LessonSetup& setup, const Session& session,
                                            const ParamGroup& view) {
  auto document = setup.document ? std::make_shared<SceneDocument>(*setup.document)
                                 : std::make_shared<SceneDocument>();
  if (!setup.document) document->scene = setup.scene;
  document->title.clear(), document->note.clear();  // the step's text says it
  Settings settings;
  const SceneEntry* scene = find_entry(scenes(), document->scene);
  if (scene) settings.scene.select(*scene);
  const ParamGroup of_scene = settings.group(Owner::scene());
  for (const Param& row : of_scene.rows) settings.set(of_scene.owner, row.key, row.init);
  std::vector<command::SetParam> shown;
  for (const Param& row : view.rows)
    if (!is_personal(row.key)) shown.push_back({view.owner, std::string(row.key), row.init});
  for (const ParamValue& p : document->params) {
    const auto picture = std::ranges::find(shown, p.key, &command::SetParam::key);
    if (p.owner != Owner::view())
      settings.set(p.owner, p.key, p.value);
    else if (picture != shown.end())
      picture->value = p.value;
  }

  for (const auto& [name, text] : setup.params) {
    const std::size_t dot = std::min(name.find('.'), name.size());
    const Owner owner = owner_named(name.substr(0, dot));
    const std::string key = name.substr(std::min(dot + 1, name.size()));
    const bool is_view = owner == Owner::view();
    const auto picture = std::ranges::find(shown, key, &command::SetParam::key);
    const Param* row = find_param(is_view ? view.rows : settings.group(owner).rows, key);
    if (!row || (is_view && picture == shown.end()))
      return Error{fmt::format("there is no parameter '{}' for a lesson to set{}", name,
                               meant(name, session.groups()))};
    const Result<double> value = parse_value(*row, text);
    if (!value) return value.error();
    is_view ? picture->value = *value : settings.set(owner, key, *value);
  }

  if (setup.sprites) {
    // The panel's "count" is to be true.
    if (find_param(of_scene.rows, "count"))
      settings.set(of_scene.owner, "count", static_cast<double>(setup.sprites->size()));
    document->sprites.emplace();
    document->cached_impulses.clear(), document->quiet_steps.clear();
    for (const LessonSetup::Placed& placed : *setup.sprites) {
      const Result<Sprite> sprite = sprite_of(placed, session.images(), *document);
      if (!sprite) return sprite.error();
      document->sprites->push_back(*sprite);
    }
  }
  const auto choose = [](std::string& id, const std::string& given, const char* usual) {
    if (!given.empty() || id.empty()) id = given.empty() ? usual : given;
  };
  choose(document->broadphase, setup.broadphase, "rdc");
  choose(document->narrowphase, setup.narrowphase, "none");
  document->params = settings.document().params;
  std::vector<Command> commands{command::OpenDocument{document}};
  commands.insert(commands.end(), shown.begin(), shown.end());
  return commands;
}

namespace {

Status check_step(const LessonStep& step, Session& session, ParamView view) {
  const ParamGroup shown{Owner::view(), "View", view.rows, view.object};
  const auto commands = setup_commands(step.setup, session, shown);
  if (!commands) return Error{"setup: " + commands.error().text};
  for (const Command& command : *commands) {
    const auto* param = std::get_if<command::SetParam>(&command);
    if (param && param->owner == Owner::view())
      find_param(view.rows, param->key)->set(view.object, param->value);
    else if (const Status error = session.apply(command))
      return Error{"setup: " + error->text};
  }
  constexpr std::size_t kMaxSeen = 3000;  // whose pairs are found at once
  const bool is_seen = session.world().size() <= kMaxSeen;
  EventLog trace;
  if (is_seen) session.detect(), session.trace(trace);
  const Counters counters = session.counters(trace);
  const LessonFacts facts{session, trace, counters, shown};
  for (const std::vector<Condition>& clause : step.goal)
    for (const Condition& c : clause)
      if (const Standing now = standing(c, facts); !now.is_known)
        return Error{fmt::format("goal: '{}': {}", condition_text(c), now.text)};
  if (is_seen && is_fulfilled(step.goal, facts))
    return Error{"goal: the set-up fulfills it already; ask for what the user is to change"};
  return {};
}

}  // namespace

Status check_lesson(const Lesson& lesson, Session& session, ParamView view) {
  for (std::size_t i = 0; i < lesson.steps.size(); ++i)
    if (const Status error = check_step(lesson.steps[i], session, view))
      return Error{fmt::format("step {}, {}", i + 1, error->text)};
  return {};
}

void Lessons::add(Lesson lesson) {
  ++loads_;
  const auto same = std::ranges::find(all_, lesson.id, &Lesson::id);
  if (same == all_.end()) return all_.push_back(std::move(lesson));
  if (open() == &*same) leave();
  *same = std::move(lesson);
}

Status Lessons::apply(const lesson::Open& c, const Session&) {
  const auto found = std::ranges::find(all_, c.id, &Lesson::id);
  if (found == all_.end()) {
    std::vector<std::string> ids;
    for (const Lesson& lesson : all_) ids.push_back(lesson.id);
    return Error{
        fmt::format("there is no lesson '{}'; choose from {}, or give the path of a lesson file",
                    c.id, fmt::join(ids, ", "))};
  }
  if (open() == &*found) return {};
  open_ = static_cast<std::size_t>(found - all_.begin());
  done_.assign(found->steps.size(), false);
  begin(0);
  return {};
}

Status Lessons::apply(const lesson::GoTo& c, const Session&) {
  if (!open_) return Error{"no lesson is open; choose one first"};
  const std::size_t steps = open()->steps.size();
  if (c.step >= steps)
    return Error{fmt::format("there is no step {}; this lesson has {}", c.step + 1, steps)};
  if (c.step > 0 && c.step != step_ && !is_done(c.step - 1))
    return Error{
        fmt::format("step {} comes after step {}, which is not done yet", c.step + 1, c.step)};
  begin(c.step);
  return {};
}

Status Lessons::apply(const lesson::Leave&, const Session&) {
  leave();
  return {};
}

void Lessons::leave() {
  open_.reset();
  done_.clear();
  standings_.clear();
  setup_is_due_ = false;
}

void Lessons::begin(std::size_t step) {
  step_ = step;
  was_open_ = is_reached_ = false;
  setup_is_due_ = true;
  begun_.reset();
  start_.reset();
  standings_.clear();
}

std::string LessonStart::other_change(const Session& s, const Goal& goal) const {
  const auto asks = [&](auto is) {
    return std::ranges::any_of(goal, [&](const std::vector<Condition>& clause) {
      return std::ranges::any_of(clause, is, &Condition::name);
    });
  };
  const auto names = [&](std::string_view name) {
    return asks([&](const std::string& n) { return n == name; });
  };
  const SceneDocument now = s.document();
  if (now.scene != begun.scene) return "scene";
  if (now.broadphase != begun.broadphase && !names("broadphase")) return "broadphase";
  if (now.narrowphase != begun.narrowphase && !names("narrowphase")) return "narrowphase";
  if (now.sprites->size() != begun.sprites->size() && !names("sprites")) return "count";
  const std::size_t params = std::min(now.params.size(), begun.params.size());
  for (std::size_t k = 0; k < params; ++k) {
    const auto& [owner, key, value] = now.params[k];
    const bool is_count = key == "count" && names("sprites");
    if (value != begun.params[k].value && !is_count &&
        !names(fmt::format("{}.{}", owner.id(), key)))
      return spaced(key);
  }
  const bool is_set = asks([](const std::string& n) {
    return n.find('.') != n.npos || n.ends_with("phase") || n == "steps" || n == "sprites";
  });
  for (std::size_t i = 0; is_set && i < std::min(now.sprites->size(), begun.sprites->size()); ++i) {
    const Sprite& before = (*begun.sprites)[i];
    if ((*now.sprites)[i].position != before.position &&
        (s.steps() == steps || before.velocity == Vec2{}))
      return "the place of a sprite";
  }
  return "";
}

void Lessons::look(const LessonFacts& facts, double now) {
  if (!open_ || setup_is_due_ || is_reached_) return;  // reached: shown as it was
  if (!begun_) begun_ = now;
  if (!start_) start_ = {facts.session.document(), facts.session.steps()};
  standings_.clear();
  for (const std::vector<Condition>& clause : current().goal)
    standings_.push_back(standing(clause.front(), facts));
  const std::string other = start_->other_change(facts.session, current().goal);
  if (!other.empty())
    standings_.push_back({true, false, fmt::format("Also changed: {}. Restart the step", other)});
  const bool is_there = is_fulfilled(current().goal, facts) && other.empty();
  was_open_ |= !is_there;
  if (!is_there || !was_open_ || facts.is_held || facts.session.held()) return;
  done_[step_] = is_reached_ = true;
  if (std::ranges::all_of(done_, [](bool done) { return done; })) finished_.insert(open()->id);
}

}  // namespace phasebox
