// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Blocks on a hypothetical machine.
struct BlockScene {
  /// stencil: neighbours in a grid; triangles: a planar graph, a grid with a diagonal in each
  /// square; particles: cells, and blocks for pairs of cells that answer them, in a periodic box;
  /// bodies: leaves of an octree that all exchange messages.
  std::string graph = "stencil";
  std::vector<int> blocks{16, 16};  ///< per direction: 1 to 3 numbers; the first is the row
  int ranks = 8, sites = 2;         ///< ranks of a site follow each other
  int host_ranks = 1;               ///< ranks per host
  std::vector<double> speeds;       ///< by site; empty: 1
  double latency = 0.01;            ///< between sites, one way, s
  double bandwidth = 100e6;         ///< between sites, byte/s
  double near_latency = 20e-6;      ///< within a site, s
  double near_bandwidth = 1e9;      ///< within a site, byte/s
  /// s per step of a rank with an equal share of the work; 0: a unit of work takes a second.
  double step = 0.022;
  double message_seconds = 0;    ///< processor time at each end of a message between ranks, s
  double packing_seconds = 0;    ///< the same, s per byte
  bool overlap = true;           ///< ranks compute while messages are on their way
  double face_bytes = 4096;      ///< of a message
  double block_bytes = 1 << 20;  ///< of the state of a block
  /// uniform; random: 0.5 to 1.5; hot-spot: 4 times the work in a circle; clusters: log-normal with
  /// two hot spots; front: 8 and 64 times the work near a plane, with states and messages alike.
  std::string load = "uniform";
  /// naive: dealt down the columns; block: rectangles away from the border of sites (G. A. Koenig,
  /// dissertation, University of Illinois, 2007, chapter 5); square: see square_map.hpp; slices:
  /// equal numbers in order.
  std::string map = "naive";
  double front = 0.5;    ///< place of the front, as a share of the last direction
  double drifted = 0;    ///< way that spot, clusters or front have come along that direction
  int reach = 1;         ///< of cells along the first direction: 1 or 2; else 1
  double horizon = 100;  ///< steps
  unsigned seed = 1;
};

/// Throws Error balancer/scene for what cannot be.
BalanceProblem make_problem(const BlockScene& scene);

}  // namespace cardon
