// SPDX-License-Identifier: MIT
// Command lines: each line of the input is a word. It is read, or refused in one line; nothing is
// carried out but the set-up of a session.
#include "cli/command_line.hpp"

#include <vector>

#include "fuzz/fuzz.hpp"
#include "io/pictures/images.hpp"

namespace phasebox::fuzz {
namespace {

std::vector<std::string> words_of(std::string_view input) {
  std::vector<std::string> words{"phasebox"};
  while (!input.empty() && words.size() < 20) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    words.emplace_back(input.substr(0, std::min(end, input.find('\0'))));
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  return words;
}

// `--scene ID`, `--set KEY=VALUE` and the like, as the window and render are given them.
void set_up(const std::vector<std::string>& words, const ImageSet& images) {
  cli::LaunchOptions options;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& value = words[i + 1];
    const std::size_t equals = std::min(value.find('='), value.size());
    if (words[i] == "--scene" && !cli::looks_like_a_path(value)) options.scene = value;
    if (words[i] == "--broadphase") options.broadphase = value;
    if (words[i] == "--narrowphase") options.narrowphase = value;
    if (words[i] == "--set" && equals < value.size() && value.find("count") == value.npos)
      options.sets.emplace_back(value.substr(0, equals), value.substr(equals + 1));
  }
  Session session(images);
  check_error(cli::configure(session, options));
}

void run(std::string_view input) {
  static const ImageSet kImages = builtin_images();
  const MemoryWatch watch((std::size_t{256} << 20) + 1000 * input.size());
  std::vector<std::string> words = words_of(input);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  check_error(cli::check_command_line(static_cast<int>(words.size()), arguments.data()));
  set_up(words, kImages);
}

}  // namespace
}  // namespace phasebox::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  phasebox::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
