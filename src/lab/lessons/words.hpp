// SPDX-License-Identifier: MIT
// Texts in every language of the interface.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace phasebox {

enum class Language : std::uint8_t { english, chinese };

/// The ids of languages in files and settings, [Language].
inline constexpr std::array<std::string_view, 2> kLanguageIds{"en", "zh"};

/// One text in every language, UTF-8. `in` gives the text of another language where its own is
/// empty.
struct Words {
  std::string en, zh;
  const std::string& in(Language language) const {
    const bool is_chinese = language == Language::chinese;
    const std::string& wanted = is_chinese ? zh : en;
    return !wanted.empty() ? wanted : is_chinese ? en : zh;
  }
};

/// The language for a locale such as "zh_CN.UTF-8": Chinese for zh, English for every other one.
constexpr Language language_of_locale(std::string_view locale) {
  return locale.starts_with("zh") ? Language::chinese : Language::english;
}

}  // namespace phasebox
