// SPDX-License-Identifier: MIT
// Finds the struct of the parameters, its rows and its members, and writes them with other
// defaults.
#include "io/export/params_text.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace phasebox::two_files {
namespace {

using Kind = Declaration::Kind;

/// The rows by the members that they set.
using RowOf = std::map<std::string, const Param*, std::less<>>;

/// `&RdcParams::group_size` ... `"group-size"`: the member's name is four tokens behind the `&`.
RowOf rows_of(const Closure& closure, const ParamView& params) {
  RowOf rows;
  for (const Declaration& d : closure.declarations) {
    if (d.kind != Kind::variable || d.names.empty() || !d.names[0].ends_with("Rows")) continue;
    for (std::size_t at = 0; at + 3 < d.tokens.size(); ++at) {
      if (!reads(d.tokens, at, {"<", "&"}) || !d.tokens[at + 3].is("::")) continue;
      const auto text = std::ranges::find(d.tokens.begin() + static_cast<std::ptrdiff_t>(at),
                                          d.tokens.end(), Token::Kind::text, &Token::kind);
      if (text == d.tokens.end()) continue;
      const std::string key = text->text.substr(1, text->text.size() - 2);
      if (const Param* row = find_param(params.rows, key)) rows[d.tokens[at + 4].text] = row;
    }
  }
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

std::string value_in_code(const Closure& closure, const Param& row, const std::string& type,
                          double value) {
  switch (row.kind) {
    case Param::Kind::flag: return value != 0 ? "true" : "false";
    case Param::Kind::choice: return enumerator(closure, type, static_cast<std::size_t>(value));
    case Param::Kind::integer:
    case Param::Kind::real: break;
  }
  std::string text = format_value(row, value);
  return text.find_first_of(".e") == text.npos ? text : text + "f";
}

/// The text of a member of a parameter struct: `type name = value;`.
std::string member_text(const Closure& closure, const Declaration& d, const RowOf& rows,
                        const ParamView& params) {
  const auto assigned = std::ranges::find(d.tokens, "=", &Token::text);
  const bool is_variable = d.kind == Kind::variable && assigned != d.tokens.end();
  const auto it = is_variable ? rows.find((assigned - 1)->text) : rows.end();
  if (it == rows.end()) return text_of(d.tokens);
  const Param& row = *it->second;
  std::string about(row.help);
  if (row.kind == Param::Kind::real || row.kind == Param::Kind::integer)
    about += " " + describe_range(row) + ".";
  for (char& c : std::span(about).subspan(row.help.size()))
    if (c == 'a') {
      c = 'A';
      break;
    }
  const Tokens declared(d.tokens.begin(), assigned - 1);
  const std::string type = declared.back().text;
  std::string head = text_of(declared);
  head.erase(0, head.find_first_not_of(" \n"));
  return "\n" + wrapped(about, "  /// ") +
         fmt::format("  {} {} = {};", head, it->first,
                     value_in_code(closure, row, type, row.get(params.object)));
}

/// Marks a class and what is in it as taken, and returns its text.
std::string take_class(Closure& closure, std::size_t place, const RowOf& rows,
                       const ParamView& params) {
  std::string text = text_of(closure.declarations[place].tokens);
  for (std::size_t k = place + 1; k < closure.declarations.size(); ++k) {
    Declaration& d = closure.declarations[k];
    if (d.owner != place) break;
    text += member_text(closure, d, rows, params);
    d.tokens.clear();
  }
  closure.declarations[place].tokens.clear();
  return text;
}

/// The types named by a text, before it: base classes and enumerations.
std::string take_types_of(Closure& closure, std::string_view text, const RowOf& rows,
                          const ParamView& params) {
  std::string before;
  for (const Token& t : tokens_of(text)) {
    if (!t.is_word()) continue;
    for (std::size_t k = 0; k < closure.declarations.size(); ++k) {
      Declaration& d = closure.declarations[k];
      const bool is_type = d.kind == Kind::class_begin || d.kind == Kind::type;
      if (!is_type || d.tokens.empty() || d.names.empty() || d.names[0] != t.text) continue;
      std::string taken = d.kind == Kind::type ? text_of(std::exchange(d.tokens, {}))
                                               : take_class(closure, k, rows, params);
      before += take_types_of(closure, taken, rows, params) + taken;
    }
  }
  return before;
}

/// `p.group_size = inside(p.group_size, 1, 100);` for each number.
std::string ranges_text(const RowOf& rows) {
  std::string lines;
  for (const auto& [member, row] : rows) {
    if (row->kind != Param::Kind::real && row->kind != Param::Kind::integer) continue;
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
  const std::string name = params_class(closure);
  assert(rows.size() == params.rows.size() && "each row of the source is found");
  rename(closure, name, "Params");
  const std::size_t place = [&] {
    for (std::size_t k = 0; k < closure.declarations.size(); ++k)
      if (closure.declarations[k].kind == Kind::class_begin &&
          reads(closure.declarations[k].tokens, 1, {"Params"}))
        return k;
    return closure.declarations.size();
  }();
  assert(place < closure.declarations.size() && "parameters are a struct");
  std::string own = take_class(closure, place, rows, params);
  std::string types = take_types_of(closure, own, rows, params);
  return {types + own + "\n", ranges_text(rows)};
}

}  // namespace phasebox::two_files
