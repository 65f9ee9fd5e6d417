// SPDX-License-Identifier: MIT
// Fills the holes of sentences, in English and by a table in another language.
#include "base/sentence.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace phasebox {
namespace {

// Whether a byte begins a Chinese or Japanese character, which has three bytes in UTF-8.
bool begins_wide(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 0xE3 && byte <= 0xE9) || byte == 0xEF;
}

bool ends_wide(std::string_view text) {
  return text.size() >= 3 && begins_wide(text[text.size() - 3]);
}

// Appends a part of a translation. A blank between two wide characters is left out: rows have
// blanks around their holes to separate Latin letters and numbers from wide characters.
void append(std::string& text, std::string_view part) {
  if (text.ends_with(' ') && ends_wide(std::string_view(text).substr(0, text.size() - 1)) &&
      !part.empty() && begins_wide(part[0]))
    text.pop_back();
  if (part.starts_with(' ') && part.size() > 1 && begins_wide(part[1]) && ends_wide(text))
    part.remove_prefix(1);
  text += part;
}

// Returns the row of an id, or null. Rows begin as they stand within a sentence: one with a small
// first letter serves an id with a capital one, too.
const std::string* row_of(const TextTable& table, const std::string& id) {
  auto row = table.find(id);
  if (row == table.end() && !id.empty() && id[0] >= 'A' && id[0] <= 'Z')
    row = table.find(static_cast<char>(id[0] | 0x20) + id.substr(1));
  return row == table.end() ? nullptr : &row->second;
}

}  // namespace

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

std::string Sentence::in(const TextTable& table) const {
  if (form_ == Form::as_is) return text_;
  const std::string& id = form_ == Form::filled ? id_ : text_;
  const std::string* row = row_of(table, id);
  if (form_ == Form::plain) return row ? *row : text_;
  std::string all;
  if (form_ == Form::joined) {
    for (const Sentence& part : parts_) append(all, part.in(table));
    return all;
  }
  walk_holes(
      row ? *row : id, [&](std::string_view words) { append(all, words); },
      [&](std::size_t k, std::string_view) {
        if (k < parts_.size()) append(all, parts_[k].in(table));
      });
  return all;
}

Sentence Sentence::changed(const std::function<std::string(std::string)>& change) const {
  if (form_ == Form::plain) return change(text_);
  if (form_ == Form::as_is) return as_is(change(text_));
  std::vector<Sentence> parts;
  for (const Sentence& part : parts_) parts.push_back(part.changed(change));
  return form_ == Form::filled ? Sentence(id_, std::move(parts)) : joined(parts, {});
}

Sentence Sentence::on_one_line() const {
  if (one_line(text_) == text_) return *this;
  Sentence all = changed(one_line);
  return all.text_.size() > kMaxErrorText ? as_is(one_line(all.text_)) : all;
}

void Sentence::list_missing(const TextTable& table, std::vector<std::string>& ids) const {
  for (const Sentence& part : parts_) part.list_missing(table, ids);
  if (form_ == Form::joined || form_ == Form::as_is) return;
  const std::string& id = form_ == Form::filled ? id_ : text_;
  bool has_letters = false;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  walk_holes(
      id, [&](std::string_view words) { has_letters |= std::ranges::any_of(words, is_letter); },
      [](std::size_t, std::string_view) {});
  if (has_letters && !row_of(table, id)) ids.push_back(id);
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
