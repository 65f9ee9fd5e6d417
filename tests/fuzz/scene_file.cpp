// SPDX-License-Identifier: MIT
// Scene files: any bytes are a scene or one line of refusal; a scene that was read is written, read
// again as the same, and opened.
#include "io/scene_file.hpp"

#include "fuzz/fuzz.hpp"
#include "io/pictures/images.hpp"
#include "session/session.hpp"
#include "world/scene/taught_rdc.hpp"

namespace phasebox::fuzz {
namespace {

// Parameters that decide how long a step takes: a fuzzer makes many short runs.
bool is_small(const SceneDocument& document) {
  if (document.sprites && document.sprites->size() > 300) return false;
  return std::ranges::all_of(
      document.params, [](const ParamValue& p) { return p.key != "count" || p.value <= 200; });
}

std::string text_of(const SceneDocument& document, std::span<const ParamGroup> groups) {
  const auto text = scene_text(document, groups);
  check(!text.failed(), "what was read cannot be written", text.failed() ? text.error().text : "");
  return *text;
}

void check_round_trip(const SceneDocument& document, std::span<const ParamGroup> groups) {
  const std::string text = text_of(document, groups);
  const auto again = parse_scene(text, "again.json", groups);
  check(!again.failed(), "what was written cannot be read",
        again.failed() ? again.error().text : "");
  check(text_of(*again, groups) == text, "what was written is read as something else", text);
}

void run(std::string_view input) {
  static const ImageSet kImages = builtin_images();
  Session session(kImages);
  const auto groups = session.settings().groups();
  // An image is unpacked to four bytes per pixel, and looked at for its shape.
  const MemoryWatch watch((std::size_t{512} << 20) + 2000 * input.size());
  const auto document = parse_scene(input, "scene.json", groups);
  if (document.failed()) return check_error(document.error().text);
  check_round_trip(*document, groups);
  if (!is_small(*document)) return;
  const auto opened = std::make_shared<const SceneDocument>(*document);
  if (const Status refused = session.apply(command::OpenDocument{opened}); refused.failed())
    return check_error(refused);
  session.work().max_pairs = 100'000;
  session.step();
  check_round_trip(session.document(), groups);
  check_error(session.apply(command::Undo{}));
}

}  // namespace
}  // namespace phasebox::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  phasebox::use_taught_rdc();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  phasebox::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
