// SPDX-License-Identifier: MIT
// A user at a screen: an X server of our own, the real program, and a pointer to move.
#include "desktop.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace phasebox {
namespace {

void pause(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// Standard output of a shell command.
std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot run: " + command);
  std::string text;
  for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) text += static_cast<char>(c);
  pclose(pipe);
  return text;
}

[[noreturn]] void run(const std::vector<std::string>& command, const std::filesystem::path& folder,
                      const std::vector<std::string>& environment) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (chdir(folder.c_str()) != 0) _exit(126);
  for (const std::string& entry : environment) {
    const auto at = entry.find('=');
    setenv(entry.substr(0, at).c_str(), entry.substr(at + 1).c_str(), 1);
  }
  unsetenv("WAYLAND_DISPLAY");
  const int log = open((command[0].substr(command[0].rfind('/') + 1) + ".log").c_str(),
                       O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  _exit(127);
}

}  // namespace

std::string find_tool(const std::string& name, const std::string& package) {
  std::istringstream folders(getenv("PATH") ? getenv("PATH") : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + name).c_str(), X_OK) == 0) return folder + "/" + name;
  throw std::runtime_error(name + " is missing; install the package " + package);
}

void Child::start(const std::vector<std::string>& command, const std::filesystem::path& folder,
                  const std::vector<std::string>& environment) {
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("cannot start " + command[0]);
  if (pid_ == 0) run(command, folder, environment);
}

bool Child::is_running() {
  if (pid_ < 0) return false;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) == 0) return true;
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  pid_ = -1;
  return false;
}

int Child::wait(double seconds) {
  for (const double end = now() + seconds; is_running() && now() < end;) pause(0.02);
  return exit_code_;
}

void Child::signal(int number) {
  if (is_running()) kill(pid_, number);
}

void Child::stop() {
  if (!is_running()) return;
  kill(pid_, SIGTERM);
  if (wait(2); pid_ < 0) return;
  kill(pid_, SIGKILL);
  wait(2);
}

Desktop::Desktop(const std::vector<std::string>& arguments) {
  find_tool("xdotool", "xdotool");
  start_server();
  start_program(arguments);
}

Desktop::~Desktop() {
  program_.stop();
  server_.stop();
}

// The server chooses a free display number and tells it.
void Desktop::start_server() {
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) throw std::runtime_error("cannot make a pipe");
  server_.start({find_tool("Xvfb", "xvfb"), "-screen", "0", "1280x800x24", "-nolisten", "tcp",
                 "-displayfd", std::to_string(pipe_ends[1])},
                folder_.path(), {});
  close(pipe_ends[1]);
  std::array<char, 16> number{};
  const auto n = read(pipe_ends[0], number.data(), number.size() - 1);
  close(pipe_ends[0]);
  if (n <= 0)
    throw std::runtime_error("Xvfb does not start: " + test::content_of(folder_ / "Xvfb.log"));
  display_ = ":" + std::to_string(std::stoi(number.data()));
}

void Desktop::start_program(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{PHASEBOX_PROGRAM, "--dump-state", "state.json"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  program_.start(command, folder_.path(),
                 {"DISPLAY=" + display_, "XDG_CONFIG_HOME=" + (folder_ / "config").string(),
                  "SDL_VIDEODRIVER=x11", "LIBGL_ALWAYS_SOFTWARE=1"});
  wait_for(
      "the first frames", [](const State& s) { return s["frame"] > 2; }, 30);
  window_ = output_of("DISPLAY=" + display_ + " xdotool search --name 'Phasebox$' | tail -1");
  if (window_.empty()) throw std::runtime_error("there is no window named Phasebox");
  window_.pop_back();
}

State Desktop::state() const {
  return State::parse(test::content_of(folder_ / "state.json"), nullptr, false);
}

State Desktop::wait_for(const std::string& what, const std::function<bool(const State&)>& condition,
                        double seconds) const {
  State seen;
  for (const double end = now() + seconds; now() < end; pause(0.015)) {
    seen = state();
    if (!seen.is_discarded() && condition(seen)) return seen;
  }
  if (!seen.is_object())
    throw std::runtime_error("no state at all while waiting for " + what + ": " +
                             test::content_of(folder_ / "phasebox.log"));
  for (const char* bulky : {"sprites", "rects"}) seen.erase(bulky);
  throw std::runtime_error("did not happen: " + what + "\nlast state: " + seen.dump(1));
}

State Desktop::wait_until(const std::string& pointer, const State& value, double seconds) const {
  const State::json_pointer place(pointer);
  return wait_for(
      pointer + " to be " + value.dump(),
      [&](const State& s) { return s.contains(place) && s[place] == value; }, seconds);
}

void Desktop::xdotool(const std::string& words) const {
  const std::string command = "DISPLAY=" + display_ + " xdotool " + words;
  if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
}

void Desktop::move_to(double x, double y) const {
  xdotool("mousemove --window " + window_ + " " + std::to_string(std::lround(x)) + " " +
          std::to_string(std::lround(y)));
  wait_frames(2);
}

void Desktop::move_by(double dx, double dy) const {
  xdotool("mousemove_relative -- " + std::to_string(std::lround(dx)) + " " +
          std::to_string(std::lround(dy)));
}

void Desktop::click_widget(const std::string& name) const {
  // A popup moves and grows in its first frames.
  std::vector<double> r;
  long frame = 0;
  wait_for("widget " + name + ", in its place", [&](const State& s) {
    if (!s["rects"].contains(name)) return false;
    const auto before = std::exchange(r, s["rects"][name].get<std::vector<double>>());
    return std::exchange(frame, s["frame"].get<long>()) < frame && before == r;
  });
  move_to((r[0] + r[2]) / 2, (r[1] + r[3]) / 2);
  press(1);
  wait_frames(2);
  release(1);
}

void Desktop::wait_frames(int n) const {
  const State first = wait_for("a frame", [](const State& s) { return s.contains("frame"); });
  const auto until = first["frame"].get<long>() + n;
  wait_for("another frame", [&](const State& s) { return s["frame"].get<long>() >= until; });
}

}  // namespace phasebox
