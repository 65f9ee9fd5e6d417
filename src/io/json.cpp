// SPDX-License-Identifier: MIT
// Parameter values and lines of JSON.
#include "io/json.hpp"

namespace phasebox {

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
