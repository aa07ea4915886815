// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <cardon/kit/agreement.hpp>
#include <cstddef>
#include <vector>

namespace cardon {

/// What rank 0 answers all ranks after a window.
struct WindowAnswer {
  long pause = 0;                ///< steps until the next window
  std::vector<BlockMove> moves;  ///< which all ranks carry out
};

/// The most bytes that to_bytes() makes for so many blocks.
std::size_t max_answer_bytes(std::size_t blocks);

/// As bytes for messages, and back. No bytes are an answer without a pause and moves.
Agreement::Bytes to_bytes(const WindowAnswer& answer);
WindowAnswer answer_from_bytes(const Agreement::Bytes& bytes);

/// Steps without a window after one of so many steps, so that windows take at most a hundredth of
/// the time. The window took `window_seconds` of the processor, a step takes `step_seconds`.
long steps_of_pause(double window_seconds, double step_seconds, long steps);

}  // namespace cardon
