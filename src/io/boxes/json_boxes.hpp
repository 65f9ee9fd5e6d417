// SPDX-License-Identifier: MIT
// Boxes in JSON: objects one per line, in lists, in lists of frames, or as an object of columns.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/sentence.hpp"
#include "io/archive/json.hpp"
#include "io/boxes/box_fields.hpp"

namespace phasebox {

/// Reads boxes out of JSON texts without making values of them: memory is that of one box, and of
/// an object of columns that of its values.
class JsonBoxes {
 public:
  /// What an object that is not in a list is.
  enum class Root : std::uint8_t {
    box,   ///< a box, as on a line of its own
    table  ///< it holds lists of boxes, or columns
  };
  explicit JsonBoxes(Root root) : root_(root) {}

  /// Passes the boxes of a text, which begins on line `line` of the file, to `take`; their fields
  /// stay valid until the next call. Refuses broken JSON, boxes within boxes, and columns of
  /// different lengths. A list of boxes may lie in an object with the member `frame`, or in a list
  /// of lists, whose elements are frames from 0 on.
  Status read(std::string_view text, std::string_view file, std::size_t line,
              const TakeFields& take);

 private:
  struct Level {
    JsonPart part;
    bool is_box, is_in_box, has_boxes;
    std::size_t base, path;  // in path_, where the names of fields and of this object or list begin
    std::size_t fields;      // number of fields before it
    std::size_t index;       // number of elements so far
  };
  /// All values of a column, one after another.
  struct Column {
    std::string text;
    std::vector<std::size_t> ends;
  };

  Status visit(JsonPart part, std::string_view text);
  void begin_element();
  void begin_name(std::string_view name);
  Status add(std::string_view text);
  Status open(JsonPart part);
  Status close();
  Status inherit();
  void add_list_frame();
  Error boxes_in_box() const;
  Status give_box();
  Status give_columns();
  Error refuse(const Sentence& what) const;
  // Whether the root is an object whose members may be columns.
  bool is_table() const { return root_ == Root::table && levels_.front().part == JsonPart::object; }

  Root root_;
  std::string file_, path_;
  const TakeFields* take_ = nullptr;
  std::vector<Level> levels_;
  // the fields of all open objects: [used_], after which strings are kept for the next box
  std::vector<std::pair<std::string, std::string>> fields_;
  std::size_t used_ = 0, inherited_ = 0;
  bool has_list_frame_ = false;  // whether a field `frame` was made of a list's index
  std::vector<std::pair<std::string, Column>> columns_;
  std::vector<BoxField> box_;
  std::size_t boxes_ = 0;  // number of boxes so far
};

/// Whether a line is an object that is a box: it has the member `id`, or two others of a box, and
/// no list of objects.
bool is_json_box(std::string_view line);
/// Whether the first object of a JSON text that is a box, or the columns of its root, have all
/// names that boxes need. The beginning of the text is enough.
bool names_json_boxes(std::string_view beginning);

}  // namespace phasebox
