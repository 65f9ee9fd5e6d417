// SPDX-License-Identifier: MIT
// Widgets that several panels share: texts, buttons, value boxes, lists, tables and windows.
#include "ui/widgets/widgets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/files/files.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/icons.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::ui {
namespace {

constexpr std::u32string_view kClosing = U"，。、：；！？）》」』】”’…,.;:!?)";
constexpr std::u32string_view kOpening = U"（《「『【“‘(";

struct Letter {
  char32_t code;
  std::size_t bytes;
};

// Decodes the UTF-8 letter at `at`; a broken byte counts as one letter.
Letter letter_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  const std::size_t bytes = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (first < 0x80 || first < 0xC0 || at + bytes > text.size()) return {first, 1};
  char32_t code = first & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) code = code << 6 | (byte(at + i) & 0x3Fu);
  return {code, bytes};
}

// Whether the letter is in a range of Unicode of ideographs, Chinese or Japanese letters and marks,
// or full-width forms. Lines may break between such letters.
bool is_chinese(char32_t c) {
  return (c >= 0x2E80 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0xFF00 && c <= 0xFFEF);
}

// Returns the index at which the piece that begins at `at` ends: the next place where a line may
// break.
std::size_t end_of_piece(std::string_view text, std::size_t at) {
  Letter letter = letter_at(text, at);
  for (at += letter.bytes; at < text.size(); at += letter.bytes) {
    const Letter next = letter_at(text, at);
    const bool is_between_letters = letter.code != U' ' && next.code != U' ' &&
                                    (is_chinese(letter.code) || is_chinese(next.code)) &&
                                    kClosing.find(next.code) == kClosing.npos &&
                                    kOpening.find(letter.code) == kOpening.npos;
    if ((letter.code == U' ' && next.code != U' ') || is_between_letters) return at;
    letter = next;
  }
  return text.size();
}

// Returns how many bytes of a word fit into `width`: at least one letter, and if not all fit, up to
// the last slash where there is one. A word with Chinese characters stays whole, because the marks
// in it may not begin a line.
std::size_t fitting(std::string_view text, float width,
                    const std::function<float(std::string_view)>& measure) {
  for (std::size_t at = 0; at < text.size(); at += letter_at(text, at).bytes)
    if (is_chinese(letter_at(text, at).code)) return text.size();
  std::size_t end = letter_at(text, 0).bytes;
  for (std::size_t next = end; next <= text.size() && measure(text.substr(0, next)) <= width;) {
    end = next;
    next += next < text.size() ? letter_at(text, next).bytes : 1;
  }
  const std::size_t slash = end < text.size() ? text.substr(0, end).rfind('/') : text.npos;
  return slash == text.npos || slash == 0 ? end : slash + 1;
}

std::string_view trimmed(std::string_view line) {
  while (line.ends_with(' ')) line.remove_suffix(1);
  return line;
}

constexpr int kFramesToType = 6;  // frames within which a text field must get the focus

// Reads a typed number; none if it is unreadable or not finite. "1,5" is read as 1.5, and "20,000"
// in a whole number's box as 20000, because boxes show numbers so.
std::optional<double> number_in(std::string text, Param::Kind kind) {
  std::erase(text, ' ');
  const auto commas = std::ranges::count(text, ',');
  const std::size_t at = text.find(',');
  const bool groups = kind == Param::Kind::integer && commas == 1 && text.size() - at == 4;
  if (commas > 1 || groups || text.find('.') != text.npos)
    std::erase(text, ',');
  else if (commas == 1)
    text[at] = '.';
  const std::optional<double> number = read_number<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

// Whether the last click was on the widget just drawn, and was less than 3 s ago or the pointer has
// stayed where it clicked. The tooltip then stays away, so that it does not cover what the click
// did.
bool was_clicked() {
  constexpr double kSeconds = 3;
  constexpr float kStill = 3;  // px that the pointer may wander
  const ImGuiIO& io = ImGui::GetIO();
  const Vec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  return std::ranges::any_of(std::array{ImGuiMouseButton_Left, ImGuiMouseButton_Right}, [&](int b) {
    const Vec2 at = io.MouseClickedPos[b];
    const bool is_here = at.x >= min.x && at.x < max.x && at.y >= min.y && at.y < max.y;
    const bool is_fresh = ImGui::GetTime() - io.MouseClickedTime[b] < kSeconds;
    const bool is_still = length(io.MousePos - at) <= kStill;
    return is_here && io.MouseClickedTime[b] > 0 && (is_fresh || is_still);
  });
}

// Places the next tooltip, `size` px large, where it covers neither the widget just drawn nor, if
// possible, the next one: below the widget; of a widget with the keyboard's focus above it; in
// menus and lists beside it. Around a widget as large as the screen there is no such place, and
// ImGui chooses one at the pointer.
void place_tooltip(Vec2 size) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const Vec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  const Vec2 most = Vec2(ImGui::GetIO().DisplaySize) - size;
  const bool is_pointed = ImGui::IsMouseHoveringRect(min, max);
  const Vec2 at = is_pointed ? Vec2(ImGui::GetIO().MousePos) : min;
  const float x = std::clamp(at.x, 0.0f, std::max(most.x, 0.0f));
  const float y = std::clamp(at.y, 0.0f, std::max(most.y, 0.0f));
  const float gap = style.ItemSpacing.y, side = style.WindowPadding.x;
  std::array places{Vec2{x, max.y + gap}, Vec2{x, min.y - gap - size.y}, Vec2{max.x + side, y},
                    Vec2{min.x - side - size.x, y}};
  if (!is_pointed) std::swap(places[0], places[1]);
  if (has_popup()) std::rotate(places.begin(), places.begin() + 2, places.end());
  const auto free = std::ranges::find_if(places, [&](Vec2 place) {
    return place.x >= 0 && place.y >= 0 && place.x <= most.x && place.y <= most.y;
  });
  if (free != places.end()) ImGui::SetNextWindowPos(*free);
}

// Writes a number as a slider shows it, by a printf format, with its thousands grouped.
std::string slider_number(float value, const std::string& format) {
  if (value >= 1000)
    return grouped_whole(static_cast<double>(value)) +
           format.substr(std::min(format.find(' '), format.size()));
  std::array<char, 64> number{};
  std::snprintf(number.data(), number.size(), format.c_str(), static_cast<double>(value));
  return number.data();
}

}  // namespace

std::vector<std::string_view> wrap_text(std::string_view text, float width,
                                        const std::function<float(std::string_view)>& measure) {
  std::vector<std::string_view> lines;
  std::size_t begin = 0, end = 0;
  while (end < text.size()) {
    const std::size_t next = end_of_piece(text, end);
    const bool fits = measure(trimmed(text.substr(begin, next - begin))) <= width;
    if (!fits && end > begin) {
      lines.push_back(trimmed(text.substr(begin, end - begin)));
      begin = end;
    } else if (!fits) {
      end += fitting(text.substr(begin, next - begin), width, measure);
      lines.push_back(trimmed(text.substr(begin, end - begin)));
      begin = end;
    } else {
      end = next;
    }
  }
  if (begin < end) lines.push_back(trimmed(text.substr(begin, end - begin)));
  return lines;
}

// ImGui's own wrapping would also break "147,209" behind its comma.
std::string in_lines(std::string_view words, float width) {
  std::string lines;
  while (true) {
    const std::size_t end = std::min(words.find('\n'), words.size());
    for (const std::string_view line : wrap_text(words.substr(0, end), width, width_as_is))
      (lines += line) += '\n';
    if (end == words.size()) break;
    if (end == 0) lines += '\n';
    words.remove_prefix(end + 1);
  }
  if (!lines.empty()) lines.pop_back();
  return lines;
}

void text_as_is(std::string_view words) {
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
}

void text_as_is(std::string_view words, Color color) {
  ImGui::PushStyleColor(ImGuiCol_Text, packed(color));
  text_as_is(words);
  ImGui::PopStyleColor();
}

void text(const Sentence& english) { text_as_is(tr(english)); }

void text(const Gui& gui, const Sentence& english, Role role) {
  text_as_is(tr(english), gui.colors[role]);
}

void text_heading(const Sentence& english) {
  push_font(bold_font());
  text(english);
  ImGui::PopFont();
}

float text_width(const Sentence& english) { return width_as_is(tr(english)); }

float width_as_is(std::string_view words) {
  return ImGui::CalcTextSize(words.data(), words.data() + words.size()).x;
}

void text_wrapped(const Gui& gui, const Sentence& english, Role role) {
  text_within(gui, english, ImGui::GetContentRegionAvail().x, role);
}

void answer_card(const Gui& gui, const Sentence& winner, const Sentence& reason, float lines) {
  const float begin = ImGui::GetCursorPosY();
  const int width = static_cast<int>(ImGui::GetContentRegionAvail().x);
  if (!winner.empty()) {
    push_font(answer_font());
    text_wrapped(gui, winner);
    ImGui::PopFont();
  }
  text_wrapped(gui, reason);
  const ImGuiID id = ImGui::GetID(fmt::format("card {}", width).c_str());
  float& height = *ImGui::GetStateStorage()->GetFloatRef(id, 0);
  height = std::max(
      {height, ImGui::GetCursorPosY() - begin, lines * ImGui::GetTextLineHeightWithSpacing()});
  ImGui::SetCursorPosY(begin + height);
}

namespace {

bool has_links(const Gui& gui, const Message& message) {
  return message.next || (!message.path.empty() && gui.ui.can_open_files);
}

// Draws, below a message, a button with the action that it offers, or a link to the file that it
// names and one to the file's folder.
void links_of_message(const Gui& gui, const Message& message) {
  const std::filesystem::path path(message.path);
  const auto link = [&](const Sentence& label, const char* name, const char* help,
                        const std::filesystem::path& to) {
    if (small_button(gui, label, name, help)) gui.ask(HostRequest(request::OpenPath{to.string()}));
  };
  ImGui::PushID(&message);
  if (const ActionRow* next = message.next) {
    if (small_button(gui, std::string(next->title), "message." + std::string(next->id),
                     std::string(next->help)))
      gui.ask(Invocation{next});
    return ImGui::PopID();
  }
  link(Sentence::as_is(printable(path.filename().string())), "message.open",
       "Open it by the program that the desktop has for it.", path);
  ImGui::SameLine();
  link("Show in folder", "message.folder", "Open the folder that it is in.", path.parent_path());
  ImGui::PopID();
}

// The words of a message as they are shown.
std::string words_of_message(const Message& message) {
  std::string words(tr(message.text));
  const std::size_t end = words.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  if (end != 0 && end != words.npos && words[end] == ' ')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

}  // namespace

void text_of_message(const Gui& gui, const Message& message, Role note) {
  text_labeled_as_is(gui, "", words_of_message(message),
                     message.kind == Message::Kind::warning ? Role::warning : note);
  if (has_links(gui, message)) links_of_message(gui, message);
}

float height_of_message(const Gui& gui, const Message& message, float width) {
  const std::string lines = in_lines(words_of_message(message), width);
  const float text = ImGui::CalcTextSize(lines.c_str()).y;
  return has_links(gui, message) ? text + ImGui::GetTextLineHeightWithSpacing() : text;
}

void answer_buttons(const Gui& gui, const std::string& tool, const Contestant& winner,
                    bool is_enabled) {
  ImGui::BeginDisabled(!is_enabled);
  if (button(gui, "Apply", tool + ".apply",
             "Use this broadphase with these settings. Undo takes it back."))
    gui.ask(apply_command(winner));
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (careful_button(
          gui, "Export C++", tool + ".export-cpp",
          "This broadphase as a header and a source that need no library, in a new folder in the "
          "current one.",
          is_enabled))
    gui.ask([winner](ApplicationModel& model) { export_cpp(model, winner); });
}

void offer_more_sprites(const Gui& gui, const std::string& tool) {
  constexpr std::uint32_t kMore = 1000;
  if (!gui.session.playback() &&
      button(
          gui, say("Try {} sprites", grouped(kMore)), tool + ".try-1000",
          "Starts the scene again with so many, in a field that grows along. Undo takes it back."))
    gui.ask([](ApplicationModel& model) {
      const Session& session = model.session;
      if (model.apply(at_same_density(extent(session.field()), session.world().size(), kMore)))
        model.show_whole_field();
    });
}

void text_labeled(const Gui& gui, const Sentence& label, const Sentence& english, Role role) {
  text_labeled_as_is(gui, label, tr(english), role);
}

void text_labeled_as_is(const Gui& gui, const Sentence& label, std::string_view words, Role role) {
  std::string all(tr(label));
  if (all.ends_with(':')) all += ' ';
  all += words;
  text_as_is(in_lines(all, ImGui::GetContentRegionAvail().x), gui.colors[role]);
}

void text_within(const Gui& gui, const Sentence& english, float width, Role role) {
  text_as_is(in_lines(tr(english), width), gui.colors[role]);
}

void text_right(const Gui& gui, const Sentence& english, Role role) {
  const float room = ImGui::GetContentRegionAvail().x - text_width(english);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(room, 0.0f));
  text(gui, english, role);
}

void number_line(const Gui& gui, const Sentence& name, const Sentence& number) {
  ImGui::BeginGroup();  // so that a tooltip is for name and number together
  text(gui, name, Role::text_dim);
  const float width = text_width(number);
  ImGui::SameLine(0, 0);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x - width;
  ImGui::SetCursorScreenPos({at.x + std::max(room, em() / 2), at.y});
  text(number);
  ImGui::EndGroup();
}

void tooltip(const Sentence& english) {
  if (english.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) ||
      was_clicked())
    return;
  const std::string words = in_lines(tr(english), em() * 24);
  place_tooltip(ImGui::CalcTextSize(words.c_str()) + Vec2(ImGui::GetStyle().WindowPadding) * 2);
  ImGui::BeginTooltip();
  text_as_is(words);
  ImGui::EndTooltip();
}

void text_over(const Gui& gui, const Sentence& english, Role role) {
  const std::string& words = tr(english);
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  const ImVec2 at{(min.x + max.x - width_as_is(words)) / 2,
                  (min.y + max.y - ImGui::GetTextLineHeight()) / 2};
  ImGui::GetWindowDrawList()->AddText(at, gui.ink(role), words.data(), words.data() + words.size());
}

bool button(const Gui& gui, const Sentence& title, const std::string& name, const Sentence& help) {
  const bool pressed = ImGui::Button(tr_label(title));
  remember_rect(gui, name, help);
  return pressed;
}

bool small_button(const Gui& gui, const Sentence& title, const std::string& name,
                  const Sentence& help) {
  const bool pressed = ImGui::SmallButton(tr_label(title));
  remember_rect(gui, name, help);
  return pressed;
}

bool careful_button(const Gui& gui, const Sentence& title, const std::string& name,
                    const Sentence& help, bool is_enabled) {
  constexpr double kSeconds = 1;
  constexpr float kStill = 3;  // px that the pointer may wander
  const Vec2 pointer = ImGui::GetIO().MousePos, at = ImGui::GetCursorScreenPos();
  const Vec2 size{button_width(title), ImGui::GetFrameHeight()};
  const int frame = ImGui::GetFrameCount();
  UiState::Appearance& appeared = gui.ui.appeared[name];
  if (!is_enabled || appeared.frame != frame - 1)
    appeared = {frame, ImGui::GetTime(), pointer, false};
  appeared.frame = frame;
  appeared.is_settled |=
      ImGui::GetTime() - appeared.at > kSeconds || length(pointer - appeared.pointer) > kStill;
  const bool is_fresh = !appeared.is_settled && ImGui::IsMouseHoveringRect(at, at + size);
  ImGui::BeginDisabled(!is_enabled || is_fresh);
  const bool is_pressed = button(gui, title, name, help);
  ImGui::EndDisabled();
  return is_pressed;
}

void action_button(const Gui& gui, const ActionRow& row, const Sentence& title,
                   const std::string& name) {
  if (button(gui, title, name, hint_of(row, gui.ui.keys))) gui.ask(Invocation{&row});
}

bool round_button(const Gui& gui, const Sentence& title, const std::string& name, bool is_on,
                  const Sentence& help) {
  const bool pressed = ImGui::RadioButton(tr_label(title), is_on);
  remember_rect(gui, name, help);
  return pressed && !is_on;
}

void begin_typing(const Gui& gui, const std::string& name, const std::string& text) {
  release_widget();
  gui.ui.typing = {name, text, text, kFramesToType};
  gui.ui.keys_wait = kFramesToType;
}

void begin_typing_if_asked(const Gui& gui, const std::string& name, const std::string& text) {
  const bool is_clicked =
      ImGui::IsItemHovered() && (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) ||
                                 (ImGui::GetIO().KeyCtrl && ImGui::IsItemClicked()));
  const bool is_pressed =
      gui.ui.keyboard.is_on && ImGui::IsItemFocused() && ImGui::IsKeyPressed(ImGuiKey_Enter);
  if (is_clicked || is_pressed) begin_typing(gui, name, text);
}

bool type_number(const Gui& gui, const std::string& name, Param::Kind kind,
                 std::optional<double>& entered, double lo, double hi) {
  auto& typing = gui.ui.typing;
  if (!typing || typing->name != name) return false;
  std::array<char, 64> text{};
  typing->text.copy(text.data(), text.size() - 1);
  if (typing->waits == kFramesToType) ImGui::SetKeyboardFocusHere();
  const auto typed = [&]() -> std::optional<double> {
    const std::optional<double> number = number_in(typing->text, kind);
    constexpr double kSlack = 1e-6;  // share of a bound, which may be a rounded float
    const bool fits =
        number && *number >= lo - kSlack * std::abs(lo) && *number <= hi + kSlack * std::abs(hi);
    return fits ? number : std::nullopt;
  };
  ImGui::PushStyleColor(ImGuiCol_Text, gui.ink(typed() ? Role::text : Role::collision));
  const bool is_entered =
      ImGui::InputText("##v", text.data(), text.size(),
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ImGui::PopStyleColor();
  typing->text = text.data();
  const std::optional<double> number = typed();
  typing->waits = ImGui::IsItemActive() ? 0 : typing->waits - 1;
  if (typing->waits >= 0) return true;
  if (ImGui::IsItemDeactivated() && typing->text != typing->before) entered = number;
  if (is_entered && !number)
    begin_typing(gui, name, typing->text);  // the text stays so that the user can correct it
  else
    typing.reset();
  return true;
}

bool draw_worded(const Gui& gui, const Sentence& words, const std::function<bool()>& draw) {
  if (words.empty()) return draw();
  ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(0, 0, 0, 0));
  const bool result = draw();
  ImGui::PopStyleColor();
  text_over(gui, words, Role::text);
  return result;
}

bool value_box(const Gui& gui, const std::string& name, float& value, float speed, float lo,
               float hi, const char* format, const Sentence& help, ImGuiSliderFlags flags) {
  flags |= ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput;
  const std::string& formats = tr(format);
  const std::size_t bar = std::min(formats.find('|'), formats.size());
  const std::string form = formats.substr(0, bar);
  const bool is_slider = speed <= 0;
  bool is_changed = false;
  ImGui::PushID(name.c_str());
  if (std::optional<double> entered;
      type_number(gui, name, Param::Kind::real, entered, static_cast<double>(lo),
                  static_cast<double>(hi))) {
    if (entered) {
      value = std::clamp(static_cast<float>(*entered), lo, hi);
      is_changed = true;
    }
  } else if (is_slider) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SetNextItemWidth(ImGui::CalcItemWidth() - width_as_is(slider_number(hi, form)) - gap);
    is_changed = ImGui::SliderFloat("##v", &value, lo, hi, "", flags);
    begin_typing_if_asked(gui, name, number_text(static_cast<double>(value)));
  } else {
    Sentence words;
    if (value >= 1000) words = Sentence::as_is(slider_number(value, form));
    is_changed = draw_worded(gui, words, [&] {
      return ImGui::DragFloat("##v", &value, speed, lo, hi, form.c_str(), flags);
    });
    begin_typing_if_asked(gui, name, number_text(static_cast<double>(value)));
  }
  ImGui::PopID();
  remember_rect(gui, name, ImGui::IsItemActive() ? Sentence() : help);
  if (is_slider) {  // the grab would cover a number on the slider
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    const std::string number = slider_number(value, form);
    const bool is_least = bar < formats.size() && number == slider_number(lo, form);
    text_as_is(is_least ? formats.substr(bar + 1) : number);
  }
  return is_changed;
}

void draw_list_sign(ImDrawList& list, Vec2 min, Vec2 max) {
  const float middle = (max.y - min.y) / 2;
  draw_icon(list, Icon::chevron_down, {max.x - middle, min.y + middle}, em(),
            ImGui::GetColorU32(ImGuiCol_Text));
}

// ImGui's own sign of a list is a filled triangle; so it draws neither that nor the text here.
bool begin_list(const std::string& id, std::string_view shown, ImGuiComboFlags flags) {
  ImDrawList& list = *ImGui::GetWindowDrawList();  // an open list has one of its own
  const float height = ImGui::GetFrameHeight();
  const Vec2 min = ImGui::GetCursorScreenPos();
  const Vec2 max = min + Vec2{ImGui::CalcItemWidth(), height};
  const Vec2 at = min + Vec2(ImGui::GetStyle().FramePadding);
  const ImVec4 clip(min.x, min.y, max.x - height, max.y);
  const bool is_open =
      ImGui::BeginCombo(id.c_str(), nullptr, flags | ImGuiComboFlags_NoArrowButton);
  list.AddText(ImGui::GetFont(), em(), at, ImGui::GetColorU32(ImGuiCol_Text), shown.data(),
               shown.data() + shown.size(), 0, &clip);
  draw_list_sign(list, min, max);
  return is_open;
}

std::optional<std::size_t> choose(const Gui& gui, const std::string& name, const Sentence& shown,
                                  std::span<const ListLine> lines, std::size_t now,
                                  const Sentence& help) {
  if (!begin_list("##" + name, tr(shown))) {
    remember_rect(gui, name, help);
    return {};
  }
  std::optional<std::size_t> chosen;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    if (ImGui::Selectable(tr_label(lines[k].title), k == now)) chosen = k;
    remember_rect(gui, name + "." + lines[k].id, lines[k].help);
  }
  ImGui::EndCombo();
  return chosen;
}

void search_field(const Gui& gui, const char* name, std::string& filter, bool is_topmost) {
  std::array<char, 128> buffer{};
  filter.copy(buffer.data(), buffer.size() - 1);
  const bool is_free = !ImGui::IsAnyItemActive() && !ImGui::IsAnyMouseDown();
  if (is_topmost && is_free && !gui.ui.keyboard.is_on && !gui.ui.picker.is_open() &&
      !gui.ui.has_modal() && !has_popup())
    ImGui::SetKeyboardFocusHere();
  if (ImGui::InputTextWithHint("##search", tr("Search keys, names and sentences").c_str(),
                               buffer.data(), buffer.size()))
    filter = buffer.data();
  remember_rect(gui, name);
}

bool begin_table(const Gui& gui, const char* name, std::span<const TableColumn> columns,
                 ImGuiTableFlags flags) {
  if (!ImGui::BeginTable(name, static_cast<int>(columns.size()), flags)) return false;
  if (flags & ImGuiTableFlags_ScrollY) ImGui::TableSetupScrollFreeze(0, 1);
  for (const TableColumn& c : columns)
    ImGui::TableSetupColumn(tr(c.title).c_str(),
                            c.width > 0    ? ImGuiTableColumnFlags_WidthFixed
                            : c.width == 0 ? ImGuiTableColumnFlags_None
                                           : ImGuiTableColumnFlags_WidthStretch,
                            std::max(c.width, 0.0f) * em());
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (const TableColumn& c : columns) {
    ImGui::TableNextColumn();
    text(gui, c.title, Role::text_dim);
    tooltip(c.help);
  }
  return true;
}

float draw_rows(std::size_t n, const std::function<void(std::size_t)>& draw_row, float height) {
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(n), height);
  while (clipper.Step())
    for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k)
      draw_row(static_cast<std::size_t>(k));
  return clipper.ItemsHeight;
}

void draw_swatch(const Gui& gui, ImU32 color) {
  const float size = em() * 0.62f;
  const Vec2 at = ImGui::GetCursorScreenPos() + Vec2{0, (ImGui::GetTextLineHeight() - size) / 2};
  ImGui::GetWindowDrawList()->AddRectFilled(at, at + Vec2{size, size}, color, gui.px(2));
}

float button_width(const Sentence& title) {
  return text_width(title) + 2 * ImGui::GetStyle().FramePadding.x;
}

float box_width(const Sentence& title) {
  return ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + text_width(title);
}

void beside(float width) {
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

void copy_text(const Gui& gui, const std::string& words, const Sentence& what) {
  ImGui::SetClipboardText(words.c_str());
  gui.ui.messages.say(Message::Kind::note, say("Copied: {}", what), gui.model.clock.now, "copy");
}

void remember_rect(const Gui& gui, std::string name, const Sentence& help) {
  gui.ui.rects.push_back({std::move(name), {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}});
  tooltip(help);
}

void scroll_if_asked(const Gui& gui, std::string_view name) {
  if (gui.ui.scroll_to != name) return;
  gui.ui.scroll_to.clear();
  ImGui::SetScrollHereY();
}

void remember_window(const Gui& gui, std::string name) {
  const Vec2 min = ImGui::GetWindowPos();
  gui.ui.rects.push_back({std::move(name), {min, min + ImGui::GetWindowSize()}});
}

void menu(const Gui& gui, const Sentence& title, const std::string& name,
          const std::function<void()>& body) {
  if (!ImGui::BeginMenu(tr_label(title))) return remember_rect(gui, name);
  body();
  ImGui::EndMenu();
}

void menu_line(const Gui& gui, const ActionRow& row) {
  const std::string keys = keys_of(row, gui.ui.keys);
  const Sentence title(row.title);
  const std::optional<bool> on = is_on(row, gui.model);
  const Sentence lack = lack_of(row.owner, row.key, gui.session, gui.model.traced.log);
  const ImGuiCol color = lack.empty() ? ImGuiCol_Text : ImGuiCol_TextDisabled;
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(color));
  if (ImGui::MenuItem(tr_label(title), keys.c_str(), on.value_or(false))) {
    gui.ask(Invocation{&row, row.chords.empty() ? 0 : row.chords.begin()->value});
  }
  ImGui::PopStyleColor();
  remember_rect(gui, "menu." + std::string(row.id),
                lack.empty() ? Sentence(row.help)
                             : row.help + ("\n\n" + say("Nothing to draw now. {}", lack)));
}

void begin_fixed(const char* name, const Aabb& where, ImGuiWindowFlags more) {
  ImGui::SetNextWindowPos(where.min);
  ImGui::SetNextWindowSize(extent(where));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  // ImGui's own least size, 32 px, would widen low bars, so that they cover what is beside them.
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | more);
  ImGui::PopStyleVar(2);
}

bool begin_centered(const char* name, bool* open, Vec2 screen, Vec2 most, float scale) {
  const Vec2 size{std::min(most.x * scale, screen.x - 16), std::min(most.y * scale, screen.y - 16)};
  ImGui::SetNextWindowPos(screen * 0.5f, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(size);
  return ImGui::Begin(tr_label(name), open,
                      ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                          ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings);
}

bool begin_movable(const Gui& gui, const char* name, bool* open, Vec2 middle, Vec2 size) {
  // The size of the screen for which the windows of these names were placed last.
  struct PlacedWindows {
    std::map<std::string, Vec2> screens;
  };
  Vec2& placed_for = gui.ui.own<PlacedWindows>().screens[name];
  const Vec2 screen = ImGui::GetIO().DisplaySize;
  const bool is_other = std::exchange(placed_for, screen) != screen;
  const ImGuiCond when = is_other ? ImGuiCond_Always : ImGuiCond_Appearing;
  ImGui::SetNextWindowPos(middle, when, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(size, when);
  return ImGui::Begin(tr_label(name), open,
                      ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings);
}

float splitter(const Gui& gui, const char* name, const Aabb& strip, Axis axis) {
  // The whole strip must be the grip: padding would cut it.
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  begin_fixed(name, strip, ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar(2);
  ImGui::SetCursorPos({0, 0});
  ImGui::InvisibleButton("grip", extent(strip), kFocusableButton);
  remember_rect(gui, name);
  const bool is_held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const bool has_focus = gui.ui.keyboard.is_on && ImGui::IsItemFocused();
  const bool is_lit = is_held || has_focus || ImGui::IsItemHovered();
  if (is_lit && !has_focus)
    ImGui::SetMouseCursor(axis == Axis::x ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  const float inset = (is_lit ? 0.2f : 0.4f) * along(extent(strip), axis);
  const Vec2 by = axis == Axis::x ? Vec2{inset, 0} : Vec2{0, inset};
  ImGui::GetWindowDrawList()->AddRectFilled(
      strip.min + by, strip.max - by,
      ImGui::GetColorU32(is_lit ? ImGuiCol_SeparatorHovered : ImGuiCol_Separator));
  ImGui::End();
  if (has_focus) {
    const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key) ? 1.0f : 0.0f; };
    return gui.px(16) * (pressed(axis == Axis::x ? ImGuiKey_RightArrow : ImGuiKey_DownArrow) -
                         pressed(axis == Axis::x ? ImGuiKey_LeftArrow : ImGuiKey_UpArrow));
  }
  if (!is_held) return 0;
  return axis == Axis::x ? ImGui::GetIO().MouseDelta.x : ImGui::GetIO().MouseDelta.y;
}

std::size_t choose_page(const Gui& gui, const char* tool, std::span<const PageTitle> pages) {
  int* open = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID(tool), 0);
  for (std::size_t k = 0; k < pages.size(); ++k) {
    if (k > 0) beside(box_width(pages[k].title));
    const int number = static_cast<int>(k);
    const std::string name = std::string(tool) + ".page." + pages[k].title;
    if (round_button(gui, pages[k].title, name, *open == number, pages[k].help)) *open = number;
  }
  return static_cast<std::size_t>(*open);
}

void each_language(const Gui& gui, const char* names,
                   const std::function<bool(const char* label, bool is_spoken)>& draw) {
  constexpr ImWchar kFirst = 0x4E2D;  // first letter of kChineseTitle
  for (const Language language : {Language::english, Language::chinese}) {
    const std::string id(kLanguageIds[static_cast<std::size_t>(language)]);
    const std::string title(language == Language::english ? "English"
                            : has_letter(kFirst)          ? kChineseTitle
                                                          : "Chinese");
    if (draw((title + "##" + id).c_str(), gui.ui.language == language)) gui.ui.language = language;
    remember_rect(gui, names + id);
  }
}

std::string broadphase_key(const BroadphaseEntry& entry, const KeyMap& keys) {
  const int number = number_of(entry);
  for (const Chord& chord : keys.shown(broadphase_action))
    if (chord.value == number && !chord.is_none()) return chord_name(chord);
  return "";
}

Pressed start_button(const Gui& gui, const BackgroundWork& job, const char* name,
                     const char* hint) {
  const bool running = job.is_running();
  const Sentence label = running ? "Cancel" : "Start";
  const bool pressed =
      ImGui::Button(tr_label(label + Sentence::as_is(fmt::format("##{}", name))), {em() * 4.5f, 0});
  remember_rect(gui, fmt::format("{}.{}", name, running ? "cancel" : "start"),
                running ? "Stop; what was found so far is kept." : hint);
  return !pressed ? Pressed::nothing : running ? Pressed::cancel : Pressed::start;
}

void progress_bar(const Gui& gui, const BackgroundWork& job) {
  const Sentence phase = job.phase();
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const bool is_beside = right - ImGui::GetItemRectMax().x > 14 * em();
  if (is_beside) ImGui::SameLine();
  // One line, whatever it says and before it says anything, so that nothing below it moves.
  const auto line = [&](const Sentence& words) {
    ImGui::AlignTextToFramePadding();
    const std::string shown = fitted_text(words, ImGui::GetContentRegionAvail().x);
    text_as_is(shown, gui.colors[Role::text_dim]);
    if (shown != tr(words)) tooltip(words);
  };
  if (!job.is_running()) return line(phase);
  const auto left = job.seconds_left();
  const double percent = 100 * job.progress();
  const Sentence words = left ? say("{:.0f} %, {:.0f} s left: {}", percent, std::ceil(*left), phase)
                              : say("{:.0f} %: {}", percent, phase);
  // The words stand beside the bar: letters over its two colors would be hard to read.
  ImGui::ProgressBar(static_cast<float>(job.progress()), {4 * em(), 0}, "");
  ImGui::SameLine();
  line(words);
}

void say_subject(const Gui& gui, const std::string& what, const Sentence& measured,
                 const Sentence& now) {
  const bool is_other = measured != now;
  Sentence words(what + " {}", {measured});
  if (is_other) words = say("{}. Changed since: now it is {}.", words, now);
  text_wrapped(gui, words, is_other ? Role::warning : Role::text_dim);
}

}  // namespace phasebox::ui
