// SPDX-License-Identifier: MIT
// The checks of a Reader, and the texts of its errors.
#include "io/archive/archive.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

bool is_within(const Json& json, const Whole& range) {
  if (const auto natural = json.whole<std::uint64_t>())
    return *natural <= range.hi && std::cmp_greater_equal(*natural, range.lo);
  const auto whole = json.whole<std::int64_t>();
  return whole && *whole >= range.lo;
}

// The words as one text, separated by commas; words of a file are not translated.
Sentence listed(std::span<const std::string_view> words) {
  return Sentence::as_is(fmt::format("{}", fmt::join(words, ", ")));
}

}  // namespace

Sentence Between::rule() const { return say("must be a number from {} to {}", lo, hi); }

// ---- Reader

std::string Reader::pointer() const {
  if (!parent_) return {};
  std::string escaped;
  for (const char c : key_)
    if (c == '~')
      escaped += "~0";
    else if (c == '/')
      escaped += "~1";
    else
      escaped += c;
  return parent_->pointer() + "/" + (key_.data() ? escaped : std::to_string(index_));
}

std::string Reader::place() const {
  const std::string where = pointer();
  return state_.file + ": " + (where.empty() ? "/" : where);
}

void Reader::fail(const Error& error) const {
  if (!state_.status.failed()) state_.status = error;
}

void Reader::refuse(const Sentence& what) const {
  if (!state_.status.failed()) state_.status = Error{say("{}: {}", Sentence::as_is(place()), what)};
}

bool Reader::is_version(std::string_view key, int version, const Sentence& title) const {
  const Json* found = json_.find(key);
  if (!found)
    refuse(
        say("no {}; it must be an object with \"{}\": {}", title, Sentence::as_is(key), version));
  else if (found->whole<int>() != version)
    Reader(*found, *this, key)
        .refuse(say("version {} is not known, this program reads version {}",
                    Sentence::as_is(json_text(*found)), version));
  return is_good();
}

bool Reader::is_whole(const Whole& range) const {
  if (json_.is_whole() && is_within(json_, range)) return true;
  refuse(say("must be a whole number from {} to {}", grouped_whole(static_cast<double>(range.lo)),
             grouped(range.hi)));
  return false;
}

std::size_t Reader::choice(std::span<const std::string_view> names) const {
  const auto found = json_.text() ? std::ranges::find(names, *json_.text()) : names.end();
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  refuse(say("must be one of {}", listed(names)));
  return 0;
}

// ---- FieldReader

const Json* FieldReader::find(std::string_view key) {
  assert(count_ < kMaxFields && "a struct of more fields than a reader knows");
  known_[count_++] = key;
  return at_.json().find(key);
}

void FieldReader::end() const {
  const std::span known(known_.data(), count_);
  at_.each_member([&](const std::string& key, const Reader& member) {
    if (std::ranges::find(known, key) == known.end())
      member.refuse(say("there is no such key; choose from {}", listed(known)));
  });
}

// ---- values

void read(const Reader& at, bool& value) {
  if (const bool* flag = at.json().boolean())
    value = *flag;
  else
    at.refuse("must be true or false");
}

void read(const Reader& at, std::string& value) {
  if (at.is_text()) value = *at.json().text();
}

}  // namespace phasebox
