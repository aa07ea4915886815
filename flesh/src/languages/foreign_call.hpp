// SPDX-License-Identifier: Apache-2.0
// One call of a C or Fortran function: what it sees, and the mistakes it makes. C++ exceptions must
// not pass through its frames, so that mistakes are kept until it has returned.
#pragma once
#include <cardon/thorn.h>

#include <cardon/thorn/block.hpp>
#include <exception>
#include <memory>
#include <string_view>
#include <vector>

/// What the functions of thorn.h know of a block.
struct cardon_call {
  const cardon::Block& block;
  const cardon::Piece* piece;  ///< null for step limits, which see no points
  std::exception_ptr mistake;  ///< the first
  std::vector<std::unique_ptr<cardon::Real[]>> stand_ins;
  std::vector<cardon_ahead> ahead;
};

namespace cardon {

/// What C and Fortran gave as text.
inline std::string_view text_of(const char* words) { return words ? words : ""; }

/// Runs `action` and keeps what it throws, if it is the first of the call; whether all went well.
template <class Action>
bool succeeds(const cardon_block* block, const Action& action) {
  try {
    action();
    return true;
  } catch (...) {
    if (!block->call->mistake) block->call->mistake = std::current_exception();
    return false;
  }
}

inline const BlockContext& context_of(const cardon_block* block) {
  return block->call->block.context();
}

/// As TaskFunction::Caller: calls a cardon_task once per piece, so that indices are global ones
/// without wrapping at periodic faces, and throws what it did wrong.
void call_foreign_task(Block& block, void (*target)());
/// As StepLimitFunction::Caller, of a cardon_step_limit.
Real call_foreign_limit(const Block& block, void (*target)());

/// One row of NaN, which stands for all rows of the region of a call and around it: for fields that
/// a task must not have. Returns the address of the point (0, 0, 0) and the strides. So little
/// memory that it is there: an exception could not pass through the frames of the task.
cardon_writer stand_in(const cardon_block& block) noexcept;

}  // namespace cardon
