// SPDX-License-Identifier: MIT
// `phasebox pixels` and `phasebox accuracy`: whether two images touch; what n-sampled pixels miss.
#include "collide/narrowphase/pixels/pixels.hpp"

#include <limits>

#include "base/version.hpp"
#include "cli/commands/commands.hpp"
#include "collide/registry.hpp"
#include "io/archive/archive.hpp"
#include "io/pictures/images.hpp"
#include "lab/accuracy.hpp"

namespace phasebox::cli {
namespace {

// ---- pixels

struct PixelsOptions {
  std::string a, b;             ///< pictures, as PictureSource
  std::int32_t dx = 0, dy = 0;  ///< top-left pixel of b, in pixels of a
  std::int32_t n = 1, alpha = 0;
};

/// A parameter of n-sampled pixels.
const Param& parameter(std::string_view key) {
  return *find_param(pixel_samples_entry.make()->params().rows, key);
}

// Only what pixel answers look at: images without one opaque pixel are welcome here.
Image load(const std::string& path) {
  PictureSource source = must(parse_picture_source(path));
  if (source.cells.width > 0 && !source.frame) source.frame = 0;
  MaskedBitmap picture = must(load_masked(source));
  Image image;
  image.width = picture.look.width, image.height = picture.look.height;
  image.alpha = std::move(picture.alpha);
  return image;
}

// The common part of both images' rectangles, in 64 bits because offsets may be any 32-bit number.
PixelRect common_part(const Image& a, const Image& b, std::int64_t dx, std::int64_t dy) {
  const auto low = [](std::int64_t d, int limit) {
    return static_cast<int>(std::clamp<std::int64_t>(d, 0, limit));
  };
  return {low(dx, a.width), low(dy, a.height), low(dx + b.width, a.width),
          low(dy + b.height, a.height)};
}

int run_pixels(const PixelsOptions& options) {
  const Image a = load(options.a), b = load(options.b);
  SampleResult found;
  const PixelRect overlap = common_part(a, b, options.dx, options.dy);
  if (!overlap.empty()) {
    NoTrace off;
    found = sample_pixels(PixelView(a, 0, 0), PixelView(b, options.dx, options.dy), overlap,
                          options.n, options.alpha, off);
  }
  const std::string point = found.hit
                                ? fmt::format("\"x\": {}, \"y\": {}", found.hit->x, found.hit->y)
                                : "\"x\": null, \"y\": null";
  return print(fmt::format("{{\"hit\": {}, {}, \"reads\": {}, \"exact\": {}}}\n",
                           found.hit.has_value(), point, found.reads, options.n == 1));
}

// ---- accuracy

struct AccuracyCommand {
  LaunchOptions launch;
  AccuracyOptions measure;
  OutputFiles files;
};

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
  return text + describe(r) + "\n" + image_table(r);
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
  Json images = Json::array();
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
                  {"version", kVersion},
                  {"scene", scene},
                  {"allowed_miss_rate", rounded(r.options.rate)},
                  {"suggested_n", r.suggestion()},
                  {"frames", r.frames},
                  {"candidates", r.candidates},
                  {"contacts", r.contacts},
                  {"contacts_by_depth", std::move(depths)},
                  {"rows", std::move(rows)},
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

int run_accuracy(const AccuracyCommand& options, const std::vector<std::string>& words) {
  options.files.check(input_file(options.launch));
  Session session = session_of(options.launch);
  must(check_accuracy(session, options.measure));
  const std::string scene = options.launch.scene.value_or(std::string(session.scene().id));
  const AccuracyResult result = finished(*accuracy_meter(std::move(session), options.measure));
  options.files.write("--json", [&] { return json_of(result, scene, words); });
  options.files.write("--csv", [&] { return csv_of(result); });
  options.files.write("--svg", [&] { return plot_svg(miss_plot(result)); });
  return print(table_of(result, scene));
}

}  // namespace

Run pixels_command(Options& to, const Program&) {
  const auto options = std::make_shared<PixelsOptions>();
  to.text("A", "", options->a, "Picture at (0, 0): PATH, or PATH,cell=32x48,frame=2,flip=x ...")
      .required();
  to.text("B", "", options->b, "Picture at (DX, DY)").required();
  using Limits = std::numeric_limits<std::int32_t>;
  const auto offset = [&](const char* name, std::int32_t& into, const char* help) {
    to.number(name, into, Limits::min(), Limits::max(), help);
  };
  offset("--dx", options->dx, "Left edge of B in A's pixels");
  offset("--dy", options->dy, "Top edge of B in A's pixels");
  const auto add = [&](const char* name, const char* key, std::int32_t& into,
                       const char* help) -> Option& {
    const Param& row = parameter(key);
    return to.number(name, into, static_cast<std::int32_t>(row.lo),
                     static_cast<std::int32_t>(row.hi), help);
  };
  add("--n", "n", options->n, "Distance of the samples; above 1 small contacts may be missed");
  options->alpha = static_cast<std::int32_t>(parameter("alpha-threshold").init);
  add("--alpha", "alpha-threshold", options->alpha, "Least alpha that counts as opaque").type = "T";
  return [options] { return run_pixels(*options); };
}

Run accuracy_command(Options& to, const Program& program) {
  const auto options = std::make_shared<AccuracyCommand>();
  add_launch(to, options->launch);
  to.number("--miss", options->measure.rate, 0, 1,
            "Share of contacts that may be missed: 0.01 is one in a hundred");
  to.number("--contacts", options->measure.contacts, 1, 10'000'000, "Contacts to look for");
  options->files.add(to, "--json", "FILE", "All numbers, also by depth");
  options->files.add(to, "--csv", "FILE", "The table, also by depth");
  options->files.add(to, "--svg", "FILE", "Plot of missed contacts against n");
  return [options, &program] { return run_accuracy(*options, program.words); };
}

}  // namespace phasebox::cli
