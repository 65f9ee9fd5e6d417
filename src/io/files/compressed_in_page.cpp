// SPDX-License-Identifier: MIT
// Compressed text in the page, without zlib and libzstd: the browser unpacks gzip before a file
// comes here, and stb unpacks the zlib streams of maps.
#include <memory>

#include <stb_image.h>

#include "io/files/text_file.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {

Status decompress(std::string_view bytes, std::string_view file_name, const TakePart& take,
                  std::uint64_t limit) {
  if (is_compressed(bytes))
    return Error{say("{}: the page cannot decompress this file; decompress it first",
                     Sentence::as_is(file_name))};
  if (bytes.size() > limit)
    return Error{say("{}: it is larger than {}", Sentence::as_is(file_name),
                     Sentence::as_is(size_text(limit)))};
  return take(bytes);
}

Result<std::string> decompressed(std::string bytes, std::string_view file_name,
                                 std::uint64_t limit) {
  const Status status = decompress(
      bytes, file_name, [](std::string_view) { return Status{}; }, limit);
  if (status.failed()) return status.error();
  return bytes;
}

Result<std::string> inflated(std::string_view bytes, std::string_view file_name,
                             std::uint64_t limit) {
  int size = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      stbi_zlib_decode_malloc(bytes.data(), static_cast<int>(bytes.size()), &size), &std::free);
  if (!text) return Error{say("{}: the zlib data is corrupt", Sentence::as_is(file_name))};
  if (static_cast<std::uint64_t>(size) > limit)
    return Error{say("{}: decompressed it is larger than {}", Sentence::as_is(file_name),
                     Sentence::as_is(size_text(limit)))};
  return std::string(text.get(), static_cast<std::size_t>(size));
}

}  // namespace phasebox
