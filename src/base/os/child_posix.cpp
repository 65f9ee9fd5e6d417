// SPDX-License-Identifier: MIT
// Forks, listens to the child, and kills it when the caller gives it up.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <string_view>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/os/child.hpp"
#include "base/os/files.hpp"

namespace phasebox::os {
namespace {

constexpr char kDone = '\0';  // the byte that a child sends behind its result

Pipe made_pipe() {
  int code = 0;
  Pipe pipe = Pipe::make(code);
  if (code != 0) throw std::bad_alloc();
  return pipe;
}

// Prepares the child: it dies with its parent (on Linux), a crash ends it at once and without a
// core file, its memory is limited, input and output are null, and standard error goes to `errors`.
void settle_child(const FileHandle& errors) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGPIPE})
    std::signal(number, SIG_DFL);
  std::signal(SIGINT, SIG_IGN);  // on Ctrl-C the parent decides
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
#ifndef __SANITIZE_ADDRESS__                       // AddressSanitizer reserves more addresses
  constexpr rlim_t kMaxMemory = rlim_t{16} << 30;  // bytes that a child may take
  const rlimit memory{kMaxMemory, kMaxMemory};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
  const int nowhere = ::open("/dev/null", O_RDWR);
  ::dup2(nowhere, STDIN_FILENO);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(errors.number(), STDERR_FILENO);
}

/// The last line, at most 200 bytes, of what a child wrote, with blanks for control characters.
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

/// The parent's side of one child: reads its two pipes until it has ended.
class Listener {
 public:
  Listener(pid_t child, FileHandle results, FileHandle errors)
      : child_(child), results_(std::move(results)), errors_(std::move(errors)) {}

  ChildEnd wait(const std::function<bool()>& continues) {
    bool is_killed = false;
    while (results_ && !is_killed) {
      read_some();
      if ((is_killed = !continues())) ::kill(child_, SIGKILL);
    }
    ChildEnd end = reap();
    if (is_killed) end.kind = ChildEnd::Kind::killed;
    return end;
  }

 private:
  void read_some() {
    constexpr int kWait = 50;             // ms; bounds the time between two calls of `continues`
    constexpr std::size_t kKept = 4'096;  // bytes; the end of standard error that is kept
    int ignored = 0;
    const std::array<const FileHandle*, 2> files{&results_, &errors_};
    const unsigned ready = wait_for(files, kWait, ignored);
    if (ready & 2) read(errors_, said_);
    if (said_.size() > kKept) said_.erase(0, said_.size() - kKept);
    if (ready & 1) read(results_, result_);
    if (is_done()) results_.close();
  }

  static void read(FileHandle& from, std::string& to) {
    std::array<char, 4096> bytes;
    int ignored = 0;
    const auto got = from.read(bytes, ignored);
    if (got) to.append(bytes.data(), *got);
    if (got == std::size_t{0}) from.close();
  }

  bool is_done() const { return !result_.empty() && result_.back() == kDone; }

  ChildEnd reap() {
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    ChildEnd end;
    end.stderr_line = last_line(said_);
    if (WIFSIGNALED(status)) {
      end.kind = ChildEnd::Kind::signal;
      end.number = WTERMSIG(status);
      end.signal_name = ::strsignal(end.number);
    } else if (is_done()) {
      end.result = result_.substr(0, result_.size() - 1);
    } else {
      end.kind = ChildEnd::Kind::exited;
      end.number = WEXITSTATUS(status);
    }
    return end;
  }

  pid_t child_;
  FileHandle results_, errors_;
  std::string result_, said_;
};

std::size_t page() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

}  // namespace

ChildEnd run_in_child(const std::function<std::string()>& work,
                      const std::function<bool()>& continues) {
  Pipe results = made_pipe(), errors = made_pipe();
  std::fflush(nullptr);  // else the child would write buffered output a second time
  const pid_t child = ::fork();
  if (child < 0) throw std::bad_alloc();
  if (child == 0) {
    results.reader.close();
    errors.reader.close();
    settle_child(errors.writer);
    results.writer.write(work() + kDone);
    ::_exit(0);
  }
  results.writer.close();
  errors.writer.close();
  return Listener(child, std::move(results.reader), std::move(errors.reader)).wait(continues);
}

Pages::Pages(std::size_t bytes) : size_((bytes + page() - 1) / page() * page()) {
  void* const memory =
      ::mmap(nullptr, size_ + page(), PROT_NONE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  begin_ = static_cast<std::byte*>(memory);
  set_writable(true);
}

Pages& Pages::operator=(Pages&& o) noexcept {
  std::swap(begin_, o.begin_);
  std::swap(size_, o.size_);
  return *this;
}

Pages::~Pages() {
  if (begin_) ::munmap(begin_, size_ + page());
}

void Pages::set_writable(bool is_writable) {
  ::mprotect(begin_, size_, is_writable ? PROT_READ | PROT_WRITE : PROT_READ);
}

}  // namespace phasebox::os
