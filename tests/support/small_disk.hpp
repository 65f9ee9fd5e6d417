// SPDX-License-Identifier: MIT
// As if the disk were full: no file of this process may become larger than so many bytes.
#pragma once
#include <csignal>
#include <stdexcept>

#include <sys/resource.h>

namespace phasebox::test {

/// As long as it lives. A write beyond it fails, as it does for root.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : on_signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    if (::setrlimit(RLIMIT_FSIZE, &small) != 0) throw std::runtime_error("files have no limit");
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, on_signal_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit before_{};
  void (*on_signal_)(int);
};

}  // namespace phasebox::test
