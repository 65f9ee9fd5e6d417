// SPDX-License-Identifier: MIT
// Maps of Tiled: what is a box in them, as XML and as JSON.
#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>

#include "io/boxes/box_file.hpp"
#include "support/compress.hpp"
#include "support/files.hpp"

namespace phasebox {
namespace tiled_map_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

BoxRecording accepted(const std::string& text, const std::string& name = "level.tmx",
                      const BoxReading& reading = {}) {
  auto read = parse_box_recording(text, name, reading);
  EXPECT_FALSE(read.failed()) << text << "\n" << read.error().text;
  return read.failed() ? BoxRecording{} : *std::move(read);
}

std::string refused(const std::string& text, const BoxReading& reading = {}) {
  const auto read = parse_box_recording(text, "level.tmx", reading);
  EXPECT_TRUE(read.failed()) << text;
  return read.failed() ? read.error().text : "accepted";
}

/// A map of 3 x 2 tiles of 16 px that holds this.
std::string map_of(const std::string& content) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- made <by> hand -->\n"
         "<map version=\"1.10\" orientation=\"orthogonal\" width=\"3\" height=\"2\" "
         "tilewidth=\"16\" tileheight=\"16\" infinite=\"0\" nextobjectid=\"9\">\n" +
         content + "</map>\n";
}

std::string tile_layer(const std::string& name, const std::string& data) {
  return "<layer id=\"1\" name=\"" + name + "\" width=\"3\" height=\"2\">\n" + data + "</layer>\n";
}

std::string csv(const std::string& tiles) {
  return "<data encoding=\"csv\">\n" + tiles + "\n</data>\n";
}

std::string object_group(const std::string& objects) {
  return "<objectgroup name=\"things\">\n" + objects + "</objectgroup>\n";
}

std::string set_of(const std::string& attributes, const std::string& content) {
  return "<tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\" " + attributes +
         ">" + content + "</tileset>\n";
}

TEST(TiledMap, objects_are_boxes_around_them_with_their_ids) {
  const BoxRecording read = accepted(
      map_of("<objectgroup id=\"2\" name=\"things &lt;1&gt;\" offsetx=\"100\" offsety=\"0\">\n"
             "<object id=\"5\" x=\"10\" y=\"20\" width=\"4\" height=\"6\"/>\n"
             "<object id='3' x='0' y='0' width='8' height='8'>\n <ellipse/>\n</object>\n"
             "<object id=\"6\" gid=\"1\" x=\"0\" y=\"32\" width=\"16\" height=\"16\"/>\n"
             "<object id=\"7\" x=\"50\" y=\"50\" width=\"10\" height=\"2\" rotation=\"90\"/>\n"
             "<object id=\"8\" x=\"1\" y=\"1\">\n <polygon points=\"0,0 6,-1 3,9\"/>\n</object>\n"
             "<object id=\"1\" x=\"1\" y=\"1\"><point/></object>\n"
             "<object id=\"2\" x=\"1\" y=\"1\" width=\"9\" height=\"9\"><text>Hi</text></object>\n"
             "</objectgroup>\n"));
  EXPECT_THAT(read.ids, ElementsAre(3, 5, 6, 7, 8));
  EXPECT_EQ(read.boxes[0], (Aabb{{100, 0}, {108, 8}}));
  EXPECT_EQ(read.boxes[1], (Aabb{{110, 20}, {114, 26}}));
  EXPECT_EQ(read.boxes[2], (Aabb{{100, 16}, {116, 32}}));
  EXPECT_EQ(read.boxes[3], (Aabb{{148, 50}, {150, 60}}));
  EXPECT_EQ(read.boxes[4], (Aabb{{101, 0}, {107, 10}}));
  EXPECT_THAT(read.is_static, ElementsAre(0, 0, 0, 0, 0));
  EXPECT_THAT(read.notes, ElementsAre("2 points and texts are left out"));
}

TEST(TiledMap, tiles_of_a_layer_that_is_called_so_are_static_boxes) {
  const BoxRecording read = accepted(map_of(tile_layer("Ground", csv("1,1,1,\n1,1,1")) +
                                            tile_layer("Collision", csv("0,4,0,\n0,0,4"))));
  EXPECT_THAT(read.ids, ElementsAre(9, 10));
  EXPECT_THAT(read.boxes, ElementsAre(Aabb{{16, 0}, {32, 16}}, Aabb{{32, 16}, {48, 32}}));
  EXPECT_THAT(read.is_static, ElementsAre(1, 1));
  EXPECT_THAT(read.notes,
              ElementsAre("guessed as solid: layers 'Collision'; --solid says otherwise"));
}

TEST(TiledMap, solid_tiles_are_known_by_shapes_and_properties_however_they_are_turned) {
  const std::string set =
      "<tileset firstgid=\"10\" name=\"t\" tilewidth=\"16\" tileheight=\"16\">\n"
      "<tile id=\"0\"><properties><property name=\"collides\" type=\"bool\" value=\"true\"/>"
      "</properties></tile>\n"
      "<tile id=\"1\"><objectgroup draworder=\"index\"><object id=\"1\" x=\"0\" y=\"8\" "
      "width=\"4\" height=\"8\"/></objectgroup></tile>\n</tileset>\n";
  // 11 as it is, mirrored in x, and turned by a quarter.
  const BoxRecording read =
      accepted(map_of(set + tile_layer("a", csv("10,11,2147483659,\n2684354571,0,12"))));
  EXPECT_THAT(read.boxes, ElementsAre(Aabb{{0, 0}, {16, 16}}, Aabb{{16, 8}, {20, 16}},
                                      Aabb{{44, 8}, {48, 16}}, Aabb{{0, 16}, {8, 20}}));
  EXPECT_THAT(read.notes, ElementsAre("guessed as solid: tiles with shapes or a property that say "
                                      "so; --solid says otherwise"));
}

TEST(TiledMap, in_json_is_the_same) {
  const std::string json =
      R"({"type":"map","orientation":"orthogonal","width":3,"height":2,"tilewidth":16,
      "tileheight":16,"nextobjectid":9,"tilesets":[{"firstgid":10,"tilewidth":16,"tileheight":16,
      "tiles":[{"id":0,"properties":[{"name":"solid","type":"bool","value":true}]}]}],
      "layers":[{"type":"group","name":"g","offsetx":100,"layers":[
      {"type":"objectgroup","name":"o","objects":[{"id":5,"x":10,"y":20,"width":4,"height":6},
      {"id":6,"x":1,"y":1,"point":true}]},
      {"type":"tilelayer","name":"a","width":3,"height":2,"data":[0,10,0,0,0,0]}]}]})";
  const BoxRecording read = accepted(json, "level.tmj");
  EXPECT_THAT(read.ids, ElementsAre(5, 9));
  EXPECT_THAT(read.boxes, ElementsAre(Aabb{{110, 20}, {114, 26}}, Aabb{{116, 0}, {132, 16}}));
  EXPECT_THAT(read.is_static, ElementsAre(0, 1));
  EXPECT_EQ(read.notes.back(), "1 point or text is left out");
}

TEST(TiledMap, endless_maps_and_base64_are_read) {
  // 0, 4, 0 and 4 in little-endian order.
  const std::string chunk =
      "<data encoding=\"base64\"><chunk x=\"-2\" y=\"0\" width=\"2\" height=\"2\">\n"
      "  AAAAAAQAAAAAAAAABAAAAA==\n</chunk></data>\n";
  EXPECT_THAT(accepted(map_of(tile_layer("solid", chunk))).boxes,
              ElementsAre(Aabb{{-16, 0}, {0, 16}}, Aabb{{-16, 16}, {0, 32}}));
}

TEST(TiledMap, tiles_are_the_same_however_they_are_compressed) {
  // Made by Python's zlib and gzip and by the zstd program of 0, 4, 0, 0, 0, 4.
  const std::pair<std::string, std::string> forms[] = {
      {"", "AAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAA"},
      {"zlib", "eJxjYGBgYGFABSA+AAB4AAk="},
      {"gzip", "H4sIAAAAAAACA2NgYGBgYUAFID4ALrZOYhgAAAA="},
      {"zstd", "KLUv/SQYhQAAUAAAAAAEAAQAAAABADIoAvoLruE="}};
  for (const auto& [how, tiles] : forms) {
    const std::string attribute = how.empty() ? "" : " compression=\"" + how + "\"";
    const std::string layer = tile_layer(
        "solid", "<data encoding=\"base64\"" + attribute + ">\n" + tiles + "\n</data>\n");
    EXPECT_THAT(accepted(map_of(layer)).boxes,
                ElementsAre(Aabb{{16, 0}, {32, 16}}, Aabb{{32, 16}, {48, 32}}))
        << how;
  }
}

TEST(TiledMap, tilesets_of_their_own_are_looked_for_beside_the_map) {
  const test::TemporaryFolder folder;
  const std::string map = map_of("<tileset firstgid=\"1\" source=\"walls.tsx\"/>\n" +
                                 tile_layer("a", csv("2,0,0,\n0,0,0")));
  const BoxRecording without = accepted(map, (folder / "level.tmx").string());
  EXPECT_THAT(without.boxes, IsEmpty());
  EXPECT_THAT(without.notes.at(0), HasSubstr("its solid tiles are missing"));
  test::write(folder / "walls.tsx",
              "<?xml version=\"1.0\"?>\n<tileset name=\"w\" tilewidth=\"16\" tileheight=\"32\">\n"
              "<tile id=\"1\"><objectgroup><object id=\"1\" x=\"0\" y=\"0\" width=\"16\" "
              "height=\"32\"/></objectgroup></tile></tileset>\n");
  EXPECT_THAT(accepted(map, (folder / "level.tmx").string()).boxes,
              ElementsAre(Aabb{{0, -16}, {16, 16}}));
}

// ---- shapes

TEST(TiledMap, ellipses_and_capsules_have_exact_boxes_however_they_are_turned) {
  const BoxRecording read =
      accepted(map_of(object_group("<object id=\"1\" x=\"10\" y=\"0\" width=\"6\" height=\"8\" "
                                   "rotation=\"90\"><ellipse/></object>"
                                   "<object id=\"2\" x=\"0\" y=\"0\" width=\"20\" height=\"20\" "
                                   "rotation=\"45\"><ellipse/></object>"
                                   "<object id=\"3\" x=\"0\" y=\"0\" width=\"40\" height=\"10\" "
                                   "rotation=\"30\"><capsule/></object>")));
  ASSERT_EQ(read.boxes.size(), 3u);
  EXPECT_EQ(read.boxes[0], (Aabb{{2, 0}, {10, 6}}));
  // A circle has the same size at every angle; its rectangle would be 28.3 px wide.
  EXPECT_NEAR(read.boxes[1].min.x, -10, 1e-4);
  EXPECT_NEAR(read.boxes[1].max.x, 10, 1e-4);
  EXPECT_NEAR(read.boxes[1].max.y, 10 * std::sqrt(2.0) + 10, 1e-4);
  // The round ends have their centers 30 px apart, and a radius of 5 px.
  EXPECT_NEAR(read.boxes[2].max.x - read.boxes[2].min.x, 30 * std::sqrt(0.75) + 10, 1e-4);
  EXPECT_NEAR(read.boxes[2].max.y - read.boxes[2].min.y, 30 * 0.5 + 10, 1e-4);
}

TEST(TiledMap, a_line_may_have_no_width) {
  const BoxRecording read = accepted(map_of(
      object_group("<object id=\"1\" x=\"5\" y=\"5\"><polyline points=\"0,0 0,40\"/></object>"
                   "<object id=\"2\" x=\"5\" y=\"5\" width=\"30\" height=\"0\"/>"
                   "<object id=\"3\" x=\"5\" y=\"5\"/>")));
  EXPECT_THAT(read.boxes, ElementsAre(Aabb{{5, 5}, {5, 45}}, Aabb{{5, 5}, {35, 5}}));
  EXPECT_THAT(read.notes, ElementsAre("1 point or text is left out"));
}

TEST(TiledMap, shapes_of_tiles_are_mirrored_and_turned_with_pictures_that_are_not_square) {
  // A picture of 16 x 32 px in cells of 16 px, whose shape is the upper left 4 x 6 px of it.
  const std::string set =
      "<tileset firstgid=\"1\" tilewidth=\"16\" tileheight=\"32\"><tileoffset x=\"2\" y=\"-1\"/>"
      "<tile id=\"0\"><objectgroup><object x=\"0\" y=\"0\" width=\"4\" height=\"6\"/>"
      "</objectgroup></tile></tileset>";
  // as it is, mirrored in x, in y, and in the diagonal, by which it is 32 px wide and 16 px high
  const BoxRecording read =
      accepted(map_of(set + tile_layer("a", csv("1,2147483649,1073741825,536870913,0,0"))));
  EXPECT_THAT(read.boxes, ElementsAre(Aabb{{2, -17}, {6, -11}}, Aabb{{30, -17}, {34, -11}},
                                      Aabb{{34, 9}, {38, 15}}, Aabb{{2, 15}, {8, 19}}));
}

TEST(TiledMap, objects_that_show_tiles_have_the_shapes_of_these) {
  const std::string shape =
      "<tile id=\"0\"><objectgroup><object x=\"4\" y=\"2\" width=\"8\" "
      "height=\"4\"><ellipse/></object>"
      "<object x=\"0\" y=\"8\"><polygon points=\"0,0 2,0 2,8\"/></object></objectgroup></tile>";
  const auto objects = [](const std::string& gid, const std::string& more) {
    return object_group("<object id=\"1\" gid=\"" + gid + "\" x=\"100\" y=\"100\" " + more + "/>");
  };
  const std::string size = "width=\"32\" height=\"16\"";  // twice as wide as the picture
  const auto box = [&](const std::string& set, const std::string& object) {
    const BoxRecording read = accepted(map_of(set + object));
    EXPECT_THAT(read.is_static, ElementsAre(0));
    return read.boxes.at(0);
  };
  EXPECT_EQ(box(set_of("", shape), objects("1", size)), (Aabb{{100, 86}, {124, 100}}));
  EXPECT_EQ(box(set_of("", shape), objects("2147483649", size)), (Aabb{{108, 86}, {132, 100}}));
  EXPECT_EQ(box(set_of("", shape), objects("1", size + " rotation=\"90\"")),
            (Aabb{{100, 100}, {114, 124}}));
  EXPECT_EQ(box(set_of("objectalignment=\"center\"", shape), objects("1", size)),
            (Aabb{{84, 94}, {108, 108}}));
  // An offset is scaled with the picture. Without a size the object is as large as that.
  EXPECT_EQ(box(set_of("", "<tileoffset x=\"3\" y=\"1\"/>" + shape), objects("1", size)),
            (Aabb{{106, 87}, {130, 101}}));
  EXPECT_EQ(box(set_of("", ""), objects("1", "")), (Aabb{{100, 84}, {116, 100}}));
  // In a collection of images each has its own size.
  EXPECT_EQ(box(set_of("", "<tile id=\"0\"><image width=\"20\" height=\"30\"/></tile>"),
                objects("1", "")),
            (Aabb{{100, 70}, {120, 100}}));
}

TEST(TiledMap, a_set_may_fit_its_pictures_to_the_grid) {
  const std::string shape =
      "<tile id=\"0\"><objectgroup><object x=\"0\" y=\"0\" width=\"32\" height=\"32\"/>"
      "</objectgroup></tile></tileset>";
  const std::string set = "<tileset firstgid=\"1\" tilewidth=\"32\" tileheight=\"64\" ";
  const std::string layer = tile_layer("a", csv("0,1,0,0,0,0"));
  const auto box = [&](const std::string& attributes) {
    return accepted(map_of(set + attributes + ">" + shape + layer)).boxes.at(0);
  };
  EXPECT_EQ(box(""), (Aabb{{16, -48}, {48, -16}}));
  EXPECT_EQ(box("tilerendersize=\"grid\""), (Aabb{{16, 0}, {32, 8}}));
  EXPECT_EQ(box("tilerendersize=\"grid\" fillmode=\"preserve-aspect-fit\""),
            (Aabb{{20, 0}, {28, 8}}));
}

// ---- what is solid

std::vector<int> statics(const BoxRecording& read) {
  return {read.is_static.begin(), read.is_static.end()};
}

// Three layers of tiles, one of objects, and a tile that says that it is solid.
const std::string kHouse =
    "<tileset firstgid=\"1\" tilewidth=\"16\" tileheight=\"16\"><tile id=\"6\"><properties>"
    "<property name=\"hp\" type=\"int\" value=\"3\"/><property name=\"kind\" value=\"rock\"/>"
    "</properties></tile></tileset>" +
    tile_layer("Background", csv("1,1,7,0,0,0")) + tile_layer("front", csv("0,0,0,1,0,0")) +
    object_group("<object id=\"2\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/>");

TEST(TiledMap, the_user_says_what_is_solid) {
  const std::pair<std::vector<std::string>, std::size_t> cases[] = {{{"front"}, 1},
                                                                    {{"Background"}, 3},
                                                                    {{"front", "Background"}, 4},
                                                                    {{"all"}, 4},
                                                                    {{"none"}, 0},
                                                                    {{"property=hp"}, 1},
                                                                    {{"property=kind"}, 0},
                                                                    {{"property=kind=rock"}, 1},
                                                                    {{"property=hp=3"}, 1},
                                                                    {{"tiles"}, 0}};
  for (const auto& [solid, tiles] : cases) {
    const BoxRecording read = accepted(map_of(kHouse), "level.tmx", {solid});
    EXPECT_EQ(read.boxes.size(), 1 + tiles) << solid[0];
    EXPECT_EQ(std::ranges::count(read.is_static, 1), static_cast<std::ptrdiff_t>(tiles));
  }
  const BoxRecording things = accepted(map_of(kHouse), "level.tmx", {{"things"}});
  EXPECT_THAT(statics(things), ElementsAre(1));
  EXPECT_THAT(refused(map_of(kHouse), {{"fornt"}}),
              HasSubstr("level.tmx: nothing in it is called 'fornt'; its layers are 'Background', "
                        "'front', 'things'"));
  EXPECT_THAT(refused(map_of(kHouse), {{"property=x"}}), HasSubstr("called 'property=x'"));
  EXPECT_THAT(refused("id,x,y,w,h\n1,0,0,1,1\n", {{"all"}}), HasSubstr("only a map of Tiled"));
}

TEST(TiledMap, without_a_solid_tile_one_line_names_the_remedy) {
  EXPECT_THAT(accepted(map_of(kHouse)).notes,
              ElementsAre("no tile is solid; a checkbox in the panel, or --solid LAYER, makes them "
                          "so: 'Background', 'front', 'things'"));
  EXPECT_THAT(accepted(map_of(kHouse), "level.tmx", {{"none"}}).notes, IsEmpty());
}

TEST(TiledMap, the_guess_knows_the_words_of_games_where_they_begin) {
  for (const std::string name :
       {"collides", "Collision Layer", "my_colliders", "isSolid", "obstacles", "Walls",
        "outerWalls", "blocked", "ground", "mapGround"})
    EXPECT_EQ(accepted(map_of(tile_layer(name, csv("1,0,0,0,0,0")))).boxes.size(), 1u) << name;
  for (const std::string name : {"background", "drywall", "Foreground", "unblocked", "sky"})
    EXPECT_EQ(accepted(map_of(tile_layer(name, csv("1,0,0,0,0,0")))).boxes.size(), 0u) << name;
  for (const auto& [name, value, boxes] : {std::tuple{"collider", "true", 1u},
                                           {"wall", "1", 1u},
                                           {"wall", "0", 0u},
                                           {"solid", "false", 0u},
                                           {"solid", "wood", 0u}}) {
    const std::string property = std::string("<tile id=\"0\"><properties><property name=\"") +
                                 name + "\" value=\"" + value + "\"/></properties></tile>";
    const std::string layer = tile_layer("a", csv("1,0,0,0,0,0"));
    EXPECT_EQ(accepted(map_of(set_of("", property) + layer)).boxes.size(), boxes) << name << value;
  }
}

TEST(TiledMap, a_group_of_layers_is_solid_as_a_whole) {
  const std::string map =
      map_of("<group name=\"Walls\" offsetx=\"8\">" + tile_layer("low", csv("1,0,0,0,0,0")) +
             object_group("<object id=\"3\" x=\"0\" y=\"0\" width=\"1\" "
                          "height=\"1\"/>") +
             "</group>");
  const BoxRecording read = accepted(map);
  EXPECT_THAT(read.boxes, ElementsAre(Aabb{{8, 0}, {9, 1}}, Aabb{{8, 0}, {24, 16}}));
  EXPECT_THAT(statics(read), ElementsAre(1, 1));
}

TEST(TiledMap, the_same_parts_are_solid_when_it_is_read_again) {
  for (const std::vector<std::string>& solid :
       {std::vector<std::string>{}, {"front"}, {"property=hp"}, {"none"}}) {
    const BoxRecording read = accepted(map_of(kHouse), "level.tmx", {solid});
    const BoxRecording again = accepted(map_of(kHouse), "level.tmx", reading_of(read));
    EXPECT_EQ(read.boxes, again.boxes);
    EXPECT_EQ(read.solid, again.solid);
  }
  EXPECT_THAT(reading_of(accepted(map_of(kHouse))).solid, ElementsAre("none"));
  EXPECT_THAT(reading_of(BoxRecording{}).solid, IsEmpty());
}

// ---- files beside the map, and old ones

TEST(TiledMap, templates_beside_the_map_give_what_an_object_lacks) {
  const test::TemporaryFolder folder;
  test::write(folder / "crate.tx",
              "<template><tileset firstgid=\"1\" source=\"things.tsx\"/>"
              "<object name=\"crate\" gid=\"2\" width=\"8\" height=\"4\"/></template>");
  test::write(folder / "zone.tj",
              R"({"type":"template","object":{"ellipse":true,"width":6,"height":2}})");
  test::write(folder / "things.tsx",
              "<tileset tilewidth=\"16\" tileheight=\"16\"><tile id=\"1\"><objectgroup>"
              "<object x=\"8\" y=\"8\" width=\"8\" height=\"8\"/></objectgroup></tile></tileset>");
  const BoxRecording read = accepted(
      map_of(object_group("<object id=\"1\" template=\"crate.tx\" x=\"20\" y=\"20\"/>"
                          "<object id=\"2\" template=\"crate.tx\" x=\"40\" y=\"20\" width=\"16\"/>"
                          "<object id=\"3\" template=\"zone.tj\" x=\"60\" y=\"20\"/>"
                          "<object id=\"4\" template=\"lost.tx\" x=\"80\" y=\"20\"/>")),
      folder / "level.tmx");
  EXPECT_THAT(read.ids, ElementsAre(1, 2, 3));
  EXPECT_THAT(read.boxes, ElementsAre(Aabb{{24, 18}, {28, 20}}, Aabb{{48, 18}, {56, 20}},
                                      Aabb{{60, 20}, {66, 22}}));
  ASSERT_EQ(read.notes.size(), 1u);
  EXPECT_THAT(std::string(read.notes[0]), HasSubstr("lost.tx: cannot be opened"));
}

TEST(TiledMap, a_tileset_that_is_a_folder_is_missing) {
  const test::TemporaryFolder folder;
  const std::string map = map_of("<tileset firstgid=\"1\" source=\".\"/>");
  EXPECT_THAT(accepted(map, folder / "level.tmx").notes.at(0).english(), HasSubstr("is no file"));
}

TEST(TiledMap, json_of_old_versions_has_objects_where_new_ones_have_lists) {
  const std::string json =
      R"({"height":1,"width":3,"tilewidth":16,"tileheight":16,"tilesets":[{"firstgid":1,
      "tilewidth":16,"tileheight":16,"tileproperties":{"0":{"solid":true}},
      "tiles":{"1":{"objectgroup":{"objects":[{"x":0,"y":0,"width":4,"height":4}]}}}}],
      "layers":[{"type":"tilelayer","name":"a","width":3,"height":1,"data":[1,2,3]},
      {"type":"tilelayer","name":"b","width":3,"height":1,"data":[0,0,3],
      "properties":{"collides":true}}]})";
  EXPECT_THAT(accepted(json, "level.json").boxes,
              ElementsAre(Aabb{{0, 0}, {16, 16}}, Aabb{{16, 0}, {20, 4}}, Aabb{{32, 0}, {48, 16}}));
}

TEST(TiledMap, objects_without_ids_get_the_numbers_after_all_ids) {
  const std::string object = "<object x=\"0\" y=\"0\" width=\"1\" height=\"1\"/>";
  const BoxRecording read =
      accepted(map_of(object_group(object + object +
                                   "<object id=\"12\" x=\"5\" y=\"0\" width=\"1\" height=\"1\"/>") +
                      tile_layer("solid", csv("1,0,0,0,0,0"))));
  EXPECT_THAT(read.ids, ElementsAre(12, 13, 14, 15));
}

TEST(TiledMap, tiles_may_be_elements_and_an_infinite_layer_may_be_empty) {
  const std::string tile = "<tile gid=\"1\"/>", none = "<tile/>";
  EXPECT_THAT(accepted(map_of(tile_layer("solid", "<data>" + none + tile + none + none + none +
                                                      none + "</data>")))
                  .boxes,
              ElementsAre(Aabb{{16, 0}, {32, 16}}));
  EXPECT_THAT(accepted("<map infinite=\"1\" tilewidth=\"9\"><layer name=\"a\" width=\"30\" "
                       "height=\"20\"><data encoding=\"csv\">\n</data></layer></map>")
                  .boxes,
              IsEmpty());
}

TEST(TiledMap, its_kind_is_seen_in_its_content) {
  const test::TemporaryFolder folder;
  const std::string map = map_of(object_group("<object id=\"1\" width=\"2\" height=\"3\"/>"));
  const std::string json = R"({"layers":[{"type":"objectgroup","name":"a","objects":[
      {"id":1,"width":2,"height":3}]}],"tilewidth":8})";
  const std::pair<std::string, std::string> files[] = {{"level.xml", map},
                                                       {"level", "\xEF\xBB\xBF" + map},
                                                       {"level.json", json},
                                                       {"mark.json", "\xEF\xBB\xBF" + json},
                                                       {"level.tmx.gz", test::gzipped(map)}};
  for (const auto& [name, text] : files) {
    test::write(folder / name, text);
    EXPECT_TRUE(is_box_file(folder / name)) << name;
    const auto read = load_box_recording(folder / name);
    ASSERT_FALSE(read.failed()) << read.error().text;
    EXPECT_THAT(read->boxes, ElementsAre(Aabb{{0, 0}, {2, 3}})) << name;
  }
  test::write(folder / "scene.json", R"({"phasebox": 1, "layers": []})");
  EXPECT_FALSE(is_box_file(folder / "scene.json"));
}

TEST(TiledMap, files_that_are_missing_are_not_all_said) {
  std::string sets;
  for (int k = 1; k <= 14; ++k) {
    const std::string number = std::to_string(k);
    sets += "<tileset firstgid=\"" + number + "\" source=\"no" + number + ".tsx\"/>";
  }
  const test::TemporaryFolder folder;
  const BoxRecording read = accepted(map_of(sets), folder / "level.tmx");
  ASSERT_EQ(read.notes.size(), 11u);
  EXPECT_EQ(read.notes.back(), "4 files beside the map cannot be read either");
}

TEST(TiledMap, boxes_far_from_zero_keep_their_size) {
  const BoxRecording read = accepted(map_of(
      object_group("<object id=\"1\" x=\"500000000.25\" y=\"0\" width=\"2.5\" height=\"3\"/>"
                   "<object id=\"2\" x=\"500000003.5\" y=\"0\" width=\"2.5\" height=\"3\"/>")));
  EXPECT_GT(read.offset[0], 0);
  EXPECT_EQ(read.boxes[0].max.x - read.boxes[0].min.x, 2.5f);
  EXPECT_EQ(read.boxes[1].min.x - read.boxes[0].max.x, 0.75f);
}

TEST(TiledMap, what_cannot_be_read_is_refused_in_one_line) {
  const std::string object = "<object id=\"1\" x=\"0\" y=\"0\" width=\"1\" height=\"1\"/>";
  const auto packed = [](const std::string& how, const std::string& data) {
    return map_of(tile_layer(
        "a", "<data encoding=\"base64\" compression=\"" + how + "\">" + data + "</data>"));
  };
  const std::pair<std::string, std::string> cases[] = {
      {"<svg/>", "level.tmx: it is no map of Tiled"},
      {"{\"layers\": [", "level.tmx:1: "},
      {"<map orientation=\"isometric\" tilewidth=\"1\"/>",
       "level.tmx: the map is isometric, only orthogonal ones are read"},
      {packed("zlib", "eJxjYGBg"), "layer 'a': tiles: the zlib data is cut off"},
      {packed("zlib", "AAAAAA=="), "layer 'a': tiles: the zlib data is corrupt ("},
      {packed("zlib", "eJxjYGBgYGFABSA+AAB4AAkAAAAA"), "corrupt (something else follows it)"},
      {packed("gzip", "AAAAAA=="), "layer 'a': the tiles are no gzip data"},
      {packed("lz4", "AAAAAA=="), "the tiles are compressed by 'lz4', which is not read; choose"},
      {map_of(tile_layer("a", csv("1,2,3"))), "level.tmx: layer 'a': 3 tiles for 3 x 2"},
      {map_of(tile_layer("a", "<data encoding=\"base64\">?</data>")),
       "layer 'a': the tiles are no"},
      {map_of(tile_layer("a", csv("1,x2"))), "layer 'a': 'x2' is no number of a tile"},
      {map_of(tile_layer("a", "<data><tile gid=\"1\"/></data>")), "layer 'a': 1 tile for 3 x 2"},
      {map_of(tile_layer("a", "<data encoding=\"hex\">1</data>")), "neither CSV nor base64"},
      {map_of("<objectgroup>" + object + object + "</objectgroup>"), "two objects have one id"},
      {map_of("<objectgroup>"), "level.tmx:4: the XML cannot be read on from here"},
      {map_of("<a b=c/>"), "level.tmx:4: the XML cannot be read on from here"},
      {map_of("<!-- no end"), "level.tmx:5: the XML cannot be read on from here"},
      {map_of(object_group("<object x=\"1e300\" width=\"1\"/>")),
       "level.tmx: an object: its place and size must be numbers of at most 1e+15 px"},
      {map_of(object_group("<object id=\"4\" x=\"left\" width=\"1\"/>")),
       "level.tmx: object 4: its place and size must be numbers"},
      {map_of(object_group("<object id=\"4\"><polygon points=\"0,0 1,1e300\"/></object>")),
       "level.tmx: object 4: its place and size must be numbers"}};
  for (const auto& [text, words] : cases) {
    EXPECT_THAT(refused(text), HasSubstr(words));
    EXPECT_EQ(refused(text).find('\n'), std::string::npos);
  }
}

}  // namespace tiled_map_test
}  // namespace phasebox
