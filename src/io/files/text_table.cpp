// SPDX-License-Identifier: MIT
// Reads the tables of assets/languages from JSON.
#include "io/files/text_table.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "io/archive/json.hpp"
#include "io/files/embedded.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

TextTable read_chinese() {
  const auto file = std::ranges::find(embedded_languages(), "zh", &EmbeddedFile::name);
  assert(file != embedded_languages().end() && "the program has a table of Chinese texts");
  auto read = parse_texts(file->text());
  assert(!read.failed() && "the table of Chinese texts is read");
  return *std::move(read);
}

}  // namespace

Result<TextTable> parse_texts(std::string_view json) {
  const Result<Json> file = parse_json(json, "texts");
  if (file.failed()) return file.error();
  TextTable all;
  for (const char* part : {"texts", "composed"}) {
    const Json* table = file->find(part);
    if (!table || !table->members())
      return Error{
          say("a table of texts is an object with the member '{}'", Sentence::as_is(part))};
    for (const auto& [id, words] : *table->members()) {
      if (!words.text())
        return Error{say("'{}' in a table of texts is not a text", Sentence::as_is(id))};
      all.emplace(id, *words.text());
    }
  }
  return all;
}

const TextTable& chinese_texts() {
  static const TextTable table = read_chinese();
  return table;
}

}  // namespace phasebox
