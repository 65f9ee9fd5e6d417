// SPDX-License-Identifier: MIT
// Each limit by the constant that the code goes by, and what happens beyond it.
#include "cli/limits.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/result.hpp"
#include "cli/commands.hpp"
#include "cli/film.hpp"
#include "cli/picture.hpp"
#include "contract/trial_file.hpp"
#include "io/boxes/box_rows.hpp"
#include "io/files/compressed.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "io/record/record_file.hpp"
#include "io/scene_file.hpp"
#include "lab/xray/xray.hpp"
#include "session/frame_history.hpp"
#include "session/history.hpp"
#include "session/session.hpp"
#include "world/dynamics/contact_graph.hpp"
#include "world/kept_frames.hpp"

namespace phasebox {
namespace {

struct Limit {
  std::string_view id, what;
  std::string most;
  std::string_view beyond;
};

constexpr std::string_view kRefused = "refused", kForgotten = "the oldest are forgotten",
                           kNotShown = "counted, not shown";

std::string number(std::uint64_t n, std::string_view unit = {}) {
  return unit.empty() ? grouped(n) : fmt::format("{} {}", grouped(n), unit);
}

std::vector<Limit> limits_of_files() {
  return {
      {"scene-file", "Size of a scene file", size_text(kMaxSceneFile), kRefused},
      {"scene-images", "Images that a scene file brings", number(kMaxSceneImages), kRefused},
      {"json-depth", "Levels of a JSON file", number(kMaxJsonDepth), kRefused},
      {"json-keys", "Keys of a JSON object", number(kMaxJsonKeys), kRefused},
      {"image-file", "Size of an image file", size_text(kMaxImageFile), kRefused},
      {"image-side", "Side of an image", number(kMaxImageSide, "px"), kRefused},
      {"recording-text", "Text of a box recording, decompressed", size_text(kMaxText), kRefused},
      {"recording-boxes", "Boxes of all frames of a recording", number(kMaxBoxRows), kRefused},
      {"recording-line", "Line of a box recording", number(kMaxBoxLine, "bytes"), kRefused},
      {"check-text", "Text of a world of check", size_text(contract::kMaxTrialText), kRefused},
      {"check-frames", "Frames of a world of check", number(contract::kMaxTrialFrames), kRefused},
      {"settings-file", "Size of the window's settings", size_text(kMaxSettingsFile),
       "set aside, defaults are used"},
      {"record-text", "Text of a session record or an autosaved state", size_text(kMaxRecordText),
       kRefused},
      {"error-text", "Text of an error", number(kMaxErrorText, "bytes"), "the middle is left out"}};
}

std::vector<Limit> limits_of_sessions() {
  return {{"sprites", "Sprites of a world", number(kMaxSprites), kRefused},
          {"scene-count", "Sprites that a scene makes", number(kMaxCount), kRefused},
          {"images", "Images of a session", number(kMaxImages), kRefused},
          {"image-pixels", "Pixels of all images of a session", number(kMaxImagePixels), kRefused},
          {"pairs", "Candidate pairs of a frame", number(kMaxPairs), "the search is ended"},
          {"response-pairs", "Pairs that may meet in a step with response",
           number(ContactGraph::kMaxPairs), "a step without response"},
          {"followed-boxes", "Boxes kept of a running game", number(kMaxKeptRows), kForgotten},
          {"undo-changes", "Changes that can be undone", number(History::kMaxChanges), kForgotten},
          {"undo-memory", "Memory of all but the newest change", size_text(History::kMaxBytes),
           kForgotten},
          {"past-frames", "Steps to go back to", number(FrameHistory::kMaxFrames), kForgotten},
          {"past-memory", "Memory of these steps", size_text(FrameHistory::kMaxBytes), kForgotten},
          {"xray-events", "Events of each half of an X-ray", number(Xray::kMaxEvents), kNotShown},
          {"window-events", "Events kept of a frame while the window counts all tests",
           number(kMaxShownEvents), kNotShown},
          {"why-events", "Events that why looks at", number(kMaxWhyEvents), "counted, not told"},
          {"render-events", "Events drawn in a picture", number(kMaxRenderEvents), kNotShown},
          {"picture-side", "Side of a picture", number(kMaxPictureSide, "px"), kRefused},
          {"film-pictures", "Pictures of an animation", number(Film::kMaxPictures), kRefused}};
}

std::vector<Limit> all_limits() {
  std::vector<Limit> all = limits_of_sessions();
  std::ranges::move(limits_of_files(), std::back_inserter(all));
  return all;
}

}  // namespace

std::string limits_text() {
  const std::vector<Limit> all = all_limits();
  std::size_t what_width = 0, most_width = 0;
  for (const Limit& limit : all) {
    what_width = std::max(what_width, limit.what.size());
    most_width = std::max(most_width, limit.most.size());
  }
  std::string text = "limits\n";
  for (const Limit& limit : all)
    fmt::format_to(std::back_inserter(text), "  {:<{}}  {:>{}}  {}\n", limit.what, what_width,
                   limit.most, most_width, limit.beyond);
  return text;
}

Json limits_json() {
  Json json = Json::array();
  for (const Limit& limit : all_limits())
    json.push_back({{"id", std::string(limit.id)},
                    {"kind", "limit"},
                    {"title", std::string(limit.what)},
                    {"most", limit.most},
                    {"beyond", std::string(limit.beyond)},
                    {"parameters", Json::array()}});
  return json;
}

}  // namespace phasebox
