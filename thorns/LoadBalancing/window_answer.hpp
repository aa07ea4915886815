// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <cardon/kit/agreement.hpp>
#include <cstddef>
#include <string>
#include <vector>

namespace cardon {

/// What rank 0 answers all ranks after a window.
struct WindowAnswer {
  long pause = 0;                ///< steps until the next window
  std::vector<double> shares;    ///< by site, as SiteDivision::divide_among_sites(); empty: stay
  std::vector<BlockMove> moves;  ///< which all ranks carry out
};

/// The most bytes that to_bytes() makes for so many blocks and sites.
std::size_t max_answer_bytes(std::size_t blocks, std::size_t sites);

/// As bytes for messages, and back. No bytes are an answer without a pause and moves.
Agreement::Bytes to_bytes(const WindowAnswer& answer);
WindowAnswer answer_from_bytes(const Agreement::Bytes& bytes);

/// What the length of a pause depends on.
struct WindowCost {
  double window_seconds = 0;  ///< s of the processor that the window took
  double step_seconds = 0;    ///< s of a step
  double drift = 0;           ///< by which share loads change in a step
};

/// Steps without a window.
struct Pause {
  long steps = 0;
  std::string why;  ///< empty: there is none
};

/// After a window of so many steps, so that windows take at most a hundredth of the time; where
/// loads change, only until steps are longer by what a window takes.
Pause pause_after(const WindowCost& cost, long steps);

}  // namespace cardon
