// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "cardon/balancing/balance_problem.hpp"

namespace cardon {

/// Blocks of a stencil on a hypothetical machine.
struct BlockScene {
  std::vector<int> blocks{16, 16};  ///< per direction: 1 to 3 numbers; the first is the row
  int ranks = 8, sites = 2;         ///< ranks of a site follow each other
  int host_ranks = 1;               ///< ranks per host
  std::vector<double> speeds;       ///< by site; empty: 1
  double latency = 0.01;            ///< between sites, one way, s
  double bandwidth = 100e6;         ///< between sites, byte/s
  double near_latency = 20e-6;      ///< within a site, s
  double near_bandwidth = 1e9;      ///< within a site, byte/s
  double step = 0.022;              ///< s per step of a rank with an equal share of the work
  double message_seconds = 0;       ///< processor time at each end of a message between ranks, s
  double face_bytes = 4096;         ///< of a message
  double block_bytes = 1 << 20;     ///< of the state of a block
  /// uniform; random: 0.5 to 1.5; hot-spot: 4 times the work in a circle; clusters: log-normal with
  /// two hot spots; front: 8 and 64 times the work near a plane, with states and messages alike.
  std::string load = "uniform";
  /// naive: dealt down the columns; block: rectangles away from the border of sites (G. A. Koenig,
  /// dissertation, University of Illinois, 2007, chapter 5); slices: equal numbers in order.
  std::string map = "naive";
  double front = 0.5;    ///< place of the front, as a share of the last direction
  double horizon = 100;  ///< steps
  unsigned seed = 1;
};

/// Throws Error balancer/scene for what cannot be.
BalanceProblem make_problem(const BlockScene& scene);

}  // namespace cardon
