// SPDX-License-Identifier: MIT
// Each letter is a rectangle that shows a part of the font's texture, which tells the letter.
#include "drawn_text.hpp"

#include <cmath>
#include <map>
#include <utility>

#include <imgui.h>

namespace phasebox {
namespace {

struct KnownGlyph {
  ImWchar code;
  float x0, y0, x1, y1, advance;
};
using Glyphs = std::map<std::pair<float, float>, KnownGlyph>;  // by the upper left corner

Glyphs known_glyphs() {
  Glyphs all;
  for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
    for (const ImFontGlyph& g : font->Glyphs)
      if (g.Visible)
        all[{g.U0, g.V0}] = {static_cast<ImWchar>(g.Codepoint), g.X0, g.Y0, g.X1, g.Y1, g.AdvanceX};
  return all;
}

void append_utf8(std::string& text, unsigned code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | code >> 6);
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    text += static_cast<char>(0xE0 | code >> 12);
    text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// Letters come in the order of the text, so a line ends where the next letter is elsewhere.
class DrawnLines {
 public:
  void add(const KnownGlyph& glyph, ImVec2 min, ImVec2 max) {
    const float scale = (max.x - min.x) / (glyph.x1 - glyph.x0);
    const float pen = min.x - glyph.x0 * scale, top = min.y - glyph.y0 * scale;
    const float size = glyph.advance * scale, gap = pen - pen_;
    const bool goes_on = std::abs(top - top_) < 1.5f && gap > -1.5f && gap < 14 * scale;
    if (!goes_on) all_.emplace_back();
    if (goes_on && gap > 2 * scale) all_.back() += ' ';
    append_utf8(all_.back(), glyph.code);
    pen_ = pen + size, top_ = top;
  }
  std::vector<std::string> take() { return std::move(all_); }

 private:
  std::vector<std::string> all_;
  float pen_ = -1e9f, top_ = -1e9f;
};

}  // namespace

std::vector<std::string> drawn_lines() {
  const Glyphs glyphs = known_glyphs();
  const ImDrawData& data = *ImGui::GetDrawData();
  DrawnLines lines;
  for (int n = 0; n < data.CmdListsCount; ++n) {
    const auto& vertices = data.CmdLists[n]->VtxBuffer;
    for (int i = 0; i + 3 < vertices.Size; ++i) {
      const auto found = glyphs.find({vertices[i].uv.x, vertices[i].uv.y});
      if (found == glyphs.end()) continue;
      lines.add(found->second, vertices[i].pos, vertices[i + 2].pos);
      i += 3;
    }
  }
  return lines.take();
}

}  // namespace phasebox
