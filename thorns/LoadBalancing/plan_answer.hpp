// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <cardon/kit/agreement.hpp>
#include <vector>

namespace cardon {

/// What rank 0 answers all ranks after a window.
struct PlanAnswer {
  long pause = 0;                ///< steps until the next window
  std::vector<BlockMove> moves;  ///< to be carried out; empty: blocks stay
};

/// The longest answer for so many blocks.
std::size_t max_answer_bytes(std::size_t blocks);

/// As bytes for messages, and back; no bytes are an answer without moves.
Agreement::Bytes to_bytes(const PlanAnswer& answer);
PlanAnswer answer_from_bytes(const Agreement::Bytes& bytes);

}  // namespace cardon
