// SPDX-License-Identifier: MIT
// Files in the window: dropped, chosen, recorded, loaded as plug-ins.
#include "support/files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "headless_window.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "ui/link.hpp"
#include "ui/model/files/files.hpp"
#include "ui/widgets/dear_imgui.hpp"

namespace phasebox::ui {
namespace files_test {

using testing::ElementsAre;
using testing::HasSubstr;

class Drop : public testing::Test {
 protected:
  void drop(const char* name, const std::string& bytes) {
    drop_file(window.model, folder.write(name, bytes));
    window.frames(2);
  }
  const Session& session() const { return window.model.session; }

  CurrentFolder folder;
  HeadlessWindow window;
};

TEST_F(Drop, a_png_becomes_the_sprite_to_be_launched) {
  const auto bytes = encode_png(*make_solid_image("mine", 20, 10));
  drop("mine.png", std::string(bytes.begin(), bytes.end()));
  const int number = session().images().find("mine");
  ASSERT_GE(number, 0);
  EXPECT_EQ(window.model.ui.launch_image, number);
  EXPECT_EQ(session().images()[static_cast<std::size_t>(number)].width, 20);
}

TEST_F(Drop, a_png_becomes_a_sprite_where_it_falls_on_the_field) {
  const std::size_t sprites = session().world().size();
  const Vec2 at = middle(window.rect("field")) + Vec2{30, 20};
  const auto bytes = encode_png(*make_solid_image("mine", 20, 10));
  window.key("p");
  drop_file(window.model, folder.write("mine.png", bytes), at);
  window.frames(2);
  ASSERT_EQ(session().world().size(), sprites + 1);
  const auto id = static_cast<SpriteId>(sprites);
  EXPECT_NEAR(length(window.on_screen(id) - at), 0, 0.5);
  EXPECT_EQ(session().images()[session().world().images()[id]].name, "mine");
  EXPECT_EQ(length(session().world().velocities()[id]), 0);
  drop_file(window.model, folder.write("other.png", bytes), {5, 5});
  EXPECT_EQ(session().world().size(), sprites + 1) << "on the menu bar it is only to be launched";
}

// What a message names as written opens from there.
class WrittenFile : public Drop {
 protected:
  std::vector<std::string> opened() const {
    std::vector<std::string> paths;
    for (const HostRequest& request : window.requests)
      if (const auto* open = std::get_if<request::OpenPath>(&request)) paths.push_back(open->path);
    return paths;
  }
};

TEST_F(WrittenFile, is_a_link_in_the_message_that_names_it) {
  save_data(window.model, "tune", "html", "<p>");
  window.frames(2);
  window.click_widget("message.open");
  window.frames(2);
  EXPECT_THAT(opened(), ElementsAre(folder.path("phasebox-tune-001.html")));
  window.click_widget("message.folder");
  window.frames(2);
  ASSERT_EQ(opened().size(), 2u);
  EXPECT_EQ(opened()[1], std::filesystem::path(folder.path("x")).parent_path().string());
}

TEST_F(WrittenFile, is_a_link_below_the_words_that_name_it_and_not_elsewhere) {
  save_file(window.model, folder.path("mine.json"));
  window.frames(2);
  const Aabb link = window.rect("message.open"), notes = window.rect("notes");
  EXPECT_TRUE(contains(notes, link.min) && contains(notes, link.max));
  EXPECT_TRUE(contains(notes, window.rect("message.folder").max));
}

TEST_F(WrittenFile, is_no_link_in_a_page_and_other_messages_have_none) {
  window.model.note("Nothing was written");
  window.frames(2);
  EXPECT_FALSE(window.shows("message.open"));
  window.model.ui.can_open_files = false;
  save_data(window.model, "tune", "html", "<p>");
  window.frames(2);
  EXPECT_FALSE(window.shows("message.open"));
}

TEST(FilePickerInTheWindow, stands_in_the_middle_also_after_the_screen_was_resized) {
  HeadlessWindow window("sprites");
  const auto expect_middle = [&](Vec2 screen) {
    const Vec2 off = middle(window.rect("picker")) - screen * 0.5f;
    EXPECT_LT(length(off), 1.5f) << off.x << " " << off.y;
  };
  window.key("Ctrl+O");
  window.frames(3);
  expect_middle({1280, 720});
  window.resize({1600, 1000});
  window.frames(3);
  expect_middle({1600, 1000});
  const Vec2 title = window.rect("picker").min + Vec2{100, 8};
  window.move_to(title);
  window.drag({-150, -60});
  window.frames(2);
  EXPECT_GT(length(middle(window.rect("picker")) - Vec2{800, 500}), 100) << "the user has moved it";
  window.resize({900, 600});
  window.frames(3);
  expect_middle({900, 600});
}

// A scene that is saved, opened again, saved under another name.
class SceneInAFile : public Drop {
 protected:
  void remove_a_sprite() {
    window.move_to(window.on_screen(0));
    window.key("Delete");
  }
  std::size_t sprites() const { return session().world().size(); }
};

TEST_F(SceneInAFile, restarts_as_the_file_has_it) {
  window.key("p");
  remove_a_sprite();
  save_file(window.model, folder.path("mine.json"));
  const std::size_t saved = sprites();
  const Vec2 first = session().world().positions()[0];
  for (const bool is_opened : {false, true}) {
    SCOPED_TRACE(is_opened ? "opened" : "saved");
    if (is_opened) {
      window.key("]");
      open_file(window.model, folder.path("mine.json"));
    }
    window.key("o o o");
    remove_a_sprite();
    window.key("3");
    const BroadphaseEntry* third = &*session().settings().broadphase;
    window.key("r");
    EXPECT_EQ(sprites(), saved);
    EXPECT_EQ(session().world().positions()[0], first);
    EXPECT_EQ(session().steps(), 0u);
    EXPECT_FALSE(session().has_unsaved());
    EXPECT_EQ(&*session().settings().broadphase, third) << "the algorithm stays";
    window.key("Ctrl+S");
    EXPECT_FALSE(window.model.ui.picker.is_open()) << "it is still that file's";
  }
}

TEST_F(SceneInAFile, opened_over_unsaved_changes_is_taken_back_by_undo) {
  window.key("p");
  save_file(window.model, folder.path("one.json"));
  const std::string boxes =
      folder.write("boxes.csv", "frame,id,min_x,min_y,max_x,max_y\n0,1,0,0,9,9\n");
  open_file(window.model, folder.path("one.json"));
  EXPECT_FALSE(window.has_said("was not saved")) << "nothing had changed";
  remove_a_sprite();
  const std::size_t changed = sprites();
  const std::string title = window_title(window.model);
  EXPECT_EQ(title, "one.json* - Phasebox");
  for (const std::string& file : {folder.path("one.json"), boxes}) {
    SCOPED_TRACE(file);
    const auto said = [&] {
      return std::ranges::count_if(window.model.ui.messages.all(), [](const Message& m) {
        return m.text.english() == "one.json was not saved; Ctrl+Z brings it back";
      });
    };
    const auto before = said();
    drop_file(window.model, file, {5, 5});
    window.frames(2);
    EXPECT_NE(window_title(window.model), title);
    EXPECT_EQ(said(), before + 1);
    window.key("Ctrl+Z");
    EXPECT_EQ(sprites(), changed);
    EXPECT_EQ(window_title(window.model), title) << "it is still unsaved";
  }
}

TEST_F(SceneInAFile, is_named_in_the_title_and_saved_under_another_name) {
  EXPECT_EQ(window_title(window.model), "Phasebox");
  window.key("p");
  remove_a_sprite();
  EXPECT_EQ(window_title(window.model),
            std::string(session().settings().scene->title) + "* - Phasebox");
  save_file(window.model, folder.path("one.json"));
  EXPECT_EQ(window_title(window.model), "one.json - Phasebox");
  const std::string one = folder.read("one.json");
  remove_a_sprite();
  EXPECT_EQ(window_title(window.model), "one.json* - Phasebox");
  window.key("Ctrl+Shift+S");
  EXPECT_EQ(window.model.ui.picker.name, "one.json") << "to be changed";
  window.key("Ctrl+A");
  window.type("two");
  window.key("Enter");
  EXPECT_EQ(window_title(window.model), "two.json - Phasebox");
  EXPECT_EQ(folder.read("one.json"), one);
  EXPECT_THAT(window.model.ui.recent, ElementsAre(absolute_path(folder.path("two.json")),
                                                  absolute_path(folder.path("one.json"))));
  const std::size_t two = sprites();
  window.click_widget("menu.File");
  window.click_widget("menu.recent");
  window.click_widget("menu.recent.one.json");
  EXPECT_EQ(sprites(), two + 1);
}

TEST_F(SceneInAFile, is_not_opened_by_the_second_click_on_its_folder) {
  std::filesystem::create_directory(folder.path("inner"));
  for (const char* name : {"inner/one.json", "last.json"})
    save_file(window.model, folder.path(name));
  window.key("Ctrl+O");
  window.model.ui.picker.enter(folder.path(""));
  window.frames(2);
  const Vec2 there = center(window.rect("picker.entry.inner"));
  for (int click = 0; click < 2; ++click) window.click_at(there);
  EXPECT_EQ(window.model.ui.picker.folder, folder.path("inner"));
  ASSERT_TRUE(window.model.ui.picker.is_open());
  EXPECT_TRUE(window.shows("picker.entry.one.json"));
  window.frames(60);  // or it would be the third click of a row
  const Vec2 file = center(window.rect("picker.entry.one.json"));
  EXPECT_TRUE(contains(window.rect("picker.entry.one.json"), there)) << "under the pointer";
  for (int click = 0; click < 2; ++click) window.click_at(file);
  EXPECT_FALSE(window.model.ui.picker.is_open()) << "a double click opens it";
}

TEST_F(SceneInAFile, is_listed_in_chinese_letters_whatever_is_spoken) {
  folder.write("\u9304.json", "");
  EXPECT_FALSE(has_letter(0x9304));
  window.key("Ctrl+O");
  EXPECT_TRUE(has_letter(0x9304)) << "install fonts-wqy-microhei";
}

TEST_F(SceneInAFile, is_found_by_typing_a_part_of_its_name) {
  for (const char* name : {"first.json", "second.json", "third.json"})
    save_file(window.model, folder.path(name));
  window.key("Ctrl+O");
  window.type("econ");
  EXPECT_TRUE(window.shows("picker.entry.second.json"));
  EXPECT_FALSE(window.shows("picker.entry.first.json"));
  window.key("Enter");
  EXPECT_FALSE(window.model.ui.picker.is_open());
  EXPECT_EQ(window_title(window.model), "second.json - Phasebox") << "the only one";
}

TEST_F(SceneInAFile, is_written_over_another_file_only_after_a_question) {
  folder.write("scene.json", "{}");
  const UiState& ui = window.model.ui;
  for (const bool by_button : {false, true}) {
    SCOPED_TRACE(by_button ? "button and Esc" : "Enter twice");
    window.key("Ctrl+Shift+S");
    if (by_button)
      window.click_widget("picker.take");
    else
      window.key("Enter");
    window.frames(2);
    ASSERT_TRUE(ui.replace_asked);
    window.key("p");
    EXPECT_FALSE(window.model.paused) << "no shortcut acts behind it";
    window.key(by_button ? "Esc" : "Enter");
    window.frames(3);
    EXPECT_FALSE(ui.replace_asked) << "Cancel has the focus";
    EXPECT_EQ(ui.picker.mode, FilePicker::Mode::save) << "it stays";
    EXPECT_EQ(ui.picker.name, "scene.json");
    EXPECT_TRUE(window.is_typing()) << "another name can be typed";
    EXPECT_EQ(folder.read("scene.json"), "{}");
    window.key("Esc");
    EXPECT_FALSE(ui.picker.is_open());
  }
  window.key("Ctrl+S Enter");
  window.click_widget("replace.yes");
  window.frames(2);
  EXPECT_FALSE(ui.picker.is_open());
  EXPECT_EQ(window_title(window.model), "scene.json - Phasebox");
  const std::string saved = folder.read("scene.json");
  EXPECT_NE(saved, "{}");
  remove_a_sprite();
  window.key("Ctrl+S");
  EXPECT_FALSE(ui.has_modal()) << "it is its own file";
  EXPECT_NE(folder.read("scene.json"), saved);
}

TEST_F(SceneInAFile, is_replaced_before_the_program_quits) {
  folder.write("scene.json", "{}");
  remove_a_sprite();
  window.key("Ctrl+Q");
  window.click_widget("quit.save");
  window.key("Enter");
  window.frames(2);
  ASSERT_TRUE(window.model.ui.replace_asked);
  EXPECT_FALSE(window.was_asked<request::Quit>());
  window.key("Tab Enter");
  window.frames(2);
  EXPECT_NE(folder.read("scene.json"), "{}");
  EXPECT_TRUE(window.was_asked<request::Quit>());
}

TEST_F(Drop, a_picture_is_mirrored_and_cut_into_frames_in_the_bar) {
  drop("sheet.png", encode_png(*make_solid_image("sheet", 20, 10)));
  const std::size_t images = session().images().size();
  cut_picture(window.model, window.model.ui.launch_image, "cell=5x10,steps=6");
  window.frames(2);
  EXPECT_EQ(session().images().size(), images + 4);
  EXPECT_EQ(window.model.ui.launch_image, images);
  EXPECT_EQ(session().images()[images].later.size(), 3u);
  cut_picture(window.model, window.model.ui.launch_image, "cell=7x10");
  EXPECT_THAT(window.last_message(), HasSubstr("cells of 7 x 10 px do not divide"));
  window.click_widget("launch.more");
  window.frames(2);
  window.move_to(middle(window.rect("launch.arrow")));
  window.click(Button::right);
  window.click_widget("launch.mirror-x");
  EXPECT_TRUE(window.model.ui.launch_flips.x);
  EXPECT_FALSE(window.model.ui.launch_flips.y);
}

// The second frame is empty, so that the sprite blinks.
TEST_F(Drop, frames_that_a_json_file_places_are_an_animated_sprite) {
  const std::string size = R"("sourceSize":{"w":20,"h":10},"duration":17})";
  const std::string json = R"({"frames":[{"filename":"hero 0","frame":{"w":20,"h":10},)" + size +
                           R"(,{"filename":"hero 1","frame":{"w":0,"h":0},)" + size +
                           R"(],"meta":{"image":"sheet.png"}})";
  drop("hero.json", json);
  EXPECT_THAT(window.last_message(), HasSubstr("sheet.png: cannot be opened"));
  folder.write("sheet.png", encode_png(*make_solid_image("sheet", 20, 10)));
  const std::size_t sprites = session().world().size(), images = session().images().size();
  window.key("p");
  drop_file(window.model, folder.write("hero.json", json), middle(window.rect("field")));
  window.frames(2);
  ASSERT_EQ(session().images().size(), images + 2);
  EXPECT_EQ(session().images()[images].name, "hero");
  ASSERT_EQ(session().world().size(), sprites + 1);
  const auto is_hidden = [&] {
    return session().images()[session().world().images()[sprites]].is_empty;
  };
  EXPECT_FALSE(is_hidden());
  window.model.step();
  EXPECT_TRUE(is_hidden());
}

TEST_F(Drop, frames_have_the_whole_name_of_their_picture) {
  drop("hero.v2.png", encode_png(*make_solid_image("hero", 20, 10)));
  const std::size_t images = session().images().size();
  ASSERT_EQ(session().images()[window.model.ui.launch_image].name, "hero.v2");
  cut_picture(window.model, window.model.ui.launch_image, "cell=5x10,steps=6");
  window.frames(2);
  ASSERT_EQ(session().images().size(), images + 4);
  EXPECT_EQ(session().images()[images].name, "hero.v2");
}

class SheetCutterInTheWindow : public Drop {
 protected:
  // Opens the dialog for a picture of 20 x 10 px.
  void open() {
    drop("sheet.png", encode_png(*make_solid_image("sheet", 20, 10)));
    window.click_widget("launch.more");
    window.frames(2);
    window.click_widget("launch.sheet", Button::right);
    window.click_widget("launch.cut");
    window.frames(3);
  }
  void set(const std::string& box, const std::string& number) {
    window.hold({.ctrl = true});
    window.click_widget(box);
    window.hold({});
    window.type(number);
    window.key("Enter");
    window.frames(2);
  }
};

TEST_F(SheetCutterInTheWindow, cuts_as_its_boxes_say) {
  open();
  ASSERT_TRUE(window.shows("cutter.preview"));
  const std::size_t images = session().images().size();
  set("cutter.width", "5");
  set("cutter.steps", "6");
  window.click_widget("cutter.apply");
  window.frames(2);
  EXPECT_FALSE(window.shows("cutter.preview"));
  ASSERT_EQ(session().images().size(), images + 4);
  EXPECT_EQ(session().images()[images].steps_per_frame, 6);
  EXPECT_EQ(session().images()[images].height, 10);
}

TEST_F(SheetCutterInTheWindow, leaves_out_margin_and_spacing) {
  open();
  const std::size_t images = session().images().size();
  set("cutter.width", "4");
  set("cutter.height", "4");
  set("cutter.margin", "2");
  set("cutter.spacing", "3");
  window.click_widget("cutter.apply");
  window.frames(2);
  EXPECT_EQ(session().images().size(), images + 3) << "3 x 1 cells";
}

TEST_F(SheetCutterInTheWindow, cells_that_do_not_divide_the_picture_cannot_be_applied) {
  open();
  const std::size_t images = session().images().size();
  set("cutter.width", "7");
  window.click_widget("cutter.apply");
  window.frames(2);
  EXPECT_TRUE(window.shows("cutter.preview"));
  window.click_widget("cutter.cancel");
  window.frames(2);
  EXPECT_FALSE(window.shows("cutter.preview"));
  EXPECT_EQ(session().images().size(), images);
}

TEST_F(Drop, what_is_no_picture_is_refused_with_a_reason) {
  drop("broken.png", "this is no picture");
  EXPECT_EQ(session().images().size(), builtin_images().size());
  EXPECT_THAT(window.last_message(), HasSubstr("broken.png"));
}

TEST_F(Drop, other_files_are_refused_with_the_rule) {
  drop("notes.txt", "hello");
  EXPECT_THAT(
      window.last_message(),
      HasSubstr(
          "Phasebox opens scenes and lessons (.json), pictures (.png, .jpg), box recordings"));
}

TEST_F(Drop, what_is_ignored_of_recorded_boxes_is_said) {
  drop("boxes.csv", "id;x;y;w;h;is_static;catgory\n1;0,5;0;9;9;1;2\n");
  ASSERT_NE(session().playback(), nullptr);
  EXPECT_TRUE(
      window.has_said("boxes.csv: columns that are ignored: 'catgory' (did you mean 'category'?)"));
  drop("level.tmx",
       "<map tilewidth=\"8\" tileheight=\"8\"><objectgroup><object id=\"3\" x=\"0\" y=\"0\" "
       "width=\"8\" height=\"8\"/></objectgroup></map>");
  EXPECT_EQ(session().playback()->name(), "level.tmx");
}

TEST_F(Drop, a_checkbox_makes_a_layer_of_a_map_solid) {
  drop("level.map",
       R"({"tilewidth":9,"tileheight":9,"layers":[{"type":"tilelayer","name":"stones","width":2,
       "height":1,"data":[1,1]},{"type":"objectgroup","name":"things","objects":[{"id":4,"x":5,
       "y":5,"width":9,"height":9}]}]})");
  ASSERT_NE(session().playback(), nullptr);
  EXPECT_TRUE(window.has_said("level.map: no tile is solid"));
  EXPECT_EQ(session().world().size(), 1u);
  window.click_widget("solid.stones");
  window.frames(2);
  EXPECT_EQ(session().world().size(), 3u);
  window.click_widget("solid.stones");
  window.frames(2);
  EXPECT_EQ(session().world().size(), 1u);
  window.key("Ctrl+Z");
  window.frames(2);
  EXPECT_EQ(session().world().size(), 3u);
}

TEST_F(Drop, a_checkbox_makes_a_value_of_a_project_of_ldtk_solid) {
  drop("game.ldtk",
       R"({"__header__":{"app":"LDtk"},"levels":[{"layerInstances":[{"__identifier":"Terrain",
       "__type":"IntGrid","__gridSize":9,"__cWid":2,"__cHei":1,"intGridCsv":[3,3]},{"__identifier":"Things",
       "__type":"Entities","entityInstances":[{"px":[5,5],"width":9,"height":9}]}]}]})");
  ASSERT_NE(session().playback(), nullptr);
  EXPECT_EQ(session().world().size(), 1u);
  window.click_widget("solid.Terrain 3");
  window.frames(2);
  EXPECT_EQ(session().world().size(), 3u);
}

TEST_F(Drop, recorded_boxes_play) {
  drop("boxes.csv", "frame,id,min_x,min_y,max_x,max_y\n1,4,0,0,9,9\n2,4,1,0,10,9\n");
  ASSERT_NE(session().playback(), nullptr);
  EXPECT_EQ(session().playback()->name(), "boxes.csv");
  EXPECT_EQ(session().playback()->size(), 2u);
  EXPECT_THAT(window.last_message(), HasSubstr("2 frames"));
}

TEST_F(Drop, recorded_boxes_play_though_it_was_paused) {
  window.key("p");
  ASSERT_TRUE(window.model.paused);
  drop("boxes.csv", "frame,id,min_x,min_y,max_x,max_y\n1,4,0,0,9,9\n2,4,1,0,10,9\n");
  EXPECT_FALSE(window.model.paused);
  EXPECT_GT(session().steps(), 0u);
}

TEST_F(Drop, whatever_is_opened_leaves_the_start_page) {
  const auto picture = encode_png(*make_solid_image("mine", 20, 10));
  save_file(window.model, folder.path("scene.json"));
  const std::pair<const char*, std::function<void()>> kinds[] = {
      {"picture", [&] { drop("mine.png", std::string(picture.begin(), picture.end())); }},
      {"recording", [&] { drop("a.csv", "frame,id,min_x,min_y,max_x,max_y\n1,4,0,0,9,9\n"); }},
      {"file of a scene", [&] { open_file(window.model, folder.path("scene.json")); }},
      {"scene", [&] { window.model.apply(command::LoadScene{"shooter"}); }},
      {"link", [&] { EXPECT_FALSE(open_link(window.model, "scene=pile").failed()); }},
      {"lesson", [&] { window.model.study(lesson::Open{window.model.lab.lessons.all()[0].id}); }}};
  for (const auto& [kind, open] : kinds) {
    window.model.ui.welcome_open = true;
    window.frames(2);
    ASSERT_TRUE(window.shows("welcome")) << kind;
    open();
    window.frames(2);
    EXPECT_FALSE(window.shows("welcome")) << kind;
  }
  window.model.ui.welcome_open = true;
  drop("nonsense.json", "{");
  EXPECT_TRUE(window.model.ui.welcome_open) << "nothing was opened";
}

TEST_F(Drop, what_is_dragged_over_the_window_lights_up_where_it_may_fall) {
  window.model.ui.is_dragged_over = true;
  window.frames(2);
  EXPECT_TRUE(window.shows("drop.border"));
  window.model.ui.welcome_open = true;
  window.frames(2);
  EXPECT_TRUE(window.shows("welcome.lit"));
  EXPECT_FALSE(window.shows("drop.border"));
  drop("a.csv", "frame,id,min_x,min_y,max_x,max_y\n1,4,0,0,9,9\n");
  EXPECT_FALSE(window.shows("drop.border"));
}

TEST_F(Drop, broken_boxes_are_refused_with_their_line) {
  drop("boxes.csv", "id,min_x,min_y,max_x,max_y\n1,0,0,nan,4\n");
  EXPECT_EQ(session().playback(), nullptr);
  EXPECT_THAT(window.last_message(), HasSubstr("boxes.csv:2:"));
}

TEST_F(Drop, a_broken_scene_changes_nothing) {
  window.key("p");
  const std::uint64_t hash = session().hash();
  drop("scene.json", R"({"phasebox": 1, "scene": "nowhere"})");
  EXPECT_EQ(session().settings().scene->id, "sprites");
  EXPECT_EQ(session().hash(), hash);
  EXPECT_THAT(window.last_message(), HasSubstr("scene.json"));
}

TEST_F(Drop, nothing_is_opened_behind_a_question) {
  window.model.ui.quit_asked = true;
  window.frames(2);
  drop("boxes.csv", "frame,id,min_x,min_y,max_x,max_y\n1,4,0,0,9,9\n");
  EXPECT_EQ(session().playback(), nullptr);
}

// 40 frames; object 7 moves right by 4 px a frame, 8 and 9 stand upon each other, 10 comes in frame
// 20.
std::string forty_frames() {
  std::string csv = "frame,id,min_x,min_y,max_x,max_y\n";
  for (int f = 0; f < 40; ++f) {
    const std::string frame = std::to_string(f);
    csv += frame + ",7," + std::to_string(4 * f) + ",0," + std::to_string(4 * f + 30) + ",30\n" +
           frame + ",8,0,100,60,160\n" + frame + ",9,30,130,90,190\n";
    if (f >= 20) csv += frame + ",10,400,100,440,160\n";
  }
  return csv;
}

class RecordingInTheWindow : public testing::Test {
 protected:
  RecordingInTheWindow() : window(begin_with(folder.write("boxes.csv", forty_frames()))) {}
  const RecordingPlayback& show() const { return *window.model.session.playback(); }

  CurrentFolder folder;
  HeadlessWindow window;
};

TEST_F(RecordingInTheWindow, plays_and_begins_again) {
  ASSERT_TRUE(window.model.session.playback());
  EXPECT_EQ(show().size(), 40u);
  EXPECT_EQ(window.model.session.settings().narrowphase->id, "none");
  EXPECT_EQ(window.model.traced.counters.collisions, 1u);
  window.frames(70);
  EXPECT_GT(window.model.session.steps(), 60u);
  EXPECT_LT(show().frame(), 40u);
  EXPECT_TRUE(window.shows("frames.slider"));
}

TEST_F(RecordingInTheWindow, comma_and_period_step_frames) {
  window.key("p");
  const std::size_t at = show().frame();
  window.key(".");
  EXPECT_EQ(show().frame(), (at + 1) % 40);
  window.key("o");
  EXPECT_EQ(show().frame(), (at + 2) % 40);
  window.key(", , ,");
  EXPECT_EQ(show().frame(), (at + 39) % 40);
}

TEST_F(RecordingInTheWindow, scrubbing_goes_there_and_objects_come_and_go) {
  window.key("p");
  const Aabb bar = window.rect("frames.slider");
  window.move_to({bar.max.x - 12, middle(bar).y});
  window.press();
  window.frames(2);
  EXPECT_GT(show().frame(), 35u);
  EXPECT_EQ(window.model.session.world().size(), 4u);
  window.move_by({-0.8f * extent(bar).x, 0});
  window.frames(2);
  EXPECT_LT(show().frame(), 15u);
  EXPECT_EQ(window.model.session.world().size(), 3u);
  window.release();
  EXPECT_EQ(show().ids()[0], 7);
  EXPECT_FLOAT_EQ(window.model.session.world().positions()[0].x,
                  static_cast<float>(4 * show().frame() + 15));
}

TEST_F(RecordingInTheWindow, the_selection_stays_with_its_object) {
  window.key("p");
  for (int i = 0; i < 40 && show().frame() < 20; ++i) window.key(".");
  ASSERT_EQ(window.model.session.world().size(), 4u);
  const auto sprite = show().sprite_of(10);
  ASSERT_TRUE(sprite);
  window.click_at(window.on_screen(*sprite));
  EXPECT_EQ(window.model.selection, std::vector<SpriteId>{*sprite});
  window.key("r");  // to frame 0, where object 10 is not
  EXPECT_TRUE(window.model.selection.empty());
}

TEST_F(RecordingInTheWindow, what_cannot_change_is_refused_and_a_scene_ends_it) {
  for (const char* key : {"+", "s", "Ctrl+R", "Ctrl+S"}) {
    window.key(key);
    EXPECT_NE(window.last_message().find("ecorded"), std::string::npos)
        << key << ": " << window.last_message();
    window.frames(360);  // so that the next message is another one
  }
  EXPECT_FALSE(window.model.ui.picker.is_open());
  EXPECT_TRUE(window.shows("frames.swept")) << "the bar offers this for recordings alone";
  window.key("]");
  EXPECT_FALSE(window.model.session.playback());
  EXPECT_EQ(window.model.session.settings().narrowphase->id, "pixel-samples");
  EXPECT_FALSE(window.shows("frames.swept"));
  window.key("Ctrl+Z");
  EXPECT_TRUE(window.model.session.playback());
}

class PluginInTheWindow : public testing::Test {
 protected:
  std::filesystem::path build(const std::string& name, const std::string& as) {
    const auto file = std::filesystem::current_path() / as;
    std::filesystem::copy_file(std::string(PHASEBOX_TEST_PLUGINS "/") + name + ".so", file,
                               std::filesystem::copy_options::overwrite_existing);
    return file;
  }
  void drop(const std::string& name) {
    drop_file(window.model, build(name, name + ".so"));
    window.frames(3);
  }
  const Session& session() const { return window.model.session; }
  std::size_t true_pairs() const { return true_pairs_of(session().frame()); }
  static std::size_t true_pairs_of(const Frame& frame) {
    const auto reference = find_entry(broadphases(), "brute-force")->make();
    PairSink pairs;
    reference->reset(frame);
    reference->find_pairs(frame, pairs, nullptr);
    return pairs.size();
  }
  std::vector<std::string> racing() const {
    std::vector<std::string> ids;
    for (const RaceRunner& r : window.model.lab.race.runners())
      ids.emplace_back(r.contestant.entry->id);
    return ids;
  }

  CurrentFolder folder;
  HeadlessWindow window{"sprites"};
};

TEST_F(PluginInTheWindow, is_chosen_when_its_file_is_dropped) {
  drop("naive_grid");
  EXPECT_EQ(session().settings().broadphase->id, "naive-grid");
  EXPECT_THAT(window.last_message(), HasSubstr("Loaded Naive grid from naive_grid.so"));
  EXPECT_TRUE(window.shows("naive-grid.cell-size"));
  ASSERT_GT(session().pairs().size(), 0u);
  EXPECT_EQ(session().pairs().size(), true_pairs());
  EXPECT_TRUE(window.model.lab.oracle.verdict().is_exact());
}

TEST_F(PluginInTheWindow, that_cannot_be_loaded_changes_nothing) {
  const std::size_t before = broadphases().size();
  drop_file(window.model, folder.write("text.so", "this is text"));
  drop("no_entry");
  EXPECT_EQ(session().settings().broadphase->id, "rdc");
  EXPECT_EQ(broadphases().size(), before);
  EXPECT_TRUE(window.has_said("text.so: it is no shared object"));
  EXPECT_TRUE(window.has_said("no_entry.so: it exports no function phasebox_plugin"));
}

TEST_F(PluginInTheWindow, shows_its_tests_cells_and_pairs_in_the_xray) {
  drop("naive_grid");
  window.key("F10");
  const Xray& xray = window.model.lab.xray;
  ASSERT_TRUE(xray.is_open());
  const auto events = xray.broad().events();
  for (const EventKind kind : {EventKind::cell, EventKind::test, EventKind::hit})
    EXPECT_NE(std::ranges::find(events, kind, &Event::kind), events.end());
  EXPECT_THAT(xray.sentence(), HasSubstr("cell"));
  window.model.study(XrayCall(&Xray::seek, xray.size()));
  EXPECT_EQ(xray.candidates().size(), session().pairs().size());
}

TEST_F(PluginInTheWindow, has_a_lane_in_the_race) {
  drop("naive_grid");
  window.key("a");
  window.until("some frames", [&] { return window.model.lab.race.frames() > 5; });
  EXPECT_EQ(racing().front(), "naive-grid");
  EXPECT_EQ(window.model.lab.race.runners().front().verdict, RaceResult::Verdict::right);
  EXPECT_GT(window.model.lab.race.runners().front().box_tests.value_or(0), 0);
}

TEST_F(PluginInTheWindow, is_loaded_again_while_the_scene_goes_on) {
  drop_file(window.model, build("planted", "mine.so"));
  window.frames(3);
  ASSERT_GT(session().pairs().size(), 0u);
  window.model.apply(command::SetParam{*session().settings().broadphase, "size", 25});
  window.model.apply(command::SetParam{*session().settings().broadphase, "gone", 8});
  window.key("a");
  window.until("some frames", [&] { return window.model.lab.race.frames() > 5; });
  const std::uint64_t steps = session().steps();

  build("planted_2", "mine.so");
  window.key("Ctrl+Shift+R");
  window.frames(5);
  EXPECT_THAT(window.last_message(), HasSubstr("Loaded again: Planted 2"));
  EXPECT_GT(session().steps(), steps) << "it was not paused";
  EXPECT_EQ(session().settings().broadphase->title, "Planted 2");
  EXPECT_EQ(session().pairs().size(), 0u) << "the new code finds none";
  EXPECT_FALSE(window.model.lab.oracle.verdict().is_right()) << "and the oracle sees it";
  EXPECT_EQ(window.param("planted", "size"), 25) << "values stay by their keys";
  EXPECT_EQ(window.param("planted", "added"), 1);
  EXPECT_EQ(find_param(session().settings().group(*session().settings().broadphase).rows, "gone"),
            nullptr);
  EXPECT_FALSE(session().history().can_undo()) << "what was done has other parameters";
  EXPECT_EQ(window.model.lab.race.runners().front().verdict, RaceResult::Verdict::wrong);

  build("planted", "mine.so");
  window.key("Ctrl+Shift+R");
  window.frames(5);
  EXPECT_EQ(session().pairs().size(), true_pairs());
  EXPECT_EQ(window.model.lab.race.runners().front().verdict, RaceResult::Verdict::right);
}

TEST_F(PluginInTheWindow, goes_on_as_before_when_it_cannot_be_loaded_again) {
  const auto file = build("naive_grid", "mine.so");
  drop_file(window.model, file);
  window.frames(3);
  folder.write("mine.so", "half a file");
  window.key("Ctrl+Shift+R");
  window.frames(5);
  EXPECT_TRUE(window.has_said("Naive grid stays as it was"));
  ASSERT_GT(session().pairs().size(), 0u);
  EXPECT_EQ(session().pairs().size(), true_pairs());
}

TEST_F(PluginInTheWindow, is_loaded_again_during_an_xray_and_a_study) {
  drop_file(window.model, build("planted", "mine.so"));
  window.frames(3);
  window.key("F10");
  const Xray& xray = window.model.lab.xray;
  ASSERT_TRUE(xray.is_open());
  ASSERT_GT(xray.broad().size(), 0u);
  window.model.study(command::StartTuning{});
  build("planted_2", "mine.so");
  window.key("Ctrl+Shift+R");
  window.frames(5);
  EXPECT_FALSE(window.model.lab.tuning.is_running());
  ASSERT_TRUE(xray.is_open());
  EXPECT_EQ(xray.broad().size(), 0u) << "the walk is one through the new code";
}

TEST_F(PluginInTheWindow, pushes_sprites_with_the_code_of_now) {
  drop_file(window.model, build("planted", "mine.so"));
  window.model.apply(command::SetParam{Owner::response(), "response", 1});
  window.frames(30);
  build("planted_2", "mine.so");
  window.key("Ctrl+Shift+R");
  window.frames(30);
  EXPECT_EQ(session().pairs().size(), 0u);
  EXPECT_TRUE(session().impact_log().impacts.empty());
}

TEST_F(PluginInTheWindow, has_nothing_to_load_again_without_plugins) {
  const double seed = window.param("world", "seed");
  window.key("Ctrl+Shift+R");
  window.frames(2);
  EXPECT_EQ(window.param("world", "seed"), seed) << "Ctrl+R would be another scene";
  EXPECT_THAT(window.last_message(), HasSubstr("There is no plug-in to load again"));
}

TEST_F(PluginInTheWindow, is_named_by_scene_files_only_while_it_is_chosen) {
  drop("naive_grid");
  save_file(window.model, "with.json");
  EXPECT_THAT(folder.read("with.json"), HasSubstr("naive-grid"));
  window.model.apply(command::SelectBroadphase{"quadtree"});
  save_file(window.model, "without.json");
  EXPECT_THAT(folder.read("without.json"), testing::Not(HasSubstr("naive-grid")));
}

TEST_F(PluginInTheWindow, is_not_exported_as_files_of_the_library) {
  drop("naive_grid");
  export_cpp(window.model, contestant_of(*session().settings().broadphase, session()));
  EXPECT_THAT(window.last_message(), HasSubstr("naive-grid is a plug-in"));
}

TEST(PluginsAfterTheWindow, are_out_of_the_list) {
  const std::size_t before = broadphases().size();
  {
    CurrentFolder folder;
    HeadlessWindow window("sprites");
    drop_file(window.model, PHASEBOX_TEST_PLUGINS "/sample.so");
    window.frames(2);
    EXPECT_EQ(broadphases().size(), before + 1);
  }
  EXPECT_EQ(broadphases().size(), before);
}

class Picker : public testing::Test {
 protected:
  void make(const std::string& name) const { std::ofstream(folder_ / name) << "x"; }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const FilePicker::Entry& entry : picker_.entries) all.push_back(entry.name);
    return all;
  }

  const test::TemporaryFolder own_;
  const std::filesystem::path folder_ = own_.path();
  FilePicker picker_;
};

TEST_F(Picker, lists_what_can_be_opened_with_folders_first_in_any_case) {
  for (const char* name :
       {"scene_10.json", "scene_2.json", "scene_010.json", "scene_2_9.json", "Boxes.csv",
        "b.csv.gz", "c.csv.zst", "ship.PNG", "notes.txt", ".hidden.json", "archive.gz"})
    make(name);
  std::filesystem::create_directory(folder_ / "worlds");
  picker_.show(FilePicker::Mode::open, folder_);
  EXPECT_THAT(names(), ElementsAre("worlds", "b.csv.gz", "Boxes.csv", "c.csv.zst", "scene_2.json",
                                   "scene_2_9.json", "scene_010.json", "scene_10.json", "ship.PNG"))
      << "2 before 10";
}

TEST_F(Picker, a_typed_folder_is_entered) {
  std::filesystem::create_directory(folder_ / "worlds");
  picker_.show(FilePicker::Mode::open, folder_);
  picker_.name = "worlds";
  EXPECT_FALSE(picker_.take());
  EXPECT_EQ(picker_.folder, folder_ / "worlds");
  EXPECT_TRUE(picker_.is_open());
  EXPECT_EQ(picker_.name, "");
  picker_.name = folder_.string();
  EXPECT_FALSE(picker_.take()) << "also by its whole path";
  EXPECT_EQ(picker_.folder, folder_);
  EXPECT_EQ(picker_.trouble, "");
}

TEST_F(Picker, a_wrong_name_is_said_inside_and_the_picker_stays) {
  picker_.show(FilePicker::Mode::open, folder_);
  picker_.name = "nothing.json";
  EXPECT_FALSE(picker_.take());
  EXPECT_TRUE(picker_.is_open());
  EXPECT_THAT(picker_.trouble, HasSubstr("'nothing.json'"));
  make("nothing.json");
  EXPECT_EQ(picker_.take(), folder_ / "nothing.json");
  EXPECT_EQ(picker_.trouble, "");
}

TEST_F(Picker, a_saved_scene_gets_the_ending_with_which_it_can_be_opened) {
  picker_.show(FilePicker::Mode::save, folder_);
  for (const auto& [typed, saved] :
       {std::pair("mine", "mine.json"), std::pair("mine.json", "mine.json"),
        std::pair("mine.JSON", "mine.JSON"), std::pair("v1.2", "v1.2.json"),
        std::pair("ship.png", "ship.png.json")}) {
    picker_.name = typed;
    EXPECT_EQ(picker_.take(), folder_ / saved) << typed;
  }
  picker_.name = "nowhere/mine";
  EXPECT_FALSE(picker_.take());
  EXPECT_THAT(picker_.trouble, HasSubstr("no folder"));
}

TEST_F(Picker, asks_in_every_mode_that_saves_and_in_no_other) {
  ApplicationModel model(builtin_images());
  using Mode = FilePicker::Mode;
  for (const auto& [mode, name] :
       {std::pair(Mode::save, "scene.json"), std::pair(Mode::save_boxes, "boxes.csv"),
        std::pair(Mode::save_lesson, "lesson.json")}) {
    SCOPED_TRACE(name);
    make(name);
    model.ui.picker.show(mode, folder_);
    open_or_save(model, folder_ / name);
    ASSERT_TRUE(model.ui.replace_asked);
    model.answer(false);
    EXPECT_FALSE(model.ui.replace_asked);
    EXPECT_EQ(model.ui.picker.mode, mode);
    EXPECT_EQ(test::content_of(folder_ / name), "x");
    open_or_save(model, folder_ / ("new-" + std::string(name)));
    EXPECT_FALSE(model.ui.replace_asked) << "there is no such file";
    EXPECT_FALSE(model.ui.picker.is_open());
  }
  model.ui.picker.show(Mode::open, folder_);
  open_or_save(model, folder_ / "scene.json");
  EXPECT_FALSE(model.ui.replace_asked);
}

TEST(Printable, keeps_what_fonts_may_have_and_replaces_the_rest) {
  EXPECT_EQ(printable("scene é 中.json"), "scene é 中.json");
  EXPECT_EQ(printable("broken \xFF\xFE.json"), "broken ??.json");
  EXPECT_EQ(printable("cut \xC3"), "cut ?");
  EXPECT_EQ(printable("emoji \xF0\x9F\x98\x80.json"), "emoji ?.json");
  EXPECT_EQ(printable("a\nb"), "a?b");
  EXPECT_EQ(printable("a##b###.json"), "a# #b# # #.json") << "a label would end at ##";
}

}  // namespace files_test
}  // namespace phasebox::ui
