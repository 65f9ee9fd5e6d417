// SPDX-License-Identifier: MIT
// Opening and saving: scenes, images, recordings, plug-ins, lessons, which are made here as well;
// and the picker of files.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "lab/lessons.hpp"

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
  bool has_entered = false;    ///< a folder, by the last click
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

// ---- lessons of the user's

inline constexpr std::uint64_t kMaxLessonFile = std::uint64_t{16} << 20;  ///< bytes

/// Whether a text of JSON is a lesson: a scene has no steps.
bool is_lesson(std::string_view text);
bool is_lesson_file(const std::filesystem::path& file);
/// Begins a lesson by its id, or that of a file, which is then among the others. Refused as
/// `file: step 2, goal: what, rule`; then nothing has changed.
Status begin_lesson(ApplicationModel& model, const std::string& id_or_file);
/// Lists all lessons of a folder in the order of their names; says which are wrong.
void list_lessons(ApplicationModel& model, const std::filesystem::path& folder);

enum class DraftStage : std::uint8_t { nothing, set_up, records, recorded };

/// A lesson in the making. A step is set up, recorded and described; then it joins the lesson.
struct LessonDraft {
  using Fact = std::pair<std::string_view, std::uint64_t>;
  using Facts = std::vector<Fact>;
  /// What the user has changed, as a condition of the goal.
  struct Offer {
    Condition condition;
    bool is_setting = false;  ///< of a parameter, an algorithm or the number of sprites
    bool is_chosen = false;
  };
  bool is_open = false;  ///< in sight
  DraftStage stage = DraftStage::nothing;
  Lesson lesson;      ///< with the steps made so far
  LessonStep step;    ///< the next one
  LessonStart start;  ///< when its recording began
  Facts facts;        ///< of its set-up
  std::vector<Offer> offers;
  std::string trouble;  ///< why something cannot be done, or empty
};

/// Takes sprites, settings and view as what the next step begins with.
void set_up_step(ApplicationModel& model);
/// Goes back to that; what is done from now on is what the step asks for.
void record_step(ApplicationModel& model);
/// Offers what has changed since.
void stop_recording(ApplicationModel& model);
/// Adds what was set up, recorded and typed as a step; refuses what could not be solved.
void add_step(ApplicationModel& model);
/// Writes the lesson, lists it, and begins another one.
void save_lesson(ApplicationModel& model, const std::filesystem::path& file);

/// Loads all plug-ins again. What cannot be loaded leaves the one before at work.
void reload_plugins(ApplicationModel& model);

}  // namespace phasebox::ui
