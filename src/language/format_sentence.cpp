// SPDX-License-Identifier: MIT
// Shows the values of a sentence in the formats of its placeholders.
#include "language/format_sentence.hpp"

#include <iterator>
#include <vector>

namespace phasebox {

Sentence say_values(std::string_view id, fmt::format_args values, std::span<Sentence> arguments) {
  std::vector<bool> is_number;
  for (const Sentence& argument : arguments) is_number.push_back(argument.empty());
  walk_holes(
      id, [](std::string_view) {},
      [&](std::size_t k, std::string_view format) {
        if (k < arguments.size() && is_number[k])
          arguments[k] = Sentence::as_is(fmt::vformat(fmt::format("{{{}:{}}}", k, format), values));
      });
  return {std::string(id),
          {std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end())}};
}

}  // namespace phasebox
