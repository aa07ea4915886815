// SPDX-License-Identifier: Apache-2.0
// summary.json: what a run was and how it went, for programs.
#pragma once
#include <cardon/kit/background_writer.hpp>
#include <cardon/services/decomposition.hpp>
#include <cardon/services/program.hpp>
#include <cardon/services/timings.hpp>
#include <cardon/services/transport.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "provenance/run_end.hpp"
#include "timestep/step_clock.hpp"

namespace cardon {

class Checkpoints;
struct PlacedRun;

struct RunFigures {
  RunEnd end;
  long iterations = 0;
  long first_iteration = 0;    ///< of the checkpoint that the run was restarted from
  std::string restarted_from;  ///< folder of an earlier run; empty: a new run
  StepClock clock;             ///< at the end
  double wall = 0;             ///< seconds since the start of the program
  double evolution = 0;        ///< of these in steps, on the slowest rank
  double late = 0;  ///< of these, on the rank that waited longest for others to agree on steps
  double output = 0;
  BackgroundWriter::Figures background;
  double output_bytes = 0;  ///< over all ranks
  std::vector<Timings> ranks;
  std::vector<double> memory, memory_predicted;  ///< bytes at the peak, by rank
  Decomposition decomposition;
  std::vector<std::pair<std::string, std::string>> checksums;  ///< field, hexadecimal digits
  /// Scalars that tasks of Terminate have reduced.
  std::vector<std::pair<const ScalarInfo*, Real>> results;
};

/// Keys that other programs rely on; flesh/doc/outputs.md lists them.
nlohmann::json summary_json(const PlacedRun& placed, const RunFigures& figures);

/// What checkpoints cost: the slowest rank, and all files. Collective.
nlohmann::json checkpoints_json(const Checkpoints& checkpoints, Transport& transport);

/// Point updates per second of the evolution: grid points times steps.
double points_per_second(const Grid& grid, const RunFigures& figures);
/// Floating-point operations per point and step that the tasks of the run declare; 0: none do.
double flops_per_point(const Program& program);
/// flops_per_point * points * steps / evolution; 0 if no task declares any.
double flop_rate(const Program& program, const RunFigures& figures);

}  // namespace cardon
