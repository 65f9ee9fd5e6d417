// SPDX-License-Identifier: MIT
// `phasebox export`: both files, their names, and what is refused. That they keep the promises of
// the library is tested in tests/export.
#include <algorithm>
#include <fstream>

#ifndef _WIN32
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "base/number_format.hpp"
#include "cli_test.hpp"

namespace phasebox {
namespace export_cli_test {

using test::content_of;

Outcome export_to(const TemporaryFolder& folder, std::vector<std::string> more) {
  std::vector<std::string> words{"export", "--out", folder.path().string()};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words);
}

TEST(Export, writes_a_header_and_a_source_named_as_the_broadphase) {
  const TemporaryFolder folder;
  const Outcome o = export_to(folder, {"--broadphase", "kd-tree"});
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(folder.entries(), 2u);
  const std::string header = content_of(folder / "kd_tree.hpp");
  EXPECT_THAT(header, HasSubstr("`phasebox export --broadphase kd-tree`"));
  EXPECT_THAT(header, HasSubstr("namespace kd_tree {"));
  EXPECT_THAT(header, HasSubstr("SPDX-License-Identifier: MIT"));
  EXPECT_THAT(header, HasSubstr("// Cost: "));
  const std::string source = content_of(folder / "kd_tree.cpp");
  EXPECT_THAT(source, HasSubstr("Permission is hereby granted"));
  EXPECT_THAT(source, HasSubstr("#include \"kd_tree.hpp\""));
}

TEST(Export, says_size_and_speed_beside_the_library_and_what_javascript_takes) {
  const TemporaryFolder folder;
  const Outcome o = export_to(folder, {"--broadphase", "kd-tree"});
  const std::string both = content_of(folder / "kd_tree.hpp") + content_of(folder / "kd_tree.cpp");
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(both, '\n'));
  EXPECT_THAT(o.out, HasSubstr("kd_tree.cpp: " + counted(lines, "line")));
  for (const char* said : {"kB of machine code", " ms, the library's ", "2026-"}) {
    EXPECT_THAT(o.out, HasSubstr(said));
    EXPECT_THAT(both, HasSubstr(said));
  }
  EXPECT_THAT(o.out, HasSubstr("npm"));
}

TEST(Export, parameters_and_name_are_as_given_and_in_the_command_on_top) {
  const TemporaryFolder folder;
  const Outcome o = export_to(folder, {"--broadphase", "sort-and-sweep", "--set", "axis=principal",
                                       "--set", "sort-and-sweep.angle=30.5", "--name", "rows"});
  ASSERT_EQ(o.code, 0) << o.err;
  const std::string header = content_of(folder / "rows.hpp");
  EXPECT_THAT(header, HasSubstr("SweepAxis axis = SweepAxis::principal;"));
  EXPECT_THAT(header, HasSubstr("float angle = 30.5f;"));
  EXPECT_THAT(header, HasSubstr("namespace rows {"));
  EXPECT_THAT(header, HasSubstr("--set axis=principal --set angle=30.5 --name rows`"));
}

TEST(Export, the_same_again_gives_the_same_files) {
  const TemporaryFolder folder;
  ASSERT_EQ(export_to(folder, {"--broadphase", "rdc"}).code, 0);
  const std::string header = content_of(folder / "rdc.hpp"),
                    source = content_of(folder / "rdc.cpp");
  ASSERT_EQ(export_to(folder, {"--broadphase", "rdc"}).code, 0);
  EXPECT_EQ(content_of(folder / "rdc.hpp"), header);
  EXPECT_EQ(content_of(folder / "rdc.cpp"), source);
}

TEST(Export, the_switches_of_rdc_that_only_teach_stay_out_of_the_files) {
  const TemporaryFolder folder;
  ASSERT_EQ(export_to(folder, {"--broadphase", "rdc", "--set", "tie-order=open-first"}).code, 0);
  const std::string both = content_of(folder / "rdc.hpp") + content_of(folder / "rdc.cpp");
  for (const char* word : {"swap_x", "swap-x", "as_sorted", "as-sorted"})
    EXPECT_EQ(both.find(word), both.npos) << word;
}

TEST(Export, makes_the_last_folder_of_a_path) {
  const TemporaryFolder folder;
  ASSERT_EQ(
      run_program({"export", "--broadphase", "rdc", "--out", (folder / "mygame").string() + "/"})
          .code,
      0);
  EXPECT_FALSE(content_of(folder / "mygame/rdc.hpp").empty());
}

TEST(Export, that_fails_leaves_no_folder) {
  const TemporaryFolder folder;
  expect_refused({"export", "--broadphase", "rdc", "--out", folder / "mygame", "--name",
                  std::string(300, 'a')},
                 "cannot be replaced");
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(Export, a_file_that_phasebox_did_not_write_stays) {
  const TemporaryFolder folder;
  std::ofstream(folder / "rdc.hpp") << "// my own\n";
  const Outcome o = export_to(folder, {"--broadphase", "rdc"});
  EXPECT_EQ(o.code, 2);
  EXPECT_TRUE(test::is_one_line_error(o.err)) << o.err;
  EXPECT_THAT(o.err, HasSubstr("rdc.hpp"));
  EXPECT_EQ(content_of(folder / "rdc.hpp"), "// my own\n");
  EXPECT_EQ(folder.entries(), 1u);
}

#ifndef _WIN32
TEST(Export, what_cannot_be_read_is_not_taken_for_an_empty_file) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "rdc.hpp").c_str(), 0600), 0);
  std::ofstream(folder / "kd_tree.hpp") << "// my own\n";
  ASSERT_EQ(::chmod((folder / "kd_tree.hpp").c_str(), 0), 0);
  const std::string reason =
      ::geteuid() == 0 ? "Phasebox did not write" : "cannot be read";  // root reads every file
  for (const auto& [id, expected] :
       {std::pair("rdc", std::string("cannot be read")), std::pair("kd-tree", reason)}) {
    const Outcome o = export_to(folder, {"--broadphase", id});
    EXPECT_EQ(o.code, 2);
    EXPECT_TRUE(test::is_one_line_error(o.err)) << o.err;
    EXPECT_THAT(o.err, HasSubstr("there is a file that " + expected));
  }
  EXPECT_EQ(folder.entries(), 2u);
}
#endif

TEST(Export, bad_input_is_refused_with_exit_code_2_on_one_line) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "x";
  const std::string out = folder.path();
  struct Case {
    std::vector<std::string> words;
    std::string expected;
  };
  const Case cases[] = {
      {{"export", "--out", out}, "--broadphase"},
      {{"export", "--broadphase", "rdc"}, "--out"},
      {{"export", "--broadphase", "octree", "--out", out}, "octree"},
      {{"export", "--broadphase", "auto", "--out", out}, "auto runs whichever"},
      {{"export", "--broadphase", "rdc", "--set", "depth=3", "--out", out}, "no such parameter"},
      {{"export", "--broadphase", "rdc", "--set", "group-size=0", "--out", out}, "group-size"},
      {{"export", "--broadphase", "rdc", "--set", "group-size", "--out", out}, "KEY=VALUE"},
      {{"export", "--broadphase", "rdc", "--set", "swap-x=5", "--out", out}, "rdc.swap-x: 5"},
      {{"export", "--broadphase", "rdc", "--set", "tie-order=as-sorted", "--out", out},
       "rdc.tie-order: as-sorted is for teaching"},
      {{"export", "--broadphase", "brute-force", "--set", "a=1", "--out", out}, "no parameters"},
      {{"export", "--broadphase", "rdc", "--name", "my-rdc", "--out", out}, "'my-rdc'"},
      {{"export", "--broadphase", "rdc", "--name", "class", "--out", out}, "'class'"},
      {{"export", "--broadphase", "rdc", "--name", "3d", "--out", out}, "'3d'"},
      {{"export", "--broadphase", "rdc", "--name", "a/b", "--out", out}, "'a/b'"},
      {{"export", "--broadphase", "rdc", "--out", folder / "file"}, "is a file"},
      {{"export", "--broadphase", "rdc", "--out", folder / "none/of/it"}, "cannot be made"},
      {{"export", "--broadphase", "rdc", "--out", "/proc"}, "/proc"},
  };
  for (const Case& c : cases) expect_refused(c.words, c.expected);
  EXPECT_EQ(folder.entries(), 1u);
}

}  // namespace export_cli_test
}  // namespace phasebox
