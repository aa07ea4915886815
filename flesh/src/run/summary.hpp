// SPDX-License-Identifier: Apache-2.0
// summary.json: what a run was and how it went, for programs.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cardon/timings.hpp"
#include "run/setup.hpp"

namespace cardon {

struct RunFigures {
  std::string status;  ///< "finished", "stopped by health check"
  long iterations = 0;
  double time = 0;
  double wall = 0;       ///< seconds since the start of the program
  double evolution = 0;  ///< of these in steps
  double output = 0;
  double output_bytes = 0;  ///< over all ranks
  std::vector<Timings> ranks;
  Decomposition decomposition;
  std::vector<std::pair<std::string, std::string>> checksums;  ///< field, hexadecimal digits
};

/// Fixed keys (other programs rely on them): status, iterations, time, ranks, sites, points,
/// wall_seconds, compute_seconds, points_per_second, efficiency, checksums, links.
nlohmann::json summary_json(const Setup& setup, const RunFigures& figures);

/// Point updates per second of the evolution: grid points times steps.
double points_per_second(const Setup& setup, const RunFigures& figures);
/// 1 - (waiting + polling) / time in flight, over all ranks; 1 if nothing was exchanged.
double hidden_fraction(const std::vector<Timings>& ranks, std::size_t link);

}  // namespace cardon
