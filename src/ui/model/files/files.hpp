// SPDX-License-Identifier: MIT
// Opening and saving: scenes, images, recordings, plug-ins.
#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace phasebox {

struct ApplicationModel;
struct Contestant;

/// Opens a scene or recorded boxes, adds a picture and takes it for launching, or loads a plug-in,
/// by the file's ending.
void open_file(ApplicationModel& model, const std::filesystem::path& file);
/// The scene as JSON; while recorded boxes play, and by the ending .csv, those.
void save_file(ApplicationModel& model, const std::filesystem::path& file);

/// Opens a file that was dropped on the window, unless a question is open.
void drop_file(ApplicationModel& model, const std::filesystem::path& file);
/// The first of phasebox-NAME-001.png, -002 ... in the current folder that does not exist yet; a
/// folder has no ending.
std::filesystem::path numbered_file(const std::string& name, const std::string& ending);
/// Writes the data of a plot to a numbered file, whose name has `name` in it; says where.
void save_data(ApplicationModel& model, const std::string& name, const std::string& ending,
               const std::string& text);
/// Writes what was done so far, with version, system and settings, to a numbered file; says where.
void save_report(ApplicationModel& model);
/// What a record of this window says about itself.
std::map<std::string, std::string> record_facts(const ApplicationModel& model);
/// Writes a broadphase as a header and a source to a numbered folder; says where.
void export_cpp(ApplicationModel& model, const Contestant& contestant);

// Plug-ins in the window: loaded and chosen, and loaded again while the scene runs.

struct ApplicationModel;

/// Loads a plug-in and chooses its broadphase; one that is loaded already is loaded again.
void open_plugin(ApplicationModel& model, const std::filesystem::path& file);
/// Loads all of them again. What cannot be loaded leaves the one before at work.
void reload_plugins(ApplicationModel& model);

}  // namespace phasebox
