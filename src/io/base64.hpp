// SPDX-License-Identifier: MIT
// Bytes as text inside JSON (RFC 4648, section 4: with padding, without line breaks).
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace phasebox {

std::string encode_base64(std::string_view bytes);

/// Nothing when the text is not exactly what `encode_base64` can write.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace phasebox
