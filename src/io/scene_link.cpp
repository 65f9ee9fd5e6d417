// SPDX-License-Identifier: MIT
// A scene in an address, which the page unpacks with the browser's own decompression.
#include <cstdint>
#include <string>

#include <zlib.h>

#include "io/scene_file.hpp"

namespace phasebox {
namespace {

std::string deflated(std::string_view text) {
  z_stream z{};
  constexpr int kMemory = 9;
  deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, kMemory, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&z, static_cast<uLong>(text.size())), '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(packed.data());
  z.avail_out = static_cast<uInt>(packed.size());
  deflate(&z, Z_FINISH);
  packed.resize(z.total_out);
  deflateEnd(&z);
  return packed;
}

}  // namespace

std::string scene_link(std::string_view scene_text) {
  constexpr const char* kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string link = "s=";
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : deflated(scene_text)) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (count += 8; count >= 6; count -= 6) link += kDigits[bits >> (count - 6) & 63];
  }
  if (count > 0) link += kDigits[bits << (6 - count) & 63];
  return link;
}

}  // namespace phasebox
