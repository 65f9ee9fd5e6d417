// SPDX-License-Identifier: MIT
// Copies and checks the description of a plug-in, which may hold anything: texts are read byte by
// byte up to a limit, and each rule that is broken has a sentence.
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "base/text.hpp"
#include "language/format_sentence.hpp"
#include "plugin/plugin_list.hpp"

namespace phasebox::plugin {
namespace {

/// Returns the length of a text, or `longest` + 1 for a longer text. It reads at most `longest` + 1
/// bytes.
std::size_t length_within(const char* text, std::size_t longest) {
  return static_cast<std::size_t>(std::find(text, text + longest + 1, '\0') - text);
}

/// Whether a text consists of one or more words of lower case letters and digits with single
/// hyphens between them.
bool is_kebab_case(std::string_view text) {
  const auto is_word = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  char before = '-';
  for (const char c : text) {
    if (!is_word(c) && (c != '-' || before == '-')) return false;
    before = c;
  }
  return before != '-';
}

using Given = phasebox_plugin_broadphase;
using GivenParam = phasebox_plugin_param;

constexpr std::size_t kMaxId = 40, kMaxTitle = 60, kMaxText = 400;
constexpr double kMaxInteger = 1e9, kMaxReal = 1e30;
constexpr std::uint32_t kMaxComplexity = 9;

// These two read and write parameter `Number` of a plug-in in `values`, the array of numbers that
// an adapter keeps. As functions without state they can stand in a Param row.
template <std::size_t Number>
double get_number(const void* values) {
  return static_cast<const double*>(values)[Number];
}
template <std::size_t Number>
void set_number(void* values, double value) {
  static_cast<double*>(values)[Number] = value;
}

struct Access {
  double (*get)(const void*);
  void (*set)(void*, double);
};
template <std::size_t... Numbers>
constexpr std::array<Access, sizeof...(Numbers)> all_access(std::index_sequence<Numbers...>) {
  return {Access{get_number<Numbers>, set_number<Numbers>}...};
}
constexpr auto kAccess = all_access(std::make_index_sequence<Description::kMaxParams>());

Error about(std::string_view key, const Error& error) {
  return say("{}: {}", Sentence::as_is(key), error.text);
}

Result<std::string> read_name(const char* text, const std::string& what,
                              const std::string& example) {
  const Sentence field = Sentence::as_is(what), like = Sentence::as_is(example);
  if (!text) return Error{say("{} is null; give one, like '{}'", field, like)};
  std::string name(text, length_within(text, kMaxId));
  const bool is_short = name.size() <= kMaxId;
  if (is_short && is_kebab_case(name)) return name;
  return Error{
      say("{} is {}; write lower case letters, digits and hyphens, {} at most, like '{}'", field,
          is_short && is_printable(name) ? Sentence::as_is("'" + name + "'") : "no such text",
          kMaxId, like)};
}

Result<std::string> read_text(const char* text, const std::string& what, std::size_t longest) {
  if (!text) return std::string();
  std::string read(text, length_within(text, longest));
  if (read.size() > longest)
    return Error{say("{} has more than {} bytes; shorten it", Sentence::as_is(what), longest)};
  if (!is_printable(read))
    return Error{say("{} is not one line of UTF-8; remove control characters and other bytes",
                     Sentence::as_is(what))};
  return read;
}

Status check_form(const Given* given) {
  if (!given)
    return Error{
        say("phasebox_plugin gave null: it does not serve version {} of plug-ins; "
            "compile it with this version's phasebox.h",
            PHASEBOX_PLUGIN_VERSION)};
  constexpr std::size_t kLargest = 65536;
  if (given->struct_size < sizeof *given || given->struct_size > kLargest)
    return Error{say("struct_size is {}; it must be {}, sizeof(phasebox_plugin_broadphase)",
                     given->struct_size, sizeof *given)};
  if (given->version != PHASEBOX_PLUGIN_VERSION)
    return Error{
        say("it is of version {} of plug-ins, and this program of version {}; compile it "
            "with this version's phasebox.h",
            given->version, PHASEBOX_PLUGIN_VERSION)};
  return {};
}

Status check_functions(const Given& given) {
  const std::pair<const char*, bool> needed[] = {
      {"create", given.create != nullptr},
      {"destroy", given.destroy != nullptr},
      {"set", given.set != nullptr || given.param_count == 0},
      {"reset", given.reset != nullptr},
      {"find_pairs", given.find_pairs != nullptr}};
  for (const auto& [name, is_there] : needed)
    if (!is_there)
      return Error{
          say("{} is null; only edit, query, remark and is_exact may be", Sentence::as_is(name))};
  return {};
}

Status check_range(const GivenParam& given, const Param& row) {
  const bool is_finite =
      std::isfinite(given.lowest) && std::isfinite(given.highest) && std::isfinite(given.initial);
  if (!is_finite) return Error{"lowest, highest and initial must be finite numbers"};
  if (!(row.lo < row.hi))
    return Error{say("lowest must be below highest, {:f} is not below {:f}", row.lo, row.hi)};
  const double most = row.kind == Param::Kind::real ? kMaxReal : kMaxInteger;
  if (row.lo < -most || row.hi > most)
    return Error{say("the range must lie within plus and minus {}",
                     Sentence::as_is(row.kind == Param::Kind::real ? "1e30" : "1e9"))};
  if (row.kind != Param::Kind::real &&
      (std::floor(row.lo) != row.lo || std::floor(row.hi) != row.hi))
    return Error{"lowest and highest must be whole numbers"};
  if (const Status wrong = check_value(row, row.init); wrong.failed())
    return about("initial", wrong.error());
  return {};
}

Status check_tuning(const Param& row) {
  using enum TuneRange::Scale;
  const bool has_values = row.kind == Param::Kind::flag || row.kind == Param::Kind::choice;
  if (row.tune.scale == none) return {};
  if ((row.tune.scale == values) != has_values)
    return Error{"PHASEBOX_TUNE_VALUES is for flags and choices, the others for numbers"};
  if (has_values) return {};
  const double lo = row.tune.lo, hi = row.tune.hi;
  if (!std::isfinite(lo) || !std::isfinite(hi) || !(lo < hi) ||
      (row.tune.scale != linear && lo <= 0))
    return Error{"tune_lowest must be below tune_highest, and above 0 unless steps are linear"};
  if (row.tune.scale != box_size && (lo < row.lo || hi > row.hi))
    return Error{"tune_lowest and tune_highest must lie within lowest and highest"};
  return {};
}

}  // namespace

std::string shown_line(const char* text) {
  constexpr std::size_t kMax = 400;
  if (!text) return {};
  return printable({text, std::min(length_within(text, kMax), kMax)});
}

Result<std::shared_ptr<const Description>> Description::read(const Given* given) {
  if (auto status = check_form(given); status.failed()) return status.error();
  if (auto status = check_functions(*given); status.failed()) return status.error();
  const auto made = std::make_shared<Description>();
  const auto id = read_name(given->id, "id", "naive-grid");
  if (id.failed()) return id.error();
  made->id = made->keep(*id);
  if (!given->title || *given->title == '\0') return Error{"title is empty; give a short name"};
  const std::pair<const char*, std::pair<const char*, std::string_view*>> texts[] = {
      {"title", {given->title, &made->title}},
      {"summary", {given->summary, &made->summary}},
      {"source", {given->source, &made->source}},
      {"part", {given->part, &made->part}}};
  for (const auto& [what, text] : texts) {
    const bool is_name = text.second == &made->title || text.second == &made->part;
    auto read = read_text(text.first, what, is_name ? kMaxTitle : kMaxText);
    if (read.failed()) return read.error();
    *text.second = made->keep(*std::move(read));
  }
  if (made->part.empty()) made->part = "group";
  if (given->complexity > kMaxComplexity || given->is_coherent > 1)
    return Error{"complexity must be 0 to 9, is_coherent 0 or 1"};
  if (given->complexity > 0) made->complexity = static_cast<std::uint8_t>(given->complexity);
  made->is_coherent = given->is_coherent == 1;
  if (auto status = made->read_params(*given); status.failed()) return status.error();
  return std::shared_ptr<const Description>(made);
}

Status Description::read_params(const Given& given) {
  if (given.param_count == 0) return {};
  if (given.param_count > kMaxParams)
    return Error{
        say("param_count is {}; there may be {} parameters", given.param_count, kMaxParams)};
  if (!given.params) return Error{"params is null while param_count is not 0"};
  if (given.param_size < sizeof(GivenParam) || given.param_size % alignof(GivenParam) != 0)
    return Error{say("param_size is {}; it must be {}, sizeof(phasebox_plugin_param)",
                     given.param_size, sizeof(GivenParam))};
  rows.reserve(given.param_count);
  const auto* at = reinterpret_cast<const unsigned char*>(given.params);
  for (std::size_t k = 0; k < given.param_count; ++k, at += given.param_size)
    if (auto status = read_param(*reinterpret_cast<const GivenParam*>(at), k); status.failed())
      return Error{say("parameter {}: {}", k, status.error().text)};
  return {};
}

Status Description::read_param(const GivenParam& given, std::size_t number) {
  const auto key = read_name(given.key, "key", "cell-size");
  if (key.failed()) return key.error();
  if (find_param(rows, *key))
    return Error{say("there are two with the key '{}'", Sentence::as_is(*key))};
  Param row{
      .key = keep(*key),
      .unit = {},
      .help = {},
      .kind = static_cast<Param::Kind>(given.kind),
      .lo = given.lowest,
      .hi = given.highest,
      .init = given.initial,
      .choices = {},
      .get = kAccess[number].get,
      .set = kAccess[number].set,
      .tune = {static_cast<TuneRange::Scale>(given.tuning), given.tune_lowest, given.tune_highest}};
  if (given.kind > PHASEBOX_CHOICE)
    return about(*key, Error{"kind is none of phasebox_param_kind"});
  if (given.tuning > PHASEBOX_TUNE_BOX_SIZE)
    return about(*key, Error{"tuning is none of phasebox_plugin_tuning"});
  for (auto [text, name, into] :
       {std::tuple{given.unit, "unit", &row.unit}, std::tuple{given.help, "help", &row.help},
        std::tuple{given.zero, "zero", &row.zero}}) {
    auto read = read_text(text, name, kMaxText);
    if (read.failed()) return about(*key, read.error());
    *into = keep(*std::move(read));
  }
  if (auto status = read_choices(given, row); status.failed()) return about(*key, status.error());
  if (auto status = check_range(given, row); status.failed()) return about(*key, status.error());
  if (row.tune.scale == TuneRange::Scale::values) {
    row.tune.lo = row.lo;
    row.tune.hi = row.hi;
  }
  if (auto status = check_tuning(row); status.failed()) return about(*key, status.error());
  rows.push_back(row);
  return {};
}

Status Description::read_choices(const GivenParam& given, Param& row) {
  constexpr std::size_t kMaxChoices = 64;
  const bool has_choices = row.kind == Param::Kind::choice;
  if (row.kind == Param::Kind::flag) {
    row.lo = 0;
    row.hi = 1;
  }
  if (!has_choices) return {};
  if (!given.choices || given.choice_count < 2 || given.choice_count > kMaxChoices)
    return Error{say("a choice needs 2 to {} names in choices", kMaxChoices)};
  auto& names = choices_.emplace_back();
  for (std::size_t k = 0; k < given.choice_count; ++k) {
    const auto name = read_name(given.choices[k], "choice " + std::to_string(k), "insertion");
    if (name.failed()) return name.error();
    if (std::ranges::find(names, *name) != names.end())
      return Error{say("there are two choices '{}'", Sentence::as_is(*name))};
    names.push_back(keep(*name));
  }
  row.lo = 0;
  row.hi = static_cast<double>(names.size() - 1);
  row.choices = names;
  return {};
}

}  // namespace phasebox::plugin
