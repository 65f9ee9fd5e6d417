// SPDX-License-Identifier: MIT
// Carries out the parts of a link from left to right, by the commands that the window uses too, and
// makes links.
#include "ui/link.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "base/text.hpp"
#include "collide/registry.hpp"
#include "io/boxes/box_file.hpp"
#include "io/scene_file.hpp"
#include "language/format_sentence.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/files/lesson_files.hpp"
#include "ui/model/xray_control.hpp"
#include "ui/registry.hpp"

namespace phasebox::ui {

namespace {

std::string_view clipboard_text() {
  const char* held = ImGui::GetClipboardText();
  return held ? held : "";
}

std::string_view clipboard_link() { return link_in(clipboard_text()); }

// Why the last Copy link copied nothing, and what the clipboard held then. While it still holds
// that, Paste link tells the reason in place of opening or blaming what the user did not copy.
struct RefusedLink {
  Sentence why;  // empty: it was copied
  std::string held;
};

Status refused(const Sentence& what) { return Error{say("The link is broken: {}", what)}; }

Status set_param(ApplicationModel& model, std::string_view key, std::string_view text) {
  const std::size_t dot = key.find('.');
  const std::string_view name = dot == key.npos ? key : key.substr(dot + 1);
  Owner owner =
      dot == key.npos ? model.session.settings().owner_of(key) : owner_named(key.substr(0, dot));
  if (!owner && find_param(view_rows(), name)) owner = Owner::view();
  for (const ParamGroup& group : model.groups()) {
    const Param* row = group.owner == owner ? find_param(group.rows, name) : nullptr;
    if (!row) continue;
    const Result<double> value = parse_value(*row, text);
    if (value.failed()) return refused(value.error().text);
    model.apply(command::SetParam{owner, std::string(name), *value});
    return {};
  }
  return refused(say("there is no parameter '{}'", Sentence::as_is(std::string(key))));
}

Status open_linked_boxes(ApplicationModel& model, std::string_view text) {
  const auto frame = read_number<std::size_t>(take_until(text, ','));
  const bool is_swept = take_until(text, ',') == "1";
  const std::string name(take_until(text, '\n'));
  const std::string narrowphase(model.session.settings().narrowphase->id);
  auto boxes = parse_box_recording(text, name);
  if (boxes.failed()) return refused(boxes.error().text);
  const auto recording = std::make_shared<const BoxRecording>(*std::move(boxes));
  if (!model.apply(command::OpenRecording{recording, name})) return {};
  model.apply(command::SelectNarrowphase{narrowphase});
  if (is_swept) model.apply(command::SweepRecording{true});
  model.apply(command::SeekRecording{std::min(frame.value_or(0), recording->size() - 1)});
  if (model.ui.tool.empty()) answer_recording(model);
  return {};
}

// A lesson of a link never takes the place of another one in the list.
Status open_linked_lesson(ApplicationModel& model, std::string_view text) {
  Result<Lesson> lesson = lesson_of(model, std::string(text), "the lesson in it");
  if (lesson.failed()) return refused(lesson.error().text);
  lesson->id = "linked";
  model.lab.lessons.add(*std::move(lesson));
  model.study(lesson::Open{"linked"});
  return {};
}

Status open_linked(ApplicationModel& model, std::string_view text) {
  if (is_lesson(text)) return open_linked_lesson(model, text);
  const std::size_t end = text.find("\n#");
  auto scene = parse_scene(text.substr(0, end), "the scene in it", model.groups());
  if (scene.failed()) return refused(scene.error().text);
  open_document(model, std::make_shared<const SceneDocument>(*std::move(scene)));
  return end == text.npos ? Status{} : open_linked_boxes(model, text.substr(end + 2));
}

Status open_tool(ApplicationModel& model, std::string_view id) {
  const ToolRow* tool = find_tool(tools(), id);
  if (!tool) return refused(say("there is no tool '{}'", Sentence::as_is(std::string(id))));
  if (model.ui.tool != id) perform(model, {&tool->action});
  return {};
}

Status open_part(ApplicationModel& model, std::string_view key, std::string_view value) {
  const std::string id(value);
  const auto apply = [&](const auto& all, const Command& command) -> Status {
    if (!find_entry(all, id)) return refused(unknown_id(key, id, all).text);
    model.apply(command);
    model.show_whole_field();
    return {};
  };
  if (key == "scene") return apply(scenes(), command::LoadScene{id});
  if (key == "broadphase") return apply(broadphases(), command::SelectBroadphase{id});
  if (key == "narrowphase") return apply(narrowphases(), command::SelectNarrowphase{id});
  if (key == "document") return open_linked(model, value);
  if (key == "tool" && value == "xray") {
    step_xray(model, 0);
    return Status{};
  }
  if (key == "tool") return open_tool(model, value);
  if (key == "paused") {
    model.paused = true;
    return Status{};
  }
  if (key == "lesson") {
    model.study(lesson::Open{std::string(value)});
    return Status{};
  }
  if (key != "xray") return set_param(model, key, value);
  step_xray(model, 0);
  if (const auto at = read_number<std::size_t>(value)) model.study(XrayCall(&Xray::seek, *at));
  return {};
}

// Goes to a step of the lesson that the link has opened, from 1.
Status go_to_step(ApplicationModel& model, std::string_view text) {
  const Lesson* lesson = model.lab.lessons.open();
  const auto step = read_number<std::size_t>(text);
  if (!lesson || !step || *step < 1 || *step > lesson->steps.size())
    return refused(say("there is no step {}", Sentence::as_is(std::string(text))));
  model.study(lesson::Open{lesson->id, *step - 1});
  return {};
}

// Says that something does not fit into a link and what to send instead: its file or, where that is
// empty, one that a button saves.
void refuse_to_link(ApplicationModel& model, const Sentence& why, const std::string& file) {
  const Sentence words =
      file.empty()
          ? say("{}. Save it to a file and send that; Phasebox opens it, also in a browser.", why)
          : say("{}. Send its file; Phasebox opens it, also in a browser.", why);
  model.ui.messages.say(Message::Kind::warning, words, model.clock.now, {}, file,
                        file.empty() ? &save_as_action : nullptr);
  model.ui.own<RefusedLink>() = {words, std::string(clipboard_text())};
}

void say_copied(ApplicationModel& model) {
  model.ui.own<RefusedLink>() = {};
  model.note("The link is in the clipboard");
}

// A lesson of the program is named by its id; another one is in the link as a whole.
void copy_lesson_link(ApplicationModel& model, const Lesson& lesson, const CopyLink& copy) {
  const std::string step = fmt::format("step={}", model.lab.lessons.step() + 1);
  if (lesson.text.empty())
    copy(fmt::format("lesson={}&{}", lesson.id, step).c_str(), "");
  else if (lesson.text.size() <= kMaxLinkText)
    copy((step + "&").c_str(), lesson.text.c_str());
  else
    return refuse_to_link(model, "The lesson is too large for a link", lesson.id);
  say_copied(model);
}

}  // namespace

Status open_link(ApplicationModel& model, std::string_view link) {
  std::optional<std::string_view> step;  // waits for the lesson, which may come after it
  while (!link.empty()) {
    // A document comes last and extends to the end of the link, because its text may contain '&'.
    const bool is_rest = link.starts_with("document=");
    std::string_view part = is_rest ? std::exchange(link, {}) : take_until(link, '&');
    const std::string_view key = take_until(part, '=');
    if (key.empty()) continue;
    if (key == "step")
      step = part;
    else if (Status status = open_part(model, key, part); status.failed())
      return status;
  }
  return step ? go_to_step(model, *step) : Status{};
}

std::string_view link_in(std::string_view text) {
  text.remove_prefix(std::min(text.find('#'), text.size()));
  text = text.substr(text.empty() ? 0 : 1, text.find_first_of(" \t\r\n") - 1);
  return text.find('=') == text.npos ? std::string_view{} : text;
}

bool clipboard_has_link() { return !clipboard_link().empty(); }

void paste_link(ApplicationModel& model) {
  const RefusedLink& refused = model.ui.own<RefusedLink>();
  if (!refused.why.empty() && refused.held == clipboard_text())
    return model.note(say("No link was copied. {}", refused.why));
  if (!clipboard_has_link())
    return model.note(
        say("The clipboard holds no link; {} copies one", key_or_menu(link_action, model.ui.keys)));
  open_pasted(model, clipboard_link());
}

void pick_link(ApplicationModel& model) {
  FilePicker& picker = model.ui.picker;
  picker.pasted = "#" + std::string(clipboard_link());
  picker.name = picker.pasted.substr(0, FilePicker::kMaxPasted);
  picker.trouble = {};
  picker.wants_focus = true;
}

void open_pasted(ApplicationModel& model, std::string_view packed) {
  const Result<std::string> link = unpacked_link(packed);
  if (link.failed()) return model.warn(link.error().text);
  model.ui.picker.close();
  model.ui.leave_welcome();
  if (const Status status = open_link(model, *link); status.failed())
    return model.warn(status.error().text);
  model.note("Opened the link");
}

void copy_link(ApplicationModel& model, const CopyLink& copy) {
  if (const Lesson* lesson = model.lab.lessons.open())
    return copy_lesson_link(model, *lesson, copy);
  const RecordingPlayback* show = model.session.playback();
  Result<std::string> document = link_text(document_of(model), model.groups(), show);
  if (document.failed()) {
    const std::string file = show                          ? std::string(show->path())
                             : model.session.has_unsaved() ? std::string()
                                                           : model.session.file().path;
    return refuse_to_link(model, document.error().text, file);
  }
  std::string rest = model.paused ? "paused&" : "";
  if (model.ui.tool == "xray" && model.lab.xray.is_open())
    rest += fmt::format("xray={}&", model.lab.xray.at());
  else if (!model.ui.tool.empty())
    rest += fmt::format("tool={}&", model.ui.tool);
  copy(rest.c_str(), document->c_str());
  say_copied(model);
}

// clang-format off
extern const ActionRow paste_action{"paste", "Paste link",
    "Open the link in the clipboard, as Copy link makes it.", Menu::file, {ctrl(on_key('v'))},
    does<paste_link>};
// clang-format on

}  // namespace phasebox::ui
