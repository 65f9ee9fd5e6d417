// SPDX-License-Identifier: MIT
// Forks, listens to the child and ends it when it is silent.
#include "contract/child.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <new>
#include <optional>

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

constexpr int kDoneCode = 0;
constexpr char kDone = '.';
#ifndef __SANITIZE_ADDRESS__
constexpr rlim_t kMaxMemory = rlim_t{16}
                              << 30;  // bytes, so that a child does not take all there is
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

void write_all(int file, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t wrote = ::write(file, bytes, size);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return;
    bytes += wrote, size -= static_cast<std::size_t>(wrote);
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

[[noreturn]] void be_child(Pipe& messages, Pipe& errors,
                           const std::function<void(const Channel&)>& work) {
  messages.close_end(0), errors.close_end(0);
  settle_child(errors);
  const Channel channel(messages.writer());
  work(channel);
  channel.send(kDone, 0, "");
  ::_exit(kDoneCode);
}

/// Bytes that have come in, taken apart into messages.
class Inbox {
 public:
  void add(std::string_view bytes) { bytes_ += bytes; }
  /// Hands on whole messages; whether one of them was the last.
  bool deliver(const Care& care) {
    struct Head {
      std::uint32_t job, size;
    };
    constexpr std::uint32_t kMax = 1 << 20;
    bool is_done = false;
    while (bytes_.size() > sizeof(Head)) {
      Head head{};
      bytes_.copy(reinterpret_cast<char*>(&head), sizeof head, 1);
      if (head.size > kMax) return bytes_.clear(), is_done;  // garbled by what runs there
      if (bytes_.size() < 1 + sizeof head + head.size) break;
      is_done |= bytes_[0] == kDone;
      if (bytes_[0] != kDone && care.on_message)
        care.on_message(bytes_[0], head.job, bytes_.substr(1 + sizeof head, head.size));
      bytes_.erase(0, 1 + sizeof head + head.size);
    }
    return is_done;
  }

 private:
  std::string bytes_;
};

/// What the child says on standard error; only its end is kept.
class LastWords {
 public:
  void add(std::string_view bytes) {
    constexpr std::size_t kKept = 4096;
    text_ += bytes;
    if (text_.size() > kKept) text_.erase(0, text_.size() - kKept);
  }
  std::string line() const {
    constexpr std::size_t kMax = 200;
    const std::size_t last = text_.find_last_not_of("\r\n \t");
    if (last == text_.npos) return {};
    const std::size_t begin = text_.find_last_of('\n', last) + 1;
    std::string line = text_.substr(begin, std::min(last + 1 - begin, kMax));
    for (char& c : line)
      if (static_cast<unsigned char>(c) < ' ' || c == 127) c = ' ';
    return line;
  }

 private:
  std::string text_;
};

/// The parent's side of one child.
class Watch {
 public:
  Watch(pid_t child, Board& board, const Care& care, Pipe& messages, Pipe& errors)
      : child_(child), board_(board), care_(care), messages_(messages), errors_(errors) {}

  ChildEnd wait() {
    while (messages_.reader() >= 0) {
      read_some();
      if (care_.goes_on && !care_.goes_on()) return kill(ChildEnd::Kind::canceled);
      if (is_silent()) return kill(ChildEnd::Kind::silent);
    }
    return reap();
  }

 private:
  void read_some() {
    constexpr int kPatience = 50;  // ms
    pollfd files[] = {{messages_.reader(), POLLIN, 0}, {errors_.reader(), POLLIN, 0}};
    if (::poll(files, 2, kPatience) <= 0) return;
    char bytes[4096];
    if (files[1].revents != 0) {
      const ssize_t got = ::read(errors_.reader(), bytes, sizeof bytes);
      if (got > 0) words_.add({bytes, static_cast<std::size_t>(got)});
      if (got == 0) errors_.close_end(0);
    }
    if (files[0].revents == 0) return;
    const ssize_t got = ::read(messages_.reader(), bytes, sizeof bytes);
    if (got > 0) inbox_.add({bytes, static_cast<std::size_t>(got)});
    is_done_ |= inbox_.deliver(care_);
    if (got == 0 || is_done_) messages_.close_end(0);
  }

  bool is_silent() {
    const std::uint64_t now = std::uint64_t{board_.job} << 32 | board_.frame;
    if (!seen_ || *seen_ != now) seen_ = now, since_ = Clock::now();
    return std::chrono::duration<double>(Clock::now() - since_).count() > care_.limit;
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
    else if (!is_done_)
      end.kind = ChildEnd::Kind::exited, end.number = WEXITSTATUS(status);
    end.last_words = words_.line();
    return end;
  }

  pid_t child_;
  Board& board_;
  const Care& care_;
  Pipe& messages_;
  Pipe& errors_;
  Inbox inbox_;
  LastWords words_;
  bool is_done_ = false;
  std::optional<std::uint64_t> seen_;
  Clock::time_point since_ = Clock::now();
};

}  // namespace

SharedBoard::SharedBoard() {
  void* const memory =
      ::mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  board_ = new (memory) Board;
}

SharedBoard::~SharedBoard() { ::munmap(board_, sizeof(Board)); }

void Channel::send(char kind, std::uint32_t job, std::string_view text) const {
  constexpr std::size_t kMax = 1 << 19;
  text = text.substr(0, kMax);
  const std::uint32_t head[] = {job, static_cast<std::uint32_t>(text.size())};
  std::string bytes(1, kind);
  bytes.append(reinterpret_cast<const char*>(head), sizeof head).append(text);
  write_all(file_, bytes.data(), bytes.size());
}

ChildEnd run_in_child(Board& board, const Care& care,
                      const std::function<void(const Channel&)>& work) {
  Pipe messages, errors;
  std::fflush(nullptr);  // or the child would write what waits to be written a second time
  const pid_t child = ::fork();
  if (child < 0) throw std::bad_alloc();
  if (child == 0) be_child(messages, errors, work);
  messages.close_end(1), errors.close_end(1);
  return Watch(child, board, care, messages, errors).wait();
}

}  // namespace phasebox::contract
