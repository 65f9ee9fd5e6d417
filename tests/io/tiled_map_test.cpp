// SPDX-License-Identifier: MIT
// Maps of Tiled: what is a box in them, as XML and as JSON.
#include <string>

#include <gmock/gmock.h>

#include "io/boxes/box_file.hpp"
#include "support/files.hpp"

namespace phasebox {
namespace tiled_map_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

BoxRecording accepted(const std::string& text, const std::string& name = "level.tmx") {
  auto read = parse_box_recording(text, name);
  EXPECT_FALSE(read.failed()) << text << "\n" << read.error().text;
  return read.failed() ? BoxRecording{} : *std::move(read);
}

std::string refused(const std::string& text) {
  const auto read = parse_box_recording(text, "level.tmx");
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
  EXPECT_THAT(read.notes, ElementsAre("2 objects without area are left out"));
}

TEST(TiledMap, tiles_of_a_layer_that_is_called_so_are_static_boxes) {
  const BoxRecording read = accepted(map_of(tile_layer("Ground", csv("1,1,1,\n1,1,1")) +
                                            tile_layer("Collision", csv("0,4,0,\n0,0,4"))));
  EXPECT_THAT(read.ids, ElementsAre(9, 10));
  EXPECT_THAT(read.boxes, ElementsAre(Aabb{{16, 0}, {32, 16}}, Aabb{{32, 16}, {48, 32}}));
  EXPECT_THAT(read.is_static, ElementsAre(1, 1));
  EXPECT_THAT(read.notes, ElementsAre("tile layer 'Ground' has no solid tile; the property "
                                      "collides makes one"));
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
  EXPECT_THAT(read.notes, IsEmpty());
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
  EXPECT_THAT(read.notes, ElementsAre("1 object without area is left out"));
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

TEST(TiledMap, what_cannot_be_read_is_refused_in_one_line) {
  const std::string object = "<object id=\"1\" x=\"0\" y=\"0\" width=\"1\" height=\"1\"/>";
  const auto packed = [](const std::string& how, const std::string& data) {
    return map_of(tile_layer(
        "a", "<data encoding=\"base64\" compression=\"" + how + "\">" + data + "</data>"));
  };
  const std::pair<std::string, std::string> cases[] = {
      {"<svg/>", "level.tmx: it is no map of Tiled"},
      {"{\"phasebox\": 1}", "level.tmx: it is no map of Tiled"},
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
      {map_of(tile_layer("a", "<data><tile gid=\"1\"/></data>")), "neither CSV nor base64"},
      {map_of("<objectgroup>" + object + object + "</objectgroup>"), "two objects have one id"},
      {map_of("<objectgroup>"), "level.tmx:5: the XML cannot be read on from here"},
      {map_of("<a b=c/>"), "level.tmx:4: the XML cannot be read on from here"},
      {"<map layers=\"2\"><objectgroup/></map>",
       "level.tmx:1: the XML cannot be read on from here"},
      {map_of("<objectgroup><properties properties=\"x\"><property/></properties></objectgroup>"),
       "level.tmx:4: the XML cannot be read on from here"},
      {map_of("<layers/><layer/>"), "level.tmx:4: the XML cannot be read on from here"}};
  for (const auto& [text, words] : cases) {
    EXPECT_THAT(refused(text), HasSubstr(words));
    EXPECT_EQ(refused(text).find('\n'), std::string::npos);
  }
}

}  // namespace tiled_map_test
}  // namespace phasebox
