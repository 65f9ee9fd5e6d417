// SPDX-License-Identifier: MIT
// Trials of `phasebox check`: any bytes are a trial or one line of refusal; what was read is
// written and read again as the same.
#include "contract/trial.hpp"

#include "fuzz/fuzz.hpp"

namespace phasebox::fuzz {
namespace {

void run(std::string_view input) {
  // Frames take memory before they have boxes; two trials are compared.
  const MemoryWatch watch((std::size_t{32} << 20) + 3 * 256 * contract::kMaxTrialFrames +
                          200 * input.size());
  const auto trial = contract::parse_trial(input, "trial.csv");
  if (trial.failed()) return check_error(trial.error().text);
  if (trial->trial.frames.size() > 1000) return;
  const std::string text = contract::trial_text(*trial);
  const auto again = contract::parse_trial(text, "again.csv");
  check(!again.failed(), "what was written cannot be read",
        again.failed() ? again.error().text : "");
  check(again->trial.frames == trial->trial.frames, "what was written is read as another trial",
        text);
  check(contract::trial_text(*again) == text, "what was written is written as something else");
}

}  // namespace
}  // namespace phasebox::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  phasebox::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
