// SPDX-License-Identifier: MIT
// Parameter values and lines of JSON.
#include "io/json.hpp"

#include <array>

#include <fmt/format.h>

#include "io/text_file.hpp"

namespace phasebox {
namespace {

// Behind the string that begins there; the end of the text when it is not closed.
std::size_t end_of_string(std::string_view text, std::size_t quote) {
  std::size_t at = quote + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2u : 1u;
  return at + 1;
}

}  // namespace

Status check_json(std::string_view text, std::string_view file_name) {
  std::array<std::size_t, kMaxJsonDepth + 1> keys{};  // by depth, of what is open
  std::size_t depth = 0;
  const auto refuse = [&](std::size_t at, std::string_view what) {
    return Error{fmt::format("{}:{}: {}", file_name, line_at(text, at), what)};
  };
  for (std::size_t at = text.find_first_of("\"[{]}:"); at < text.size();
       at = text.find_first_of("\"[{]}:", at)) {
    const char c = text[at];
    if (c == '"') {
      at = end_of_string(text, at);
      continue;
    }
    if (c == '[' || c == '{') {
      if (depth == kMaxJsonDepth)
        return refuse(at, fmt::format("JSON is nested {} levels deep at most", kMaxJsonDepth));
      keys[++depth] = 0;
    } else if (c == ':') {
      if (++keys[depth] > kMaxJsonKeys)
        return refuse(at, fmt::format("an object has {} keys at most", kMaxJsonKeys));
    } else if (depth > 0) {
      --depth;
    }
    ++at;
  }
  return {};
}

Json param_json(const Param& row, double value) {
  switch (row.kind) {
    case Param::Kind::flag: return value != 0;
    case Param::Kind::choice: return std::string(row.choices[static_cast<std::size_t>(value)]);
    case Param::Kind::integer: return static_cast<std::int64_t>(value);
    case Param::Kind::real: break;
  }
  return static_cast<float>(value);
}

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace phasebox
