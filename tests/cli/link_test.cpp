// SPDX-License-Identifier: MIT
// `phasebox link`: what stands in the address is the scene, for a browser to inflate.
#include <string_view>

#include <zlib.h>

#include "cli_test.hpp"

namespace phasebox {
namespace link_cli_test {

std::string from_base64url(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    bits = bits << 6 | static_cast<unsigned>(kDigits.find(c));
    if ((count += 6) >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 0xFF);
  }
  return bytes;
}

std::string inflated_raw(std::string bytes) {
  std::string text(1 << 20, '\0');
  z_stream z{};
  inflateInit2(&z, -MAX_WBITS);
  z.next_in = reinterpret_cast<Bytef*>(bytes.data());
  z.avail_in = static_cast<uInt>(bytes.size());
  z.next_out = reinterpret_cast<Bytef*>(text.data());
  z.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&z, Z_FINISH), Z_STREAM_END);
  text.resize(z.total_out);
  inflateEnd(&z);
  return text;
}

TEST(Link, holds_the_scene_with_its_settings) {
  const Outcome o =
      run_program({"link", "--scene", "walls", "--broadphase", "rdc", "--set", "group-size=5"});
  ASSERT_EQ(o.code, 0) << o.err;
  constexpr std::string_view kBegin = "phasebox.html#s=";
  ASSERT_TRUE(o.out.starts_with(kBegin) && o.out.ends_with("\n")) << o.out;
  const std::string code = o.out.substr(kBegin.size(), o.out.size() - kBegin.size() - 1);
  const json scene = json::parse(inflated_raw(from_base64url(code)));
  EXPECT_EQ(scene.at("scene"), "walls");
  EXPECT_EQ(scene.at("parameters").at("rdc").at("group-size"), 5);
}

TEST(Link, bad_input_is_refused_with_exit_code_2_on_one_line) {
  expect_refused({"link", "--scene", "nowhere"}, "nowhere");
  expect_refused({"link", "--set", "group-size=0"}, "group-size");
}

}  // namespace link_cli_test
}  // namespace phasebox
