// SPDX-License-Identifier: MIT
// JSON parsed and printed by nlohmann's library (Niels Lohmann, "JSON for Modern C++"), which only
// this file includes.
#include "io/archive/json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

using Sorted64 = nlohmann::json;
using Library64 = nlohmann::ordered_json;
using Library32 = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool,
                                       std::int64_t, std::uint64_t, float>;

// Returns the position after the string literal that begins at `quote`; beyond the end of the text
// when the literal is not closed.
std::size_t end_of_string(std::string_view text, std::size_t quote) {
  std::size_t at = quote + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2u : 1u;
  return at + 1;
}

/// Why a text is refused, and at which byte.
struct Fault {
  std::size_t at;
  Sentence what;
};

// Checks depth and number of keys in one pass, before the library allocates anything. It does not
// check the syntax: for text that is no JSON it may find nothing. O(bytes).
std::optional<Fault> fault_of(std::string_view text, std::size_t max_keys = kMaxJsonKeys) {
  constexpr std::string_view kStructure = "\"[{]}:";
  // [depth] number of keys so far of the object or list that is open there
  std::array<std::size_t, kMaxJsonDepth + 1> keys{};
  std::size_t depth = 0;
  for (std::size_t at = text.find_first_of(kStructure); at < text.size();
       at = text.find_first_of(kStructure, at)) {
    const char c = text[at];
    if (c == '"') {
      at = end_of_string(text, at);
      continue;
    }
    if (c == '[' || c == '{') {
      if (depth == kMaxJsonDepth)
        return Fault{at, say("JSON is nested {} levels deep at most", kMaxJsonDepth)};
      keys[++depth] = 0;
    } else if (c == ':') {
      if (++keys[depth] > max_keys)
        return Fault{at, say("an object has {} keys at most", kMaxJsonKeys)};
    } else if (depth > 0) {
      --depth;
    }
    ++at;
  }
  return {};
}

template <class Library>
Json from_library(Library& json) {
  switch (json.type()) {
    case Library::value_t::boolean: return json.template get<bool>();
    case Library::value_t::number_integer: return json.template get<std::int64_t>();
    case Library::value_t::number_unsigned: return json.template get<std::uint64_t>();
    case Library::value_t::number_float:
      return json.template get<typename Library::number_float_t>();
    case Library::value_t::string: return std::move(json.template get_ref<std::string&>());
    case Library::value_t::array: {
      Json::List list;
      for (Library& one : json) list.push_back(from_library(one));
      return list;
    }
    case Library::value_t::object: {
      Json::Object object;
      for (auto& [key, value] : json.items()) object.emplace_back(key, from_library(value));
      return object;
    }
    default: return {};
  }
}

template <class Library>
Library to_library(const Json& json) {
  if (const bool* flag = json.boolean()) return *flag;
  if (const std::string* text = json.text()) return *text;
  if (const auto natural = json.whole<std::uint64_t>()) return *natural;
  if (const auto whole = json.whole<std::int64_t>()) return *whole;
  if (const auto real = json.number()) return static_cast<typename Library::number_float_t>(*real);
  Library all;
  if (json.list()) {
    all = Library::array();
    for (const Json& one : *json.list()) all.push_back(to_library<Library>(one));
  } else if (json.members()) {
    all = Library::object();
    for (const auto& [key, value] : *json.members()) all[key] = to_library<Library>(value);
  }
  return all;
}

template <class Library>
std::string text_of(const Json& json, int indent) {
  return to_library<Library>(json).dump(indent, ' ', false, Library::error_handler_t::replace);
}

// Returns the error for the library's message "[json.exception.parse_error.101] parse error at line
// 3, column 5: syntax error ...". A user needs only what follows the position; the caller adds the
// line.
Sentence reason(std::string_view what) {
  const std::size_t colon = what.find(": ");
  return say("{}, the file must be JSON",
             Sentence::as_is(colon == what.npos ? what : what.substr(colon + 2)));
}

// The library writes "number overflow parsing '1e39'" without a position, so the number is searched
// for.
Fault overflow(std::string_view text, std::string_view what) {
  const std::size_t quote = std::min(what.find('\''), what.size());
  const std::string_view number = what.substr(quote, what.rfind('\'') - quote + 1);
  const std::size_t at = number.size() > 2 ? text.find(number.substr(1, number.size() - 2)) : 0;
  return {at, say("{} is too large, numbers must be finite", Sentence::as_is(number))};
}

// Returns the fault that the library reports after so many bytes of the text.
template <class Exception>
Fault library_fault(std::string_view text, std::size_t bytes, const Exception& e) {
  constexpr int kNumberOverflow = 406;
  if (e.id == kNumberOverflow) return overflow(text, e.what());
  const std::size_t at = bytes > 0 ? bytes - 1 : 0;
  for (const std::string_view word : {"NaN", "Infinity"})  // as Python writes them
    if (text.substr(std::min(at, text.size())).starts_with(word))
      return {at, say("{} is no number of JSON, numbers must be finite", Sentence::as_is(word))};
  return {at, reason(e.what())};
}

Error error_at(const Fault& fault, std::string_view text, std::string_view file, std::size_t line) {
  const auto before = text.substr(0, std::min(fault.at, text.size()));
  line += static_cast<std::size_t>(std::ranges::count(before, '\n'));
  return say("{}:{}: {}", Sentence::as_is(file), line, fault.what);
}

// Builds the library's value from a text. An error becomes `fault` instead of an exception.
template <class Library>
class LibraryReader : public nlohmann::detail::json_sax_dom_parser<Library> {
 public:
  LibraryReader(Library& to, std::string_view text)
      : nlohmann::detail::json_sax_dom_parser<Library>(to, false), text_(text) {}
  template <class Exception>
  bool parse_error(std::size_t byte, const std::string&, const Exception& e) {
    fault = library_fault(text_, byte, e);
    return false;
  }
  std::optional<Fault> fault;

 private:
  std::string_view text_;
};

template <class Library>
Result<Json> parsed(std::string_view text, std::string_view file, std::size_t line) {
  auto failure = fault_of(text);
  if (!failure) {
    Library json;
    LibraryReader<Library> reader(json, text);
    if (Library::sax_parse(text, &reader)) return from_library(json);
    failure = reader.fault;
  }
  return error_at(*failure, text, file, line);
}

// Passes what the library reads to a visitor. The library calls the functions by their names.
class Walker {
 public:
  Walker(std::string_view text, const VisitJson& visit) : text_(text), visit_(visit) {}
  bool null() { return give(JsonPart::scalar, "null"); }
  bool boolean(bool value) { return give(JsonPart::scalar, value ? "true" : "false"); }
  bool number_integer(std::int64_t value) { return whole(value); }
  bool number_unsigned(std::uint64_t value) { return whole(value); }
  bool number_float(double value, const std::string& text) {
    constexpr double kMaxCounted = 9007199254740992;  // 2^53
    if (std::abs(value) <= kMaxCounted && std::trunc(value) == value)
      return whole(static_cast<std::int64_t>(value));
    return give(JsonPart::scalar, text);
  }
  bool string(const std::string& text) { return give(JsonPart::text, text); }
  bool binary(const Library64::binary_t&) { return false; }
  bool key(const std::string& text) { return give(JsonPart::key, text); }
  bool start_object(std::size_t) { return open(JsonPart::object); }
  bool start_array(std::size_t) { return open(JsonPart::list); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  template <class Exception>
  bool parse_error(std::size_t byte, const std::string&, const Exception& e) {
    fault = library_fault(text_, byte, e);
    return false;
  }
  Status status;  // what the visitor has refused
  std::optional<Fault> fault;

 private:
  bool give(JsonPart part, std::string_view text) {
    status = visit_(part, text);
    return !status.failed();
  }
  template <class T>
  bool whole(T value) {
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return give(JsonPart::scalar, {digits.data(), end});
  }
  bool open(JsonPart part) {
    if (depth_++ < kMaxJsonDepth) return give(part, {});
    // Finds the place again: the library does not tell it.
    fault = fault_of(text_, std::numeric_limits<std::size_t>::max());
    return false;
  }
  bool close() {
    --depth_;
    return give(JsonPart::end, {});
  }

  std::string_view text_;
  const VisitJson& visit_;
  std::size_t depth_ = 0;
};

}  // namespace

Json::Json(std::initializer_list<Json> values) {
  const bool is_object = std::ranges::all_of(values, [](const Json& value) {
    const List* pair = value.list();
    return pair && pair->size() == 2 && pair->front().text();
  });
  if (!is_object || values.size() == 0) {
    value_ = List(values);
    return;
  }
  Object object;
  for (const Json& value : values)
    object.emplace_back(*value.list()->front().text(), value.list()->back());
  value_ = std::move(object);
}

std::optional<double> Json::number() const {
  if (const auto* real = std::get_if<double>(&value_)) return *real;
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  if (const auto* whole = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*whole);
  return {};
}

const Json* Json::find(std::string_view key) const {
  if (!members()) return nullptr;
  const auto found = std::ranges::find(*members(), key, &Object::value_type::first);
  return found == members()->end() ? nullptr : &found->second;
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) value_ = Object();
  Object& all = std::get<Object>(value_);
  const auto found = std::ranges::find(all, key, &Object::value_type::first);
  if (found != all.end()) return found->second;
  return all.emplace_back(std::string(key), Json()).second;
}

Json& Json::push_back(Json value) {
  if (is_null()) value_ = List();
  return std::get<List>(value_).emplace_back(std::move(value));
}

std::size_t Json::size() const {
  return list() ? list()->size() : members() ? members()->size() : 0;
}

Result<Json> parse_json(std::string_view text, std::string_view file, std::size_t line,
                        JsonReal real) {
  return real == JsonReal::float32 ? parsed<Library32>(text, file, line)
                                   : parsed<Library64>(text, file, line);
}

Status walk_json(std::string_view text, std::string_view file, std::size_t line,
                 const VisitJson& visit) {
  Walker walker(text, visit);
  if (Library64::sax_parse(text, &walker)) return {};
  return walker.fault ? error_at(*walker.fault, text, file, line) : walker.status;
}

std::string json_text(const Json& json, const JsonStyle& style) {
  if (style.is_sorted) return text_of<Sorted64>(json, style.indent);
  return style.real == JsonReal::float32 ? text_of<Library32>(json, style.indent)
                                         : text_of<Library64>(json, style.indent);
}

Json param_json(const Param& row, double value) {
  switch (row.kind) {
    case Param::Kind::flag: return value != 0;
    case Param::Kind::choice: return row.choices[static_cast<std::size_t>(value)];
    case Param::Kind::integer: return static_cast<std::int64_t>(value);
    case Param::Kind::real: break;
  }
  return value;
}

}  // namespace phasebox
