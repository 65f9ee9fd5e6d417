// SPDX-License-Identifier: MIT
// Each letter is a rectangle that shows a part of the font's texture, which tells the letter.
#include "drawn_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include <imgui_internal.h>

namespace phasebox::ui {
namespace {

struct KnownGlyph {
  unsigned code;
  float x0, y0, x1, y1, advance;  // of the letter from its pen, px
  float u0, v0, u1, v1;           // where the texture has it
};

/// By a corner in the texture: the upper left one, and the lower right one of what is cut.
struct Glyphs {
  std::map<std::pair<float, float>, KnownGlyph> by_begin, by_end;
};

Glyphs known_glyphs() {
  Glyphs all;
  for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
    for (const ImFontGlyph& g : font->Glyphs) {
      if (!g.Visible) continue;
      const KnownGlyph known{static_cast<unsigned>(g.Codepoint),
                             g.X0,
                             g.Y0,
                             g.X1,
                             g.Y1,
                             g.AdvanceX,
                             g.U0,
                             g.V0,
                             g.U1,
                             g.V1};
      all.by_begin[{g.U0, g.V0}] = known;
      all.by_end[{g.U1, g.V1}] = known;
    }
  return all;
}

/// Four corners, as Dear ImGui writes the rectangle of a letter.
struct Letter {
  const KnownGlyph* glyph = nullptr;  // none: no letter
  ImVec2 min, max;
  ImVec2 lost{};  // px that were left out when it was written
};

// Returns the px that a side of a letter lost, of which `shown` of `whole` was written in `px`.
float lost(float shown, float whole, float px) { return px * (whole / shown - 1); }

Letter letter_at(const Glyphs& glyphs, const ImDrawVert* corners) {
  const ImDrawVert &a = corners[0], &b = corners[2];
  Letter letter{nullptr, a.pos, b.pos, {}};
  if (const auto at = glyphs.by_begin.find({a.uv.x, a.uv.y}); at != glyphs.by_begin.end())
    letter.glyph = &at->second;
  else if (const auto end = glyphs.by_end.find({b.uv.x, b.uv.y}); end != glyphs.by_end.end())
    letter.glyph = &end->second;
  if (const KnownGlyph* g = letter.glyph)
    letter.lost = {lost(b.uv.x - a.uv.x, g->u1 - g->u0, b.pos.x - a.pos.x),
                   lost(b.uv.y - a.uv.y, g->v1 - g->v0, b.pos.y - a.pos.y)};
  return letter;
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
class DrawnText {
 public:
  void begin(const ImDrawList& list) {
    window_ = list._OwnerName == nullptr ? "" : list._OwnerName;
    const ImGuiWindow* window = ImGui::FindWindowByName(window_.c_str());
    scrolls_x_ = window != nullptr && window->ScrollMax.x > 0 &&
                 (window->Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0;
    scrolls_y_ = window != nullptr && window->ScrollMax.y > 0;
    pen_ = top_ = -1e9f;
  }
  void add(const Letter& letter, const ImVec4& clip) {
    const KnownGlyph& glyph = *letter.glyph;
    const float scale =
        letter.lost.x > 0 ? scale_ : (letter.max.x - letter.min.x) / (glyph.x1 - glyph.x0);
    const float pen = letter.min.x - glyph.x0 * scale, top = letter.min.y - glyph.y0 * scale;
    const float gap = pen - pen_;
    const bool goes_on = std::abs(top - top_) < 1.5f && gap > -1.5f && gap < 14 * scale;
    const Aabb rect{{letter.min.x, letter.min.y}, {letter.max.x, letter.max.y}};
    if (!goes_on) all_.push_back({{}, window_, rect});
    DrawnLine& line = all_.back();
    line.rect = united(line.rect, rect);
    if (goes_on && gap > 2 * scale) line.text += ' ';
    append_utf8(line.text, glyph.code);
    line.is_cut |= is_cut(letter, clip);
    pen_ = pen + glyph.advance * scale, top_ = top, scale_ = scale;
  }
  std::vector<DrawnLine> take() { return std::move(all_); }

 private:
  // Whether a letter is cut. A list that scrolls may be cut where it goes on.
  bool is_cut(const Letter& letter, const ImVec4& clip) const {
    constexpr float kHardlyAnything = 1;  // px
    const auto [left, top, right, bottom] = std::tuple{clip.x, clip.y, clip.z, clip.w};
    const bool is_seen =
        letter.max.x > left && letter.min.x < right && letter.max.y > top && letter.min.y < bottom;
    if (!is_seen) return false;
    const float x = std::max({left - letter.min.x, letter.max.x - right, letter.lost.x});
    const float y = std::max({top - letter.min.y, letter.max.y - bottom, letter.lost.y});
    return (x > kHardlyAnything && !scrolls_x_) || (y > kHardlyAnything && !scrolls_y_);
  }

  std::vector<DrawnLine> all_;
  std::string window_;
  bool scrolls_x_ = false, scrolls_y_ = false;
  float pen_ = -1e9f, top_ = -1e9f, scale_ = 1;
};

}  // namespace

std::vector<DrawnLine> drawn_text() {
  const Glyphs glyphs = known_glyphs();
  const ImDrawData& data = *ImGui::GetDrawData();
  DrawnText text;
  for (int n = 0; n < data.CmdListsCount; ++n) {
    const ImDrawList& list = *data.CmdLists[n];
    text.begin(list);
    for (const ImDrawCmd& command : list.CmdBuffer)
      for (unsigned i = 0; i + 5 < command.ElemCount;) {
        const auto* index = &list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
        const bool is_rectangle =
            index[3] == index[0] && index[4] == index[2] && index[2] == index[0] + 2;
        const ImDrawVert* corners = &list.VtxBuffer[static_cast<int>(command.VtxOffset + index[0])];
        const Letter letter = is_rectangle ? letter_at(glyphs, corners) : Letter{};
        if (letter.glyph != nullptr) text.add(letter, command.ClipRect);
        i += letter.glyph != nullptr ? 6 : 3;
      }
  }
  return text.take();
}

std::vector<std::string> drawn_lines() {
  std::vector<std::string> texts;
  for (DrawnLine& line : drawn_text()) texts.push_back(std::move(line.text));
  return texts;
}

}  // namespace phasebox::ui
