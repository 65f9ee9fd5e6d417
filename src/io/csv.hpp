// SPDX-License-Identifier: MIT
// Lines and fields of CSV text, without copies.
#pragma once
#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace phasebox {

/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// Cuts a line into its fields, each without blanks around it and without the quotes it may stand
/// in; a comma between quotes does not end a field. False when a quote is not closed before the
/// field's end.
bool split_fields(std::string_view line, std::vector<std::string_view>& fields);

/// The text of a table, line by line; blank lines and comments are passed over.
class Lines {
 public:
  /// The next part of the text, which ends with a line; what came before has been read.
  void give(std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    rest_ = text;
    if (number_ == 0 && rest_.starts_with(kByteOrderMark))
      rest_.remove_prefix(kByteOrderMark.size());
  }
  bool next(std::string_view& line) {
    return next(line, [](std::string_view) {});
  }
  /// Calls `passed` with every comment on the way, from its '#' on.
  template <class Passed>
  bool next(std::string_view& line, Passed passed) {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      line = trimmed(rest_.substr(0, end));
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++number_;
      if (line.empty()) continue;
      if (line.front() != '#') return true;
      passed(line);
    }
    return false;
  }
  std::size_t number() const { return number_; }  ///< of the last line, from 1

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

}  // namespace phasebox
