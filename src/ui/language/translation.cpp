// SPDX-License-Identifier: MIT
// Matches a text with the rows and patterns of the table, whole or by parts.
#include "ui/language/translation.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <unordered_map>
#include <utility>

#include "base/text.hpp"
#include "collide/broadphase.hpp"
#include "io/archive/json.hpp"
#include "io/files/embedded.hpp"

namespace phasebox::ui {
namespace {

constexpr std::string_view kStop = "。";
constexpr int kMaxDepth = 12;  // nesting of texts within texts; deeper ones stay English

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Whether a text is a number, such as "-1,234.5", "2e-05" or "inf", or the dash that stands for an
// unknown one.
bool is_number(std::string_view text) {
  if (text == "-" || text == "inf" || text == "nan") return true;
  return !text.empty() && text.find_first_not_of("0123456789.,+-e<% M") == text.npos &&
         text.find_first_of("0123456789") != text.npos;
}

// Whether a text is a list of settings as on the command line: "group-size=4 snap=on".
bool are_settings(std::string_view text) {
  while (!text.empty())
    if (take_until(text, ' ').find('=') == text.npos) return false;
  return true;
}

// Whether a text goes beyond one sentence, or contains a semicolon. A hole must not take such a
// text.
bool has_sentences(std::string_view text) {
  if (text.find("; ") != text.npos) return true;
  for (std::size_t at = text.find(". "); at != text.npos; at = text.find(". ", at + 1))
    if (at + 2 < text.size() && !(text[at + 2] >= 'a' && text[at + 2] <= 'z')) return true;
  return false;
}

// Whether a byte begins a Chinese or Japanese character, which has three bytes in UTF-8.
bool begins_wide(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 0xE3 && byte <= 0xE9) || byte == 0xEF;
}
bool ends_wide(std::string_view text) {
  return text.size() >= 3 && begins_wide(text[text.size() - 3]);
}

// Appends a part. A blank between two wide characters is left out: the rows have blanks around
// holes to separate Latin letters and numbers.
void append(std::string& text, std::string_view part) {
  if (text.ends_with(' ') && ends_wide(std::string_view(text).substr(0, text.size() - 1)) &&
      !part.empty() && begins_wide(part[0]))
    text.pop_back();
  if (part.starts_with(' ') && part.size() > 1 && begins_wide(part[1]) && ends_wide(text))
    part.remove_prefix(1);
  text += part;
}

// Matches the literals of a pattern from number `i` on with the text from `at` on. The last literal
// must end the text. Each hole takes as little as possible; `taken` gets what each took.
template <class Template>
bool match(const Template& pattern, std::string_view text, std::size_t i, std::size_t at,
           std::vector<std::string_view>& taken) {
  const std::string& literal = pattern.literals[i];
  const auto take = [&](std::size_t end) {
    const std::string_view hole = text.substr(at, end - at);
    if (pattern.holes[i - 1].is_number ? !is_number(hole) : has_sentences(hole)) return false;
    taken[pattern.holes[i - 1].number] = hole;
    return true;
  };
  if (i + 1 == pattern.literals.size()) {
    if (text.size() < at + literal.size() || !text.ends_with(literal)) return false;
    return take(text.size() - literal.size());
  }
  // If no literal separates two holes, the first takes nothing and the second takes all.
  if (literal.empty()) {
    taken[pattern.holes[i - 1].number] = {};
    return match(pattern, text, i + 1, at, taken);
  }
  for (std::size_t found = text.find(literal, at); found != text.npos;
       found = text.find(literal, found + 1))
    if (take(found) && match(pattern, text, i + 1, found + literal.size(), taken)) return true;
  return false;
}

struct Separator {
  std::string_view from, to;
};
// Separators at which a text is divided into two parts, and their translations. Earlier ones bind
// less tightly and are tried first.
constexpr std::array kSeparators{Separator{" · ", " · "}, Separator{"  [", "  ["},
                                 Separator{" [", " ["},   Separator{"; ", "；"},
                                 Separator{": ", "："},   Separator{" (", "（"},
                                 Separator{", ", "，"},   Separator{" > ", " > "}};

// Separators after which a text may continue when it begins with a row of the table.
constexpr std::array kBreaks{Separator{". [", " ["}, Separator{". ", ""},
                             Separator{"? ", ""},    Separator{"! ", ""},
                             Separator{" [", " ["},  Separator{" · ", " · "}};

constexpr std::array kSentenceEnds{". ", "? ", "! "};

// Endings that may follow a text of the table, and their translations.
constexpr std::array kEnds{Separator{" ...", " ..."}, Separator{".", "。"}, Separator{":", "："},
                           Separator{"?", "？"},      Separator{"]", "]"},  Separator{")", "）"},
                           Separator{",", "，"}};

constexpr std::string_view kOpenQuote = "“", kCloseQuote = "”";

// Translates the titles in Chinese quotes and leaves the rest of the text.
std::string with_titles_spoken(std::string_view text) {
  std::string out;
  for (;;) {
    const std::size_t begin = text.find(kOpenQuote);
    const std::size_t end = begin == text.npos ? begin : text.find(kCloseQuote, begin);
    if (end == text.npos) return out.append(text);
    const std::size_t inside = begin + kOpenQuote.size();
    out.append(text.substr(0, inside)).append(tr(text.substr(inside, end - inside)));
    out.append(kCloseQuote);
    text.remove_prefix(end + kCloseQuote.size());
  }
}

constexpr std::size_t kMaxRemembered = 4096;  // cached texts; changing numbers make new ones

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>{}(text);
  }
};
using Memory = std::unordered_map<std::string, std::string, TextHash, std::equal_to<>>;

struct Speech {
  Language language = Language::english;
  Memory texts, labels;
  Memory as_is;  // texts in no language, apart from those that read the same and are translated
};

Speech& speech() {
  static Speech one;
  return one;
}

Translation load() {
  const auto file = std::ranges::find(embedded_languages(),
                                      kLanguageIds[static_cast<std::size_t>(Language::chinese)],
                                      &EmbeddedFile::name);
  assert(file != embedded_languages().end() && "the program has a table of Chinese texts");
  auto read =
      Translation::parse({reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size()});
  assert(!read.failed() && "the table of Chinese texts is read");
  return *std::move(read);
}

// Returns the cached translation of a text; `make` makes it at the first request.
const std::string& remembered(Memory& memory, const Sentence& text,
                              std::string (*make)(const Sentence&)) {
  auto found = memory.find(text.english());
  if (found == memory.end()) found = memory.emplace(text.english(), make(text)).first;
  return found->second;
}

// Returns the English titles of broadphases by their ids, which reports name them by. The id of the
// chooser is left out, since "auto" is also the value of many parameters. Plug-ins come and go, so
// the table is made for each text that is not cached yet, which takes about 2 us.
TextTable english_titles() {
  TextTable titles;
  for (const BroadphaseEntry* entry : broadphases())
    if (entry->role != BroadphaseRole::chooser) titles.emplace(entry->id, entry->title);
  return titles;
}

std::string in_language(const Sentence& text) {
  return spoken_language() == Language::english ? text.in(english_titles())
                                                : chinese_translation().of(text);
}

// Translates a widget's title, which ends at ##. ImGui does not show what follows ##, and uses only
// what follows ### as the id; so the English title is appended after ### if the title has no id.
std::string label_in_language(const Sentence& title) {
  const std::string& english = title.english();
  if (spoken_language() == Language::english) return english;
  const std::string id = english.substr(std::min(english.find("##"), english.size()));
  std::string shown = chinese_translation().of(title);
  if (shown == english)  // a title and its id in one text
    shown = chinese_translation().of(Sentence(english.substr(0, english.size() - id.size())));
  shown.resize(std::min(shown.find("##"), shown.size()));
  if (id.starts_with("###")) return shown.append(id);
  return shown.append("###").append(english);
}

}  // namespace

// Splits a text at its holes. `{{` and `}}` are braces. Holes without a number get the next one.
Translation::Template Translation::parse_template(std::string_view text) {
  Template parts{{""}, {}};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_doubled = i + 1 < text.size() && text[i + 1] == text[i];
    const std::size_t end = text[i] == '{' && !is_doubled ? text.find('}', i) : text.npos;
    if (end == text.npos) {
      parts.literals.back() += text[i];
      if (is_doubled && (text[i] == '{' || text[i] == '}')) ++i;
      continue;
    }
    const std::string_view inside = text.substr(i + 1, end - i - 1);
    const bool is_numbered = !inside.empty() && inside[0] >= '0' && inside[0] <= '9';
    parts.holes.push_back(
        {is_numbered ? static_cast<std::size_t>(inside[0] - '0') : parts.holes.size(),
         inside.find(':') != inside.npos});
    parts.literals.emplace_back();
    i = end;
  }
  return parts;
}

void Translation::add_pattern(const std::string& from, const std::string& to) {
  constexpr std::ptrdiff_t kLetters = 8, kHeadLetters = 4;
  // The stop of a sentence is cut off here and appended again by find_pattern().
  const bool is_sentence = from.ends_with('.') && to.ends_with(kStop);
  Pattern pattern{parse_template(from.substr(0, from.size() - (is_sentence ? 1 : 0))),
                  parse_template(to.substr(0, to.size() - (is_sentence ? kStop.size() : 0)))};
  if (pattern.from.holes.empty()) return;
  const bool is_strict = std::ranges::all_of(pattern.from.holes, &Hole::is_number);
  std::ptrdiff_t letters = 0;
  for (const std::string& s : pattern.from.literals) letters += std::ranges::count_if(s, is_letter);
  const bool has_head =
      std::ranges::count_if(pattern.from.literals.front(), is_letter) >= kHeadLetters;
  (is_strict || has_head || letters >= kLetters ? patterns_ : vague_).push_back(std::move(pattern));
}

Result<Translation> Translation::parse(std::string_view json) {
  const Result<Json> file = parse_json(json, "texts");
  if (file.failed()) return file.error();
  Translation all;
  for (const char* part : {"texts", "composed"}) {
    const Json* table = file->find(part);
    if (!table || !table->members())
      return Error{std::string("a table of texts is an object with the member '") + part + "'"};
    for (const auto& [from, to] : *table->members()) {
      if (!to.text()) return Error{"'" + from + "' in a table of texts is not a text"};
      all.texts_.emplace(from, *to.text());
    }
  }
  for (const auto& [from, to] : all.texts_) all.add_pattern(from, to);
  const auto said = [](const Pattern& p) {
    std::size_t n = 0;
    for (const std::string& literal : p.from.literals) n += literal.size();
    return n;
  };
  for (std::vector<Pattern>* patterns : {&all.patterns_, &all.vague_})
    std::ranges::stable_sort(*patterns, std::ranges::greater{}, said);
  return all;
}

std::string Translation::of(const Sentence& sentence) const {
  std::vector<std::string> missing;
  sentence.list_missing(texts_, missing);
  return missing.empty() ? sentence.in(texts_) : of(sentence.english(), 0);
}

std::string Translation::of(std::string_view text, int depth) const {
  return find(text, depth).value_or(std::string(text));
}

Translation::Found Translation::find(std::string_view text, int depth) const {
  if (depth > kMaxDepth || std::ranges::none_of(text, is_letter)) return {};
  const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  if (first > 0 || last + 1 < text.size()) {
    Found core = find(text.substr(first, last + 1 - first), depth + 1);
    if (!core) return {};
    return std::string(first, ' ') + *core + std::string(text.size() - last - 1, ' ');
  }
  if (Found row = find_row(text)) return row;
  if (const std::size_t end = text.find('\n'); end != text.npos)
    return of(text.substr(0, end), depth + 1) + '\n' + of(text.substr(end + 1), depth + 1);
  if (Found begun = find_begun(text, depth)) return begun;
  if (Found pattern = find_pattern(patterns_, text, depth)) return pattern;
  if (Found sentences = find_sentences(text, depth)) return sentences;
  for (const auto& [ending, to] : kEnds)
    if (text.size() > ending.size() && text.ends_with(ending))
      if (const Found core = find(text.substr(0, text.size() - ending.size()), depth + 1))
        return *core + std::string(to);
  if (Found parts = find_parts(text, depth)) return parts;
  if (Found value = find_value(text)) return value;
  return find_pattern(vague_, text, depth);
}

Translation::Found Translation::find_row(std::string_view text) const {
  auto row = texts_.find(text);
  if (row == texts_.end() && !text.empty() && text[0] >= 'A' && text[0] <= 'Z')
    row = texts_.find(static_cast<char>(text[0] | 0x20) + std::string(text.substr(1)));
  if (row != texts_.end()) return row->second;
  row = texts_.find(std::string(text) + '.');  // a sentence without its stop, as it continues
  if (row == texts_.end() || !row->second.ends_with(kStop)) return {};
  return row->second.substr(0, row->second.size() - kStop.size());
}

Translation::Found Translation::find_pattern(const std::vector<Pattern>& patterns,
                                             std::string_view text, int depth) const {
  const bool is_sentence = text.ends_with('.') && !text.ends_with("..");
  if (is_sentence) text.remove_suffix(1);
  std::vector<std::string_view> taken;
  for (const Pattern& p : patterns) {
    const std::string& head = p.from.literals.front();
    taken.assign(p.from.holes.size(), {});
    if (!text.starts_with(head) || !match(p.from, text, 1, head.size(), taken)) continue;
    std::string out = p.to.literals.front();
    for (std::size_t i = 0; i < p.to.holes.size(); ++i) {
      append(out, of(taken[std::min(p.to.holes[i].number, taken.size() - 1)], depth + 1));
      append(out, p.to.literals[i + 1]);
    }
    if (is_sentence) out += kStop;
    return out;
  }
  return {};
}

// Translates a text that begins with the text of a row of at least kWords bytes and continues after
// a break, such as help followed by keys; the longest such row is taken. Otherwise it translates
// two rows with a separator between them.
Translation::Found Translation::find_begun(std::string_view text, int depth) const {
  constexpr std::size_t kWords = 10;
  std::size_t longest = 0;
  Found best;
  for (const auto& [from, to] : kBreaks)
    for (std::size_t at = text.rfind(from); at != text.npos && at > 0;
         at = text.rfind(from, at - 1)) {
      const std::string_view left = text.substr(0, at + (from[0] == ' ' ? 0 : 1));
      const Found row = left.size() > longest && left.size() >= kWords ? find_row(left) : Found{};
      if (!row) continue;
      longest = left.size();
      best = *row + std::string(to) + of(text.substr(at + from.size()), depth + 1);
    }
  if (best) return best;
  for (const auto& [from, to] : kSeparators) {
    const std::size_t at = text.find(from);
    if (at == text.npos) continue;
    const Found left = find_row(text.substr(0, at)),
                right = find_row(text.substr(at + from.size()));
    if (left && right) return *left + std::string(to) + *right;
  }
  return {};
}

// Translates a text of several sentences. The longest beginning that is a row or a pattern is
// translated at once, otherwise the first sentence; then the rest.
Translation::Found Translation::find_sentences(std::string_view text, int depth) const {
  std::vector<std::size_t> ends;
  for (std::size_t i = 1; i + 1 < text.size(); ++i)
    if (std::ranges::any_of(kSentenceEnds, [&](auto* end) { return text.substr(i, 2) == end; }))
      ends.push_back(i + 1);
  for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
    const std::string_view left = text.substr(0, *end);
    Found row = find_row(left);
    if (!row) row = find_pattern(patterns_, left, depth);
    if (!row) continue;
    return *row + of(text.substr(*end + 1), depth + 1);
  }
  if (ends.empty()) return {};
  return of(text.substr(0, ends[0]), depth + 1) + of(text.substr(ends[0] + 1), depth + 1);
}

Translation::Found Translation::find_parts(std::string_view text, int depth) const {
  for (const auto& [from, to] : kSeparators) {
    const std::size_t at = from == " (" ? text.rfind(from) : text.find(from);
    if (at == text.npos) continue;
    const std::string_view left = text.substr(0, at), right = text.substr(at + from.size());
    const Found a = find(left, depth + 1), b = find(right, depth + 1);
    if (!a && !b) continue;
    return a.value_or(std::string(left)) + std::string(to) + b.value_or(std::string(right));
  }
  return {};
}

// Translates a name and its value: "cell size 16", "leaf test brute force", "2 principal", "rdc
// group-size=4".
Translation::Found Translation::find_value(std::string_view text) const {
  for (std::size_t at = text.find(' '); at != text.npos; at = text.find(' ', at + 1)) {
    const std::string_view left = text.substr(0, at), right = text.substr(at + 1);
    const Found a = find_row(left), b = find_row(right);
    if ((!a && !b) || (!a && !is_number(left))) continue;
    if (!b && !is_number(right) && !are_settings(right)) continue;
    return a.value_or(std::string(left)) + ' ' + b.value_or(std::string(right));
  }
  return {};
}

std::string spoken(const Words& words) {
  const std::string& text = words.in(spoken_language());
  return spoken_language() == Language::english ? text : with_titles_spoken(text);
}

std::string chinese_letters(const Lessons& lessons) {
  std::string all;
  for (const auto& [english, chinese] : chinese_translation().texts()) all += chinese;
  for (const Lesson& lesson : lessons.all()) {
    all += lesson.title.in(Language::chinese);
    for (const LessonStep& step : lesson.steps)
      all += step.text.in(Language::chinese) + step.hint.in(Language::chinese);
  }
  return all;
}

const Translation& chinese_translation() {
  static const Translation table = load();
  return table;
}

void speak(Language language) {
  Speech& now = speech();
  for (Memory* memory : {&now.texts, &now.labels, &now.as_is})
    if (language != now.language || memory->size() > kMaxRemembered) memory->clear();
  now.language = language;
}

Language spoken_language() { return speech().language; }

const std::string& tr(const Sentence& sentence) {
  Speech& now = speech();
  return remembered(sentence.is_as_is() ? now.as_is : now.texts, sentence, in_language);
}

const char* tr_label(const Sentence& title) {
  return remembered(speech().labels, title, label_in_language).c_str();
}

}  // namespace phasebox::ui
