// SPDX-License-Identifier: MIT
// Finds the struct of the parameters, its rows and its members, and writes them with other
// defaults.
#include "io/export/params_text.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace phasebox::two_files {
namespace {

using Kind = Declaration::Kind;

/// The rows by the members that they set.
using RowOf = std::map<std::string, const Param*, std::less<>>;

/// `param<&RdcParams::group_size>("group-size", ...` in the tokens of the rows.
void add_rows(std::span<const Token> tokens, const ParamView& params, RowOf& rows) {
  for (std::size_t at = 0; at + 4 < tokens.size(); ++at) {
    if (!reads(tokens, at, {"<", "&"}) || !tokens[at + 3].is("::")) continue;
    const auto key = std::ranges::find(tokens.subspan(at), Token::Kind::text, &Token::kind);
    if (key == tokens.end()) continue;
    const Param* row = find_param(params.rows, key->text.substr(1, key->text.size() - 2));
    if (row) rows[tokens[at + 4].text] = row;
  }
}

/// Of the broadphase itself, whose source is the last part, not of one that it uses.
RowOf rows_of(const Closure& closure, const ParamView& params) {
  RowOf rows;
  for (const Declaration& d : std::span(closure.declarations).subspan(closure.parts.back().first))
    if (d.kind == Kind::variable && !d.names.empty() && d.names[0].ends_with("Rows"))
      add_rows(d.tokens, params, rows);
  return rows;
}

std::size_t class_of(const Closure& closure, std::string_view name) {
  const auto it = std::ranges::find_if(closure.declarations, [&](const Declaration& d) {
    return d.kind == Kind::class_begin && d.names[0] == name;
  });
  return static_cast<std::size_t>(it - closure.declarations.begin());
}

/// The second argument of the base class: `BroadphaseOf<Rdc, RdcParams>`.
std::string params_class(const Closure& closure) {
  const Tokens& head = closure.declarations[class_of(closure, closure.main_class)].tokens;
  for (std::size_t at = 0; at + 3 < head.size(); ++at)
    if (head[at].is("<") && head[at + 1].is(closure.main_class)) return head[at + 3].text;
  return {};
}

/// The enumerator of an enumeration at a place.
std::string enumerator(const Closure& closure, const std::string& type, std::size_t place) {
  for (const Declaration& d : closure.declarations) {
    if (d.kind != Kind::type || d.names.empty() || d.names[0] != type) continue;
    auto at = std::ranges::find(d.tokens, "{", &Token::text) + 1;
    for (; place > 0; --place)
      at = std::find_if(at, d.tokens.end(), [](const Token& t) { return t.is(","); }) + 1;
    return type + "::" + at->text;
  }
  return {};
}

bool is_number(const Param& row) {
  return row.kind == Param::Kind::real || row.kind == Param::Kind::integer;
}

std::string value_in_code(const Closure& closure, const Param& row, const std::string& type,
                          double value) {
  if (row.kind == Param::Kind::flag) return value != 0 ? "true" : "false";
  if (row.kind == Param::Kind::choice)
    return enumerator(closure, type, static_cast<std::size_t>(value));
  const std::string text = format_value(row, value);
  return text.find_first_of(".e") == text.npos ? text : text + "f";
}

/// Takes classes and enumerations out of the closure, as text in which members have other values.
class Taker {
 public:
  Taker(Closure& closure, const RowOf& rows, const ParamView& params)
      : closure_(closure), rows_(rows), params_(params) {}

  /// A type, and before it those of the closure that it names.
  std::string take(std::size_t place) {
    Declaration& d = closure_.declarations[place];
    const std::string text =
        d.kind == Kind::type ? text_of(std::exchange(d.tokens, {})) : take_class(place);
    return take_types_in(text) + text;
  }

 private:
  std::string take_class(std::size_t place) {
    std::string text = text_of(std::exchange(closure_.declarations[place].tokens, {}));
    for (std::size_t k = place + 1; k < closure_.declarations.size(); ++k) {
      Declaration& d = closure_.declarations[k];
      if (d.owner != place) break;
      text += member_text(d);
      d.tokens.clear();
    }
    return text;
  }

  std::string take_types_in(std::string_view text) {
    std::string types;
    for (const Token& t : tokens_of(text))
      for (std::size_t k = 0; k < closure_.declarations.size(); ++k)
        if (is_type(closure_.declarations[k], t.text)) types += take(k);
    return types;
  }
  static bool is_type(const Declaration& d, std::string_view name) {
    const bool is_class_or_enum = d.kind == Kind::class_begin || d.kind == Kind::type;
    return is_class_or_enum && !d.tokens.empty() && !d.names.empty() && d.names[0] == name;
  }

  /// `type name = value;`, below the help of the parameter.
  std::string member_text(const Declaration& d) const {
    const auto assigned = std::ranges::find(d.tokens, "=", &Token::text);
    const bool is_variable = d.kind == Kind::variable && assigned != d.tokens.end();
    const auto it = is_variable ? rows_.find((assigned - 1)->text) : rows_.end();
    if (it == rows_.end()) return text_of(d.tokens);
    const Param& row = *it->second;
    const Tokens declared(d.tokens.begin(), assigned - 1);
    std::string type = text_of(declared);
    type.erase(0, type.find_first_not_of(" \n"));
    const std::string value =
        value_in_code(closure_, row, declared.back().text, row.get(params_.object));
    return "\n" + wrapped(help_of(row), "  /// ") +
           fmt::format("  {} {} = {};", type, it->first, value);
  }
  static std::string help_of(const Param& row) {
    std::string help(row.help);
    if (!is_number(row)) return help;
    std::string range = describe_range(row);
    range[0] = 'A';  // "a number from ..."
    return help + " " + range + ".";
  }

  Closure& closure_;
  const RowOf& rows_;
  const ParamView& params_;
};

/// `p.group_size = nearest(p.group_size, 1, 100);` for each number.
std::string ranges_text(const RowOf& rows) {
  std::string lines;
  for (const auto& [member, row] : rows) {
    if (!is_number(*row)) continue;
    lines += fmt::format("  p.{0} = nearest(p.{0}, {1}, {2});\n", member,
                         format_value(*row, row->lo), format_value(*row, row->hi));
  }
  if (lines.empty()) return "Params in_range(const Params& params) { return params; }\n";
  return "template <class V>\n"
         "V nearest(V value, double least, double most) {\n"
         "  const auto wide = static_cast<double>(value);\n"
         "  if (!(wide > least)) return static_cast<V>(least);\n"
         "  return wide < most ? value : static_cast<V>(most);\n"
         "}\n\n"
         "Params in_range(Params p) {\n" +
         lines + "  return p;\n}\n";
}

void rename(Closure& closure, std::string_view from, std::string_view to) {
  for (Declaration& d : closure.declarations)
    for (Token& t : d.tokens)
      if (t.is(from)) t.text = to;
}

}  // namespace

std::string wrapped(std::string_view text, std::string_view begin) {
  constexpr std::size_t kColumns = 100;
  std::string lines, line(begin);
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (line.size() + 1 + word.size() > kColumns) {
      lines += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      line = begin;
    }
    if (line.size() > begin.size()) line += ' ';
    line += word;
  }
  return lines + line + "\n";
}

ParamsText take_params(Closure& closure, const ParamView& params) {
  const RowOf rows = rows_of(closure, params);
  assert(rows.size() == params.rows.size() && "each row is in the source");
  const std::string name = params_class(closure);
  const std::size_t place = class_of(closure, name);
  rename(closure, name, "Params");
  return {Taker(closure, rows, params).take(place) + "\n", ranges_text(rows)};
}

}  // namespace phasebox::two_files
