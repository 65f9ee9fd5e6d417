// SPDX-License-Identifier: MIT
// Phasebox holds file names in UTF-8. The standard library makes paths from them by mbrtowc, which
// in mingw-w64 decodes by the code page of the locale, never UTF-8 in msvcrt.dll. So this file
// replaces mbrtowc (linker option --wrap).
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cwchar>

/// Decodes the next UTF-16 unit of a text in UTF-8 into `to` and returns the number of bytes that
/// it took, as mbrtowc does. A character of four bytes gives a surrogate pair: its first unit takes
/// one byte, which `state` keeps, and its second the three that are left.
extern "C" std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t size,
                                      std::mbstate_t* state) {
  const auto octet = [from](std::size_t k) { return static_cast<unsigned char>(from[k]); };
  const auto failed = [] {
    errno = EILSEQ;
    return static_cast<std::size_t>(-1);
  };
  if (!from || size == 0) return from ? static_cast<std::size_t>(-2) : 0;
  const bool is_second = *state != 0;
  const unsigned lead = is_second ? static_cast<unsigned>(*state) : octet(0);
  if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4) return failed();
  const int ones = std::countl_one(static_cast<unsigned char>(lead));
  const std::size_t count = ones == 0 ? 1 : static_cast<std::size_t>(ones);
  const std::size_t skipped = is_second ? 1 : 0;
  if (size + skipped < count) return static_cast<std::size_t>(-2);
  std::uint32_t code = count == 1 ? lead : lead & (0x7Fu >> count);
  for (std::size_t k = 1; k < count; ++k) {
    const unsigned next = octet(k - skipped);
    if ((next & 0xC0) != 0x80) return failed();
    code = (code << 6) | (next & 0x3F);
  }
  const bool is_pair = code > 0xFFFF;
  const std::uint32_t unit = !is_pair    ? code
                             : is_second ? 0xDC00 + ((code - 0x10000) & 0x3FF)
                                         : 0xD800 + ((code - 0x10000) >> 10);
  if (to) *to = static_cast<wchar_t>(unit);
  *state = is_pair && !is_second ? static_cast<std::mbstate_t>(lead) : 0;
  if (is_pair) return is_second ? 3 : 1;
  return unit == 0 ? 0 : count;
}
