// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>

namespace cardon {

/// Mean, smallest and largest of some values.
struct ValueRange {
  double mean = 0,  ///< arithmetic mean
      min = 0,      ///< smallest
      max = 0;      ///< largest
};

/// What is measured of a balancing problem before it is known who balances it (H. Menon, "Adaptive
/// Load Balancing for HPC Applications", dissertation, University of Illinois, 2016, table 7.1).
/// Seconds, messages and bytes are per step.
struct LoadStatistics {
  double ranks = 0,            ///< number of ranks
      overloaded = 0;          ///< ranks slower than the mean of the ranks
  ValueRange load;             ///< s of ranks: background and blocks
  double deviation = 0;        ///< s, standard deviation of the load over ranks
  double skewness = 0,         ///< of the load
      kurtosis = 0;            ///< of the load; 3 for a normal distribution, 0 if all are equal
  double background = 0;       ///< s, mean of the ranks
  ValueRange utilisation;      ///< busy share of a step as PlacementCost predicts it
  double blocks_per_rank = 0;  ///< mean
  ValueRange block;            ///< s of blocks on a rank of mean speed
  double messages = 0,         ///< between blocks
      bytes = 0;               ///< between blocks
  double rank_messages = 0,    ///< of these, between ranks
      rank_bytes = 0;          ///< of these, between ranks
  double site_messages = 0,    ///< of these, between sites
      site_bytes = 0;          ///< of these, between sites
  double neighbours = 0;       ///< other blocks to which a block sends, mean
  double message_seconds = 0,  ///< s of a message between ranks: latency and both ends, mean
      byte_seconds = 0;        ///< s of a byte between ranks: transfer and both ends, mean
  double block_bytes = 0;      ///< that migrate with a block, mean
  double step_seconds = 0;     ///< predicted by PlacementCost
};

/// The statistics of a problem, with blocks where they are now.
LoadStatistics load_statistics(const BalanceProblem& problem);

}  // namespace cardon
