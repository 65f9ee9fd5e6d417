// SPDX-License-Identifier: MIT
// The languages of the lessons, and a text in all of them.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace phasebox {

enum class Language : std::uint8_t { english, chinese };

/// As in files and settings, in the order of Language.
inline constexpr std::array<std::string_view, 2> kLanguageIds{"en", "zh"};

/// The same said in every language, UTF-8.
struct Words {
  std::string en, zh;
  const std::string& in(Language language) const { return language == Language::chinese ? zh : en; }
};

/// What a locale's name ("zh_CN.UTF-8") asks for: Chinese for zh, English for everything else.
constexpr Language language_of_locale(std::string_view locale) {
  return locale.starts_with("zh") ? Language::chinese : Language::english;
}

}  // namespace phasebox
