// SPDX-License-Identifier: MIT
// The rows of a recording that is being made: appended, sorted by id, permuted.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/sentence.hpp"
#include "collide/box_recording.hpp"
#include "io/boxes/box_precision.hpp"
#include "io/boxes/box_rows.hpp"

namespace phasebox {

/// Appends a row to the last frame, or begins a new frame with it.
void append_row(BoxRecording& trace, const BoxRow& row, const BoxRows& rows, FloatLoss& loss);
/// Sorts the rows of a frame by id; false when two rows have one id.
bool sort_frame(BoxRecording& trace, std::size_t frame);

/// Numbers the boxes of each frame from 1 where all ids are -1, as those of detections without
/// identity are. False elsewhere, also where each frame has one box, whose id then suffices.
bool number_detections(BoxRecording& trace);
/// Returns the note that boxes were numbered so.
Sentence detections_note();

using RowOrder = std::vector<std::size_t>;
/// Calls f(column) for each column that has a value per row, or is empty because the recording
/// lacks it.
template <class F>
void each_column(BoxRecording& trace, F f) {
  f(trace.ids);
  f(trace.boxes);
  f(trace.filters);
  f(trace.is_static);
}
/// Permutes rows: what was row `order[k]` of the recording is then row `begin + k`.
void reorder_rows(BoxRecording& trace, std::size_t begin, const RowOrder& order);

/// Returns the error text "id 7 is already in frame 3, on line 12; ids must be unique in a frame",
/// where `place` is "on line 12".
Sentence duplicate_text(std::int64_t id, std::int64_t frame, const Sentence& place);

}  // namespace phasebox
