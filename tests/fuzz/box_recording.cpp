// SPDX-License-Identifier: MIT
// Box recordings: any bytes are a recording or one line of refusal, compressed or not, whole or in
// pieces as a game writes them. What was read is written and read again as the same.
#include <memory>

#include <unistd.h>

#include "fuzz/fuzz.hpp"
#include "io/boxes/box_file.hpp"
#include "io/boxes/box_follower.hpp"
#include "io/boxes/box_rows.hpp"
#include "io/boxes/box_writer.hpp"
#include "io/files/text_file.hpp"

namespace phasebox::fuzz {
namespace {

constexpr std::uint64_t kMostText = 1 << 20;

void check_round_trip(const BoxRecording& recording) {
  static const std::string kFile = "/dev/shm/phasebox_fuzz_" + std::to_string(::getpid()) + ".csv";
  if (recording.size() == 0) return;
  const RecordingPlayback show(std::make_shared<const BoxRecording>(recording), "name", "", 0);
  check_error(save_box_recording(kFile, show));
  const auto again = load_box_recording(kFile);
  std::remove(kFile.c_str());
  check(!again.failed(), "what was written cannot be read",
        again.failed() ? again.error().text : "");
  BoxRecording expected = recording;
  expected.notes = again->notes;
  expected.solid = again->solid;
  check(*again == expected, "what was written is read as something else");
}

// The same text in pieces: the same frames, when all rows are good and in order.
void check_stream(std::string_view text, Bytes cuts) {
  BoxStream stream("stream");
  while (!text.empty()) {
    const std::size_t n = std::min<std::size_t>(text.size(), 1 + cuts.below(64));
    stream.give(text.substr(0, n));
    text.remove_prefix(n);
    if (cuts.is_empty()) break;
  }
  stream.give(text);
  if (text.size() % 5 == 1) stream.restart();
  stream.end();
  check_error(stream.status());
  if (stream.refused() > 0) check_error(stream.last_refusal());
  for (const BoxFrame& frame : stream.take())
    check(frame && frame->size() == 1 && !frame->ids.empty(), "a frame of a stream is no frame");
}

void run(std::string_view input) {
  const MemoryWatch watch((std::size_t{32} << 20) + 100 * input.size() + 12 * kMostText);
  const auto text = decompressed(std::string(input), "boxes.csv", kMostText);
  if (text.failed()) return check_error(text.error().text);
  const std::size_t rows = static_cast<std::size_t>(std::ranges::count(*text, '\n'));
  if (rows > 2000) return;
  const auto recording = parse_box_recording(*text, "boxes.csv");
  check_stream(*text, Bytes(reinterpret_cast<const std::uint8_t*>(input.data()), input.size()));
  if (recording.failed())
    check_error(recording.error().text);
  else
    check_round_trip(*recording);
  if (const auto box = parse_box(input.substr(0, 200)); box.failed()) check_error(box.error().text);
}

}  // namespace
}  // namespace phasebox::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  phasebox::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
