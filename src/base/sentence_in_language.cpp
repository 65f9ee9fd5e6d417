// SPDX-License-Identifier: MIT
// Translates sentences by a table, and finds ids that a table lacks.
#include <algorithm>
#include <cstddef>

#include "base/sentence.hpp"

namespace phasebox {
namespace {

// Whether a byte begins a wide character: Chinese or Japanese letters and punctuation, which have
// three bytes in UTF-8.
bool begins_wide(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 0xE3 && byte <= 0xE9) || byte == 0xEF;
}

// Whether the last character of the text is wide.
bool ends_wide(std::string_view text) {
  return text.size() >= 3 && begins_wide(text[text.size() - 3]);
}

// Appends a part of a translation. A blank between two wide characters is left out: translations
// have blanks around their holes, which are meant for arguments in Latin letters or digits.
void append(std::string& text, std::string_view part) {
  if (text.ends_with(' ') && ends_wide(std::string_view(text).substr(0, text.size() - 1)) &&
      !part.empty() && begins_wide(part[0]))
    text.pop_back();
  if (part.starts_with(' ') && part.size() > 1 && begins_wide(part[1]) && ends_wide(text))
    part.remove_prefix(1);
  text += part;
}

// Returns the translation of an id, or null. If the table has none for an id that begins with a
// capital letter, the one for the same id with a small first letter is taken.
const std::string* row_of(const TextTable& table, const std::string& id) {
  auto row = table.find(id);
  if (row == table.end() && !id.empty() && id[0] >= 'A' && id[0] <= 'Z')
    row = table.find(static_cast<char>(id[0] | 0x20) + id.substr(1));
  return row == table.end() ? nullptr : &row->second;
}

}  // namespace

std::string Sentence::key() const {
  std::string all(1, static_cast<char>('0' + static_cast<char>(form_)));
  all += form_ == Form::filled ? id_ : form_ == Form::joined ? std::string() : text_;
  for (const Sentence& part : parts_) all += '\0' + part.key();
  return all;
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

}  // namespace phasebox
