// SPDX-License-Identifier: MIT
// V. Levenshtein, 1965; exchanged neighbors: F. Damerau, 1964.
#include "io/spelling.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace phasebox {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = above[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = std::min({change, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above), std::swap(above, row);
  }
  return above.back();
}

}  // namespace phasebox
