// SPDX-License-Identifier: Apache-2.0
// The ranks of a site that write its files.
#pragma once
#include <mpi.h>

#include <cardon/services/transport.hpp>
#include <vector>

namespace cardon {

/// `count` ranks of a site with `size` ranks, spread evenly: those that write.
std::vector<int> writers_of(int size, int count);

/// Several write together by MPI-IO; one alone, or none but the first where the ranks are not those
/// of MPI, needs no MPI.
class WritingRanks {
 public:
  WritingRanks() = default;
  /// Collective over the ranks of `site`, some of `all`. Makes at most `wanted` ranks writers,
  /// spread evenly.
  WritingRanks(Transport& all, Transport& site, int wanted);

  const std::vector<int>& ranks() const { return ranks_; }  ///< in the site
  int count() const { return int(ranks_.size()); }
  int own() const { return own_; }  ///< number of this rank among the writers; -1: it is none
  bool writes() const { return own_ >= 0; }
  /// Of all writers, in their order; MPI_COMM_NULL: there is one, or this rank is none.
  MPI_Comm communicator() const { return communicator_; }
  /// Collective over the writers.
  void free();

 private:
  std::vector<int> ranks_{0};
  int own_ = 0;
  MPI_Comm communicator_ = MPI_COMM_NULL;
};

}  // namespace cardon
