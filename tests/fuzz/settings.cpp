// SPDX-License-Identifier: MIT
// The window's settings: any bytes are settings or one line of refusal; what was read is written
// and read again as the same, and shown by a window.
#include "fuzz/fuzz.hpp"
#include "io/pictures/images.hpp"
#include "ui/user_settings.hpp"
#include "world/scene/taught_rdc.hpp"

namespace phasebox::fuzz {
namespace {

void run(std::string_view input) {
  const MemoryWatch watch((std::size_t{64} << 20) + 1000 * input.size());
  const auto settings = parse_settings(input);
  if (settings.failed()) return check_error(settings.error().text);
  const std::string text = settings_text(*settings);
  const auto again = parse_settings(text);
  check(!again.failed(), "what was written cannot be read",
        again.failed() ? again.error().text : "");
  check(settings_text(*again) == text, "what was written is read as something else", text);
  const UserSettings both = merged(UserSettings{}, *settings, *again);
  check(settings_text(both) == text, "the same settings of two windows are merged to others", text);
}

}  // namespace
}  // namespace phasebox::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  phasebox::use_taught_rdc();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  phasebox::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
