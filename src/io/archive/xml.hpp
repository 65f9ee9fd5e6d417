// SPDX-License-Identifier: MIT
// XML as a tree of elements.
// W3C, "Extensible Markup Language (XML) 1.0", 2008, https://www.w3.org/TR/xml.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace phasebox {

/// An element with all it holds. Texts are decoded: characters stand for entities.
struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlElement> children;
  std::string text;  ///< its own text without that of the children; empty where all is blank
};

/// The most attributes of one element. Readers find an attribute by linear search.
inline constexpr std::size_t kMaxXmlAttributes = 256;
/// The elements of a text are counted, because one of four bytes takes a hundred in memory.
inline constexpr std::size_t kMaxXmlElements = 10'000'000;

/// Parses a text in UTF-8 and returns its root. Declarations, comments and document types are
/// skipped, so that no file and no entity of a document is read. Elements are nested as deep as
/// JSON may be (kMaxJsonDepth). Refuses broken XML and what breaks the limits, as `file:line:
/// what`. O(bytes).
Result<XmlElement> parse_xml(std::string_view text, std::string_view file);

}  // namespace phasebox
