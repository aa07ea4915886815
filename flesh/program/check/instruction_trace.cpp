// SPDX-License-Identifier: Apache-2.0
#include "check/instruction_trace.hpp"

#include <signal.h>
#include <ucontext.h>

#include <array>
#include <memory>
#include <mutex>

namespace cardon {

#ifdef __x86_64__
namespace {

constexpr greg_t trap_flag = 0x100;

/// Open addressing, since a signal handler must not allocate.
struct TraceTable {
  static constexpr std::size_t size = 1 << 17, max_used = size / 2;

  void add(std::uintptr_t address) {
    std::size_t n = (address * 0x9E3779B97F4A7C15u) >> 47;
    while (slots[n].times > 0 && slots[n].address != address) n = (n + 1) % size;
    if (slots[n].times == 0) {
      if (used == max_used) {
        overflowed = true;
        return;
      }
      ++used;
      slots[n].address = address;
    }
    ++slots[n].times;
  }

  std::array<ExecutedInstruction, size> slots{};
  std::size_t used = 0;
  bool overflowed = false;
};

// A signal handler has no argument of its own.
TraceTable* active_table = nullptr;

void on_trap(int, siginfo_t*, void* context) {
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (!active_table) {
    registers[REG_EFL] &= ~trap_flag;
    return;
  }
  registers[REG_EFL] |= trap_flag;
  active_table->add(std::uintptr_t(registers[REG_RIP]));
}

/// Traces this thread as long as it lives.
class Tracing {
 public:
  explicit Tracing(TraceTable& table) {
    struct sigaction action {};
    action.sa_sigaction = on_trap;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGTRAP, &action, &before_);
    active_table = &table;
    raise(SIGTRAP);  // its handler sets the flag
  }
  ~Tracing() {
    active_table = nullptr;
    raise(SIGTRAP);
    sigaction(SIGTRAP, &before_, nullptr);
  }
  Tracing(const Tracing&) = delete;
  Tracing& operator=(const Tracing&) = delete;

 private:
  struct sigaction before_ {};
};

}  // namespace

std::vector<ExecutedInstruction> executed_instructions(const std::function<void()>& call) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  const auto table = std::make_unique<TraceTable>();
  {
    const Tracing tracing(*table);
    call();
  }
  std::vector<ExecutedInstruction> executed;
  if (table->overflowed) return executed;
  for (const ExecutedInstruction& slot : table->slots)
    if (slot.times > 0) executed.push_back(slot);
  return executed;
}
#else
std::vector<ExecutedInstruction> executed_instructions(const std::function<void()>& call) {
  call();
  return {};
}
#endif

}  // namespace cardon
