// SPDX-License-Identifier: MIT
// `phasebox pairs`: which boxes of a file overlap, by any broadphase.
#include <algorithm>
#include <charconv>
#include <numeric>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "core/broadphase/broadphase.hpp"
#include "core/registry.hpp"
#include "io/box_file.hpp"
#include "io/text_file.hpp"

namespace phasebox {
namespace {

Result<BoxTable> read_table(const std::string& file) {
  if (file != "-") return load_boxes(file);
  const Result<std::string> text = read_standard_input();
  if (!text) return text.error();
  return parse_boxes(*text, "standard input");
}

Status set_param(ParamView view, std::string_view owner, std::string_view key,
                 std::string_view text) {
  std::string_view name = key;
  if (name.starts_with(std::string(owner) + ".")) name.remove_prefix(owner.size() + 1);
  const Param* row = find_param(view.rows, name);
  if (!row) {
    std::vector<std::string_view> keys;
    for (const Param& r : view.rows) keys.push_back(r.key);
    return Error{keys.empty() ? fmt::format("--set {}: {} has no parameters", key, owner)
                              : fmt::format("--set {}: {} has no such parameter; choose from {}",
                                            key, owner, fmt::join(keys, ", "))};
  }
  const Result<double> value = parse_value(*row, text);
  if (!value) return Error{"--set " + value.error().text};
  row->set(view.object, *value);
  return {};
}

// In the order of their ids the boxes' row numbers compare as the ids do, so that pairs of rows,
// sorted, are pairs of ids, sorted.
BoxTable sorted_by_id(const BoxTable& table) {
  std::vector<std::size_t> order(table.ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return table.ids[i]; });
  BoxTable sorted;
  for (const std::size_t i : order) {
    sorted.ids.push_back(table.ids[i]);
    sorted.boxes.push_back(table.boxes[i]);
  }
  return sorted;
}

std::string pairs_text(std::span<const Pair> pairs, std::span<const std::int64_t> ids) {
  std::string text = "a,b\n";
  char number[24];
  const auto append = [&](std::int64_t id, char after) {
    text.append(number, std::to_chars(number, number + sizeof number, id).ptr);
    text += after;
  };
  for (const Pair p : pairs) {
    append(ids[p.a], ',');
    append(ids[p.b], '\n');
  }
  return text;
}

}  // namespace

int run_pairs(const PairsOptions& options) {
  const BroadphaseEntry* entry = find_entry(broadphases(), options.broadphase);
  if (!entry) return report(unknown_id("broadphase", options.broadphase, broadphases()));
  const auto broadphase = entry->make();
  for (const auto& [key, value] : options.sets)
    if (auto error = set_param(broadphase->params(), entry->id, key, value)) return report(*error);
  const Result<BoxTable> read = read_table(options.file);
  if (!read) return report(read.error());

  const BoxTable table = sorted_by_id(*read);
  const Frame frame{.boxes = table.boxes, .filters = {}, .is_static = {}, .poses = {}};
  PairSink pairs;
  broadphase->reset(frame);
  broadphase->find_pairs(frame, pairs, nullptr);
  std::ranges::sort(pairs.items(), {}, [](Pair p) { return key(p); });
  const std::string text = pairs_text(pairs.items(), table.ids);
  if (options.out.empty()) return print(text);
  if (auto error = write_file_atomically(options.out, text)) return report(*error);
  return kDone;
}

}  // namespace phasebox
