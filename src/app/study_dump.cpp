// SPDX-License-Identifier: MIT
// What the oracle says, what was asked why, what was measured and what was added up, as JSON.
#include "app/study_dump.hpp"

#include <nlohmann/json.hpp>

namespace phasebox {

using nlohmann::json;

json oracle_dump(const ApplicationModel& model) {
  const Verdict& v = model.lab.oracle.verdict();
  return {{"says", describe(v, model.session)},
          {"status", model.ui.status},
          {"sprites", v.sprites},
          {"checked", v.checked},
          {"overlaps", v.overlaps},
          {"missed", v.false_negatives.count},
          {"swallowed", v.allowed_misses.count},
          {"phantoms", v.false_positives.count},
          {"duplicates", v.duplicates.count},
          {"marked", model.lab.oracle.marked(model.session.frame()).size()},
          {"ms", model.lab.oracle.cost()}};
}

json why_dump(const ApplicationModel& model) {
  const WhyView& view = model.ui.why;
  json lines = json::array();
  for (const auto& [pair, outcome] : view.shown.lines)
    lines.push_back({{"a", pair.a}, {"b", pair.b}, {"hit", outcome == Comparisons::Outcome::hit}});
  return {{"tests", view.made.tests},
          {"counted", view.made.counted},
          {"dropped", view.made.dropped},
          {"lines", lines},
          {"chosen", view.shown.chosen ? json(view.shown.chosen->pair.b) : json()},
          {"parts", view.shown.parts.size()}};
}

json accuracy_dump(const ApplicationModel& model) {
  const Accuracy& study = model.lab.accuracy;
  AccuracyResult result = study.result();
  result.options.rate = model.ui.accuracy.rate;
  return {{"running", study.is_running()},    {"progress", study.progress()},
          {"subject", study.subject()},       {"rate", result.options.rate},
          {"candidates", result.candidates},  {"contacts", result.contacts},
          {"suggestion", result.suggestion()}};
}

json energy_dump(const ApplicationModel& model) {
  const Energy& study = model.lab.energy;
  return {{"on", study.is_on()},
          {"samples", study.samples().size()},
          {"says", describe(study, model.session)}};
}

json lessons_dump(const ApplicationModel& model) {
  const Lessons& lessons = model.lab.lessons;
  const auto language = [](Language l) { return kLanguageIds[static_cast<std::size_t>(l)]; };
  const UiState& ui = model.ui;
  json state{{"open", {}},
             {"finished", lessons.finished()},
             {"language",
              {{"wanted", language(ui.language)},
               {"shown", language(ui.chinese_font.empty() ? Language::english : ui.language)},
               {"font", ui.chinese_font}}}};
  const Lesson* open = lessons.open();
  if (!open) return state;
  json done = json::array(), goal = json::array();
  for (std::size_t i = 0; i < open->steps.size(); ++i) done.push_back(lessons.is_done(i));
  for (const Standing& s : lessons.standings()) goal.push_back(s.words.en);
  state["open"] = open->id;
  state["step"] = lessons.step();
  state["done"] = done;
  state["goal"] = goal;
  state["hint"] = lessons.hint_is_due(model.now);
  return state;
}

}  // namespace phasebox
