// SPDX-License-Identifier: MIT
// Opening and saving: scenes, images, recordings, plug-ins; and the picker of files.
#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"

namespace phasebox {
struct Bitmap;
struct Contestant;
struct SceneDocument;
}  // namespace phasebox

namespace phasebox::ui {

struct ApplicationModel;

/// State of the picker; the folder is read when it is opened or changed, not every frame.
struct FilePicker {
  enum class Mode : unsigned char { closed, open, save, save_boxes, save_lesson };
  Mode mode = Mode::closed;
  struct Entry {
    std::string name;
    bool is_folder;
  };
  std::filesystem::path folder;
  std::vector<Entry> entries;  ///< folders first, by name; numbers in names by their value
  std::string name;            ///< file to be written (save) or chosen (open)
  std::string trouble;         ///< why a folder or file cannot be taken; empty otherwise
  bool wants_focus = false;    ///< the name is to get the keys
  std::string filter;          ///< what was typed of the name
  bool then_quits = false;     ///< once the file is saved

  bool is_open() const { return mode != Mode::closed; }
  bool saves() const { return is_open() && mode != Mode::open; }
  void show(Mode how, const std::filesystem::path& where);
  void enter(const std::filesystem::path& where);
  void close() { mode = Mode::closed; }
  /// Whether it is listed: what is typed to open a file is in its name.
  bool lists(const Entry& entry) const;
  /// The file of that name, with the ending that a saved scene or recording needs.
  std::filesystem::path file() const;
  /// Accepts the name: enters a folder, gives a file. Without such a file, `trouble` says so.
  std::optional<std::filesystem::path> take();
};

/// What a file is by its name.
enum class FileKind : unsigned char { other, scene, picture, recording, plugin };
FileKind kind_of(const std::filesystem::path& file);

/// Orders names as people do: "scene_2" before "scene_10".
bool natural_less(std::string_view a, std::string_view b);

/// A file name for the screen: question marks for what is no UTF-8 or beyond the fonts' range.
std::string printable(std::string_view name);

/// By the ending: opens a scene, a lesson or recorded boxes, adds a picture to launch, or loads a
/// plug-in.
void open_file(ApplicationModel& model, const std::filesystem::path& file);
/// Adds what `options` (io/pictures/images.hpp) make of an image, to be launched next.
void cut_picture(ApplicationModel& model, std::uint16_t image, const std::string& options);
/// The scene as JSON; while recorded boxes play, and by the ending .csv, those.
void save_file(ApplicationModel& model, const std::filesystem::path& file);

/// "scene.json* - Phasebox": the file that is open, and whether there is something unsaved.
std::string window_title(const ApplicationModel& model);
/// Puts the file first among those that the File menu offers again.
void remember_file(ApplicationModel& model, const std::string& path);

/// What is saved of the scene: all of the session, and the view options.
SceneDocument document_of(const ApplicationModel& model);
/// Begins with all that it holds; empty where it is of no file. False when it was refused.
bool open_document(ApplicationModel& model, const std::shared_ptr<const SceneDocument>& document,
                   const std::string& file = {});
/// Says what the reader of the recorded boxes that play has left out or taken for granted.
void tell_notes(ApplicationModel& model);
/// Opens a dropped file unless a question is open; a picture becomes a sprite at that screen px.
void drop_file(ApplicationModel& model, const std::filesystem::path& file, Vec2 at = {-1, -1});
/// The first of phasebox-NAME-001.png, -002 ... that does not exist here; a folder has no ending.
std::filesystem::path numbered_file(const std::string& name, const std::string& ending);
/// Writes a picture to a numbered file, whose name has `name` in it; says where.
void save_picture(ApplicationModel& model, const std::string& name, const Bitmap& picture);
/// Writes the data of a plot to a numbered file, whose name has `name` in it; says where.
void save_data(ApplicationModel& model, const std::string& name, const std::string& ending,
               const std::string& text);
/// Writes what was done so far, with version, system and settings, to a numbered file; says where.
void save_report(ApplicationModel& model);
/// What a record of this window says about itself.
std::map<std::string, std::string> record_facts(const ApplicationModel& model);
/// Writes a broadphase as a header and a source to a numbered folder; says where.
void export_cpp(ApplicationModel& model, const Contestant& contestant);

/// Loads all plug-ins again. What cannot be loaded leaves the one before at work.
void reload_plugins(ApplicationModel& model);

}  // namespace phasebox::ui
