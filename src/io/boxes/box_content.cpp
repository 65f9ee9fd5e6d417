// SPDX-License-Identifier: MIT
// Knows the forms of files of boxes by their first bytes, and JSON by its first line.
#include "io/boxes/box_content.hpp"

#include <algorithm>
#include <string>

#include "io/boxes/json_boxes.hpp"
#include "io/boxes/ldtk_map.hpp"
#include "io/boxes/tiled_document.hpp"
#include "io/pictures/atlas.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

/// A form that is not read, because no library that Debian has reads it, or because it is a scene
/// whose boxes are known only while it runs.
struct ForeignForm {
  std::string_view magic, name;
  std::string_view convert;  ///< the command that makes CSV of the file, whose name is {}
};
constexpr ForeignForm kForeignForms[] = {
    {"PAR1", "Parquet",
     "python3 -c \"import pandas; pandas.read_parquet('{}').to_csv('boxes.csv', index=False)\""},
    {"ARROW1", "Arrow",
     "python3 -c \"import pandas; pandas.read_feather('{}').to_csv('boxes.csv', index=False)\""},
    {"FEA1", "Feather",
     "python3 -c \"import pandas; pandas.read_feather('{}').to_csv('boxes.csv', index=False)\""},
    {"\x89HDF", "HDF5",
     "python3 -c \"import pandas; pandas.read_hdf('{}').to_csv('boxes.csv', index=False)\""},
    {"SQLite format 3", "SQLite", "sqlite3 -csv -header '{}' 'select * from boxes' > boxes.csv"},
    {"[gd_scene", "a scene of Godot",
     "add integrations/godot/phasebox_record.gd to '{}', and run it"}};

const ForeignForm* foreign(std::string_view beginning) {
  const auto form = std::ranges::find_if(
      kForeignForms, [&](const ForeignForm& one) { return beginning.starts_with(one.magic); });
  return form == std::end(kForeignForms) ? nullptr : form;
}

BoxContent json_content(std::string_view text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const bool is_whole = end < text.size() || text.size() < tiled::kBeginning;
  if (is_whole && is_json_box(text.substr(0, end))) return BoxContent::lines;
  return tiled::is_map(text) || is_ldtk(text) ? BoxContent::map : BoxContent::json;
}

}  // namespace

BoxContent content_of(std::string_view beginning) {
  if (foreign(beginning)) return BoxContent::foreign;
  const std::string_view text = tiled::without_mark(beginning);
  if (text.starts_with('<')) return BoxContent::map;
  if (text.starts_with('{')) return json_content(text);
  // Programs begin lines by a bracket, too: "[info] loading".
  const std::size_t inner = std::min(text.find_first_not_of(" \t\r\n["), text.size());
  const bool is_list = text.starts_with('[') && text.find_first_of("{]", inner) == inner;
  return is_list ? BoxContent::json : BoxContent::lines;
}

Error foreign_form(std::string_view beginning, std::string_view file_name) {
  const ForeignForm& form = *foreign(beginning);
  std::string command(form.convert);
  command.replace(command.find("{}"), 2, file_name);
  return say("{}: it is {}, which is not read; make CSV of it: {}", Sentence::as_is(file_name),
             Sentence::as_is(form.name), Sentence::as_is(command));
}

bool begins_with_boxes(std::string_view beginning) {
  const BoxContent content = content_of(beginning);
  if (content == BoxContent::map) return tiled::is_map(beginning) || is_ldtk(beginning);
  if (content == BoxContent::foreign) return true;
  const std::string_view text = tiled::without_mark(beginning);
  const bool is_json = text.starts_with('{') || content == BoxContent::json;
  return is_json && text.find("\"phasebox\"") == text.npos && !is_atlas(text) &&
         names_json_boxes(text);
}

}  // namespace phasebox
