// SPDX-License-Identifier: MIT
// Claims about the X-ray: walks through frames and through queries.
#include "lab/xray/xray.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/registry.hpp"
#include "lab/lab.hpp"
#include "lab/xray/query_row.hpp"
#include "lab/xray/twins.hpp"
#include "session/walk_state.hpp"
#include "support/session_in_scene.hpp"
#include "world/dynamics/impulse_code.hpp"

namespace phasebox {

// The X-ray of every algorithm ends where the normal run ends, goes back as it came, and changes
// nothing.

namespace xray_test {

/// A scene some steps on, with past frames, so that incremental methods have something to repair.
Session begun(const std::string& scene, const std::string& broadphase = "rdc", int steps = 3) {
  Session session = in_scene(scene);
  session.keep_frames();
  const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(session.world().size(), 150));
  EXPECT_FALSE(session.apply(command::SetCount{count}).failed());
  EXPECT_FALSE(session.apply(command::SelectBroadphase{broadphase}).failed());
  session.detect();
  for (int k = 0; k < steps; ++k) session.step();
  return session;
}

Xray opened(const Session& session) {
  Xray xray;
  EXPECT_FALSE(xray.apply(OpenXray{}, session).failed());
  return xray;
}

std::vector<Pair> sorted(std::span<const Pair> pairs) {
  std::vector<Pair> all(pairs.begin(), pairs.end());
  for (Pair& p : all) p = {std::min(p.a, p.b), std::max(p.a, p.b)};
  std::ranges::sort(all, {}, key);
  return all;
}
std::vector<Pair> sorted_contacts(const Session& session) {
  std::vector<Pair> all;
  for (const Contact& c : session.contacts()) all.push_back(c.pair);
  return all;
}

const std::vector<std::string> kScenes{"sprites", "clusters", "pile", "walls", "mixed", "touching"};

void expect_lit_once(const Walk& walk, std::string_view id) {
  const auto code = walk.how().code;
  for (std::size_t k = 0; k < walk.size(); ++k) {
    const Event& e = walk.events()[k];
    const EventMask cue(e.kind, phase_of(e, walk.state(k), walk.how()));
    const auto lit = std::ranges::count_if(code, [&](const CodeLine& l) { return l.lit_by & cue; });
    ASSERT_EQ(lit, 1) << id << ", event " << k << " of mark " << static_cast<int>(e.kind);
    ASSERT_TRUE(walk.line(k).has_value());
  }
}

TEST(Xray, EachEventOfEveryAlgorithmLightsOneLine) {
  for (const std::string& scene : kScenes) {
    for (const BroadphaseEntry* entry : broadphases()) {
      const Session session = begun(scene, std::string(entry->id));
      EXPECT_FALSE(entry->walkthrough.code.empty() && entry->id != "auto") << entry->id;
      expect_lit_once(opened(session).broad(), entry->id);
    }
    Session session = begun(scene);
    for (const NarrowphaseEntry* entry : narrowphases()) {
      EXPECT_FALSE(entry->walkthrough.code.empty()) << entry->id;
      ASSERT_FALSE(session.apply(command::SelectNarrowphase{std::string(entry->id)}).failed());
      session.detect();
      expect_lit_once(opened(session).narrow(), entry->id);
    }
  }
}

TEST(Xray, TheLastMicroStepIsTheNormalRun) {
  for (const std::string& scene : kScenes)
    for (const BroadphaseEntry* entry : broadphases())
      for (const int steps : {0, 1, 4}) {
        Session session = begun(scene, std::string(entry->id), steps);
        Xray xray = opened(session);
        ASSERT_EQ(xray.dropped(), 0u);
        xray.seek(xray.size());
        const std::string where = scene + " " + std::string(entry->id);
        EXPECT_EQ(sorted(xray.candidates()), sorted(session.pairs())) << where;
        EXPECT_EQ(sorted(xray.collisions()), sorted_contacts(session)) << where;
        const WalkState end = xray.broad().state(xray.broad().size());
        for (std::size_t m = 0; m < kEventKindCount; ++m)
          EXPECT_EQ(end.count[m], xray.trace().broad.count(static_cast<EventKind>(m))) << where;
        EXPECT_TRUE(end.open.empty() || entry->id == "interval-tree" || entry->id == "auto")
            << where;
      }
}

TEST(Xray, ForwardThenBackRestoresTheSameStateAndTheSessionNeverChanges) {
  for (const BroadphaseEntry* entry : broadphases()) {
    const Session session = begun("sprites", std::string(entry->id));
    const std::uint64_t before = session.hash();
    Xray xray = opened(session);
    std::vector<WalkState> states;
    for (std::size_t k = 0; k <= xray.size(); ++k) {
      xray.seek(k);
      states.push_back(xray.state());
      ASSERT_FALSE(xray.sentence().empty()) << entry->id << " at " << k;
      ASSERT_EQ(xray.sentence().english().find('\n'), std::string::npos);
    }
    for (std::size_t k = xray.size(); k > 0; --k) {
      ASSERT_TRUE(xray.state() == states[k]) << entry->id << " at " << k;
      xray.step(-1);
    }
    EXPECT_EQ(xray.at(), 0u);
    Random random(7);
    for (int k = 0; k < 50; ++k) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(xray.size() + 1));
      xray.seek(at);
      ASSERT_TRUE(xray.state() == states[at]) << entry->id << " at " << at;
    }
    EXPECT_EQ(session.hash(), before);
  }
}

TEST(Xray, PositionsHaveTheDecimalsThatTellTheirOrder) {
  const auto text = [](float a, float b) {
    return position_text(static_cast<double>(a), static_cast<double>(b));
  };
  EXPECT_EQ(text(12.5f, 40), "12.5");
  EXPECT_EQ(text(12, 12), "12.0") << "the same place";
  EXPECT_EQ(text(12.51f, 12.52f), "12.51");
  EXPECT_EQ(text(12.04f, 12.05f), "12.04") << "not 12.0 and 12.1: they are 0.01 apart";
  EXPECT_EQ(text(12.05f, 12.04f), "12.05");
  EXPECT_EQ(text(12.5004f, 12.5001f), "12.5004");
  const float next = std::nextafter(0.1f, 1.0f);
  EXPECT_NE(text(0.1f, next), text(next, 0.1f));
  EXPECT_NE(text(1e-45f, 0), text(0, 1e-45f)) << "the smallest float";
}

TEST(Xray, CutsOfAPassAreTheGroupsThatItMakes) {
  for (const std::string& scene : kScenes) {
    const Session session = begun(scene);
    const Xray xray = opened(session);
    const Walk& walk = xray.broad();
    std::uint64_t splits = 0;
    for (std::size_t k = 0; k < walk.size(); ++k) {
      if (walk.events()[k].kind != EventKind::split) continue;
      EXPECT_EQ(walk.state(k).cuts, walk.events()[k].b) << scene;
      ++splits;
    }
    EXPECT_EQ(splits, walk.state(walk.size()).counted(EventKind::split));
  }
}

TEST(Xray, PartsAreATreeOfWhatIsDividedIntoWhat) {
  for (const char* id : {"rdc", "quadtree", "kd-tree"}) {
    const Session session = begun("sprites", id);
    const Xray xray = opened(session);
    const auto parts = xray.broad().parts();
    ASSERT_GT(parts.size(), 3u) << id;
    std::vector<std::uint32_t> children(parts.size(), 0);
    for (const WalkPart& part : parts)
      if (part.parent != WalkPart::kNever) {
        ++children[part.parent];
        EXPECT_LT(parts[part.parent].depth, part.depth) << id;
        EXPECT_LT(parts[part.parent].first, part.first) << id;
      }
    for (std::size_t k = 0; k < parts.size(); ++k)
      EXPECT_EQ(children[k], parts[k].children) << id << " part " << parts[k].number;
  }
}

TEST(Xray, IncrementalMethodsSeeTheFrameBefore) {
  const Session session = begun("sprites", "incremental-sap");
  const Xray xray = opened(session);
  const WalkState end = xray.broad().state(xray.broad().size());
  EXPECT_GT(end.counted(EventKind::swap), 0u);
  EXPECT_LT(end.counted(EventKind::test), session.world().size() * 4)
      << "repaired, not sorted from scratch";
}

// Of the event that was done last: by the sentence and the boxes, not by what the question knows.
bool agrees(const Xray& xray, const std::string& answer) {
  const Event& e = *xray.now();
  const std::string told = xray.sentence();
  if (is_test(e.kind))
    return answer ==
           fmt::format("{} and {} are compared: {}", std::min(e.a, e.b), std::max(e.a, e.b),
                       overlaps(xray.boxes()[e.a], xray.boxes()[e.b]) ? "a hit" : "no hit");
  if (e.kind == EventKind::swap) return answer == fmt::format("{} and {} change places", e.a, e.b);
  const auto part = xray.broad().how().part;
  if (e.kind == EventKind::split) return answer == fmt::format("{} {} is divided", part, e.a);
  if (told.starts_with("counter back")) return answer == fmt::format("a {} ends here", part);
  return (told + " ").starts_with(answer + " ") || told.starts_with(answer + ":");
}

TEST(XrayGuesses, HaveOneTrueAnswerWithWhichTheNextEventAgrees) {
  for (const std::string scene : {"sprites", "walls"})
    for (const BroadphaseEntry* entry : broadphases()) {
      const Session session = begun(scene, std::string(entry->id));
      Xray xray = opened(session);
      std::size_t asked = 0;
      std::set<std::size_t> places;
      for (std::size_t n = 0; n < xray.size(); ++n) {
        const auto question = xray.question_about(n);
        if (!question) continue;
        ++asked, places.insert(question->right);
        const std::set<std::string> different(question->answers.begin(), question->answers.end());
        ASSERT_EQ(different.size(), question->answers.size());
        ASSERT_TRUE(different.size() == 3 || different.size() == 4);
        xray.seek(n + 1);
        for (std::size_t k = 0; k < question->answers.size(); ++k)
          ASSERT_EQ(agrees(xray, question->answers[k]), k == question->right)
              << scene << " " << entry->id << " at " << n << ": \""
              << question->answers[k].english() << "\" before \"" << xray.sentence().english()
              << "\"";
      }
      EXPECT_GE(asked, 10u) << scene << " " << entry->id;
      EXPECT_EQ(places.size(), 4u) << "the true answer stands anywhere";
    }
}

TEST(XrayGuesses, AreCountedAndAskedOnce) {
  const Session session = begun("sprites");
  Xray xray = opened(session);
  EXPECT_FALSE(xray.question());
  xray.set_guessing(true);
  for (std::size_t k = 1; k <= 9; ++k) {
    while (!xray.question()) xray.answer(0);
    const std::size_t at = xray.at(), right = xray.question()->right;
    xray.answer(k <= 2 ? (right + 1) % 3 : right);
    EXPECT_EQ(xray.at(), at + 1) << "the event is shown";
    EXPECT_EQ(xray.guesses()->was_right, k > 2);
    EXPECT_EQ(xray.missed() != nullptr, k <= 2) << "the right answer is shown after a wrong one";
    if (const Question* missed = xray.missed()) {
      EXPECT_EQ(missed->right, right);
      EXPECT_NE(xray.guesses()->chosen, right);
      EXPECT_FALSE(xray.question()) << "until the user goes on";
    }
    EXPECT_EQ(xray.guesses()->asked, k);
  }
  EXPECT_EQ(xray.guesses()->right, 7u);
  xray.step(-1);
  EXPECT_FALSE(xray.question()) << "it has been seen";
  xray.seek(xray.size());
  EXPECT_FALSE(xray.question());
}

std::uint64_t key_of_test(const Event& e) {
  return key(Pair{std::min(e.a, e.b), std::max(e.a, e.b)});
}
std::set<std::uint64_t> tests_of(const Xray& xray) {
  std::set<std::uint64_t> all;
  for (const Event& e : xray.trace().broad.events())
    if (is_test(e.kind)) all.insert(key_of_test(e));
  return all;
}

TEST(XrayTwins, DifferExactlyWhereTheirTestsDoAndWalkInStep) {
  struct Case {
    const char *broadphase, *owner, *key;
    double value;
  };
  for (const auto& [broadphase, owner, key_of, value] :
       {Case{"rdc", "rdc", "group-size", 1}, Case{"rdc", "rdc", "contact-threshold", 9},
        Case{"rdc", "world", "snap", 1}, Case{"sort-and-sweep", "sort-and-sweep", "axis", 1}}) {
    Session session = begun("sprites", broadphase);
    const std::uint64_t before = session.hash();
    const Owner of =
        std::string(owner) == "world" ? Owner::world() : Owner(*session.settings().broadphase);
    Xray first = opened(session);
    Twins twins;
    ASSERT_FALSE(twins.apply(SetTwin{command::SetParam{of, key_of, value}}, session).failed());
    first.seek(first.impacts().size() + 40);
    twins.follow(first, session);
    ASSERT_TRUE(twins.is_open()) << key_of;
    EXPECT_EQ(twins.xray().done_broad(), std::min<std::size_t>(40, twins.xray().broad().size()));
    first.seek(first.size());
    twins.follow(first, session);
    EXPECT_EQ(twins.xray().at(), twins.xray().size()) << "both end together";

    const Xray* const both[] = {&first, &twins.xray()};
    std::set<std::uint64_t> differ;
    for (std::size_t k = 0; k < 2; ++k) {
      const std::set<std::uint64_t> own = tests_of(*both[k]), other = tests_of(*both[1 - k]);
      std::set<std::uint64_t> found;
      for (const std::size_t n : twins.side(k).only)
        if (const Event& e = both[k]->broad().events()[n]; is_test(e.kind))
          found.insert(key_of_test(e));
      std::set<std::uint64_t> wanted;
      std::ranges::set_difference(own, other, std::inserter(wanted, wanted.end()));
      EXPECT_EQ(found, wanted) << key_of;
      differ.merge(wanted);
    }
    EXPECT_FALSE(differ.empty()) << key_of;
    EXPECT_THAT(twins.sentence(), testing::HasSubstr(fmt::format("; {} test", differ.size())));
    EXPECT_EQ(session.hash(), before);
    first.close();
    twins.follow(first, session);
    EXPECT_FALSE(twins.is_open());
  }
}

TEST(Xray, JumpsGoToGroupsAndPairsAndBack) {
  const Session session = begun("sprites");
  Xray xray = opened(session);
  std::vector<std::size_t> stops{0};
  while (xray.at() < xray.size()) {
    xray.jump(true);
    ASSERT_GT(xray.at(), stops.back());
    stops.push_back(xray.at());
  }
  EXPECT_GT(stops.size(), 10u);
  EXPECT_LT(stops.size(), xray.size() / 2);
  while (xray.at() > 0) {
    stops.pop_back();
    ASSERT_FALSE(stops.empty());
    xray.jump(false);
    EXPECT_EQ(xray.at(), stops.back());
  }
}

TEST(Xray, PlaysAtItsSpeedAndStopsAtTheEnd) {
  const Session session = begun("sprites");
  Xray xray = opened(session);
  xray.play(10);
  for (int k = 0; k < 20; ++k) xray.advance(0.05);
  EXPECT_EQ(xray.at(), 10u);
  xray.play(1e9);
  xray.play(-1);
  xray.advance(0.1);
  EXPECT_EQ(xray.at(), xray.size());
  EXPECT_EQ(xray.speed(), 0);
}

TEST(Xray, AnotherFrameOrAlgorithmBeginsAgainAndTheSameOneStays) {
  Session session = begun("sprites");
  Lab lab;
  ASSERT_FALSE(lab.apply(OpenXray{}, session).failed());
  ASSERT_FALSE(lab.apply(XrayCall(&Xray::seek, 20), session).failed());
  session.detect();
  lab.observe(session);
  EXPECT_EQ(lab.xray.at(), 20u);
  session.step();
  lab.observe(session);
  EXPECT_EQ(lab.xray.at(), 0u);
  ASSERT_FALSE(lab.apply(XrayCall(&Xray::seek, 20), session).failed());
  ASSERT_FALSE(session.apply(command::SelectBroadphase{"quadtree"}).failed());
  session.detect();
  lab.observe(session);
  EXPECT_EQ(lab.xray.at(), 0u);
  EXPECT_EQ(lab.xray.title(), "Quadtree");
  for (int k = 0; k < 2; ++k) ASSERT_FALSE(lab.apply(CloseXray{}, session).failed());
  EXPECT_TRUE(lab.apply(XrayCall(&Xray::step, 1), session).failed()) << "nothing to step in";
}

/// A scene whose sprites push each other, so many steps on that two fly into each other.
Session pushed(const std::string& scene) {
  Session session = in_scene(scene);
  session.detect();
  for (int k = 0; k < 600 && flying(session.impact_log().impacts) == 0; ++k) session.step();
  EXPECT_GT(flying(session.impact_log().impacts), 0u) << scene;
  return session;
}

/// Steps until something rests and something flies into something else within one step.
Session mixed_step() {
  Session session = in_scene("breakout");
  EXPECT_FALSE(
      session.apply(command::SetParam{owner_named("response"), "gravity-y", 300}).failed());
  session.detect();
  const auto is_mixed = [&] {
    const auto rests = std::ranges::count(session.impact_log().impacts, true, &Impact::rests);
    return rests > 3 && static_cast<std::size_t>(rests) + 3 < session.impact_log().impacts.size();
  };
  for (int k = 0; k < 600 && !is_mixed(); ++k) session.step();
  EXPECT_TRUE(is_mixed());
  return session;
}

Impact flight(float time, float before, float after) {
  Impact impact;
  impact.time = time, impact.before = before, impact.after = after;
  return impact;
}
Impact support(float time) {
  Impact impact = flight(time, 0, 0);
  impact.rests = true;
  return impact;
}

TEST(XrayOfImpacts, each_was_in_the_heap_before_it_and_puts_in_pairs_of_its_sprites_again) {
  for (const char* scene : {"billiards", "breakout"}) {
    const Session session = pushed(scene);
    const auto impacts = session.impact_log().impacts;
    std::size_t put_in = 0;
    for (std::size_t n = 0; n < impacts.size(); ++n) {
      const auto heap = pairs_to_come(session.impact_log().heap, n);
      EXPECT_TRUE(std::ranges::is_sorted(heap, {}, &PairToCome::time));
      const auto is_of = [&](const PairToCome& p, SpriteId id) { return p.a == id || p.b == id; };
      for (const PairToCome& p : heap) {
        if (!p.is_again) continue;
        ++put_in;
        EXPECT_TRUE(std::ranges::any_of(impacts.first(n),
                                        [&](const Impact& i) {
                                          return i.time == impacts[n - 1].time &&
                                                 (is_of(p, i.a) || is_of(p, i.b));
                                        }))
            << scene << ", impact " << n;
      }
      const Impact& next = impacts[n];
      if (next.rests || (n > 0 && impacts[n - 1].time == next.time)) continue;
      EXPECT_TRUE(std::ranges::any_of(heap,
                                      [&](const PairToCome& p) {
                                        return p.a == next.a && p.b == next.b &&
                                               p.time <= next.time;
                                      }))
          << scene << ", impact " << n + 1;
    }
    EXPECT_GT(put_in, 0u) << scene;
  }
}

TEST(XrayOfImpacts, ComeFirstInTheirOrderThenTheBroadphaseThenTheNarrowphase) {
  for (const char* scene : {"newtons-cradle", "breakout"}) {
    const Session session = pushed(scene);
    Xray xray = opened(session);
    const std::size_t impacts = session.impact_log().impacts.size();
    ASSERT_EQ(xray.impacts().size(), impacts) << scene;
    ASSERT_EQ(xray.size(), impacts + xray.broad().size() + xray.narrow().size()) << scene;
    for (std::size_t k = 0; k <= xray.size(); ++k) {
      xray.seek(k);
      ASSERT_EQ(xray.is_in_impacts(), k <= impacts) << scene << " at " << k;
      ASSERT_EQ(xray.done_impacts() + xray.done_broad() + xray.done_narrow(), k) << scene;
      ASSERT_EQ(xray.phase() == WalkPhase::narrow, k > impacts + xray.broad().size()) << scene;
      if (k > impacts) continue;
      EXPECT_EQ(xray.title(), "Impulses");
      EXPECT_EQ(xray.done(), 0u) << "no event of an algorithm";
      EXPECT_EQ(xray.now(), nullptr);
      EXPECT_TRUE(xray.state() == xray.broad().state(0));
      EXPECT_TRUE(xray.candidates().empty() && xray.collisions().empty());
      EXPECT_EQ(xray.code().data(), impulse_code().data());
      ASSERT_EQ(xray.impact_now() == nullptr, k == 0);
      if (k == 0) continue;
      EXPECT_EQ(xray.impact_now()->a, session.impact_log().impacts[k - 1].a);
      EXPECT_EQ(xray.impact_now()->time, session.impact_log().impacts[k - 1].time);
    }
    EXPECT_EQ(sorted(xray.candidates()), sorted(session.pairs())) << scene;
    EXPECT_EQ(sorted(xray.collisions()), sorted_contacts(session)) << scene;
  }
}

TEST(XrayOfImpacts, TheBroadphaseBehindThemIsToldAsWithoutThem) {
  const Session session = mixed_step();
  Xray xray = opened(session);
  ASSERT_GT(xray.narrow().size(), 0u);
  const std::size_t first = xray.impacts().size(), second = first + xray.broad().size();
  const auto events = xray.broad().events();
  xray.seek(first + 1);
  EXPECT_EQ(xray.now(), events.data());
  EXPECT_EQ(xray.title(), session.settings().broadphase->title);
  EXPECT_EQ(xray.line(), xray.broad().line(0));
  EXPECT_NE(xray.sentence().english().find("group 0"), std::string::npos)
      << xray.sentence().english();
  xray.seek(second);
  EXPECT_EQ(xray.now(), &events.back());
  xray.seek(second + 1);
  EXPECT_EQ(xray.now(), xray.narrow().events().data());
  EXPECT_EQ(xray.title(), session.settings().narrowphase->title);
  EXPECT_NE(xray.sentence().english().find("look closer"), std::string::npos)
      << xray.sentence().english();
}

TEST(XrayOfImpacts, EachLightsALine) {
  const auto code = impulse_code();
  const auto lit = [&](const Impact& i) { return code[impulse_line(i)].text; };
  EXPECT_NE(lit(support(0)).find("resting"), std::string::npos);
  EXPECT_NE(lit(support(0.5f)).find("compression"), std::string::npos);
  EXPECT_NE(lit(flight(0, -1, 0)).find("compression"), std::string::npos);
  EXPECT_NE(lit(flight(0, -4, 2)).find("restitution"), std::string::npos);
  const Session session = mixed_step();
  Xray xray = opened(session);
  EXPECT_FALSE(xray.line()) << "before the first";
  for (std::size_t k = 1; k <= xray.impacts().size(); ++k) {
    xray.seek(k);
    ASSERT_EQ(xray.line(), impulse_line(session.impact_log().impacts[k - 1])) << k;
    ASSERT_FALSE(xray.sentence().empty()) << k;
  }
}

TEST(XrayOfImpacts, JumpsGoFromImpactToImpactAndOverWhatRests) {
  const Session session = mixed_step();
  Xray xray = opened(session);
  const auto impacts = xray.impacts();
  std::vector<std::size_t> stops{0};
  while (xray.at() < xray.size()) {
    xray.jump(true);
    ASSERT_GT(xray.at(), stops.back());
    stops.push_back(xray.at());
  }
  const auto is_stop = [&](std::size_t n) { return std::ranges::count(stops, n) == 1; };
  for (std::size_t n = 1; n < impacts.size(); ++n) {
    const bool goes_on_resting = n > 1 && impacts[n - 1].rests && impacts[n - 2].rests;
    EXPECT_EQ(is_stop(n), !goes_on_resting) << n;
  }
  EXPECT_TRUE(is_stop(impacts.size())) << "there the broadphase begins";
  EXPECT_TRUE(is_stop(impacts.size() + xray.broad().jump(0, true)));
  while (xray.at() > 0) {
    stops.pop_back();
    xray.jump(false);
    ASSERT_EQ(xray.at(), stops.back());
  }
  xray.jump(false);
  EXPECT_EQ(xray.at(), 0u);
}

TEST(XrayOfImpacts, AreNoneWhereSpritesPassThroughEachOther) {
  Session session = pushed("breakout");
  Lab lab;
  ASSERT_FALSE(lab.apply(OpenXray{}, session).failed());
  const Xray& xray = lab.xray;
  const std::size_t of_algorithms = xray.broad().size() + xray.narrow().size();
  const std::string first = xray.sentence_at(xray.impacts().size() + 1);
  ASSERT_FALSE(lab.apply(XrayCall(&Xray::seek, 3), session).failed());
  ASSERT_FALSE(session.apply(command::SetParam{owner_named("response"), "response", 0}).failed());
  session.detect();
  lab.observe(session);
  EXPECT_EQ(xray.at(), 0u) << "another walk";
  EXPECT_TRUE(xray.impacts().empty());
  EXPECT_FALSE(xray.is_in_impacts());
  EXPECT_EQ(xray.size(), of_algorithms);
  EXPECT_EQ(xray.sentence_at(1), first);
  EXPECT_EQ(xray.title(), session.settings().broadphase->title);
}

}  // namespace xray_test

// A query walked in place of the frame: the row, what is found so far, the sentences, every stop.

namespace query_walk_test {

using testing::HasSubstr;

constexpr Aabb kBox{{200, 150}, {420, 300}};

Session session_with(std::string_view broadphase, double axis = 0) {
  Session session = in_scene("sprites");
  EXPECT_FALSE(session.apply(command::SelectBroadphase{std::string(broadphase)}).failed());
  const Owner owner = *session.settings().broadphase;
  if (broadphase == "sort-and-sweep") {
    EXPECT_FALSE(session.apply(command::SetParam{owner, "axis", axis}).failed());
  }
  session.detect();
  return session;
}

Xray walked(const Session& session, const Aabb& box = kBox) {
  Xray xray;
  EXPECT_FALSE(xray.apply(OpenXray{box}, session).failed());
  return xray;
}

std::vector<SpriteId> scanned(const Session& session, const Aabb& box = kBox) {
  std::vector<SpriteId> ids;
  const auto boxes = session.frame().boxes;
  for (SpriteId id = 0; id < boxes.size(); ++id)
    if (overlaps(boxes[id], box)) ids.push_back(id);
  return ids;
}

std::vector<SpriteId> sorted(std::span<const SpriteId> ids) {
  std::vector<SpriteId> all(ids.begin(), ids.end());
  std::ranges::sort(all);
  return all;
}

TEST(QueryWalk, takes_the_place_of_the_frame_and_gives_it_back) {
  const Session session = session_with("sort-and-sweep");
  Xray xray = walked(session);
  EXPECT_EQ(xray.asked(), kBox);
  EXPECT_EQ(xray.at(), 0u);
  EXPECT_EQ(xray.size(), xray.broad().size());
  EXPECT_EQ(xray.phase(), WalkPhase::query);
  EXPECT_TRUE(xray.candidates().empty());
  xray.seek(3);
  xray.observe(session);
  EXPECT_EQ(xray.at(), 3u) << "the frame is the same";
  EXPECT_FALSE(xray.apply(OpenXray{}, session).failed());
  EXPECT_FALSE(xray.asked());
  EXPECT_EQ(xray.phase(), WalkPhase::broad);
  xray.seek(xray.size());
  EXPECT_EQ(xray.candidates().size(), session.pairs().size());
}

TEST(QueryWalk, of_every_broadphase_ends_with_what_a_scan_finds) {
  for (const BroadphaseEntry* entry : broadphases()) {
    const Session session = session_with(entry->id);
    Xray xray = walked(session);
    ASSERT_FALSE(scanned(session).empty());
    EXPECT_TRUE(xray.found().empty()) << entry->id;
    ASSERT_GT(xray.size(), 0u) << entry->id;
    for (std::size_t n = 1; n <= xray.size(); ++n) {
      xray.seek(n);
      EXPECT_TRUE(xray.line()) << entry->id << n;
      EXPECT_NE(xray.sentence(), "") << entry->id << n;
    }
    EXPECT_EQ(sorted(xray.found()), scanned(session)) << entry->id;
  }
}

TEST(QueryWalk, finds_box_by_box) {
  const Session session = session_with("sort-and-sweep");
  Xray xray = walked(session);
  std::size_t found = 0;
  for (std::size_t n = 1; n <= xray.size(); ++n) {
    xray.seek(n);
    found += xray.now()->kind == EventKind::hit;
    ASSERT_EQ(xray.found().size(), found);
    if (xray.now()->kind == EventKind::hit) {
      EXPECT_EQ(xray.found().back(), xray.now()->a);
    }
  }
  EXPECT_EQ(found, scanned(session).size());
}

// On a slanted line as well.
TEST(QueryWalk, goes_delimiter_by_delimiter_along_the_row) {
  for (const double axis : {0.0, 1.0, 3.0}) {
    const Session session = session_with("sort-and-sweep", axis);
    Xray xray = walked(session);
    std::size_t visits = 0;
    for (std::size_t n = 1; n <= xray.size(); ++n) {
      xray.seek(n);
      const QueryRow row = query_row(xray);
      ASSERT_EQ(row.delimiters.size(), 2 * xray.boxes().size());
      const Event& now = *xray.now();
      ASSERT_TRUE(row.here);
      const RowDelimiter& here = row.delimiters[*row.here];
      if (now.kind == EventKind::visit) {
        EXPECT_EQ(*row.here, row.first + visits++);
        EXPECT_EQ(here.is_begin,
                  now.rule == QueryRule::begins_inside || now.rule == QueryRule::begins_past);
      }
      if (now.kind == EventKind::probe) {
        EXPECT_EQ(here.is_begin, now.b != 0);
        EXPECT_EQ(*row.here < row.first, now.rule == QueryRule::left) << "probes frame the start";
      }
      if (now.kind != EventKind::leave) {
        EXPECT_EQ(here.sprite, now.a) << axis << " at " << n;
      }
      EXPECT_EQ(row.walked, visits);
    }
    EXPECT_GT(visits, 10u);
    EXPECT_EQ(query_row(xray).delimiters.back().open, 0u);
  }
}

TEST(QueryWalk, by_every_stop_ends_as_its_cost_says) {
  Session session = session_with("sort-and-sweep");
  const Owner owner = *session.settings().broadphase;
  const std::vector<std::string> last{"none that spans its start is left", "nothing is open",
                                      "the row is at its end"};
  const Aabb box{{200, 150}, {210, 300}};
  for (std::size_t stop = 0; stop < 3; ++stop) {
    ASSERT_FALSE(
        session.apply(command::SetParam{owner, "query-stop", static_cast<double>(stop)}).failed());
    session.detect();
    Xray xray = walked(session, box);
    ASSERT_EQ(xray.costs().size(), 3u);
    xray.seek(xray.size());
    EXPECT_EQ(xray.costs()[stop].visited, xray.state().counted(EventKind::visit));
    EXPECT_TRUE(xray.costs()[stop].is_chosen);
    EXPECT_EQ(sorted(xray.found()), scanned(session, box));
    ASSERT_LT(xray.costs()[1].visited, xray.costs()[2].visited) << "there is void";
    EXPECT_THAT(xray.sentence(), HasSubstr(last[stop]));
  }
}

TEST(QueryWalk, has_a_row_only_where_the_query_walks_along_one) {
  for (const std::string_view id : {"rdc", "quadtree", "incremental-sap"}) {
    const Session session = session_with(id);
    EXPECT_TRUE(query_row(walked(session)).delimiters.empty()) << id;
  }
}

TEST(QueryWalk, begins_again_when_the_frame_is_another_one) {
  Session session = session_with("sort-and-sweep");
  Xray xray = walked(session);
  xray.seek(5);
  session.step();
  xray.observe(session);
  EXPECT_EQ(xray.at(), 0u);
  EXPECT_EQ(xray.asked(), kBox);
  xray.seek(xray.size());
  EXPECT_EQ(sorted(xray.found()), scanned(session));
}

TEST(QueryWalk, costs_stand_side_by_side) {
  EXPECT_EQ(cost_text({}), "");
  const QueryCost costs[]{{"counted", 31, 12, true}, {"void", 1058, 12, false}};
  EXPECT_EQ(cost_text(costs), "delimiters walked: 31 counted, 1,058 void · 12 box tests each");
}

}  // namespace query_walk_test
}  // namespace phasebox
