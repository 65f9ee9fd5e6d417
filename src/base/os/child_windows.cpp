// SPDX-License-Identifier: MIT
// Windows has no fork: the code runs on a thread, and a crash ends that thread and not the process.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <new>
#include <string>
#include <thread>

#include <windows.h>

#include "base/os/child.hpp"

namespace phasebox::os {
namespace {

constexpr std::size_t kPage = 4096;

/// A piece of work. Its thread writes `end`, which is read when that thread has ended.
struct Attempt {
  const std::function<std::string()>& work;
  ChildEnd end;
};
thread_local Attempt* attempt_here = nullptr;

// Notes how the work crashed and ends its thread. Numbers and names of faults are those of POSIX.
void crash(int number, const char* name) {
  attempt_here->end = {ChildEnd::Kind::signal, number, name, {}, {}};
  ::ExitThread(1);
}

LONG WINAPI on_fault(EXCEPTION_POINTERS* fault) {
  if (!attempt_here) return EXCEPTION_CONTINUE_SEARCH;
  switch (fault->ExceptionRecord->ExceptionCode) {
    case EXCEPTION_ACCESS_VIOLATION:
    case EXCEPTION_STACK_OVERFLOW: crash(11, "Segmentation fault"); break;
    case EXCEPTION_INT_DIVIDE_BY_ZERO:
    case EXCEPTION_FLT_DIVIDE_BY_ZERO: crash(8, "Floating point exception"); break;
    case EXCEPTION_ILLEGAL_INSTRUCTION:
    case EXCEPTION_PRIV_INSTRUCTION: crash(4, "Illegal instruction"); break;
    default: break;
  }
  return EXCEPTION_CONTINUE_SEARCH;
}

void on_abort(int) {
  if (attempt_here) crash(6, "Aborted");
}

DWORD WINAPI run(void* given) {
  attempt_here = static_cast<Attempt*>(given);
  ULONG reserve = 65'536;  // bytes of stack that are left to `on_fault` when it overflows
  ::SetThreadStackGuarantee(&reserve);
  attempt_here->end.result = attempt_here->work();
  return 0;
}

}  // namespace

// A thread that crashed or was terminated does not release its memory and locks. So the caller
// should report that soon and end the program.
ChildEnd run_in_child(const std::function<std::string()>& work,
                      const std::function<bool()>& continues) {
  constexpr DWORD kWait = 50;                // ms from one call of `continues` to the next
  constexpr std::size_t kStack = 64u << 20;  // bytes, of the thread
  Attempt attempt{work, {}};
  void* const handler = ::AddVectoredExceptionHandler(1, on_fault);
  const auto before = std::signal(SIGABRT, on_abort);
  const HANDLE thread = ::CreateThread(nullptr, kStack, run, &attempt, 0, nullptr);
  if (!thread) throw std::bad_alloc();
  bool is_killed = false;
  while (!is_killed && ::WaitForSingleObject(thread, kWait) == WAIT_TIMEOUT)
    if ((is_killed = !continues())) ::TerminateThread(thread, 1);
  ::CloseHandle(thread);
  std::signal(SIGABRT, before);
  ::RemoveVectoredExceptionHandler(handler);
  if (is_killed) attempt.end.kind = ChildEnd::Kind::killed;
  return attempt.end;
}

Pages::Pages(std::size_t bytes) : size_((bytes + kPage - 1) / kPage * kPage) {
  begin_ =
      static_cast<std::byte*>(::VirtualAlloc(nullptr, size_ + kPage, MEM_RESERVE, PAGE_NOACCESS));
  if (!begin_ || !::VirtualAlloc(begin_, size_, MEM_COMMIT, PAGE_READWRITE)) throw std::bad_alloc();
}

Pages& Pages::operator=(Pages&& o) noexcept {
  std::swap(begin_, o.begin_);
  std::swap(size_, o.size_);
  return *this;
}

Pages::~Pages() {
  if (begin_) ::VirtualFree(begin_, 0, MEM_RELEASE);
}

void Pages::set_writable(bool is_writable) {
  DWORD before = 0;
  ::VirtualProtect(begin_, size_, is_writable ? PAGE_READWRITE : PAGE_READONLY, &before);
}

}  // namespace phasebox::os
