// SPDX-License-Identifier: MIT
// Layers as sets, and boxes that their filters keep from all others.
#include "io/boxes/box_filters.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

/// All that decides which boxes a box may meet.
struct FilterKind {
  Filter filter;
  bool is_static;
  bool operator<(const FilterKind& other) const { return key() < other.key(); }

 private:
  std::tuple<std::uint32_t, std::uint32_t, std::int32_t, bool> key() const {
    return {filter.category, filter.mask, filter.group, is_static};
  }
};

FilterKind filter_kind(const BoxRecording& r, std::size_t row) {
  return {r.filters[row], !r.is_static.empty() && r.is_static[row] != 0};
}

/// The boxes of one kind: the id of the first, and whether there are others.
struct KindMembers {
  std::int64_t id;
  bool are_many = false, meet_nothing = false;
};
using FilterKinds = std::map<FilterKind, KindMembers>;

FilterKinds filter_kinds(const BoxRecording& r) {
  FilterKinds kinds;
  for (std::size_t row = 0; row < r.ids.size(); ++row) {
    KindMembers& members =
        kinds.try_emplace(filter_kind(r, row), KindMembers{r.ids[row]}).first->second;
    members.are_many |= members.id != r.ids[row];
  }
  return kinds;
}

/// Whether a box with this filter may meet another one. `members` are the boxes of its kind.
bool meets_any(const FilterKind& kind, const KindMembers& members, const FilterKinds& kinds,
               FilterRule rule) {
  return std::ranges::any_of(kinds, [&](const auto& entry) {
    const auto& [other, others] = entry;
    const bool is_itself = !members.are_many && !others.are_many && members.id == others.id;
    const bool are_static = kind.is_static && other.is_static;
    return !is_itself && !are_static && may_meet(kind.filter, other.filter, rule);
  });
}

enum Cause : std::size_t { category_0, mask_0, shared_group, nothing_fits, causes };

Cause likely_cause(FilterKind kind, const FilterKinds& kinds, FilterRule rule) {
  if (kind.filter.category == 0) return category_0;
  if (kind.filter.mask == 0) return mask_0;
  const KindMembers& members = kinds.at(kind);
  kind.filter.group = 0;
  return meets_any(kind, members, kinds, rule) ? shared_group : nothing_fits;
}

Sentence cause_text(std::size_t cause, std::size_t boxes) {
  switch (cause) {
    case category_0: return say("{} with category 0", boxes);
    case mask_0: return say("{} with mask 0", boxes);
    case shared_group: return say("{} in a group below 0 with all that it could meet", boxes);
    default: return say("{} whose category and mask fit no other", boxes);
  }
}

}  // namespace

bool read_as_layers(std::vector<Filter>& filters) {
  if (!std::ranges::all_of(filters, [](const Filter& f) { return f.category < kLayers; }))
    return false;
  for (Filter& filter : filters) filter.category = std::uint32_t{1} << filter.category;
  return true;
}

Sentence layers_note(bool are_numbers) {
  return are_numbers ? say("'layer' is read as the number of a layer, as in Unity: the category is "
                           "1 << layer; call the column category if it has bits")
                     : say("'layer' is read as the bits of category, because some are no number of "
                           "a layer, 0 to {}",
                           kLayers - 1);
}

Sentence meets_nothing_note(const BoxRecording& r) {
  constexpr std::size_t kMaxKinds = 4096;  // each is compared with each
  const auto is_other = [&](std::int64_t id) { return id != r.ids.front(); };
  if (r.filters.empty() || std::ranges::none_of(r.ids, is_other)) return {};
  FilterKinds kinds = filter_kinds(r);
  if (kinds.size() > kMaxKinds) return {};
  bool all_meet = true;
  for (auto& [kind, members] : kinds) {
    members.meet_nothing = !meets_any(kind, members, kinds, r.rule);
    all_meet = all_meet && !members.meet_nothing;
  }
  if (all_meet) return {};
  std::unordered_map<std::int64_t, FilterKind> alone;
  std::unordered_set<std::int64_t> others;  // boxes whose filter lets them meet others for a time
  for (std::size_t row = 0; row < r.ids.size(); ++row) {
    const FilterKind kind = filter_kind(r, row);
    if (kinds.at(kind).meet_nothing)
      alone.emplace(r.ids[row], kind);
    else
      others.insert(r.ids[row]);
  }
  std::array<std::size_t, causes> counts{};
  std::size_t count = 0;
  for (const auto& [id, kind] : alone) {
    if (others.contains(id)) continue;
    ++counts[likely_cause(kind, kinds, r.rule)];
    ++count;
  }
  if (count == 0) return {};
  Sentence list;
  for (std::size_t cause = 0; cause < causes; ++cause) {
    if (counts[cause] == 0) continue;
    if (!list.empty()) list += ", ";
    list += cause_text(cause, counts[cause]);
  }
  const Sentence boxes = Sentence::as_is(grouped(count));
  return count == 1 ? say("{} box can meet no other: {}", boxes, list)
                    : say("{} boxes can meet no other: {}", boxes, list);
}

}  // namespace phasebox
