// SPDX-License-Identifier: MIT
// Changes all columns of a recording together.
#include "io/boxes/recording_rows.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "language/format_sentence.hpp"

namespace phasebox {

void append_row(BoxRecording& trace, const BoxRow& row, const BoxRows& rows, FloatLoss& loss) {
  if (trace.frames.empty() || trace.frames.back() != row.frame) {
    trace.frames.push_back(row.frame);
    trace.begins.push_back(trace.ids.size());
  }
  trace.ids.push_back(row.id);
  trace.boxes.push_back(loss.rounded(row.sides, trace.offset));
  if (rows.has_rules()) trace.filters.push_back(row.filter);
  if (rows.has(BoxColumn::is_static)) trace.is_static.push_back(row.is_static ? 1 : 0);
  ++trace.begins.back();
}

void reorder_rows(BoxRecording& trace, std::size_t begin, const RowOrder& order) {
  each_column(trace, [&]<class T>(std::vector<T>& column) {
    if (column.empty()) return;
    std::vector<T> sorted;
    sorted.reserve(order.size());
    for (const std::size_t row : order) sorted.push_back(column[row]);
    std::ranges::copy(sorted, column.begin() + static_cast<std::ptrdiff_t>(begin));
  });
}

bool sort_frame(BoxRecording& trace, std::size_t frame) {
  const auto ids = trace.ids_of(frame);
  if (std::ranges::adjacent_find(ids, std::ranges::greater_equal{}) == ids.end()) return true;
  RowOrder rows(ids.size());
  std::iota(rows.begin(), rows.end(), trace.begins[frame]);
  std::ranges::sort(rows, {}, [&](std::size_t row) { return trace.ids[row]; });
  reorder_rows(trace, trace.begins[frame], rows);
  return std::ranges::adjacent_find(ids) == ids.end();
}

bool number_detections(BoxRecording& trace) {
  const auto has_identity = [](std::int64_t id) { return id != -1; };
  if (trace.ids.size() <= trace.size() || std::ranges::any_of(trace.ids, has_identity))
    return false;
  for (std::size_t row = 0, frame = 0; row < trace.ids.size(); ++row) {
    while (row >= trace.begins[frame + 1]) ++frame;
    trace.ids[row] = static_cast<std::int64_t>(row - trace.begins[frame]) + 1;
  }
  return true;
}

Sentence detections_note() {
  return say("all ids are -1: boxes are numbered in each frame, and how they move is not known");
}

Sentence duplicate_text(std::int64_t id, std::int64_t frame, const Sentence& place) {
  return say("id {} is already in frame {}, {}; ids must be unique in a frame", id, frame, place);
}

}  // namespace phasebox
