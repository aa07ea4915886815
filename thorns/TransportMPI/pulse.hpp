// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <mpi.h>

#include <vector>

namespace cardon {

/// Asks other ranks for heartbeats and gives its own: empty messages on a communicator that
/// serves nothing else. Any of them is a heartbeat. Times in s, by the clock of the caller.
class Pulse {
 public:
  /// Collective. Throws as check_mpi(), as do all members.
  explicit Pulse(MPI_Comm world);
  Pulse(const Pulse&) = delete;
  Pulse& operator=(const Pulse&) = delete;
  /// Collective, before MPI ends.
  ~Pulse();

  /// Takes in what has come by `now`, and answers questions. Never waits.
  void answer(double now);
  void ask(const std::vector<int>& ranks);
  /// When the rank gave its last heartbeat; negative infinity: never.
  double heard(int rank) const { return heard_[std::size_t(rank)]; }

 private:
  void send(int rank, int tag);

  MPI_Comm world_ = MPI_COMM_NULL;
  std::vector<double> heard_;  // by rank
};

}  // namespace cardon
