// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon::performance {

/// The processes that measure together: those of mpirun, or this one alone, without MPI.
class World {
 public:
  World();
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// Waits for all.
  void barrier() const;
  /// The largest and the sum of all ranks' numbers.
  double largest(double mine) const;
  double sum(double mine) const;
  /// Sends `values` numbers to one rank and receives as many from another.
  void exchange(const double* send, int to, double* receive, int from, int values) const;

 private:
  int rank_ = 0, size_ = 1;
};

}  // namespace cardon::performance
