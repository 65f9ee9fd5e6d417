// SPDX-License-Identifier: MIT
// Claims about the file picker, without a window.
#include "ui/model/files/file_picker.hpp"

#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/files.hpp"

namespace phasebox {
namespace file_picker_test {

using testing::ElementsAre;
using testing::HasSubstr;

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

TEST_F(Picker, lists_what_can_be_opened_with_folders_first_and_numbers_in_order) {
  for (const char* name : {"scene_10.json", "scene_2.json", "Boxes.csv", "b.csv.gz", "c.csv.zst",
                           "ship.PNG", "notes.txt", ".hidden.json", "archive.gz"})
    make(name);
  std::filesystem::create_directory(folder_ / "worlds");
  picker_.show(FilePicker::Mode::open, folder_);
  EXPECT_THAT(names(), ElementsAre("worlds", "b.csv.gz", "Boxes.csv", "c.csv.zst", "scene_2.json",
                                   "scene_10.json", "ship.PNG"));
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

TEST(NaturalOrder, takes_numbers_by_value_and_letters_without_case) {
  EXPECT_TRUE(natural_less("scene_2", "scene_10"));
  EXPECT_FALSE(natural_less("scene_10", "scene_2"));
  EXPECT_TRUE(natural_less("a9b2", "a9b11"));
  EXPECT_TRUE(natural_less("alpha", "Beta"));
  EXPECT_TRUE(natural_less("scene", "scene1"));
  EXPECT_FALSE(natural_less("same", "same"));
  // An order that sort may rely on: one of two different names comes first.
  EXPECT_NE(natural_less("a01", "a1"), natural_less("a1", "a01"));
  EXPECT_NE(natural_less("A", "a"), natural_less("a", "A"));
}

TEST(Printable, keeps_what_fonts_may_have_and_replaces_the_rest) {
  EXPECT_EQ(printable("scene é 中.json"), "scene é 中.json");
  EXPECT_EQ(printable("broken \xFF\xFE.json"), "broken ??.json");
  EXPECT_EQ(printable("cut \xC3"), "cut ?");
  EXPECT_EQ(printable("emoji \xF0\x9F\x98\x80.json"), "emoji ?.json");
  EXPECT_EQ(printable("a\nb"), "a?b");
}

}  // namespace file_picker_test
}  // namespace phasebox
