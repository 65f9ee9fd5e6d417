// SPDX-License-Identifier: MIT
// Scene files: what is saved comes back exactly, and each rule refuses what breaks it.
#include "io/scene_file.hpp"

#include <map>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/random.hpp"
#include "io/pictures/images.hpp"
#include "session/session.hpp"
#include "support/allocations.hpp"
#include "support/files.hpp"

namespace phasebox {
namespace scene_file_test {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::StartsWith;

struct Look {
  int theme = 0;
  bool grid = true;
};
constexpr std::array<std::string_view, 2> kThemes{"dark", "light"};
constexpr std::array kLookRows{
    param<&Look::theme>("theme", 0, 1, "", "Colors.", kThemes),
    flag<&Look::grid>("grid", "Grid."),
};
// What a window's options look like to the reader: a choice and a flag.
const std::array kViewRows = [] {
  auto rows = kLookRows;
  rows[0].kind = Param::Kind::choice;
  return rows;
}();

std::vector<ParamGroup> groups_of(const Session& session, bool with_view = true) {
  static const Look kLook;
  auto groups = session.settings().groups();
  if (with_view) groups.push_back({Owner::view(), "View", kViewRows, &kLook});
  return groups;
}

SceneDocument parsed(std::string_view text, std::span<const ParamGroup> groups) {
  auto document = parse_scene(text, "s.json", groups);
  EXPECT_FALSE(document.failed()) << document.error().text;
  return document.failed() ? SceneDocument{} : *std::move(document);
}

std::string saved(const SceneDocument& document, std::span<const ParamGroup> groups) {
  auto text = scene_text(document, groups);
  EXPECT_FALSE(text.failed()) << text.error().text;
  return text.failed() ? "" : *text;
}

using Values = std::map<std::pair<std::string, std::string>, float>;
Values values_of(const SceneDocument& document) {
  Values values;
  for (const ParamValue& p : document.params)
    values[{std::string(p.owner.id()), p.key}] = static_cast<float>(p.value);
  return values;
}

void expect_same(const SceneDocument& a, const SceneDocument& b) {
  EXPECT_EQ(a.scene, b.scene);
  EXPECT_EQ(a.broadphase, b.broadphase);
  EXPECT_EQ(a.narrowphase, b.narrowphase);
  EXPECT_EQ(values_of(a), values_of(b));
  ASSERT_EQ(a.sprites.has_value(), b.sprites.has_value());
  if (!a.sprites) return;
  ASSERT_EQ(a.sprites->size(), b.sprites->size());
  for (std::size_t i = 0; i < a.sprites->size(); ++i) {
    Sprite left = (*a.sprites)[i], right = (*b.sprites)[i];
    EXPECT_EQ(a.images[left.image]->rgba, b.images[right.image]->rgba);
    right.image = left.image;
    EXPECT_EQ(left, right) << "sprite " << i;
  }
}

TEST(SceneFile, every_scene_comes_back_exactly_after_some_steps) {
  for (const SceneEntry* entry : scenes()) {
    SCOPED_TRACE(entry->id);
    Session session(builtin_images());
    ASSERT_FALSE(session.apply(command::LoadScene{std::string(entry->id)}).failed());
    for (int i = 0; i < 7; ++i) session.step();
    const auto groups = groups_of(session);
    const SceneDocument before = session.document();
    const std::string text = saved(before, groups);
    const SceneDocument after = parsed(text, groups);
    expect_same(before, after);
    EXPECT_EQ(saved(after, groups), text);

    Session other(builtin_images());
    ASSERT_FALSE(
        other.apply(command::OpenDocument{std::make_shared<SceneDocument>(after)}).failed());
    session.detect();
    other.detect();
    EXPECT_EQ(other.hash(), session.hash());
  }
}

TEST(SceneFile, any_float_comes_back_bit_for_bit) {
  Session session(builtin_images());
  const auto groups = groups_of(session);
  SceneDocument document = session.document();
  Random random(11);
  for (Sprite& s : *document.sprites) {
    const auto any = [&](float reach) { return random.uniform(-reach, reach) * 0x1.000002p-3f; };
    s = {.position = {any(1e9f), any(1)},
         .velocity = {any(1e-30f), -0.0f},
         .angle = any(25),
         .spin = 1e-42f,
         .scale = {random.uniform(1e-6f, 1), 1e4f},
         .image = s.image,
         .filter = {static_cast<std::uint16_t>(random.below(65536)), 0},
         .volume = Volume::circle,
         .is_static = true};
  }
  expect_same(document, parsed(saved(document, groups), groups));
}

TEST(SceneFile, every_parameter_comes_back_from_both_ends_of_its_range) {
  Session session(builtin_images());
  const auto groups = groups_of(session);
  for (const bool high : {false, true}) {
    SceneDocument document = session.document();
    document.params.clear();
    for (const ParamGroup& group : groups)
      for (const Param& row : group.rows)
        document.params.push_back({group.owner, std::string(row.key), high ? row.hi : row.lo});
    expect_same(document, parsed(saved(document, groups), groups));
  }
}

TEST(SceneFile, images_of_one_name_are_told_apart) {
  Session session(builtin_images());
  const auto groups = groups_of(session);
  const auto dropped = make_solid_image("ship", 5, 4);
  const auto another = make_solid_image("ship", 6, 7);
  SceneDocument document = session.document();
  document.sprites->clear();
  const int ship = session.images().find("ship");
  ASSERT_GE(ship, 0);
  document.images = {dropped, session.images().shared(static_cast<std::size_t>(ship)), another};
  for (std::uint16_t i = 0; i < 3; ++i) document.sprites->emplace_back().image = i;
  const std::string text = saved(document, groups);
  expect_same(document, parsed(text, groups));
  EXPECT_THAT(text, HasSubstr("\"name\":\"ship-2\""));
  EXPECT_THAT(text, HasSubstr("\"name\":\"ship-3\""));
  EXPECT_THAT(text, Not(HasSubstr("\"name\":\"ship\"")));
}

TEST(SceneFile, an_image_keeps_its_own_n_and_inset) {
  Session session(builtin_images());
  const auto groups = groups_of(session);
  SceneDocument document = session.document();
  EXPECT_THAT(saved(document, groups), testing::Not(HasSubstr("per-image"))) << "none has any";
  const auto dropped = make_solid_image("ship", 5, 4);
  document.images.push_back(dropped);
  Sprite shown;
  shown.image = static_cast<std::uint16_t>(document.images.size() - 1);
  document.sprites->push_back(shown);
  document.tuning.assign(document.images.size(), {});
  document.tuning[0] = {.n = 5};
  document.tuning.back() = {.n = 32, .inset = 12.5f};
  const std::string text = saved(document, groups);
  EXPECT_THAT(text, HasSubstr("\"per-image\": {"));
  const SceneDocument after = parsed(text, groups);
  ASSERT_EQ(after.tuning.size(), after.images.size());
  EXPECT_EQ(after.tuning[after.sprites->front().image],
            document.tuning[document.sprites->front().image]);
  EXPECT_EQ(after.tuning[after.sprites->back().image], document.tuning.back());
  ASSERT_FALSE(
      session.apply(command::OpenDocument{std::make_shared<SceneDocument>(after)}).failed());
  const auto last = static_cast<SpriteId>(session.world().size() - 1);
  EXPECT_EQ(tuning_of(session.frame(), 0), document.tuning[0]);
  EXPECT_EQ(tuning_of(session.frame(), last), document.tuning.back());
}

TEST(SceneFile, sheets_masks_and_mirrored_sprites_come_back_exactly) {
  Session session(builtin_images());
  ASSERT_FALSE(session.apply(command::SetCount{0}).failed());
  MaskedBitmap picture{{6, 4, std::vector<std::uint8_t>(6 * 4 * 4, 90)},
                       std::vector<std::uint8_t>(6 * 4, 0)};
  for (std::size_t k = 0; k < picture.alpha.size(); ++k)
    picture.look.rgba[4 * k] = static_cast<std::uint8_t>(k), picture.alpha[k] = (k % 3 == 0) * 200;
  const auto sheet = make_sheet("walk", picture, {3, 2, 7});
  ASSERT_FALSE(sheet.failed()) << sheet.error().text;
  const auto first = static_cast<std::uint16_t>(session.images().size());
  ASSERT_FALSE(session.apply(command::AddImage{*sheet}).failed());
  for (std::uint16_t k = 0; k < 4; ++k) {
    Sprite sprite;
    sprite.image = static_cast<std::uint16_t>(first + k);
    sprite.scale = {k % 2 ? -2.0f : 1.0f, k < 2 ? 1.0f : -0.5f};
    ASSERT_FALSE(session.apply(command::AddSprite{sprite}).failed());
  }
  const auto groups = groups_of(session);
  const SceneDocument before = session.document();
  const std::string text = saved(before, groups);
  for (const char* key : {"\"cell\":[3,2]", "\"steps-per-frame\":7", "\"frame\":3", "\"mask\":\"",
                          "\"scale\":[-2.0,-0.5]"})
    EXPECT_THAT(text, HasSubstr(key));
  const SceneDocument after = parsed(text, groups);
  EXPECT_EQ(saved(after, groups), text);
  ASSERT_EQ(after.images.size(), 4u);
  EXPECT_TRUE(same_picture(*after.images[0], **sheet));
  EXPECT_EQ(*after.sprites, *before.sprites);
  Session other(builtin_images());
  ASSERT_FALSE(other.apply(command::OpenDocument{std::make_shared<SceneDocument>(after)}).failed());
  for (int k = 0; k < 20; ++k) session.step(), other.step();
  EXPECT_EQ(other.hash(), session.hash());
}

TEST(SceneFile, what_an_image_cannot_have_is_refused) {
  const Session session(builtin_images());
  const auto groups = groups_of(session);
  const auto refused = [&](const std::string& per_image) {
    const auto document = parse_scene(
        R"({"phasebox": 1, "scene": "lesson", "broadphase": "rdc", "narrowphase": "none",
            "sprites": [{"image": "ship", "position": [1, 2]}], "per-image": )" +
            per_image + "}",
        "s.json", groups);
    return document.failed() ? document.error().text.english() : std::string();
  };
  EXPECT_EQ(refused(R"({"ship": {"n": 4}})"), "");
  EXPECT_THAT(refused(R"({"star": {"n": 4}})"), HasSubstr("/per-image/star: no sprite"));
  EXPECT_THAT(refused(R"({"ship": {"n": 0}})"), HasSubstr("/per-image/ship/n"));
  EXPECT_THAT(refused(R"({"ship": {"n": 2.5}})"), HasSubstr("/per-image/ship/n"));
  EXPECT_THAT(refused(R"({"ship": {"inset": 101}})"), HasSubstr("/per-image/ship/inset"));
  EXPECT_THAT(refused(R"({"ship": {"restitution": 1}})"), HasSubstr("under \"response\""));
  EXPECT_THAT(refused(R"({"ship": {"size": 1}})"), HasSubstr("no such key"));
  EXPECT_THAT(refused("[]"), HasSubstr("must be an object"));
}

TEST(SceneFile, built_in_images_are_not_stored) {
  const Session session(builtin_images());
  EXPECT_THAT(saved(session.document(), groups_of(session)), Not(HasSubstr("\"images\"")));
}

TEST(SceneFile, saving_and_loading_go_through_a_file) {
  const test::TemporaryFolder folder;
  const Session session(builtin_images());
  const auto groups = groups_of(session);
  ASSERT_FALSE(save_scene_file(folder / "s.json", session.document(), groups).failed());
  const auto loaded = load_scene_file(folder / "s.json", groups);
  ASSERT_FALSE(loaded.failed()) << loaded.error().text;
  expect_same(session.document(), *loaded);
  EXPECT_TRUE(save_scene_file(folder / "no/such/s.json", session.document(), groups).failed());
  EXPECT_TRUE(load_scene_file(folder / "missing.json", groups).failed());
}

TEST(SceneFile, a_world_that_could_not_be_opened_again_is_not_saved) {
  Session session(builtin_images());
  SceneDocument document = session.document();
  (*document.sprites)[2].position.x = 1e30f;
  const auto text = scene_text(document, groups_of(session));
  ASSERT_TRUE(text.failed());
  EXPECT_THAT(text.error().text, StartsWith("/sprites/2/position: must lie from"));
}

// ---- what a file may leave out

constexpr std::string_view kMin =
    R"({"phasebox": 1, "scene": "sprites", "broadphase": "rdc", "narrowphase": "none"})";

TEST(SceneFile, four_keys_are_enough_and_the_rest_has_its_defaults) {
  Session session(builtin_images());
  ASSERT_FALSE(session.apply(command::SetParam{owner_named("rdc"), "group-size", 3}).failed());
  const SceneDocument document = parsed(kMin, groups_of(session));
  EXPECT_FALSE(document.sprites);
  const Values values = values_of(document);
  EXPECT_EQ(values.at({"rdc", "group-size"}), 8);
  EXPECT_EQ(values.at({"scene", "count"}), 60);
  EXPECT_FALSE(values.contains({"view", "grid"}));
}

TEST(SceneFile, scene_parameters_are_those_of_the_scene_in_the_file) {
  const Session session(builtin_images());  // shows "sprites", which has no thickness
  const SceneDocument document = parsed(
      R"({"phasebox": 1, "scene": "walls", "broadphase": "rdc", "narrowphase": "none",
          "parameters": {"scene": {"thickness": 9}}})",
      groups_of(session));
  EXPECT_EQ(values_of(document).at({"scene", "thickness"}), 9);
}

TEST(SceneFile, a_sprite_needs_an_image_and_a_position) {
  const Session session(builtin_images());
  Json json = Json::parse(kMin);
  json["sprites"] = Json::parse(R"([{"image": "star", "position": [1, 2]}])");
  const SceneDocument document = parsed(json.dump(), groups_of(session));
  ASSERT_TRUE(document.sprites);
  Sprite expected;
  expected.position = {1, 2};
  EXPECT_EQ(document.sprites->at(0), expected);
}

TEST(SceneFile, view_parameters_are_checked_where_there_is_a_window_and_passed_over_elsewhere) {
  const Session session(builtin_images());
  Json json = Json::parse(kMin);
  json["parameters"]["view"] = {{"theme", "light"}, {"grid", false}};
  const Values with = values_of(parsed(json.dump(), groups_of(session)));
  EXPECT_EQ(with.at({"view", "theme"}), 1);
  EXPECT_EQ(with.at({"view", "grid"}), 0);
  json["parameters"]["view"]["theme"] = "neon";
  const Values without = values_of(parsed(json.dump(), groups_of(session, false)));
  EXPECT_FALSE(without.contains({"view", "theme"}));
  const auto refused = parse_scene(json.dump(), "s.json", groups_of(session));
  ASSERT_TRUE(refused.failed());
  EXPECT_THAT(refused.error().text, StartsWith("s.json: /parameters/view/theme: \"neon\" is not"));
}

// ---- what is refused

struct Fault {
  std::string pointer, value, expected;
};

void PrintTo(const Fault& fault, std::ostream* out) {
  *out << fault.pointer << " = " << fault.value;
}

class SceneFileFault : public testing::TestWithParam<Fault> {};

TEST_P(SceneFileFault, is_refused_with_its_path_and_rule) {
  const Session session(builtin_images());
  Json json = Json::parse(kMin);
  json["parameters"]["rdc"]["group-size"] = 8;
  json["images"] = Json::array({{{"name", "dot"}, {"png", "x"}}});
  json["images"][0]["png"] =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+"
      "A8AAQUBAScY42YAAAAASUVORK5CYII=";
  json["sprites"] = Json::array();
  for (int i = 0; i < 4; ++i)
    json["sprites"].push_back(Json::parse(
        R"({"image": "star", "position": [1, 2], "velocity": [0, 0], "angle": 0, "spin": 0,
            "scale": [1, 1], "category": 1, "mask": 1, "volume": "tight", "static": false})"));
  const auto groups = groups_of(session);
  ASSERT_FALSE(parse_scene(json.dump(), "s.json", groups).failed());

  const Fault& fault = GetParam();
  if (fault.value.empty()) {
    const Json::json_pointer pointer(fault.pointer);
    json[pointer.parent_pointer()].erase(pointer.back());
  } else {
    json[Json::json_pointer(fault.pointer)] = Json::parse(fault.value);
  }
  const auto refused = parse_scene(json.dump(), "s.json", groups);
  ASSERT_TRUE(refused.failed());
  EXPECT_THAT(refused.error().text, StartsWith("s.json: " + fault.expected));
}

INSTANTIATE_TEST_SUITE_P(
    Each, SceneFileFault,
    testing::Values(
        Fault{"/phasebox", "", "/: no Phasebox scene"},
        Fault{"/phasebox", "2", "/phasebox: version 2 is not known"},

        Fault{"/extra", "1", "/extra: there is no such key; choose from phasebox, title"},
        Fault{"/a~1b", "1", "/a~1b: there is no such key"}, Fault{"/scene", "", "/scene: must be"},

        Fault{"/scene", "\"nowhere\"", "/scene: there is no scene 'nowhere'; choose from sprites"},
        Fault{"/broadphase", "\"fast\"", "/broadphase: there is no broadphase 'fast'"},

        Fault{"/parameters", "[]", "/parameters: must be an object"},
        Fault{"/parameters/unknown", "{}", "/parameters/unknown: nothing of that name"},

        Fault{"/parameters/rdc/size", "3", "/parameters/rdc/size: rdc has no such parameter"},
        Fault{"/parameters/rdc/group-size", "0", "/parameters/rdc/group-size: 0 is not a whole"},

        Fault{"/parameters/rdc/group-size", "\"8\"", "/parameters/rdc/group-size: \"8\" is not"},

        Fault{"/parameters/rdc/leaf-test", "1", "/parameters/rdc/leaf-test: 1 is not "},

        Fault{"/parameters/world/snap", "1", "/parameters/world/snap: 1 is not true or false"},
        Fault{"/parameters/world/width", "1e30", "/parameters/world/width: 1e+30 is not a number"},

        Fault{"/images", "{}", "/images: must be an array"},

        Fault{"/images/0/name", "", "/images/0/name: must be given"},

        Fault{"/images/0/png", "\"a b c\"", "/images/0/png: is no base64 text"},
        Fault{"/images/0/png", "\"AAAA\"", "/images/0/png: dot: not a PNG or JPEG image"},
        Fault{"/images/1", R"({"name": "dot", "png": ""})", "/images/1/name: duplicate name 'dot'"},
        Fault{"/sprites", "{}", "/sprites: must be an array"},

        Fault{"/sprites/1/color", "1", "/sprites/1/color: there is no such key"},

        Fault{"/sprites/1/image", "3", "/sprites/1/image: must be the name of an image"},
        Fault{"/sprites/1/image", "\"cat\"", "/sprites/1/image: image 'cat' is neither built in"},
        Fault{"/sprites/1/position", "", "/sprites/1/position: must be given"},
        Fault{"/sprites/1/position", "[1]", "/sprites/1/position: must be an array [x, y]"},

        Fault{"/sprites/1/position", "[1, \"2\"]", "/sprites/1/position/1: must be a number"},
        Fault{"/sprites/1/position", "[2e9, 0]", "/sprites/1/position/0: must lie from"},
        Fault{"/sprites/1/velocity", "[0, -1e7]", "/sprites/1/velocity/1: must lie from"},
        Fault{"/sprites/3/scale", "[0, 1]", "/sprites/3/scale/0: must not be 0"},
        Fault{"/sprites/3/frame", "1", "/sprites/3/frame: must be below 1, the image's frames"},
        Fault{"/images/0/color-key", "\"red\"", "/images/0/color-key: must be a color, as in"},
        Fault{"/images/0/cell", "[1]", "/images/0/cell: must be an array [width, height]"},
        Fault{"/images/0/cell", "[0, 1]", "/images/0/cell/0: must be a whole number from 1 to"},
        Fault{"/images/0/cell", "[1, 2]", "/images/0/cell: dot: cells of 1 x 2 px do not divide"},
        Fault{"/images/0/steps-per-frame", "3", "/images/0/steps-per-frame: needs \"cell\""},
        Fault{
            "/images/0/mask",
            "\"iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAC0lEQVR4nGP4DwUAI+UH+Yo0eLMAAA"
            "AASUVORK5CYII=\"",
            "/images/0/mask: dot: its mask is 2 x 1 px and must be as large as the picture, 1 x 1"},

        Fault{"/sprites/3/scale", "[1, 1e6]",
              "/sprites/3/scale/1: must lie from -10,000 to 10,000"},

        Fault{"/sprites/0/angle", "101", "/sprites/0/angle: must lie from -100 to 100"},

        Fault{"/sprites/0/category", "4294967296", "/sprites/0/category: must be a whole number"},

        Fault{"/sprites/0/mask", "1.5", "/sprites/0/mask: must be a whole number"},
        Fault{"/sprites/0/volume", "\"hull\"", "/sprites/0/volume: must be one of tight, fixed"},
        Fault{"/sprites/0/static", "0", "/sprites/0/static: must be true or false"}));

// The header of an image that would be `side` px wide and high, and nothing of its pixels.
std::string header_of_png(int side) {
  const std::vector<std::uint8_t> dot(4, 255);
  std::string png = encode_png(1, 1, dot);
  for (const std::size_t at : {18u, 22u}) {
    png[at] = static_cast<char>(side / 256);
    png[at + 1] = static_cast<char>(side % 256);
  }
  return png;
}

TEST(SceneFile, too_many_pixels_of_all_images_are_refused_before_one_is_unpacked) {
  const Session session(builtin_images());
  Json json = Json::parse(kMin);
  json["images"] = Json::array();
  for (int i = 0; i < 6; ++i)
    json["images"].push_back({{"name", "image " + std::to_string(i)},
                              {"png", encode_base64(header_of_png(kMaxImageSide))}});
  const test::HeapPeak peak;
  const auto refused = parse_scene(json.dump(), "s.json", session.settings().groups());
  ASSERT_TRUE(refused.failed());
  EXPECT_THAT(refused.error().text, HasSubstr("pixels of all images are too many"));
  EXPECT_LT(peak.bytes(), std::size_t{1} << 20);
}

TEST(SceneFile, broken_json_is_refused_with_its_line) {
  const Session session(builtin_images());
  const std::pair<std::string, std::string> faults[] = {
      {"", "s.json:1: syntax error"},
      {"{\n  \"phasebox\": 1,\n  \"scene\" \"flash\"\n}", "s.json:3: syntax error"},
      {"{\n\n\"phasebox\": NaN}", "s.json:3: NaN is no number of JSON"},
      {"{\"phasebox\": 1}\n}", "s.json:2: syntax error"},
      {"{\"phasebox\": 1,\n\"x\": 1e39}", "s.json:2: '1e39' is too large"},
      {"{\"phasebox\": \"\xFF\"}", "s.json:1: syntax error"},
      {"[1, 2]", "s.json: /: no Phasebox scene"},
      {std::string(100'000, '['), "s.json:1: JSON is nested 64 levels deep at most"}};
  for (const auto& [text, expected] : faults) {
    const auto refused = parse_scene(text, "s.json", groups_of(session));
    ASSERT_TRUE(refused.failed()) << text.substr(0, 80);
    EXPECT_THAT(refused.error().text, StartsWith(expected));
    EXPECT_THAT(refused.error().text, Not(HasSubstr("\n")));
  }
}

}  // namespace scene_file_test
}  // namespace phasebox
