// SPDX-License-Identifier: MIT
// `phasebox accuracy`: what n-sampled pixels miss on a scene, for n = 1 to 16, and which n to take.
#include "lab/accuracy/accuracy.hpp"

#include <array>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "io/archive/json.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"

namespace phasebox {
namespace {

std::string delay_table(const AccuracyResult& r) {
  const DelayResult& d = r.delays;
  if (d.collisions == 0) return {};
  std::string text =
      fmt::format("\n{} collisions followed: mean frames until seen, never seen\n", d.collisions);
  text += "   n   no jitter    never   with jitter    never\n";
  for (int n = 1; n <= kMaxSampled; ++n)
    text += fmt::format("  {:>2}  {:>10.2f}  {:>7}  {:>12.2f}  {:>7}\n", n,
                        d.frames_until_seen(Lattice::still, n), d.of(Lattice::still, n).never_seen,
                        d.frames_until_seen(Lattice::jittered, n),
                        d.of(Lattice::jittered, n).never_seen);
  return text;
}

std::string image_table(const AccuracyResult& r) {
  std::string text = "\nimage                 contacts  safe n  n  inset %  boxes removed %\n";
  for (const ImageAccuracy& image : r.images) {
    const int inset = image.suggested_inset(r.options.rate);
    text += fmt::format("{:<20}  {:>8}  {:>6}  {:>1}  {:>7}  {:>15.1f}\n", image.name,
                        image.contacts, image.safe_n, image.suggested_n(r.options.rate), inset,
                        100 * image.removed_by(inset));
  }
  return text;
}

std::string table_of(const AccuracyResult& r, const std::string& scene) {
  std::string text = fmt::format("{}: {} contacts of {} candidates in {} frames\n", scene,
                                 r.contacts, r.candidates, r.frames);
  text += "   n    missed %   at most %   reads per candidate\n";
  for (int n = 1; n <= kMaxSampled; ++n)
    text += fmt::format("  {:>2}  {:>10.3f}  {:>10.3f}  {:>20.1f}\n", n, 100 * r.miss_rate(n),
                        n == 1 ? 0 : 100 * wilson_upper(r.of(n).missed, r.contacts),
                        r.reads_per_candidate(n));
  return text + describe(r) + "\n" + delay_table(r) + image_table(r);
}

float rounded(double share) { return static_cast<float>(share); }

std::string json_of(const AccuracyResult& r, const std::string& scene,
                    const std::vector<std::string>& command) {
  Json depths = Json::array(), rows = Json::array();
  for (std::size_t bin = 0; bin < kDepthBins; ++bin)
    depths.push_back({{"depth", depth_name(bin)}, {"contacts", r.contacts_by_depth[bin]}});
  for (int n = 1; n <= kMaxSampled; ++n) {
    const AccuracyRow& row = r.of(n);
    rows.push_back(
        {{"n", n},
         {"missed", row.missed},
         {"miss_rate", rounded(r.miss_rate(n))},
         {"miss_rate_at_most", n == 1 ? 0 : rounded(wilson_upper(row.missed, r.contacts))},
         {"missed_by_depth", row.missed_by_depth},
         {"false_hits", row.false_hits},
         {"reads", row.reads},
         {"reads_per_candidate", rounded(r.reads_per_candidate(n))}});
  }
  Json delays = Json::array(), images = Json::array();
  for (int n = 1; n <= kMaxSampled; ++n)
    for (const Lattice lattice : {Lattice::still, Lattice::jittered})
      delays.push_back({{"n", n},
                        {"jitter", lattice == Lattice::jittered},
                        {"mean_frames", rounded(r.delays.frames_until_seen(lattice, n))},
                        {"never_seen", r.delays.of(lattice, n).never_seen},
                        {"frames_by_depth", r.delays.of(lattice, n).unseen_by_depth}});
  for (const ImageAccuracy& image : r.images) {
    const int inset = image.suggested_inset(r.options.rate);
    images.push_back({{"image", image.name},
                      {"contacts", image.contacts},
                      {"safe_n", image.safe_n},
                      {"suggested_n", image.suggested_n(r.options.rate)},
                      {"suggested_inset", inset},
                      {"removed_by_inset", rounded(image.removed_by(inset))}});
  }
  const Json json{{"command", command},
                  {"version", std::string(kVersion)},
                  {"scene", scene},
                  {"allowed_miss_rate", rounded(r.options.rate)},
                  {"suggested_n", r.suggestion()},
                  {"frames", r.frames},
                  {"candidates", r.candidates},
                  {"contacts", r.contacts},
                  {"contacts_by_depth", std::move(depths)},
                  {"rows", std::move(rows)},
                  {"collisions", r.delays.collisions},
                  {"collisions_by_depth", r.delays.collisions_by_depth},
                  {"delays", std::move(delays)},
                  {"images", std::move(images)}};
  return json_text(json, {.indent = 2}) + "\n";
}

std::string csv_of(const AccuracyResult& r) {
  std::string text = "n,depth,contacts,missed,reads_per_candidate\n";
  for (int n = 1; n <= kMaxSampled; ++n) {
    text += fmt::format("{},all,{},{},{:.3f}\n", n, r.contacts, r.of(n).missed,
                        r.reads_per_candidate(n));
    for (std::size_t bin = 0; bin < kDepthBins; ++bin)
      text += fmt::format("{},{},{},{},\n", n, depth_name(bin), r.contacts_by_depth[bin],
                          r.of(n).missed_by_depth[bin]);
  }
  return text;
}

Status write_files(const AccuracyCliOptions& o, const AccuracyResult& r, const std::string& scene) {
  if (!o.json.empty())
    if (auto error = write_file_atomically(o.json, json_of(r, scene, o.command))) return error;
  if (!o.csv.empty())
    if (auto error = write_file_atomically(o.csv, csv_of(r))) return error;
  if (!o.svg.empty()) return write_file_atomically(o.svg, plot_svg(miss_plot(r)));
  return {};
}

}  // namespace

int run_accuracy(const AccuracyCliOptions& options) {
  const std::array outputs{OutputFile{"--json", options.json}, OutputFile{"--csv", options.csv},
                           OutputFile{"--svg", options.svg}};
  if (auto error = check_outputs(outputs, input_file(options.launch))) return report(*error);
  Session session(builtin_images());
  if (auto error = configure(session, options.launch)) return report(*error);
  if (auto error = check_accuracy(session, options.measure)) return report(*error);
  const std::string scene = options.launch.scene.value_or(std::string(session.scene().id));
  AccuracyMeter meter(std::move(session), options.measure);
  while (meter.advance()) {
  }
  if (auto error = write_files(options, meter.result(), scene)) return report(*error);
  return print(table_of(meter.result(), scene));
}

}  // namespace phasebox
