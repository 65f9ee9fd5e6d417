// SPDX-License-Identifier: MIT
// Decodes the tiles of a layer.
#include "io/boxes/tiled_data.hpp"

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "io/boxes/box_rows.hpp"
#include "io/boxes/tiled_document.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "language/format_sentence.hpp"

namespace phasebox::tiled {
namespace {

using TileNumbers = std::vector<std::uint32_t>;

// Returns the first 20 characters of a word in a map, to be quoted in an error.
Sentence first_letters(std::string_view word) {
  return Sentence::as_is(fmt::format("{:.20}", word));
}

Result<std::string> unpacked(const std::string& packed, const std::string& how) {
  constexpr std::uint64_t kMaxBytes = 4 * std::uint64_t{kMaxBoxRows};
  if (how.empty()) return packed;
  if (how == "zlib") return inflated(packed, "tiles", kMaxBytes);
  if (how != "gzip" && how != "zstd")
    return Error{
        say("the tiles are compressed by '{}', which is not read; choose CSV in the map's "
            "properties",
            first_letters(how))};
  if (is_compressed(packed)) return decompressed(packed, "tiles", kMaxBytes);
  return Error{say("the tiles are no {} data; save the map again in Tiled", Sentence::as_is(how))};
}

Result<TileNumbers> numbers_in_base64(const std::string& text, const std::string& compression) {
  const auto packed = decode_base64(text);
  if (!packed) return Error{"the tiles are no base64 text"};
  const auto bytes = unpacked(*packed, compression);
  if (bytes.failed()) return bytes.error();
  TileNumbers numbers;
  for (std::size_t k = 0; k + 4 <= bytes->size(); k += 4) {
    std::uint32_t tile = 0;
    for (const std::size_t byte : {3u, 2u, 1u, 0u})
      tile = tile << 8 | static_cast<unsigned char>((*bytes)[k + byte]);
    numbers.push_back(tile);
  }
  return numbers;
}

Result<TileNumbers> numbers_in_csv(std::string_view text) {
  TileNumbers numbers;
  for (const std::string_view tile : split(text, ',')) {
    const auto number = read_number<std::uint32_t>(tile);
    if (!number) return Error{say("'{}' is no number of a tile", first_letters(tile))};
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace

Result<TileNumbers> tile_numbers(const Json& block, const Json& layer) {
  TileNumbers numbers;
  const Json* data = block.find("data");
  each(block.find("tiles"), [&](const Json& tile) {
    numbers.push_back(static_cast<std::uint32_t>(whole_number(tile.find("gid"))));
  });
  each(data, [&](const Json& tile) { numbers.push_back(tile.whole<std::uint32_t>().value_or(0)); });
  if (block.find("tiles") || (data && data->list())) return numbers;
  const std::string encoding = text_of(layer.find("encoding"));
  if (!data || !data->text() || (encoding != "csv" && encoding != "base64"))
    return Error{"the tiles are neither CSV nor base64; choose CSV in the map's properties"};
  std::string text = *data->text();
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  return encoding == "csv" ? numbers_in_csv(text)
                           : numbers_in_base64(text, text_of(layer.find("compression")));
}

}  // namespace phasebox::tiled
