// SPDX-License-Identifier: MIT
// Opens and saves the files of the window: scenes, pictures, recordings, plug-ins, data of plots.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/geometry.hpp"

namespace phasebox {
struct Bitmap;
struct Contestant;
struct SceneDocument;
}  // namespace phasebox

namespace phasebox::ui {

struct ApplicationModel;

/// The kind of a file by the ending of its name. Lessons have the ending of scenes.
enum class FileKind : unsigned char { other, scene, picture, recording, plugin };
FileKind kind_of(const std::filesystem::path& file);

/// Returns a file name for the screen, with question marks for bytes that are not UTF-8 and for
/// characters that the fonts lack.
std::string printable(std::string_view name);

/// Opens a file by its kind: a scene, a lesson or recorded boxes; adds a picture to be launched; or
/// loads a plug-in. A toast says what was done or why it was refused.
void open_file(ApplicationModel& model, const std::filesystem::path& file);
/// Makes a new image of an existing one by `options` (io/pictures/images.hpp), to be launched next.
void cut_picture(ApplicationModel& model, std::uint16_t image, const std::string& options);
/// Saves the scene as JSON, or the recorded boxes that play if the ending is that of recordings. A
/// toast says where, or why not.
void save_file(ApplicationModel& model, const std::filesystem::path& file);

/// Returns the window's title, "scene.json* - Phasebox": the open file, and * for unsaved changes.
std::string window_title(const ApplicationModel& model);
/// Puts a file first among the recent files of the File menu, which holds eight.
void remember_file(ApplicationModel& model, const std::string& path);

/// Returns what a scene file holds: the session's scene and settings, and the view options.
SceneDocument document_of(const ApplicationModel& model);
/// Starts a saved scene with its settings and view; `file` is where it came from, or empty. False
/// when it was refused, which a toast says.
bool open_document(ApplicationModel& model, const std::shared_ptr<const SceneDocument>& document,
                   const std::string& file = {});
/// Shows as toasts what the reader of the playing recording has left out or assumed.
void tell_notes(ApplicationModel& model);
/// Opens a file that was dropped on the window, unless a question is open. A picture also becomes a
/// sprite at `at`, in screen px, if that is in the field.
void drop_file(ApplicationModel& model, const std::filesystem::path& file, Vec2 at = {-1, -1});
/// Returns the first of phasebox-NAME-001.ENDING, -002 ... that does not exist in the current
/// folder. An empty ending is left out, as for a folder.
std::filesystem::path numbered_file(const std::string& name, const std::string& ending);
/// Writes a picture to a numbered PNG file with `name` in its name; a toast says where.
void save_picture(ApplicationModel& model, const std::string& name, const Bitmap& picture);
/// Writes the data of a plot to a numbered file with `name` in its name; a toast says where.
void save_data(ApplicationModel& model, const std::string& name, const std::string& ending,
               const std::string& text);
/// Writes all that was done so far, with version, system and settings, to a numbered file; a toast
/// says where.
void save_report(ApplicationModel& model);
/// Returns the facts that a record of this window begins with: machine, view options and plug-ins.
std::map<std::string, std::string> record_facts(const ApplicationModel& model);
/// Writes a broadphase as a header and a source to a numbered folder; a toast says where.
void export_cpp(ApplicationModel& model, const Contestant& contestant);

/// Loads all plug-ins from their files again. A plug-in that cannot be loaded stays as it was.
void reload_plugins(ApplicationModel& model);

}  // namespace phasebox::ui
