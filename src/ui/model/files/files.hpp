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
#include "base/sentence.hpp"

namespace phasebox {
struct Bitmap;
struct Contestant;
struct SceneDocument;
}  // namespace phasebox

namespace phasebox::ui {

struct ApplicationModel;

/// The kind of a file, as its name tells. Lessons are named like scenes.
enum class FileKind : unsigned char { other, scene, picture, recording, plugin };
FileKind kind_of(const std::filesystem::path& file);
/// The kind by which a file is opened: a JSON file that places frames in a picture is one, too.
FileKind content_kind(const std::filesystem::path& file);

/// Returns a file name for the screen, with question marks for bytes that are not UTF-8 and for
/// characters that the fonts lack, and "# #" for "##", where a label of Dear ImGui would end.
std::string printable(std::string_view name);

/// Opens a file by its kind: shows a scene, a lesson or recorded boxes, adds a picture to be
/// launched, or loads a plug-in. A message says what was done or why it was refused.
void open_file(ApplicationModel& model, const std::filesystem::path& file);
/// Reads the map that plays again, with one part of it (BoxRecording::solid) solid or not: the
/// other way round than now. A message says so, or why it cannot be read.
void switch_solid(ApplicationModel& model, std::size_t part);
/// Makes a new image of the one with number `image` by `options` (io/pictures/images.hpp), and
/// chooses it for the next launch. A message says so, or why not.
void cut_picture(ApplicationModel& model, std::uint16_t image, const std::string& options);
/// Saves the scene as JSON, or the recorded boxes that play if the file is named like a recording.
/// A message says where, or why not.
void save_file(ApplicationModel& model, const std::filesystem::path& file);

/// Returns the name of what is shown: that of the recording that plays, the title that a scene's
/// author gave it, the name of its file, or the title of the built-in scene.
Sentence document_name(const ApplicationModel& model);
/// Returns the window's title, such as "scene.json* - Phasebox": the title of the scene or the name
/// of the open file, and * for unsaved changes. It is "Phasebox" alone for a built-in scene without
/// changes.
std::string window_title(const ApplicationModel& model);
/// Puts a file, given by its absolute path, first among the recent files of the File menu, which
/// holds eight.
void remember_file(ApplicationModel& model, const std::string& path);

/// Returns what a scene file is to hold: sprites, settings and notes of the session, the view
/// options, and whether it is paused.
SceneDocument document_of(const ApplicationModel& model);
/// Starts a saved scene with its settings and view; `file` is where it came from, or empty. Returns
/// false when it was refused; a warning then says why.
bool open_document(ApplicationModel& model, const std::shared_ptr<const SceneDocument>& document,
                   const std::string& file = {});
/// Begins to search the answer for the recording that plays, and opens the tool that shows it. Does
/// nothing if the program has not switched that on, in the lecture view, and without a recording.
void answer_recording(ApplicationModel& model);
/// Shows as messages what the reader of the recording that plays has left out or assumed; none if a
/// scene runs.
void tell_notes(ApplicationModel& model);
/// Opens a file that was dropped on the window at `at`, in screen px, unless a question is open. A
/// picture dropped on the field also becomes a sprite there, unless recorded boxes play.
void drop_file(ApplicationModel& model, const std::filesystem::path& file, Vec2 at = {-1, -1});
/// Returns the path of the first of phasebox-NAME-001.ENDING, -002 ... that does not exist in the
/// current folder. An empty name or ending is left out, as the ending of a folder.
std::filesystem::path numbered_file(const std::string& name, const std::string& ending);
/// Writes a picture to a numbered PNG file with `name` in its name. A message says where, or why
/// not.
void save_picture(ApplicationModel& model, const std::string& name, const Bitmap& picture);
/// Writes the data of a plot to a numbered file with `name` in its name. A message says where, or
/// why not.
void save_data(ApplicationModel& model, const std::string& name, const std::string& ending,
               const std::string& text);
/// Writes all commands so far, with version, system and settings, to a numbered file that `phasebox
/// replay` repeats. A message says where, or why not.
void save_report(ApplicationModel& model);
/// Returns the facts that a record of this window begins with: machine, view options and plug-ins.
std::map<std::string, std::string> record_facts(const ApplicationModel& model);
/// Writes a broadphase with its settings as a C++ header and source to a numbered folder. A message
/// says where, or why not.
void export_cpp(ApplicationModel& model, const Contestant& contestant);

/// Loads all plug-ins from their files again and makes session and studies use them. A plug-in that
/// cannot be loaded stays as it was. Messages say so.
void reload_plugins(ApplicationModel& model);

}  // namespace phasebox::ui
