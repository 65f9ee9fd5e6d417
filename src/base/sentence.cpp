// SPDX-License-Identifier: MIT
// Fills the holes of sentences in English, and joins sentences.
#include "base/sentence.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace phasebox {

void walk_holes(std::string_view id, const std::function<void(std::string_view)>& literal,
                const std::function<void(std::size_t, std::string_view)>& hole) {
  std::size_t next = 0;
  while (!id.empty()) {
    const std::size_t brace = std::min(id.find_first_of("{}"), id.size());
    const bool is_doubled = brace + 1 < id.size() && id[brace + 1] == id[brace];
    const std::size_t end = brace == id.size() || is_doubled ? brace : id.find('}', brace);
    literal(id.substr(0, brace + (is_doubled ? 1 : 0)));
    if (is_doubled || end >= id.size()) {
      id.remove_prefix(std::min(brace + 2, id.size()));
      continue;
    }
    const std::string_view inside = id.substr(brace + 1, end - brace - 1);
    const bool is_numbered = !inside.empty() && inside[0] >= '0' && inside[0] <= '9';
    const std::size_t number = is_numbered ? static_cast<std::size_t>(inside[0] - '0') : next++;
    const std::size_t colon = inside.find(':');
    hole(number, colon == inside.npos ? std::string_view() : inside.substr(colon + 1));
    id.remove_prefix(end + 1);
  }
}

Sentence::Sentence(std::string id, std::vector<Sentence> arguments)
    : form_(Form::filled), id_(std::move(id)), parts_(std::move(arguments)) {
  walk_holes(
      id_, [&](std::string_view words) { text_ += words; },
      [&](std::size_t k, std::string_view) {
        assert(k < parts_.size() && "each hole has an argument");
        text_ += parts_[k].text_;
      });
}

Sentence Sentence::as_is(std::string_view text) {
  Sentence one(text);
  one.form_ = Form::as_is;
  return one;
}

Sentence& Sentence::operator+=(const Sentence& more) {
  if (more.empty()) return *this;
  if (empty()) return *this = more;
  std::string text = text_ + more.text_;
  if (form_ != Form::joined) {
    Sentence first = std::move(*this);
    *this = {};
    parts_.push_back(std::move(first));
    form_ = Form::joined;
  }
  if (more.form_ == Form::joined)
    parts_.insert(parts_.end(), more.parts_.begin(), more.parts_.end());
  else
    parts_.push_back(more);
  text_ = std::move(text);
  return *this;
}

Sentence joined(const std::vector<Sentence>& all, const Sentence& between) {
  Sentence text;
  for (const Sentence& one : all) {
    if (&one != &all.front()) text += between;
    text += one;
  }
  return text;
}

}  // namespace phasebox
