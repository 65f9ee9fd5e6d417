// SPDX-License-Identifier: MIT
// Claims about what a report says of the machine.
#include "lab/machine.hpp"

#include <gmock/gmock.h>

namespace phasebox {
namespace machine_test {

TEST(Machine, the_processor_is_read_from_what_the_kernel_lists) {
  EXPECT_EQ(processor_in(
                "processor\t: 0\nmodel\t\t: 33\nmodel name\t: AMD Ryzen 7 5800X\nflags\t: a b\n"),
            "AMD Ryzen 7 5800X");
  EXPECT_EQ(processor_in("processor : 0\nBogoMIPS : 108.00\nModel\t\t: Raspberry Pi 4 Model B\n"),
            "Raspberry Pi 4 Model B");
  EXPECT_EQ(processor_in("processor\t: 0\nBogoMIPS\t: 50.00\n"), "");
  EXPECT_EQ(processor_in("model name\t:\n"), "");
  EXPECT_EQ(processor_in(""), "");
}

TEST(Machine, the_system_is_read_without_its_quotes) {
  EXPECT_EQ(
      system_in("NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"),
      "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(system_in("ID=arch\nNAME=Arch\n"), "Arch");
  EXPECT_EQ(system_in("no assignment"), "");
}

TEST(Machine, every_fact_has_a_value) {
  const Machine m = this_machine();
  for (const std::string& fact : {m.processor, m.cores, m.system, m.compiler, m.version})
    EXPECT_FALSE(fact.empty());
  EXPECT_THAT(m.compiler, testing::MatchesRegex("(GCC|Clang) [0-9.]+|unknown"));
  EXPECT_THAT(m.version, testing::MatchesRegex("[0-9]+[.][0-9]+[.][0-9]+"));
}

TEST(Machine, the_date_is_of_the_form_that_sorts) {
  EXPECT_THAT(today(), testing::MatchesRegex("[0-9]{4}-[01][0-9]-[0-3][0-9]"));
}

}  // namespace machine_test
}  // namespace phasebox
