// SPDX-License-Identifier: MIT
// A scene in an address, which the page unpacks with the browser's own decompression.
#include <algorithm>
#include <new>
#include <string>

#include <zlib.h>

#include "io/pictures/images.hpp"
#include "io/scene_file.hpp"

namespace phasebox {

std::string packed_link(std::string_view text) {
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                reinterpret_cast<const Bytef*>(text.data()), static_cast<uLong>(text.size()),
                Z_BEST_COMPRESSION) != Z_OK)
    throw std::bad_alloc();
  packed.resize(size);
  std::string code = encode_base64(packed);
  std::ranges::replace(code, '+', '-');
  std::ranges::replace(code, '/', '_');
  return "s=" + code.substr(0, code.find('='));
}

}  // namespace phasebox
