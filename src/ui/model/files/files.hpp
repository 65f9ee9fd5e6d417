// SPDX-License-Identifier: MIT
// Scenes, pictures and recorded boxes in and out of the window.
#pragma once
#include <filesystem>
#include <string>

namespace phasebox {

struct ApplicationModel;
namespace request {
struct SaveData;
}

/// Opens a scene or recorded boxes, adds a picture and takes it for launching, or loads a plug-in,
/// by the file's ending.
void open_file(ApplicationModel& model, const std::filesystem::path& file);
void save_file(ApplicationModel& model, const std::filesystem::path& file);

/// Opens a file that was dropped on the window, unless a question stands over it.
void drop_file(ApplicationModel& model, const std::filesystem::path& file);
/// The first of phasebox-NAME-001.png, -002 ... in the current folder that does not exist yet.
std::filesystem::path numbered_file(const std::string& name, const std::string& ending);
/// Writes the data of a plot to a numbered file; says where.
void save_data(ApplicationModel& model, const request::SaveData& data);

}  // namespace phasebox
