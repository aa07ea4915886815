// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/rank_order.hpp>
#include <cardon/thorn/box.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <cardon/tuning/machine_estimate.hpp>
#include <vector>

namespace cardon::model {

/// What things cost on a virtual machine.
struct VirtualCosts {
  struct Way {  ///< of messages over a link in one direction
    double ratio = 1;
    double encode = 0, decode = 0;  ///< s per byte of values
  };
  struct Link {
    double latency = 0;    ///< s
    double bandwidth = 0;  ///< byte/s of all ranks together; 0: unlimited
    Way way[2];
  };
  std::vector<double> task_seconds;   ///< s per point, by task id
  std::vector<double> call_seconds;   ///< s per call, likewise; may be shorter
  std::vector<double> face_seconds;   ///< s per point on the faces, likewise
  double between_calls = 0;           ///< s per call of any task
  std::vector<double> relative_cost;  ///< by rank of the run; empty: all alike
  std::vector<Link> links;
  double pack = 0;       ///< s per byte
  double near_pack = 0;  ///< the same between blocks of a site
  double message = 0;    ///< s per message or piece
  double intra_latency = 0, intra_bandwidth = 0;
  bool overlap = true;
  bool together = false;  ///< no rank begins a step before all have finished the one before
  bool tiles = false;     ///< blocks execute the operations between two exchanges as one
  long tile_steps = 1;    ///< as many steps of them, where nothing is ever exchanged
  rank_order::Priorities priorities = rank_order::Priorities::border_first;
  Box priority_region;
  bool naive = false;  ///< a sender waits until a message between sites has arrived

  /// s that a task takes on a box of a grid with so many directions, on a rank of usual speed.
  double seconds_of(int task, const Box& box, int dimensions) const;
  double relative_cost_of(int rank) const {
    return relative_cost.empty() ? 1 : relative_cost[std::size_t(rank)];
  }
};

/// The costs that an estimate gives for some settings. What is not known costs nothing.
VirtualCosts virtual_costs(const DriverSettings& settings, const MachineEstimate& machine,
                           std::size_t ranks, bool naive);

}  // namespace cardon::model
