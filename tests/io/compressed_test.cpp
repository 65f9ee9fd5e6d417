// SPDX-License-Identifier: MIT
// Claims about compressed files: read whole, known by content, refused in one line.
#include <gmock/gmock.h>

#include "io/boxes/box_file.hpp"
#include "io/files/text_file.hpp"
#include "support/allocations.hpp"
#include "support/compress.hpp"
#include "support/files.hpp"
#include "support/recordings.hpp"

namespace phasebox {
namespace compressed_test {

using test::gzipped;
using test::zstandard;
using testing::HasSubstr;
using testing::StartsWith;

std::string refused(std::string bytes, std::uint64_t limit = kMaxText) {
  const auto text = decompressed(std::move(bytes), "t.csv", limit);
  EXPECT_TRUE(text.failed());
  const std::string error = text.failed() ? text.error().text : "accepted";
  EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  EXPECT_THAT(error, StartsWith("t.csv: "));
  return error;
}

std::string read(std::string bytes) {
  const auto text = decompressed(std::move(bytes), "t.csv");
  EXPECT_FALSE(text.failed()) << text.error().text;
  return text.failed() ? "" : *text;
}

/// Longer than a block of the reader, and hardly compressible.
std::string long_text() {
  static const std::string text = test::csv_text(test::quiet_then_fast(1, 100, 200));
  return text;
}

TEST(Compressed, text_that_is_not_is_left_as_it_is) {
  for (const std::string text : {"", "id", "id,min_x\n", "(\xB5/", "\x1F"}) {
    EXPECT_FALSE(is_compressed(text));
    EXPECT_EQ(read(text), text);
  }
}

TEST(Compressed, gzip_and_zstd_are_known_by_their_first_bytes) {
  for (const std::string& text : {std::string("a"), std::string(), long_text()})
    for (const std::string& bytes : {gzipped(text), zstandard(text)}) {
      EXPECT_TRUE(is_compressed(bytes));
      EXPECT_TRUE(is_compressed(bytes.substr(0, 4)));
      EXPECT_EQ(read(bytes), text);
    }
}

TEST(Compressed, several_members_or_frames_are_read_as_one) {
  EXPECT_EQ(read(gzipped("one,") + gzipped("") + gzipped(long_text()) + gzipped("four")),
            "one," + long_text() + "four");
  EXPECT_EQ(read(zstandard("one,") + zstandard("") + zstandard(long_text()) + zstandard("four")),
            "one," + long_text() + "four");
  const std::string to_pass_over("\x5A\x2A\x4D\x18\x03\0\0\0abc", 11);
  EXPECT_EQ(read(to_pass_over + zstandard("two")), "two");
}

TEST(Compressed, text_of_exactly_the_readers_block_is_whole) {
  for (const std::size_t size : {(1u << 18) - 1, 1u << 18, (1u << 18) + 1, 1u << 19}) {
    const std::string text(size, 'x');
    EXPECT_EQ(read(gzipped(text)), text) << size;
    EXPECT_EQ(read(zstandard(text)), text) << size;
  }
}

TEST(Compressed, zeros_behind_gzip_are_padding_and_anything_else_is_refused) {
  EXPECT_EQ(read(gzipped("text") + std::string(700, '\0')), "text");
  EXPECT_EQ(refused(gzipped("text") + "more"),
            "t.csv: the gzip data is corrupt (something else follows it); compress it again");
  EXPECT_THAT(refused(zstandard("text") + "more"), HasSubstr("the zstd data is corrupt ("));
}

TEST(Compressed, what_is_cut_off_is_refused_wherever_it_is_cut) {
  for (const bool is_gzip : {true, false}) {
    const std::string whole = is_gzip ? gzipped("1,2,3,4,5\n") : zstandard("1,2,3,4,5\n");
    for (std::size_t n = 4; n < whole.size(); ++n)
      EXPECT_EQ(refused(whole.substr(0, n)), std::string("t.csv: the ") +
                                                 (is_gzip ? "gzip" : "zstd") +
                                                 " data is cut off; copy the whole file")
          << n;
    const std::string large = is_gzip ? gzipped(long_text()) : zstandard(long_text());
    EXPECT_THAT(refused(large.substr(0, large.size() / 2)), HasSubstr("is cut off"));
    EXPECT_THAT(refused(large + whole.substr(0, 5)), HasSubstr("is cut off"));
  }
}

TEST(Compressed, what_is_corrupt_is_refused) {
  for (std::string bytes : {gzipped(long_text()), zstandard(long_text())}) {
    bytes[bytes.size() - 3] = static_cast<char>(bytes[bytes.size() - 3] ^ 0x55);
    EXPECT_THAT(refused(bytes), HasSubstr("is corrupt ("));
  }
}

TEST(Compressed, what_grows_beyond_the_limit_is_refused) {
  const std::string zeros(1 << 22, '0');
  for (const std::string& bytes : {gzipped(zeros), zstandard(zeros)}) {
    EXPECT_LT(bytes.size(), zeros.size() / 100);
    EXPECT_EQ(refused(bytes, 1'000'000),
              "t.csv: decompressed it is larger than 1000000 bytes; record fewer frames");
    EXPECT_FALSE(decompressed(bytes, "t.csv", zeros.size()).failed());
    EXPECT_TRUE(decompressed(bytes, "t.csv", zeros.size() - 1).failed());
  }
  EXPECT_EQ(kMaxText, 4ull * 1024 * 1024 * 1024);
}

TEST(CompressedBoxFile, what_expands_without_end_is_given_up_at_its_first_bad_line) {
  const std::string header = "frame,id,min_x,min_y,max_x,max_y\n";
  const std::string zeros(std::size_t{16} << 20, '\0');
  const std::string blanks = header + std::string(std::size_t{16} << 20, '\n');
  for (const auto& [text, expected] :
       {std::pair{&zeros, "t.csv:1: the line is longer than 65536 bytes"}, {&blanks, nullptr}}) {
    for (const std::string& bytes : {gzipped(*text), zstandard(*text)}) {
      ASSERT_LT(bytes.size(), std::size_t{1} << 17);
      const test::HeapPeak peak;
      const auto read = decompressed_recording(bytes, "t.csv");
      EXPECT_LT(peak.bytes(), std::size_t{4} << 20) << "the text is never there as a whole";
      ASSERT_EQ(bool(!read.failed()), expected == nullptr);
      if (expected) {
        EXPECT_THAT(read.error().text, testing::StartsWith(expected));
      }
    }
  }
}

TEST(CompressedBoxFile, is_read_whatever_its_name) {
  const test::TemporaryFolder folder;
  const BoxRecording trace = test::shooter(1, 20, 10);
  const std::string text = test::csv_text(trace);
  for (const auto& [name, bytes] : {std::pair{"a.csv", text},
                                    {"b.csv", gzipped(text)},
                                    {"c", zstandard(text)},
                                    {"d.csv.gz", zstandard(text)},
                                    {"e.csv.zst", gzipped(text)},
                                    {"f.CSV", text}}) {
    test::write(folder / name, bytes);
    EXPECT_TRUE(is_box_file(folder / name)) << name;
    const auto read = load_box_recording(folder / name);
    ASSERT_FALSE(read.failed()) << read.error().text;
    EXPECT_EQ(*read, trace) << name;
  }
}

TEST(CompressedBoxFile, errors_name_the_file_and_the_line_of_its_text) {
  const test::TemporaryFolder folder;
  test::write(folder / "t.csv.gz", gzipped("id,min_x,min_y,max_x,max_y\n1,0,0,x,1\n"));
  const auto read = load_box_recording(folder / "t.csv.gz");
  ASSERT_TRUE(read.failed());
  EXPECT_THAT(read.error().text, HasSubstr("t.csv.gz:2: max_x is 'x'"));
}

TEST(BoxFileName, tells_boxes_from_scenes_and_pictures) {
  const test::TemporaryFolder folder;
  for (const std::string name : {"scene.json", "cat.png", "text"}) {
    test::write(folder / name, "{}");
    EXPECT_FALSE(is_box_file(folder / name)) << name;
  }
  for (const std::string name : {"a.csv", "a.CSV", "a.csv.gz", "a.Csv.GZ", "a.csv.zst", "x/.csv"})
    EXPECT_TRUE(is_box_file(name)) << name;
  for (const std::string name : {"csv", "a.gz", "a.csv.json", "nothing", ""})
    EXPECT_FALSE(is_box_file(name)) << name;
}

}  // namespace compressed_test
}  // namespace phasebox
