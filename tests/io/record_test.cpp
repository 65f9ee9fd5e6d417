// SPDX-License-Identifier: MIT
// A recorded session is repeated exactly, whatever was done in it; what differs is named.
#include <algorithm>
#include <bitset>

#include <gmock/gmock.h>

#include "base/random.hpp"
#include "collide/registry.hpp"
#include "io/record/record_file.hpp"
#include "io/record/replay.hpp"
#include "session/snapshot.hpp"
#include "support/files.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace record_test {

using testing::HasSubstr;

constexpr std::size_t kCommands = std::variant_size_v<Command>;

BoxFrame frame_of_boxes(std::int64_t number, Random& random) {
  BoxRecording frame;
  frame.frames = {number};
  for (std::int64_t id = 0; id < 12; ++id) {
    const bool is_there = random.below(4) != 0 || id == 11;
    if (!is_there) continue;
    const float x = random.uniform(0, 500), y = random.uniform(0, 300);
    frame.ids.push_back(id);
    frame.boxes.push_back({{x, y}, {x + 40, y + 0.1f}});
  }
  frame.begins = {0, frame.ids.size()};
  return std::make_shared<const BoxRecording>(std::move(frame));
}

std::shared_ptr<const BoxRecording> recording_of_boxes(Random& random) {
  KeptFrames frames;
  for (std::int64_t k = 1; k < 9; ++k) frames.add(frame_of_boxes(k, random));
  return joined(frames);
}

/// A user who does everything there is to do, at random.
class RandomUser {
 public:
  RandomUser(Session& session, std::uint64_t seed) : session_(session), random_(seed) {}

  /// Tries a command of that type; whether it was carried out.
  bool try_command(std::size_t type) {
    const Command command = make(type);
    EXPECT_EQ(command.index(), type);
    const bool is_done = !session_.apply(command).failed();
    if (is_done) done.set(type);
    return is_done;
  }
  void act() {
    try_command(random_.below(kCommands));
    const std::uint32_t steps = random_.below(4);
    for (std::uint32_t k = 0; k < steps; ++k) session_.step();
  }

  std::bitset<kCommands> done;

 private:
  std::vector<SpriteId> some_ids() {
    std::vector<SpriteId> ids;
    const auto n = static_cast<std::uint32_t>(session_.world().size());
    for (int k = 0; k < 3 && n > 0; ++k) ids.push_back(random_.below(n));
    return ids;
  }
  Vec2 somewhere() {
    const float x = random_.uniform(0, 900);
    const float y = random_.uniform(0, 500);
    return {x, y};
  }
  template <class Entries>
  std::string one_of(Entries entries) {
    return std::string(entries[random_.below(static_cast<std::uint32_t>(entries.size()))]->id);
  }
  std::uint16_t image() {
    return static_cast<std::uint16_t>(
        random_.below(static_cast<std::uint32_t>(session_.images().size())));
  }
  std::uint16_t bits() { return static_cast<std::uint16_t>(random_.below(65'536)); }
  Sprite sprite() {
    Sprite s;
    s.position = somewhere();
    s.velocity = {random_.uniform(-2, 2), 0.1f};
    s.angle = random_.uniform(-3, 3);
    s.scale = {random_.uniform(0.2f, 1.1f) * (random_.below(2) == 0 ? 1.0f : -1.0f), 0.7f};
    s.image = image();
    s.volume = static_cast<Volume>(random_.below(2));
    return s;
  }
  std::shared_ptr<const Image> picture() {
    std::vector<std::uint8_t> rgba(6 * 4 * 4);
    for (auto& byte : rgba) byte = static_cast<std::uint8_t>(random_.below(256));
    rgba[3] = 255;
    const bool is_sheet = random_.below(2) == 0;
    for (const std::size_t other : {3u, 4u * 3 + 3}) rgba[other] = 255;  // a pixel of each cell
    MaskedBitmap whole{{6, 4, rgba}, std::vector<std::uint8_t>(6 * 4, 9)};
    return *make_sheet("drop", whole, is_sheet ? SheetCells{3, 4, 2} : SheetCells{});
  }
  command::SetParam param() {
    const auto groups = session_.settings().groups();
    const ParamGroup& group = groups[random_.below(static_cast<std::uint32_t>(groups.size()))];
    if (group.rows.empty() || random_.below(3) == 0)
      return {Owner::response(), "method", static_cast<double>(random_.below(2))};
    const Param& row = group.rows[random_.below(static_cast<std::uint32_t>(group.rows.size()))];
    const double share = static_cast<double>(random_.uniform(0, 1));
    // Few sprites, so that the test stays quick.
    const double hi = row.key == "count" ? 80 : row.hi;
    const double value = row.lo + share * (hi - row.lo);
    const bool is_real = row.kind == Param::Kind::real;
    return {group.owner, std::string(row.key), is_real ? value : std::floor(value)};
  }

  Command make(std::size_t type);

  Session& session_;
  Random random_;
  std::int64_t frame_ = 1;
};

Command RandomUser::make(std::size_t type) {
  using namespace command;
  switch (type) {
    case 0: return LoadScene{one_of(scenes())};
    case 1: return Restart{};
    case 2: {
      const std::uint32_t count = random_.below(80);
      const double width = 500 + random_.below(900);
      return ResizeScene{count, width, width / 2};
    }
    case 3: {
      SceneDocument document = session_.document();
      if (session_.playback()) document.sprites.reset(), document.images.clear();
      return OpenDocument{std::make_shared<const SceneDocument>(std::move(document)), "/private"};
    }
    case 4: {
      const bool grows = random_.below(2) == 0;
      return OpenRecording{grows ? no_boxes() : recording_of_boxes(random_), "boxes", "/private"};
    }
    case 5: return SeekRecording{random_.below(8)};
    case 6: return GrowRecording{{frame_of_boxes(frame_++, random_)}, {.frames = 4}};
    case 7: return FollowRecording{random_.below(2) == 0};
    case 8: return SweepRecording{random_.below(2) == 0};
    case 9: {
      const std::uint64_t back = random_.below(30);
      return SeekStep{session_.steps() - std::min(back, session_.steps())};
    }
    case 10: {
      SetParam set = param();
      set.joins = random_.below(2) == 0;
      return set;
    }
    case 11: return SelectBroadphase{one_of(broadphases())};
    case 12: return SelectNarrowphase{one_of(narrowphases())};
    case 13: return UseBroadphase{"rdc", {{"group-size", 2.0 + random_.below(9)}}, "chosen"};
    case 14: return AddImage{picture()};
    case 15: return TuneImage{image(), {static_cast<std::int32_t>(random_.below(9)), 1.3f}};
    case 16: return SetCount{random_.below(80)};
    case 17: return AddSprite{sprite()};
    case 18: return CloneSprites{some_ids(), {5, 0.3f}};
    case 19: return RemoveSprites{some_ids()};
    case 20: return SetStatic{some_ids(), random_.below(2) == 0};
    case 21: {
      SetFilter filter{some_ids()};
      filter.category_on = bits(), filter.mask_off = bits();
      return filter;
    }
    case 22: return FilterCategories{1, 2, random_.below(2) == 0};
    case 23: return SetVolume{some_ids(), static_cast<Volume>(random_.below(2))};
    case 24: return Grab{random_.below(40), {random_.uniform(-9, 9), 0.1f}};
    case 25: return Drag{somewhere(), random_.below(2) == 0};
    case 26: return Release{{random_.uniform(-3, 3), 0.2f}};
    case 27: return Steer{random_.below(40), {random_.uniform(-3, 3), 0.4f}};
    case 28: return Undo{};
    case 29: return Redo{};
    default: break;
  }
  ADD_FAILURE() << "there is a command more; make one of it here";
  return Undo{};
}

/// Few sprites, so that there is time for many commands.
void begin_small(Session& session) {
  session.keep_frames();
  ASSERT_FALSE(session.apply(command::LoadScene{"sprites"}).failed());
  ASSERT_FALSE(session.apply(command::SetCount{40}).failed());
  session.forget_history();
}

ReplayResult repeat(const std::string& text) {
  const auto record = parse_record(text, "record");
  if (record.failed()) {
    ADD_FAILURE() << record.error().text;
    return {};
  }
  const auto result = replay(*record, "record", true);
  if (result.failed()) {
    ADD_FAILURE() << result.error().text;
    return {};
  }
  if (result->divergence)
    ADD_FAILURE() << "differs in step " << result->divergence->step << ", line "
                  << result->divergence->line;
  return *result;
}

std::string text_of(const KeptRecord& kept, const Session& session) {
  const auto text = record_text({}, kept.entries(), kept.step(), state_hash(session));
  EXPECT_FALSE(text.failed()) << text.error().text;
  return text.failed() ? "" : *text;
}

TEST(Record, of_random_commands_of_every_type_is_repeated_hash_for_hash) {
  std::bitset<kCommands> done;
  std::uint64_t hashes = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    Session session(test_images());
    begin_small(session);
    const KeptRecord kept(session);
    RandomUser user(session, seed);
    for (int k = 0; k < 120; ++k) user.act();
    done |= user.done;
    const ReplayResult result = repeat(text_of(kept, session));
    EXPECT_EQ(result.steps, kept.step());
    hashes += result.hashes;
  }
  EXPECT_TRUE(done.all()) << "carried out at least once: " << done;
  EXPECT_GT(hashes, 100u);
}

TEST(Record, that_begins_again_from_a_snapshot_is_repeated_from_there) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    Session session(test_images());
    begin_small(session);
    RandomUser user(session, seed);
    for (int k = 0; k < 60; ++k) user.act();
    static_cast<void>(session.apply(command::Release{}));
    const KeptRecord kept(session);
    for (int k = 0; k < 60; ++k) user.act();
    repeat(text_of(kept, session));
  }
}

TEST(Record, a_snapshot_has_what_images_have_of_their_own) {
  Session session(test_images());
  ASSERT_FALSE(session.apply(command::TuneImage{0, {3, 12.5f}}).failed());
  const KeptRecord kept(session);
  const auto record = parse_record(text_of(kept, session), "record");
  ASSERT_FALSE(record.failed()) << record.error().text;
  const Snapshot& after = *std::get<std::shared_ptr<const Snapshot>>(record->entries[0].what);
  ASSERT_GT(after.state.settings.tuning.size(), 0u);
  EXPECT_EQ(after.state.settings.tuning[0], (ImageTuning{3, 12.5f}));
}

TEST(Record, of_undo_beyond_its_beginning_begins_again) {
  Session session(test_images());
  begin_small(session);
  ASSERT_FALSE(session.apply(command::RemoveSprites{{0, 1}}).failed());
  const KeptRecord kept(session);
  ASSERT_FALSE(session.apply(command::RemoveSprites{{2}}).failed());
  ASSERT_FALSE(session.apply(command::Undo{}).failed());
  EXPECT_EQ(kept.entries().size(), 3u);
  session.step();
  ASSERT_FALSE(session.apply(command::Undo{}).failed()) << "of what was done before";
  ASSERT_EQ(kept.entries().size(), 1u) << "a new snapshot";
  EXPECT_EQ(kept.entries()[0].step, 1u) << "which is not at the first step";
  session.step();
  EXPECT_EQ(repeat(text_of(kept, session)).steps, 2u);
}

TEST(Record, stays_within_its_bound) {
  Session session(test_images());
  begin_small(session);
  const KeptRecord kept(session);
  for (std::size_t k = 0; k < KeptRecord::kMaxKept + 10; ++k)
    ASSERT_FALSE(session.apply(command::FilterCategories{0, 0, true}).failed());
  EXPECT_LE(kept.entries().size(), 20u);
  session.step();
  repeat(text_of(kept, session));
}

// ---- files

/// A file with some commands; gives its text.
std::string recorded_file(const std::filesystem::path& path) {
  Session session(test_images());
  begin_small(session);
  auto file = RecordFile::open(path, {{"system", "a test"}}, session);
  EXPECT_FALSE(file.failed());
  session.tell(file->get());
  for (int k = 0; k < 45; ++k) {
    if (k == 25) {
      EXPECT_FALSE(session.apply(command::RemoveSprites{{3, 4}}).failed());
    }
    session.step();
  }
  EXPECT_FALSE((*file)->close().failed());
  return test::content_of(path);
}

TEST(RecordFile, has_facts_a_snapshot_and_an_end) {
  const test::TemporaryFolder folder;
  const auto record = parse_record(recorded_file(folder / "r"), "r");
  ASSERT_FALSE(record.failed()) << record.error().text;
  EXPECT_EQ(record->facts.at("system"), "a test");
  EXPECT_TRUE(record->has_end);
  ASSERT_EQ(record->entries.size(), 7u) << "a snapshot, a command, four hashes, the end";
  EXPECT_TRUE(std::holds_alternative<std::shared_ptr<const Snapshot>>(record->entries[0].what));
  EXPECT_TRUE(std::holds_alternative<Command>(record->entries[3].what));
  EXPECT_EQ(record->entries[3].step, 25u);
  EXPECT_EQ(record->entries.back().step, 45u);
}

TEST(RecordFile, with_another_command_differs_from_the_next_state_on) {
  const test::TemporaryFolder folder;
  std::string text = recorded_file(folder / "r");
  EXPECT_EQ(repeat(text).hashes, 5u);
  const std::size_t at = text.find("\"ids\":[3,4]");
  ASSERT_NE(at, text.npos);
  text.replace(at, 11, "\"ids\":[3,5]");
  const auto record = parse_record(text, "r");
  ASSERT_FALSE(record.failed());
  const auto result = replay(*record, "r", true);
  ASSERT_TRUE(!result.failed() && result->divergence);
  EXPECT_EQ(result->divergence->step, 30u) << "the first state after step 25";
  EXPECT_EQ(result->divergence->equal_until, 20u);
  EXPECT_EQ(result->divergence->line, 6u);
  EXPECT_EQ(result->steps, 30u) << "it ends there";
  const auto unchecked = replay(*record, "r", false);
  ASSERT_FALSE(unchecked.failed());
  EXPECT_EQ(unchecked->steps, 45u);
}

TEST(RecordFile, without_an_end_is_repeated_as_far_as_it_goes) {
  const test::TemporaryFolder folder;
  std::string text = recorded_file(folder / "r");
  text.erase(text.rfind('\n', text.size() - 2) + 1);
  const auto record = parse_record(text, "r");
  ASSERT_FALSE(record.failed());
  EXPECT_FALSE(record->has_end);
  EXPECT_EQ(repeat(text).steps, 40u);
}

TEST(RecordFile, ends_before_an_entry_that_no_file_can_hold) {
  const test::TemporaryFolder folder;
  Session session(test_images());
  begin_small(session);
  auto file = RecordFile::open(folder / "r", {}, session);
  ASSERT_FALSE(file.failed());
  session.tell(file->get());
  const auto step = [&](int steps) {
    for (int k = 0; k < steps; ++k) session.step();
  };
  step(25);
  auto document = std::make_shared<SceneDocument>();
  document->params.push_back({Owner::response(), "no-such", 1});
  (*file)->applied(session, command::OpenDocument{document});
  step(25);
  EXPECT_FALSE(session.apply(command::RemoveSprites{{3, 4}}).failed());
  const Status first = (*file)->take_status();
  ASSERT_TRUE(first.failed());
  EXPECT_THAT(first.error().text.english(), HasSubstr("no-such"));
  step(25);
  EXPECT_FALSE((*file)->take_status().failed()) << "the error is told once";
  EXPECT_FALSE((*file)->close().failed());
  const std::string text = test::content_of(folder / "r");
  const auto record = parse_record(text, "r");
  ASSERT_FALSE(record.failed()) << record.error().text;
  EXPECT_FALSE(record->has_end);
  EXPECT_EQ(repeat(text).steps, 20u) << "the last state before the entry that is missing";
}

TEST(RecordFile, that_is_broken_is_refused_with_line_and_rule) {
  const test::TemporaryFolder folder;
  const std::string good = recorded_file(folder / "r");
  const auto error_of = [](const std::string& text) {
    const auto record = parse_record(text, "r");
    if (record.failed()) return record.error().text.english();
    const auto result = replay(*record, "r", true);
    return result.failed() ? result.error().text.english() : std::string("none");
  };
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return error_of(text.replace(at, from.size(), to));
  };
  EXPECT_THAT(error_of(""), HasSubstr("r:1: ends before"));
  EXPECT_THAT(error_of("{}\n"), HasSubstr("r:1: /: no Phasebox record"));
  EXPECT_THAT(error_of("scene\n"), HasSubstr("r:1: syntax error"));
  EXPECT_THAT(
      with("\"phasebox-record\":1", "\"phasebox-record\":2"),
      HasSubstr("r:1: /phasebox-record: version 2 is not known, this program reads version 1"));
  EXPECT_THAT(with("remove-sprites", "explode"), HasSubstr("r:5: /do: must be one of"));
  EXPECT_THAT(with("[3,4]", "[3,-4]"), HasSubstr("r:5: /ids/1: must be a whole number from 0"));
  EXPECT_THAT(with("[3,4]", "[3,4000]"), HasSubstr("r:5: there is no sprite 4000"));
  EXPECT_THAT(with("\"ids\"", "\"who\""), HasSubstr("r:5: /ids: must be given"));
  EXPECT_THAT(with("\"ids\"", "\"more\":1,\"ids\""), HasSubstr("r:5: /more: there is no such key"));
  EXPECT_THAT(with("\"step\":30", "\"step\":7"), HasSubstr("r:6: /: step 7 comes after step 25"));
  EXPECT_THAT(with("\"step\":30,\"state\":\"0x", "\"step\":30,\"state\":\"0y"),
              HasSubstr("r:6: /state: a hash must be written"));
  EXPECT_THAT(with("\"steps\":0", "\"steps\":-1"), HasSubstr("r:2: /begin/steps: must be a whole"));
  EXPECT_THAT(with("\"begin\"", "\"start\""), HasSubstr("r:2: /: the second line must have"));
  EXPECT_THAT(with("\\\"scene\\\": \\\"sprites\\\"", "\\\"scene\\\": \\\"none\\\""),
              HasSubstr("r:2: /begin/scene: /scene: there is no scene 'none'"));
  EXPECT_THAT(error_of(good + "{\"step\":99}\n"), HasSubstr("r:9: /: the record has ended"));
}

}  // namespace record_test
}  // namespace phasebox
