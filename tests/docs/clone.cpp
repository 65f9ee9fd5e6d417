// SPDX-License-Identifier: MIT
// Commands through the shell, as a reader would paste them.
#include "clone.hpp"

#include <array>
#include <cstdlib>
#include <regex>
#include <set>
#include <string_view>
#include <utility>

#include <sys/wait.h>

namespace phasebox::test {
namespace {

namespace fs = std::filesystem;

/// What makes a long command short. `$&` is the text that the pattern found.
struct Speedup {
  const char *of, *pattern, *instead;
};
constexpr std::array kSpeedups{
    Speedup{"tune|cliffs", R"(--budget [0-9.]+)", "--budget 1"},
    Speedup{"bench|tune|cliffs", R"(--count [0-9]+,[0-9,]+)", "--count 50,100"},
    Speedup{"bench|tune", R"(--count [0-9]{4,}(?![0-9,]))", "--count 500"},
    Speedup{"bench|tune", R"(--frames [0-9]{3,})", "--frames 30"},
    Speedup{"render", R"(--frames [0-9]{3,})", "--frames 30"},
    Speedup{"accuracy", R"(--contacts [0-9]+)", "--contacts 100"},
};
/// What is appended to a long command that does not have the option.
constexpr std::array kAdditions{
    Speedup{"bench", "--budget", " --budget 0.02"},
    Speedup{"tune|cliffs", "--budget", " --budget 1"},
    Speedup{"accuracy", "--contacts", " --contacts 100"},
};

std::string subcommand_of(const std::string& command) {
  static const std::regex kSecond(R"(^\S+ +([a-z]+)( |$))");
  std::smatch match;
  return std::regex_search(command, match, kSecond) ? match[1].str() : "";
}

/// The command without its comment.
std::string bare(const std::string& command) {
  const std::string text = command.substr(0, command.find(" #"));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

bool opens_a_window(const std::string& command) {
  static const std::regex kPhasebox(R"(^(phasebox|\./run\.sh)( .*)?)");
  return std::regex_match(command, kPhasebox) && subcommand_of(command).empty() &&
         command.find("--help") == std::string::npos &&
         command.find("--version") == std::string::npos;
}

/// The files that the command's options name.
std::vector<std::string> outputs_of(const std::string& command) {
  static const std::regex kOption(R"(--(?:out|stats|json|csv|svg|report|cpp|log) ([^-\s]\S*))");
  std::vector<std::string> files;
  for (std::sregex_iterator i(command.begin(), command.end(), kOption), end; i != end; ++i)
    files.push_back((*i)[1]);
  return files;
}

/// Of a file, or of all files of a folder.
std::string written_to(const fs::path& output) {
  if (!fs::is_directory(output)) return content_of(output);
  std::string text;
  for (const auto& entry : fs::directory_iterator(output)) text += content_of(entry.path());
  return text;
}

void make_executable(const fs::path& file) {
  fs::permissions(file, fs::perms::owner_all, fs::perm_options::add);
}

}  // namespace

std::string quickened(const std::string& command) {
  std::string text = bare(command);
  const std::string subcommand = subcommand_of(text);
  for (const Speedup& s : kSpeedups)
    if (std::regex_match(subcommand, std::regex(s.of)))
      text = std::regex_replace(text, std::regex(s.pattern), s.instead);
  for (const Speedup& s : kAdditions)
    if (std::regex_match(subcommand, std::regex(s.of)) && text.find(s.pattern) == std::string::npos)
      text += s.instead;
  return text;
}

Clone::Clone() {
  const fs::path source(PHASEBOX_SOURCE_DIR);
  for (const char* name : {"examples", "assets"})
    fs::copy(source / name, folder_ / name, fs::copy_options::recursive);
  fs::create_directories(folder_ / "bin");
  fs::create_symlink(PHASEBOX_PROGRAM, folder_ / "bin/phasebox");
  write(folder_ / "run.sh", "#!/bin/sh\nexec phasebox \"$@\"\n");
  make_executable(folder_ / "run.sh");
}

Said Clone::run(const std::string& command) const {
  const std::string line = bare(command);
  if (opens_a_window(line)) return run_window(line);
  const std::string script = "cd '" + folder_.path().string() +
                             "' && export PATH=\"$PWD/bin:$PATH\" HOME=\"$PWD\" && { " + line +
                             "\n} >said 2>&1 </dev/null";
  const int status = std::system(script.c_str());
  Said said{WIFEXITED(status) ? WEXITSTATUS(status) : 128, content_of(folder_ / "said"), {}};
  for (const std::string& name : outputs_of(line)) {
    const std::string content = written_to(folder_ / name);
    if (content.empty()) said.missing = name;
    if (!name.ends_with(".png")) said.text += content;
  }
  return said;
}

Said Clone::run_window(const std::string& command) const {
  fs::remove(folder_ / "state.json");
  // The state is written when the first picture has been drawn: wait for it, or for the end.
  const std::string wait =
      "window=$!; until [ -s state.json ]; do kill -0 $window || exit 1; sleep 0.1; done; "
      "kill $window; wait $window; true";
  const std::string script =
      "cd '" + folder_.path().string() +
      "' && export PATH=\"$PWD/bin:$PATH\" HOME=\"$PWD\" XDG_CONFIG_HOME=\"$PWD/config\" "
      "SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy LC_ALL=C && { exec " +
      std::regex_replace(command, std::regex(R"(^\./run\.sh)"), "phasebox") +
      " --dump-state state.json & " + wait + "; } >said 2>&1 </dev/null";
  const int status = std::system(script.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128,
          content_of(folder_ / "said") + content_of(folder_ / "state.json"),
          {}};
}

}  // namespace phasebox::test
