// SPDX-License-Identifier: MIT
// posix_spawn with all three streams in files: no shell, no quoting, no full pipes.
#include "program.hpp"

#include <algorithm>
#include <csignal>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/files.hpp"

namespace phasebox::test {
namespace {

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Outcome run(const std::vector<std::string>& arguments, const std::string& input,
            unsigned interrupt_after_ms) {
  const TemporaryFolder folder;
  const std::string in = folder / "in", out = folder / "out", err = folder / "err";
  write(in, input);
  std::vector<std::string> words{PHASEBOX_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t streams;
  ::posix_spawn_file_actions_init(&streams);
  ::posix_spawn_file_actions_addopen(&streams, 0, in.c_str(), O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&streams, 1, out.c_str(), O_WRONLY | O_CREAT, 0600);
  ::posix_spawn_file_actions_addopen(&streams, 2, err.c_str(), O_WRONLY | O_CREAT, 0600);
  pid_t child = 0;
  const int failure = ::posix_spawn(&child, argv[0], &streams, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&streams);
  EXPECT_EQ(failure, 0) << argv[0];
  Outcome outcome;
  if (failure == 0 && interrupt_after_ms > 0) {
    ::usleep(interrupt_after_ms * 1000);
    ::kill(child, SIGINT);
  }
  if (failure == 0) outcome.code = wait_for(child);
  outcome.out = content_of(out);
  outcome.err = content_of(err);
  return outcome;
}

}  // namespace

Outcome run_program(const std::vector<std::string>& arguments, const std::string& input) {
  return run(arguments, input, 0);
}

Outcome run_program_within(std::size_t bytes, const std::vector<std::string>& arguments) {
  // Spawned processes have the limits of this one.
  rlimit before{};
  ::getrlimit(RLIMIT_AS, &before);
  rlimit less = before;
  less.rlim_cur = bytes;
  ::setrlimit(RLIMIT_AS, &less);
  const Outcome outcome = run(arguments, {}, 0);
  ::setrlimit(RLIMIT_AS, &before);
  return outcome;
}

Outcome run_program_and_interrupt(const std::vector<std::string>& arguments, unsigned after_ms) {
  return run(arguments, {}, after_ms);
}

bool is_headless() {
  static const bool kHeadless =
      run_program({"--version"}).out.find("without window") != std::string::npos;
  return kHeadless;
}

bool is_one_line_error(const std::string& err) {
  return err.starts_with("phasebox: ") && std::ranges::count(err, '\n') == 1 && err.back() == '\n';
}

}  // namespace phasebox::test
