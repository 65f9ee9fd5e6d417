// SPDX-License-Identifier: MIT
// Splits sources into declarations. It knows as much of C++ as the library's own sources use.
#include "io/export/declarations.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace phasebox::two_files {
namespace {

using Kind = Declaration::Kind;

bool is_class_key(const Token& t) { return t.is("class") || t.is("struct"); }

/// A declaration under way: where its parts are.
struct Shape {
  std::size_t end = 0;         // behind it, or behind the `{` of a class
  std::size_t parameters = 0;  // the `(` of a function; 0: none
  Kind kind = Kind::variable;
};

class Splitter {
 public:
  Splitter(std::span<const Token> from, std::vector<Declaration>& to) : from_(from), to_(to) {}

  void scope(std::size_t at, std::size_t end, std::size_t owner) {
    while (at < end) at = one(at, owner);
  }

 private:
  /// Returns the place behind it.
  std::size_t one(std::size_t at, std::size_t owner) {
    if (from_[at].is(";")) return at + 1;
    if (from_[at].is("namespace") && !is_alias(at)) return name_space(at);
    if (from_[at].is("public") || from_[at].is("private") || from_[at].is("protected"))
      return add({.kind = Kind::access}, at, at + 2, owner);
    const Shape shape = shape_of(at);
    Declaration made{.kind = shape.kind};
    made.names = names_of(at, shape, owner);
    if (shape.kind == Kind::function && from_[shape.parameters - 2].is("::"))
      made.member_of = from_[shape.parameters - 3].text;
    const std::size_t place = to_.size();
    add(std::move(made), at, shape.end, owner);
    if (shape.kind != Kind::class_begin) return shape.end;
    const std::size_t end = behind_bracket(from_, shape.end - 1);
    scope(shape.end, end - 1, place);
    return add({.kind = Kind::class_end}, end - 1, end + 1, place);
  }

  std::size_t add(Declaration made, std::size_t begin, std::size_t end, std::size_t owner) {
    made.tokens.assign(from_.begin() + static_cast<std::ptrdiff_t>(begin),
                       from_.begin() + static_cast<std::ptrdiff_t>(end));
    made.owner = owner;
    made.namespaces = namespaces_;
    to_.push_back(std::move(made));
    return end;
  }

  bool is_alias(std::size_t at) const { return from_[at + 2].is("="); }
  std::size_t name_space(std::size_t at) {
    const std::size_t outer = namespaces_.size();
    for (++at; !from_[at].is("{"); ++at)
      if (from_[at].is_word() && !from_[at].is("phasebox")) namespaces_.push_back(from_[at].text);
    const std::size_t end = behind_bracket(from_, at);
    scope(at + 1, end - 1, Declaration::kNone);
    namespaces_.resize(outer);
    return end;
  }

  /// Behind `template <...>` and attributes.
  std::size_t behind_head(std::size_t at) const {
    for (;;) {
      if (reads(from_, at, {"template", "<"}))
        at = behind_angle(from_, at + 1);
      else if (from_[at].is("["))
        at = behind_bracket(from_, at);
      else
        return at;
    }
  }

  Shape shape_of(std::size_t at) const {
    const std::size_t head = behind_head(at);
    if (is_class_key(from_[head]) && has_body(head)) return class_shape(head);
    Shape shape;
    if (from_[head].is("enum")) shape.kind = Kind::type;
    if (from_[head].is("using") || from_[head].is("namespace")) shape.kind = Kind::other;
    if (from_[head].is("static_assert")) return {behind_statement(from_, head), 0, Kind::other};
    for (std::size_t k = head;;) {
      const Token& t = from_[k];
      if (t.is(";")) return shape.end = k + 1, shape;
      if (t.is("=")) return shape.end = behind_statement(from_, k), shape;
      if (t.is("operator")) k = behind_operator(k);
      if (from_[k].is("<") && shape.parameters == 0) {
        k = behind_angle(from_, k);
      } else if (from_[k].is("(")) {
        if (shape.parameters == 0) shape.parameters = k, shape.kind = Kind::function;
        k = behind_bracket(from_, k);
      } else if (t.is(":") && shape.parameters > 0) {
        k = behind_initializers(k + 1);
      } else if (t.is("{")) {
        k = behind_bracket(from_, k);
        if (shape.parameters > 0) return shape.end = k, shape;
      } else {
        ++k;
      }
    }
  }
  std::size_t behind_operator(std::size_t at) const {
    ++at;
    if (reads(from_, at, {"(", ")"})) return at + 2;
    while (!from_[at].is("(")) ++at;
    return at;
  }
  /// Of a constructor, up to its body.
  std::size_t behind_initializers(std::size_t at) const {
    for (;;) {
      while (!from_[at].is("(") && !from_[at].is("{"))
        at = from_[at].is("<") ? behind_angle(from_, at) : at + 1;
      at = behind_bracket(from_, at);
      if (!from_[at].is(",")) return at;
    }
  }
  bool has_body(std::size_t at) const {
    while (!from_[at].is("{") && !from_[at].is(";")) ++at;
    return from_[at].is("{");
  }
  Shape class_shape(std::size_t at) const {
    while (!from_[at].is("{")) ++at;
    return {at + 1, 0, Kind::class_begin};
  }

  std::vector<std::string> names_of(std::size_t at, const Shape& shape, std::size_t owner) const {
    const std::size_t head = behind_head(at);
    if (shape.kind == Kind::class_begin || shape.kind == Kind::type) {
      // Enumerators without a scope are named alone.
      if (from_[head].is("enum") && !is_class_key(from_[head + 1])) return {};
      std::size_t name = head + 1;
      while (is_class_key(from_[name])) ++name;
      return {from_[name].text};
    }
    if (from_[head].is("using") || from_[head].is("namespace")) {
      if (from_[head + 1].is("enum")) return {};
      return {from_[head + 1].text};
    }
    if (shape.kind == Kind::function) return name_of_function(head, shape.parameters, owner);
    if (shape.kind == Kind::variable) return names_of_variables(head, shape.end, owner);
    return {};
  }

  /// Constructors, destructors and conversions belong to their class.
  std::vector<std::string> name_of_function(std::size_t head, std::size_t open,
                                            std::size_t owner) const {
    for (std::size_t k = head; k < open; ++k)
      if (from_[k].is("operator")) {
        const bool is_sign = from_[k + 1].kind == Token::Kind::sign && !from_[k + 1].is("(");
        return is_sign ? std::vector<std::string>{from_[k + 1].text} : std::vector<std::string>{};
      }
    const std::string& name = from_[open - 1].text;
    const bool is_of_class = owner != Declaration::kNone && to_[owner].names[0] == name;
    if (is_of_class || from_[open - 2].is("~")) return {};
    return {name};
  }

  /// Members without the `_` of private ones may be set in their order, so they go with their
  /// class.
  std::vector<std::string> names_of_variables(std::size_t at, std::size_t end,
                                              std::size_t owner) const {
    std::vector<std::string> names;
    bool is_value = false;
    for (; at < end; ++at) {
      const Token& t = from_[at];
      if (t.is("<") && !is_value) {
        at = behind_angle(from_, at) - 1;
        continue;
      }
      const bool ends_name = t.is("=") || t.is("{") || t.is(";") || t.is(",") || t.is("[");
      if (ends_name && !is_value && from_[at - 1].is_word()) names.push_back(from_[at - 1].text);
      if (t.is("=")) is_value = true;
      if (t.is(",")) is_value = false;
      if (t.is("{") || t.is("(") || t.is("[")) at = behind_bracket(from_, at) - 1;
    }
    const bool is_plain_member = owner != Declaration::kNone && !names.empty() &&
                                 !names[0].ends_with('_') && names[0][0] != 'k';
    return is_plain_member ? std::vector<std::string>{} : names;
  }

  std::span<const Token> from_;
  std::vector<Declaration>& to_;
  std::vector<std::string> namespaces_;
};

bool is_named(const Declaration& d, const std::set<std::string>& words) {
  if (!d.member_of.empty() && !words.contains(d.member_of)) return false;
  return d.names.empty() ||
         std::ranges::any_of(d.names, [&](const std::string& n) { return words.contains(n); });
}

}  // namespace

void append_declarations(std::span<const Token> tokens, std::vector<Declaration>& to) {
  Splitter(tokens, to).scope(0, tokens.size(), Declaration::kNone);
}

namespace {

using NameInScope = std::tuple<std::size_t, std::string, std::string>;
NameInScope name_in_scope(const Declaration& d) {
  return {d.owner, d.member_of, d.names.empty() ? std::string() : d.names[0]};
}

/// Of overloads, only those whose parameters' types are reached: each type named in the list.
std::vector<std::set<std::string>> types_of_parameters(const std::vector<Declaration>& all) {
  std::set<std::string> types;
  for (const Declaration& d : all)
    if ((d.kind == Kind::class_begin || d.kind == Kind::type) && !d.names.empty())
      types.insert(d.names[0]);
  std::map<NameInScope, int> functions;
  for (const Declaration& d : all)
    if (d.kind == Kind::function) ++functions[name_in_scope(d)];
  std::vector<std::set<std::string>> of(all.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k].kind != Kind::function || all[k].tokens.empty()) continue;
    if (functions[name_in_scope(all[k])] == 1) continue;
    const Tokens& tokens = all[k].tokens;
    const auto open =
        static_cast<std::size_t>(std::ranges::find(tokens, "(", &Token::text) - tokens.begin());
    for (const Token& t : std::span(tokens).subspan(open, behind_bracket(tokens, open) - open))
      if (types.contains(t.text)) of[k].insert(t.text);
  }
  return of;
}

}  // namespace

void reach(std::vector<Declaration>& all, std::set<std::string> words) {
  const auto types = types_of_parameters(all);
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t k = 0; k < all.size(); ++k) {
      Declaration& d = all[k];
      const bool has_owner = d.owner == Declaration::kNone || all[d.owner].is_reached;
      if (d.is_reached || !has_owner || !is_named(d, words)) continue;
      if (!std::ranges::includes(words, types[k])) continue;
      d.is_reached = grows = true;
      for (const Token& t : d.tokens)
        if (t.is_word() || t.kind == Token::Kind::sign) words.insert(t.text);
    }
  }
}

}  // namespace phasebox::two_files
