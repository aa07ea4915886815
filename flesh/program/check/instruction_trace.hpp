// SPDX-License-Identifier: Apache-2.0
// Which machine instructions a call executes: the processor stops after each of them.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

namespace cardon {

/// One instruction of the program and how often a call executed it.
struct ExecutedInstruction {
  std::uintptr_t address = 0;
  std::uint64_t times = 0;
};

/// Runs `call` on this thread with the trap flag of the processor set and lists the instructions
/// executed, those of libraries included, in no particular order. Empty where the processor is not
/// an x86-64, where no trap arrives (some emulators), or if the call executes more than 65,536
/// different instructions. One trace at a time in a process; other threads are not traced. It takes
/// a microsecond per instruction, 20 on some virtual machines. What the call throws passes through.
std::vector<ExecutedInstruction> executed_instructions(const std::function<void()>& call);

}  // namespace cardon
