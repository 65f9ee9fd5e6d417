// SPDX-License-Identifier: MIT
// JSON read and written by nlohmann's library; the checks of a reader, and the words of an error.
#include "io/archive/archive.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace phasebox {
namespace {

using Sorted64 = nlohmann::json;
using Library64 = nlohmann::ordered_json;
using Library32 = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool,
                                       std::int64_t, std::uint64_t, float>;

// Behind the string that begins there; the end of the text when it is not closed.
std::size_t end_of_string(std::string_view text, std::size_t quote) {
  std::size_t at = quote + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2u : 1u;
  return at + 1;
}

/// A place in a text that is refused, and why.
struct Fault {
  std::size_t at;
  std::string what;
};

// Of text that is no JSON it may say nothing. O(bytes).
std::optional<Fault> fault_of(std::string_view text) {
  constexpr std::string_view kStructure = "\"[{]}:";
  std::array<std::size_t, kMaxJsonDepth + 1> keys{};  // by depth, of what is open
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
        return Fault{at, fmt::format("JSON is nested {} levels deep at most", kMaxJsonDepth)};
      keys[++depth] = 0;
    } else if (c == ':') {
      if (++keys[depth] > kMaxJsonKeys)
        return Fault{at, fmt::format("an object has {} keys at most", kMaxJsonKeys)};
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

// "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error ..." is the
// library's wording; a user needs the line and what follows the position.
std::string reason(std::string_view what) {
  const std::size_t colon = what.find(": ");
  return fmt::format("{}, the file must be JSON",
                     colon == what.npos ? what : what.substr(colon + 2));
}

// "number overflow parsing '1e39'", and where that number is.
Fault overflow(std::string_view text, std::string_view what) {
  const std::size_t quote = std::min(what.find('\''), what.size());
  const std::string_view number = what.substr(quote, what.rfind('\'') - quote + 1);
  const std::size_t at = number.size() > 2 ? text.find(number.substr(1, number.size() - 2)) : 0;
  return {at, fmt::format("{} is too large, numbers must be finite", number)};
}

// What the library makes of a text; it tells what is wrong, and throws nothing.
template <class Library>
class LibraryReader : public nlohmann::detail::json_sax_dom_parser<Library> {
 public:
  LibraryReader(Library& to, std::string_view text)
      : nlohmann::detail::json_sax_dom_parser<Library>(to, false), text_(text) {}
  template <class Exception>
  bool parse_error(std::size_t byte, const std::string&, const Exception& e) {
    constexpr int kNumberOverflow = 406;
    fault = e.id == kNumberOverflow ? overflow(text_, e.what())
                                    : Fault{byte > 0 ? byte - 1 : 0, reason(e.what())};
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
  const auto before = text.substr(0, std::min(failure->at, text.size()));
  line += static_cast<std::size_t>(std::ranges::count(before, '\n'));
  return Error{fmt::format("{}:{}: {}", file, line, failure->what)};
}

bool is_within(const Json& json, const Whole& range) {
  if (const auto natural = json.whole<std::uint64_t>())
    return *natural <= range.hi && std::cmp_greater_equal(*natural, range.lo);
  const auto whole = json.whole<std::int64_t>();
  return whole && *whole >= range.lo;
}

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

std::string Between::rule() const { return fmt::format("must be a number from {} to {}", lo, hi); }

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
  if (!state_.error) state_.error = error;
}

void Reader::refuse(std::string_view what) const {
  if (!state_.error) state_.error = Error{fmt::format("{}: {}", place(), what)};
}

bool Reader::is_version(std::string_view key, int version, std::string_view title) const {
  const Json* found = json_.find(key);
  if (!found)
    refuse(fmt::format("no {}; it must be an object with \"{}\": {}", title, key, version));
  else if (found->whole<int>() != version)
    Reader(*found, *this, key)
        .refuse(fmt::format("version {} is not known, this program reads version {}",
                            json_text(*found), version));
  return is_good();
}

bool Reader::is_whole(const Whole& range) const {
  if (json_.is_whole() && is_within(json_, range)) return true;
  return is(false, fmt::format("must be a whole number from {} to {}", range.lo, range.hi));
}

std::size_t Reader::choice(std::span<const std::string_view> names) const {
  const auto found = json_.text() ? std::ranges::find(names, *json_.text()) : names.end();
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  refuse(fmt::format("must be one of {}", fmt::join(names, ", ")));
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
      member.refuse(fmt::format("there is no such key; choose from {}", fmt::join(known, ", ")));
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
