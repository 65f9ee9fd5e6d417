// SPDX-License-Identifier: MIT
// `phasebox explain`: what an algorithm does in one frame, event by event, in plain words.
#include <algorithm>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/frames.hpp"
#include "cli/output.hpp"
#include "io/archive/json.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "lab/xray/xray.hpp"

namespace phasebox {
namespace {

/// The events that are wanted, from 1 as they are numbered.
struct Extract {
  std::size_t first = 1, last = 0;
  bool empty() const { return first > last; }
};

// Algorithms are told: the impacts of the step, which come before them, are passed over.
Extract extract_of(const ExplainOptions& options, const Xray& xray) {
  const std::size_t impacts = xray.impacts().size(), narrow = impacts + xray.broad().size();
  const std::size_t end = options.is_narrow ? xray.size() : narrow;
  Extract e;
  e.first = (options.is_narrow ? narrow : impacts) + std::max<std::size_t>(options.from, 1);
  const std::size_t left = e.first > end ? 0 : end - e.first + 1;
  const std::size_t wanted = options.events == 0 ? left : std::min(left, options.events);
  e.last = e.first + wanted - 1;
  return e;
}

// Numbers within the half that is told.
std::size_t number_of(const Xray& xray) { return xray.done(); }

Json names_of(const Xray& xray, std::span<const SpriteId> sprites) {
  Json names = Json::array();
  for (const SpriteId id : sprites) names.push_back(xray.name(id));
  return names;
}

std::string scene_of(const Session& session) {
  return session.show() ? session.show()->name() : std::string(session.scene().id);
}

std::string told(Xray& xray, const Session& session, const Extract& wanted) {
  std::string text;
  std::size_t total = 0;
  for (std::size_t n = wanted.first; n <= wanted.last; ++n) {
    xray.apply(SeekXray{n}, session);
    if (total == 0) {
      total = xray.walk().size();
      text += fmt::format("{}: scene {}, step {}, {} events\n\n", xray.title(), scene_of(session),
                          session.steps(), total);
      std::size_t line = 0;
      for (const CodeLine& code : xray.walk().how().code)
        text += fmt::format("{:>4}  {}\n", ++line, code.text);
      text += fmt::format("\n{:>7} {:>5} {:>5}\n", "event", "line", "open");
    }
    const auto line = xray.line();
    text += fmt::format("{:>7} {:>5} {:>5}  {}\n", number_of(xray),
                        line ? std::to_string(*line + 1) : "-", xray.state().open.size(),
                        xray.sentence());
  }
  return text;
}

Json json_of(Xray& xray, const Session& session, const ExplainOptions& options,
             const Extract& wanted) {
  xray.apply(SeekXray{wanted.empty() && options.is_narrow ? xray.size() : wanted.first}, session);
  Json code = Json::array(), walk = Json::array();
  for (const CodeLine& line : xray.walk().how().code) code.push_back(std::string(line.text));
  Json json{{"scene", scene_of(session)},
            {"step", session.steps()},
            {"algorithm", std::string(xray.title())},
            {"is_narrow", options.is_narrow},
            {"events", xray.walk().size()},
            {"not_kept", xray.dropped()},
            {"state_hash", fmt::format("0x{:016x}", session.hash())},
            {"pairs", session.pairs().size()},
            {"collisions", session.contacts().size()},
            {"code", std::move(code)}};
  for (std::size_t n = wanted.first; n <= wanted.last; ++n) {
    xray.apply(SeekXray{n}, session);
    const auto line = xray.line();
    walk.push_back({{"event", number_of(xray)},
                    {"line", line ? Json(*line + 1) : Json()},
                    {"open", names_of(xray, xray.state().open)},
                    {"candidates", xray.candidates().size()},
                    {"collisions", xray.collisions().size()},
                    {"sentence", xray.sentence()}});
  }
  json["walk"] = std::move(walk);
  return json;
}

}  // namespace

int run_explain(const ExplainOptions& options) {
  const OutputFile output{"--json", options.json};
  if (auto error = check_outputs({&output, 1}, input_file(options.launch))) return report(*error);
  Session session(builtin_images());
  session.keep_frames();
  if (auto error = configure(session, options.launch)) return report(*error);
  session.detect();
  for (std::uint32_t i = 0; i < options.frames; ++i) session.step();
  if (auto error = check_pairs(session)) return report(*error);
  Xray xray;
  xray.apply(OpenXray{}, session);
  const Extract wanted = extract_of(options, xray);
  if (options.json.empty()) {
    if (wanted.empty()) return print("There is no such event in this frame.\n");
    return print(told(xray, session, wanted));
  }
  const std::string text = json_text(json_of(xray, session, options, wanted), {.indent = 1});
  if (auto error = write_file_atomically(options.json, text + "\n")) return report(*error);
  return kDone;
}

}  // namespace phasebox
