// SPDX-License-Identifier: MIT
// XML: what is read, and what is refused before it costs memory or time.
#include "io/archive/xml.hpp"

#include <string>

#include <gmock/gmock.h>

#include "io/archive/json.hpp"

namespace phasebox {
namespace xml_test {

using testing::HasSubstr;
using testing::StartsWith;

XmlElement accepted(const std::string& text) {
  auto read = parse_xml(text, "a.xml");
  EXPECT_FALSE(read.failed()) << text << "\n" << read.error().text;
  return read.failed() ? XmlElement{} : *std::move(read);
}

std::string refused(const std::string& text) {
  const auto read = parse_xml(text, "a.xml");
  return read.failed() ? read.error().text.english() : "accepted";
}

std::string nested(std::size_t levels) {
  std::string open, close;
  for (std::size_t k = 0; k < levels; ++k) {
    open += "<a>";
    close += "</a>";
  }
  return open + close;
}

std::string with_attributes(std::size_t n) {
  std::string text = "<a";
  for (std::size_t k = 0; k < n; ++k) text += " b" + std::to_string(k) + "='1'";
  return text + "/>";
}

TEST(Xml, is_a_tree_of_elements) {
  const XmlElement root = accepted(
      "\xEF\xBB\xBF<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b \"c>\">]>\n<!-- <x> > -->\n"
      "<a one = \"1 > 0\" two='\"'>\n <b/>text <!-- > --> more<![CDATA[<&amp;>]]>\n <c.d></c.d >\n"
      "</a>\n");
  EXPECT_EQ(root.name, "a");
  ASSERT_EQ(root.attributes.size(), 2u);
  EXPECT_EQ(root.attributes[0].second, "1 > 0");
  EXPECT_EQ(root.attributes[1].second, "\"");
  EXPECT_THAT(root.text, HasSubstr("text  more<&amp;>"));
  ASSERT_EQ(root.children.size(), 2u);
  EXPECT_EQ(root.children[1].name, "c.d");
  EXPECT_EQ(root.children[1].text, "");
}

TEST(Xml, entities_stand_for_characters) {
  EXPECT_EQ(accepted("<a>&lt;&gt;&quot;&apos;&amp;lt; &#65;&#x42;&#xe4;&#8364;&#x1F600;</a>").text,
            "<>\"'&lt; AB\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
  for (const std::string same : {"a & b", "&unknown;", "&#x110000;", "&#;", "&", "&;"})
    EXPECT_EQ(accepted("<a>" + same + "</a>").text, same);
}

TEST(Xml, a_long_value_takes_time_in_proportion) {
  std::string value;
  for (int k = 0; k < 200'000; ++k) value += "&amp;";
  EXPECT_EQ(accepted("<a b='" + value + "'/>").attributes.at(0).second, std::string(200'000, '&'));
}

TEST(Xml, is_limited_in_depth_and_attributes) {
  EXPECT_EQ(accepted(nested(kMaxJsonDepth)).children.size(), 1u);
  EXPECT_EQ(refused(nested(kMaxJsonDepth + 1)), "a.xml:1: XML is nested 64 levels deep at most");
  EXPECT_EQ(accepted(with_attributes(kMaxXmlAttributes)).attributes.size(), kMaxXmlAttributes);
  EXPECT_EQ(refused(with_attributes(kMaxXmlAttributes + 1)),
            "a.xml:1: an element has 256 attributes at most");
}

TEST(Xml, what_is_broken_is_refused_with_its_line) {
  for (const std::string text :
       {"", "text", "<", "<a", "<a>", "<a></b>", "<a b/>", "<a b=1/>", "<a b='1/>", "<a ='1'/>",
        "<a/", "<!-- <a/>", "<!DOCTYPE a", "<![CDATA[a]]>", "<a><![CDATA[</a>", "<a><!-- </a>",
        "<>a</>", "<a></a b>"})
    EXPECT_THAT(refused("\n" + text), StartsWith("a.xml:2: the XML cannot be read on")) << text;
}

}  // namespace xml_test
}  // namespace phasebox
