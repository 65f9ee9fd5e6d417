// SPDX-License-Identifier: MIT
// Parses XML by recursive descent, one call per level of nesting.
#include "io/archive/xml.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.hpp"
#include "io/archive/json.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kXmlBlanks = " \t\r\n";

void append_utf8(std::string& to, std::uint32_t code) {
  const auto tail = [&](unsigned shift) {
    return static_cast<char>(0x80u | (code >> shift & 0x3Fu));
  };
  if (code < 0x80) {
    to += static_cast<char>(code);
  } else if (code < 0x800) {
    to += {static_cast<char>(0xC0u | code >> 6), tail(0)};
  } else if (code < 0x10000) {
    to += {static_cast<char>(0xE0u | code >> 12), tail(6), tail(0)};
  } else {
    to += {static_cast<char>(0xF0u | code >> 18), tail(12), tail(6), tail(0)};
  }
}

// Appends the character that an entity such as "lt", "#10" or "#xA" stands for. Returns false for
// an unknown one.
bool append_entity(std::string& to, std::string_view entity) {
  constexpr std::pair<std::string_view, char> kNamed[] = {
      {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}, {"amp", '&'}};
  const auto named = std::ranges::find(kNamed, entity, [](const auto& row) { return row.first; });
  if (named != std::end(kNamed)) {
    to += named->second;
    return true;
  }
  if (!entity.starts_with('#')) return false;
  const bool is_hex = entity.starts_with("#x");
  entity.remove_prefix(is_hex ? 2 : 1);
  std::uint32_t code = 0;
  const char* const end = entity.data() + entity.size();
  const auto read = std::from_chars(entity.data(), end, code, is_hex ? 16 : 10);
  if (read.ec != std::errc{} || read.ptr != end || code > 0x10FFFF) return false;
  append_utf8(to, code);
  return true;
}

// Appends a text with its entities decoded. An '&' that begins none stays.
void append_decoded(std::string& to, std::string_view text) {
  constexpr std::size_t kMaxEntity = 10;
  while (!text.empty()) {
    const std::size_t amp = std::min(text.find('&'), text.size());
    to += text.substr(0, amp);
    text.remove_prefix(amp);
    if (text.empty()) return;
    const std::size_t end = text.substr(0, kMaxEntity).find(';');
    const bool is_known = end != text.npos && append_entity(to, text.substr(1, end - 1));
    if (!is_known) to += '&';
    text.remove_prefix(is_known ? end + 1 : 1);
  }
}

/// Reads one text. Each function returns false where the text is refused; `what_` then says why.
class XmlParser {
 public:
  explicit XmlParser(std::string_view text) : text_(text) {
    if (text.starts_with("\xEF\xBB\xBF")) at_ = 3;
  }

  Result<XmlElement> read(std::string_view file) {
    XmlElement root;
    Markup kind = Markup::skipped;
    while (kind == Markup::skipped) {
      skip_blanks();
      kind = take("<") ? skip_markup() : Markup::broken;
    }
    if (kind == Markup::none && read_element(root, 1)) return root;
    const auto line = 1 + std::ranges::count(text_.substr(0, std::min(at_, text_.size())), '\n');
    return Error{say("{}:{}: {}", Sentence::as_is(file), line, what_)};
  }

 private:
  enum class Markup : unsigned char { none, skipped, broken };

  bool take(std::string_view token) {
    const bool is_there = text_.substr(std::min(at_, text_.size())).starts_with(token);
    if (is_there) at_ += token.size();
    return is_there;
  }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(kXmlBlanks, at_), text_.size()); }
  bool skip_past(std::string_view end) {
    const std::size_t found = text_.find(end, at_);
    at_ = found == text_.npos ? text_.size() : found + end.size();
    return found != text_.npos;
  }
  // Takes the text from here to the next of these characters, or to the end.
  std::string_view take_to(std::string_view ends) {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(ends, at_), text_.size());
    return text_.substr(begin, at_ - begin);
  }

  // Skips a comment, a declaration or a document type, whose '<' has been taken.
  Markup skip_markup() {
    if (take("!--")) return skip_past("-->") ? Markup::skipped : Markup::broken;
    if (take("?")) return skip_past("?>") ? Markup::skipped : Markup::broken;
    if (!take("!DOCTYPE")) return Markup::none;
    take_to("[>");
    return skip_past(take("[") ? "]>" : ">") ? Markup::skipped : Markup::broken;
  }

  // Reads an element whose '<' has been taken.
  bool read_element(XmlElement& to, std::size_t depth) {
    if (++elements_ > kMaxXmlElements) {
      what_ = say("XML has {} elements at most", kMaxXmlElements);
      return false;
    }
    if (depth > kMaxJsonDepth) {
      what_ = say("XML is nested {} levels deep at most", kMaxJsonDepth);
      return false;
    }
    to.name = take_to(" \t\r\n/><=\"'&");
    if (to.name.empty() || !read_attributes(to)) return false;
    if (take("/>")) return true;
    return take(">") && read_content(to, depth);
  }

  bool read_attributes(XmlElement& to) {
    for (skip_blanks(); at_ < text_.size() && text_[at_] != '/' && text_[at_] != '>';
         skip_blanks()) {
      if (to.attributes.size() == kMaxXmlAttributes) {
        what_ = say("an element has {} attributes at most", kMaxXmlAttributes);
        return false;
      }
      auto& [key, value] = to.attributes.emplace_back(take_to(" \t\r\n/><=\"'"), "");
      skip_blanks();
      if (key.empty() || !take("=")) return false;
      skip_blanks();
      const std::string_view quote = text_.substr(at_, 1);
      if (quote != "\"" && quote != "'") return false;
      ++at_;
      append_decoded(value, take_to(quote));
      if (!take(quote)) return false;
    }
    return true;
  }

  // Reads what an element holds, and its end tag.
  bool read_content(XmlElement& to, std::size_t depth) {
    while (true) {
      append_decoded(to.text, take_to("<"));
      if (!take("<")) return false;
      if (take("/")) break;
      if (take("![CDATA[")) {
        const std::size_t begin = at_;
        if (!skip_past("]]>")) return false;
        to.text += text_.substr(begin, at_ - begin - 3);
      } else if (const Markup kind = skip_markup(); kind == Markup::broken) {
        return false;
      } else if (kind == Markup::none) {
        if (!read_element(to.children.emplace_back(), depth + 1)) return false;
      }
    }
    if (to.text.find_first_not_of(kXmlBlanks) == to.text.npos) to.text.clear();
    if (!take(to.name)) return false;
    skip_blanks();
    return take(">");
  }

  std::string_view text_;
  std::size_t at_ = 0, elements_ = 0;
  Sentence what_ = "the XML cannot be read on from here; save it again in its editor";
};

}  // namespace

Result<XmlElement> parse_xml(std::string_view text, std::string_view file) {
  return XmlParser(text).read(file);
}

}  // namespace phasebox
