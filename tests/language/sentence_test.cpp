// SPDX-License-Identifier: MIT
// Sentences: what they read in English, what in another language, and which ids have no row.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/result.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace sentence_test {

using testing::ElementsAre;
using testing::IsEmpty;

const TextTable kTable{{"Undo", "撤销"},
                       {"box", "盒"},
                       {"{} boxes", "{} 个盒"},
                       {"{} of {}, {:.1f} px", "{1}：{0}（{2}）"},
                       {", ", "，"},
                       {"{}: {}", "{}：{}"},
                       {"in {} 区", "在 {} 区"}};

TEST(Sentence, reads_as_its_english_text) {
  const Sentence sentence = say("{} is {:.1f} times as fast", "Grid", 2.345);
  EXPECT_EQ(sentence.english(), "Grid is 2.3 times as fast");
  const std::string text = sentence;
  EXPECT_EQ(text + ".", (sentence + ".").english());
  EXPECT_EQ(say("{1} before {0}", 1, "a").english(), "a before 1");
  EXPECT_EQ(say("{{{}}}", 1).english(), "{1}");
}

TEST(Sentence, is_looked_up_by_its_id_and_by_those_of_its_arguments) {
  EXPECT_EQ(Sentence("Undo").in(kTable), "撤销");
  EXPECT_EQ(Sentence("Box").in(kTable), "盒") << "at the beginning of a line as well";
  EXPECT_EQ(say("{} of {}, {:.1f} px", 3, "box", 2.55).in(kTable), "盒：3（2.5）");
  EXPECT_EQ(say("{}: {}", say("{} boxes", 3), "Undo").in(kTable), "3 个盒：撤销");
}

TEST(Sentence, stays_english_where_the_table_has_no_row) {
  EXPECT_EQ(Sentence("level.csv").in(kTable), "level.csv");
  EXPECT_EQ(say("no {} here", "box").in(kTable), "no 盒 here");
  EXPECT_EQ(Sentence().in(kTable), "");
}

TEST(Sentence, leaves_what_is_in_no_language) {
  EXPECT_EQ(Sentence::as_is("box").in(kTable), "box");
  EXPECT_EQ(say("{}: {}", Sentence::as_is("box"), "box").in(kTable), "box：盒");
  EXPECT_EQ(say("{} boxes", 1234567).in(kTable), "1234567 个盒");
}

TEST(Sentence, keeps_its_parts_when_it_is_joined) {
  Sentence all = joined({"box", Sentence::as_is("box"), say("{} boxes", 2)}, ", ");
  EXPECT_EQ(all.english(), "box, box, 2 boxes");
  EXPECT_EQ(all.in(kTable), "盒，box，2 个盒");
  all += "";
  EXPECT_EQ(all.in(kTable), "盒，box，2 个盒");
  EXPECT_EQ(("Undo" + Sentence(", ") + "box").in(kTable), "撤销，盒");
}

TEST(Sentence, has_no_blank_between_two_wide_letters) {
  EXPECT_EQ(say("in {} 区", "box").in(kTable), "在盒区");
  EXPECT_EQ(say("in {} 区", 3).in(kTable), "在 3 区");
}

TEST(Sentence, lists_the_ids_that_have_no_row) {
  std::vector<std::string> missing;
  say("{}: {}", say("no {} here", 5), Sentence::as_is("file")).list_missing(kTable, missing);
  EXPECT_THAT(missing, ElementsAre("no {} here"));
  missing.clear();
  joined({"box", "12.5 %"}, " · ").list_missing(kTable, missing);
  EXPECT_THAT(missing, IsEmpty()) << "what has no letters needs no row";
}

TEST(Sentence, of_an_error_has_only_printable_letters_in_what_it_quotes) {
  const Error error{say("{}: {}", Sentence::as_is("a\nb"), "box")};
  EXPECT_EQ(error.text.english(), "a?b: box");
  EXPECT_EQ(error.text.in(kTable), "a?b：盒");
  EXPECT_LE(
      Error{say("{}: {}", Sentence::as_is(std::string(5000, 'x')), "box")}.text.english().size(),
      kMaxErrorText);
}

}  // namespace sentence_test
}  // namespace phasebox
