// SPDX-License-Identifier: MIT
// Forks, listens to the child and ends it when it is silent.
#include "contract/child.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace phasebox::contract {
namespace {

using Clock = std::chrono::steady_clock;

constexpr char kDone = '\0';  // ends the result
#ifndef __SANITIZE_ADDRESS__
constexpr rlim_t kMaxMemory = rlim_t{16} << 30;  // bytes of a child, which may not take all
#endif

/// A pipe whose ends are closed in time.
class Pipe {
 public:
  Pipe() {
    if (::pipe(ends_) != 0) throw std::bad_alloc();
  }
  ~Pipe() { close_end(0), close_end(1); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void close_end(int which) {
    if (ends_[which] >= 0) ::close(ends_[which]);
    ends_[which] = -1;
  }

 private:
  int ends_[2] = {-1, -1};
};

void write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(file, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

// A crash is to end the child at once, without a core file, and with the number of its signal.
void settle_child(const Pipe& errors) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGPIPE})
    std::signal(number, SIG_DFL);
  std::signal(SIGINT, SIG_IGN);  // its parent decides
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
#ifndef __SANITIZE_ADDRESS__  // which reserves more than there is
  const rlimit memory{kMaxMemory, kMaxMemory};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
  const int nowhere = ::open("/dev/null", O_RDWR);
  ::dup2(nowhere, STDIN_FILENO);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(errors.writer(), STDERR_FILENO);
}

[[noreturn]] void be_child(Pipe& results, Pipe& errors, const std::function<std::string()>& work) {
  results.close_end(0), errors.close_end(0);
  settle_child(errors);
  write_all(results.writer(), work() + kDone);
  ::_exit(0);
}

/// The last line of what a child wrote.
std::string last_line(std::string_view text) {
  constexpr std::size_t kMax = 200;
  const std::size_t last = text.find_last_not_of("\r\n \t");
  if (last == text.npos) return {};
  const std::size_t begin = text.find_last_of('\n', last) + 1;
  std::string line(text.substr(begin, std::min(last + 1 - begin, kMax)));
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = ' ';
  return line;
}

/// The parent's side of one child.
class Watch {
 public:
  Watch(pid_t child, const Progress& progress, const ChildLimits& limits, Pipe& results,
        Pipe& errors)
      : child_(child), progress_(progress), limits_(limits), results_(results), errors_(errors) {}

  ChildEnd wait() {
    while (results_.reader() >= 0) {
      read_some();
      if (limits_.continues && !limits_.continues()) return kill(ChildEnd::Kind::canceled);
      if (is_silent()) return kill(ChildEnd::Kind::silent);
    }
    return reap();
  }

 private:
  void read_some() {
    constexpr int kWait = 50;             // ms
    constexpr std::size_t kKept = 4'096;  // bytes of standard error
    pollfd files[] = {{results_.reader(), POLLIN, 0}, {errors_.reader(), POLLIN, 0}};
    if (::poll(files, 2, kWait) <= 0) return;
    if (files[1].revents != 0) read(errors_, said_);
    if (said_.size() > kKept) said_.erase(0, said_.size() - kKept);
    if (files[0].revents != 0) read(results_, result_);
    if (is_done()) results_.close_end(0);
  }

  static void read(Pipe& from, std::string& to) {
    char bytes[4096];
    const ssize_t got = ::read(from.reader(), bytes, sizeof bytes);
    if (got > 0) to.append(bytes, static_cast<std::size_t>(got));
    if (got == 0) from.close_end(0);
  }

  bool is_done() const { return !result_.empty() && result_.back() == kDone; }

  bool is_silent() {
    const std::uint64_t now = std::uint64_t{progress_.turn} << 32 | progress_.frame;
    if (!seen_ || *seen_ != now) seen_ = now, since_ = Clock::now();
    return std::chrono::duration<double>(Clock::now() - since_).count() > limits_.silence;
  }

  ChildEnd kill(ChildEnd::Kind why) {
    ::kill(child_, SIGKILL);
    ChildEnd end = reap();
    end.kind = why, end.number = 0;
    return end;
  }

  ChildEnd reap() {
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    ChildEnd end;
    if (WIFSIGNALED(status))
      end.kind = ChildEnd::Kind::signal, end.number = WTERMSIG(status);
    else if (!is_done())
      end.kind = ChildEnd::Kind::exited, end.number = WEXITSTATUS(status);
    else
      end.result = result_.substr(0, result_.size() - 1);
    end.stderr_line = last_line(said_);
    return end;
  }

  pid_t child_;
  const Progress& progress_;
  const ChildLimits& limits_;
  Pipe& results_;
  Pipe& errors_;
  std::string result_, said_;
  std::optional<std::uint64_t> seen_;
  Clock::time_point since_ = Clock::now();
};

}  // namespace

SharedProgress make_shared_progress() {
  void* const memory =
      ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return {new (memory) Progress, [](Progress* progress) { ::munmap(progress, sizeof(Progress)); }};
}

ChildEnd run_in_child(const Progress& progress, const ChildLimits& limits,
                      const std::function<std::string()>& work) {
  Pipe results, errors;
  std::fflush(nullptr);  // or the child would write what waits to be written a second time
  const pid_t child = ::fork();
  if (child < 0) throw std::bad_alloc();
  if (child == 0) be_child(results, errors, work);
  results.close_end(1), errors.close_end(1);
  return Watch(child, progress, limits, results, errors).wait();
}

}  // namespace phasebox::contract
