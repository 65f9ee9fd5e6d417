// SPDX-License-Identifier: MIT
// Claims about commands that are printed for a shell.
#include <array>
#include <cstdio>

#include <gtest/gtest.h>

#include "lab/study_subject.hpp"

namespace phasebox {
namespace shell_test {

/// What a shell makes of a word: printed byte for byte.
std::string through_shell(const std::string& word) {
  std::string out;
  FILE* pipe = ::popen(("printf %s " + word).c_str(), "r");
  if (!pipe) return "no shell";
  std::array<char, 256> block{};
  for (std::size_t n; (n = std::fread(block.data(), 1, block.size(), pipe)) > 0;)
    out.append(block.data(), n);
  ::pclose(pipe);
  return out;
}

TEST(Shell, plain_words_stay_as_they_are) {
  for (const char* word : {"uniform", "/tmp/a-b_c.csv", "scene.count=12", "50%"})
    EXPECT_EQ(shell_word(word), word);
}

TEST(Shell, a_shell_gives_every_word_back) {
  for (const char* word : {"two words", "it's", "$HOME", "`id`", "a;b", "\"q\"", "*",
                           "tab\tnewline\n.", "back\\slash", "é µ", "#", "a'b''c", "!x", "~"})
    EXPECT_EQ(through_shell(shell_word(word)), word);
  EXPECT_EQ(shell_word(""), "''");
}

}  // namespace shell_test
}  // namespace phasebox
