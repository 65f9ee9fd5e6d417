// SPDX-License-Identifier: MIT
// Projects of LDtk: where their levels lie, what is a box in them and what is solid.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "io/boxes/box_file.hpp"
#include "support/compress.hpp"
#include "support/files.hpp"

namespace phasebox {
namespace ldtk_map_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

BoxRecording accepted(const std::string& text, const std::vector<std::string>& solid = {},
                      const std::string& name = "game.ldtk") {
  auto read = parse_box_recording(text, name, {solid});
  EXPECT_FALSE(read.failed()) << text << "\n" << read.error().text;
  return read.failed() ? BoxRecording{} : *std::move(read);
}

std::string refused(const std::string& text, const std::vector<std::string>& solid = {}) {
  const auto read = parse_box_recording(text, "game.ldtk", {solid});
  EXPECT_TRUE(read.failed()) << text;
  return read.failed() ? read.error().text : "accepted";
}

const std::string kHeader = R"("__header__":{"fileType":"LDtk Project JSON","app":"LDtk"},)";

/// A project whose IntGrid has the values wall, ladder, and one without a name.
std::string project_of(const std::string& levels, const std::string& more = "") {
  return "{" + kHeader + R"("defs":{"layers":[{"uid":7,"intGridValues":[
      {"value":1,"identifier":"wall"},{"value":2,"identifier":"ladder"},
      {"value":5,"identifier":null}]}],"tilesets":[{"uid":3,"enumTags":[
      {"enumValueId":"Solid","tileIds":[4]},{"enumValueId":"Soft","tileIds":[9]}]}]},)" +
         more + R"("levels":[)" + levels + "]}";
}

std::string level_of(const std::string& layers, const std::string& at = R"("worldX":0,"worldY":0)",
                     const std::string& more = "") {
  return R"({"identifier":"L",)" + at + more + R"(,"pxWid":48,"pxHei":32,"layerInstances":[)" +
         layers + "]}";
}

/// A layer of 3 x 2 cells of 16 px.
std::string layer_of(const std::string& name, const std::string& type, const std::string& more) {
  return R"({"__identifier":")" + name + R"(","__type":")" + type +
         R"(","__gridSize":16,"__cWid":3,"__cHei":2,"layerDefUid":7,)" + more + "}";
}

std::string grid(const std::string& cells, const std::string& name = "Terrain") {
  return layer_of(name, "IntGrid", R"("intGridCsv":[)" + cells + "]");
}

std::string entities(const std::string& all, const std::string& name = "Things") {
  return layer_of(name, "Entities", R"("entityInstances":[)" + all + "]");
}

const std::string kPlayer =
    R"({"__identifier":"Player","px":[20,32],"width":8,"height":12,"__pivot":[0.5,1],
        "fieldInstances":[{"__identifier":"hp","__value":3}]})";

TEST(Ldtk, solid_values_and_entities_are_boxes_where_their_level_lies) {
  const BoxRecording read = accepted(project_of(
      level_of(grid("0,1,2,0,0,1") + "," + entities(kPlayer), R"("worldX":-100,"worldY":200)")));
  EXPECT_THAT(read.boxes, ElementsAre(Aabb{{-84, 200}, {-68, 216}}, Aabb{{-68, 216}, {-52, 232}},
                                      Aabb{{-84, 220}, {-76, 232}}));
  EXPECT_THAT(read.is_static, ElementsAre(1, 1, 0));
  EXPECT_THAT(read.ids, ElementsAre(1, 2, 3));
  EXPECT_THAT(read.notes, ElementsAre("guessed as solid: layers 'wall'; --solid says otherwise"));
  EXPECT_THAT(read.solid,
              ElementsAre(Pair("tiles", true), Pair("wall", true), Pair("ladder", false),
                          Pair("Terrain 5", false), Pair("Things", false)));
}

TEST(Ldtk, a_layer_has_its_own_grid_and_offset) {
  const std::string layer = R"({"__identifier":"Collisions","__type":"IntGrid","__gridSize":8,
      "__cWid":2,"__cHei":1,"__pxTotalOffsetX":3,"__pxTotalOffsetY":-4,"layerDefUid":1,
      "intGridCsv":[0,6]})";
  const std::string things = layer_of(
      "Things", "Entities", R"("__pxTotalOffsetX":10,"entityInstances":[)" + kPlayer + "]");
  const BoxRecording read = accepted(project_of(level_of(layer + "," + things)));
  EXPECT_THAT(read.boxes, ElementsAre(Aabb{{11, -4}, {19, 4}}, Aabb{{26, 20}, {34, 32}}));
  EXPECT_EQ(read.solid[1], std::pair(std::string("Collisions 6"), true));
}

TEST(Ldtk, the_user_says_what_is_solid) {
  const std::string text = project_of(
      level_of(grid("1,1,2,0,0,5") + "," + entities(kPlayer) + "," +
               layer_of("Looks", "Tiles",
                        R"("__tilesetDefUid":3,"gridTiles":[{"px":[0,16],"t":4},{"px":[0,16],"t":9},
                   {"px":[16,16],"t":9}])")));
  const std::pair<std::vector<std::string>, std::ptrdiff_t> cases[] = {
      {{"wall"}, 2},         {{"ladder"}, 1}, {{"ladder", "wall"}, 3}, {{"Terrain"}, 4},
      {{"Terrain 5"}, 1},    {{"all"}, 6},    {{"none"}, 0},           {{"tiles"}, 1},
      {{"Looks"}, 2},        {{"Things"}, 1}, {{"Player"}, 1},         {{"property=hp"}, 1},
      {{"property=hp=4"}, 0}};
  for (const auto& [solid, statics] : cases) {
    const BoxRecording read = accepted(text, solid);
    EXPECT_EQ(std::ranges::count(read.is_static, 1), statics) << solid[0];
    const BoxRecording again = accepted(text, reading_of(read).solid);
    EXPECT_EQ(again.boxes, read.boxes) << solid[0];
    EXPECT_EQ(again.is_static, read.is_static) << solid[0];
  }
  EXPECT_EQ(std::ranges::count(accepted(text).is_static, 1), 3) << "walls and a tile that says so";
  EXPECT_THAT(refused(text, {"Wall"}), HasSubstr("game.ldtk: nothing in it is called 'Wall'; its "
                                                 "layers are 'wall', 'ladder', 'Terrain 5'"));
}

TEST(Ldtk, without_a_solid_value_one_line_names_the_remedy) {
  EXPECT_THAT(accepted(project_of(level_of(grid("2,0,0,0,0,0")))).notes,
              ElementsAre("no tile is solid; a checkbox in the panel, or --solid LAYER, makes them "
                          "so: 'wall', 'ladder', 'Terrain 5'"));
}

TEST(Ldtk, levels_of_linear_worlds_lie_one_after_the_other) {
  const std::string place = R"("worldX":-1,"worldY":-1)";
  const std::string levels =
      level_of(grid("1,0,0,0,0,0"), place) + "," + level_of(grid("1,0,0,0,0,0"), place);
  EXPECT_THAT(accepted(project_of(levels, R"("worldLayout":"LinearHorizontal",)")).boxes,
              ElementsAre(Aabb{{0, 0}, {16, 16}}, Aabb{{48, 0}, {64, 16}}));
  EXPECT_THAT(accepted(project_of(levels, R"("worldLayout":"LinearVertical",)")).boxes,
              ElementsAre(Aabb{{0, 0}, {16, 16}}, Aabb{{0, 32}, {16, 48}}));
}

TEST(Ldtk, worlds_and_depths_do_not_meet) {
  const std::string place = R"("worldX":0,"worldY":0)", player = entities(kPlayer);
  const std::string below = level_of(player, place, R"(,"worldDepth":-1)");
  const std::string worlds =
      R"("worlds":[{"worldLayout":"Free","levels":[)" + level_of(player) + "]}],";
  const BoxRecording read = accepted(project_of(below + "," + level_of(player), worlds));
  ASSERT_EQ(read.boxes.size(), 3u);
  EXPECT_EQ(read.boxes[0], (Aabb{{16, 20}, {24, 32}})) << "depth 0 stays where it is";
  EXPECT_GT(read.boxes[1].min.x, 48);
  EXPECT_GT(read.boxes[2].min.x, read.boxes[1].min.x + 48);
  EXPECT_EQ(read.notes.back(), "worlds and depths of levels lie side by side");
}

TEST(Ldtk, levels_in_files_of_their_own_are_looked_for_beside_the_project) {
  const test::TemporaryFolder folder;
  const auto listed = [](const std::string& file) {
    return R"({"worldX":50,"worldY":0,"pxWid":48,"pxHei":32,"layerInstances":null,
        "externalRelPath":")" +
           file + "\"}";
  };
  test::write(folder / "one.ldtkl",
              R"({"__header__":{"fileType":"LDtk Level JSON","app":"LDtk"},)" +
                  level_of(grid("1,0,0,0,0,0")).substr(1));
  const BoxRecording read = accepted(project_of(listed("one.ldtkl") + "," + listed("lost.ldtkl")),
                                     {}, folder / "game.ldtk");
  EXPECT_THAT(read.boxes, ElementsAre(Aabb{{50, 0}, {66, 16}}));
  EXPECT_THAT(read.notes.at(0).english(), HasSubstr("lost.ldtkl: cannot be opened"));
  EXPECT_THAT(read.notes.at(0).english(), HasSubstr("its boxes are missing"));
  const auto alone = load_box_recording(folder / "one.ldtkl", {{"Terrain 1"}});
  ASSERT_FALSE(alone.failed()) << alone.error().text;
  EXPECT_THAT(alone->boxes, ElementsAre(Aabb{{0, 0}, {16, 16}}));
}

TEST(Ldtk, its_kind_is_seen_in_its_content) {
  const test::TemporaryFolder folder;
  const std::string text = project_of(level_of(entities(kPlayer)));
  for (const auto& [name, bytes] : {std::pair<std::string, std::string>{"game.ldtk", text},
                                    {"game.json", text},
                                    {"game", test::gzipped(text)}}) {
    test::write(folder / name, bytes);
    EXPECT_TRUE(is_box_file(folder / name)) << name;
    const auto read = load_box_recording(folder / name);
    ASSERT_FALSE(read.failed()) << read.error().text;
    EXPECT_EQ(read->boxes.size(), 1u) << name;
  }
}

TEST(Ldtk, what_cannot_be_read_is_refused_in_one_line) {
  const std::pair<std::string, std::string> cases[] = {
      {"{" + kHeader + "\"levels\":[", "game.ldtk:1: "},
      {project_of(""), "game.ldtk: it has no level; save it again in LDtk"},
      {"{" + kHeader + "\"levels\":7}", "it has no level"},
      {project_of(level_of(grid("1,1"))), "layer 'Terrain': 2 tiles for 3 x 2; save the map again"},
      {project_of(level_of(grid("1,1,1,1,1,1"), R"("worldX":1e300,"worldY":0)")),
       "must be numbers of at most 1e+15 px"},
      {project_of(level_of(grid("1,1,1,1,1,1"), R"("worldX":"east","worldY":0)")),
       "must be numbers"},
      {project_of(level_of(entities(R"({"px":[[],{}],"width":1,"height":1})"))), "must be numbers"},
      {"{" + kHeader + "\"levels\":" + std::string(70, '[') + std::string(70, ']') + "}",
       "nested 64 levels deep at most"}};
  for (const auto& [text, what] : cases) EXPECT_THAT(refused(text), HasSubstr(what));
  EXPECT_THAT(
      accepted(project_of(level_of("7,null,[],{\"__type\":\"Tiles\",\"gridTiles\":{}}"))).boxes,
      IsEmpty());
}

}  // namespace ldtk_map_test
}  // namespace phasebox
