// SPDX-License-Identifier: Apache-2.0
#include "world.hpp"

#include <mpi.h>

#include "session/session.hpp"

namespace cardon::performance {

World::World() {
  if (!is_launched()) return;
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

World::~World() {
  if (size_ > 1) MPI_Finalize();
}

void World::barrier() const {
  if (size_ > 1) MPI_Barrier(MPI_COMM_WORLD);
}

double World::largest(double mine) const {
  if (size_ > 1) MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return mine;
}

double World::sum(double mine) const {
  if (size_ > 1) MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return mine;
}

void World::exchange(const double* send, int to, double* receive, int from, int values) const {
  MPI_Sendrecv(send, values, MPI_DOUBLE, to, 0, receive, values, MPI_DOUBLE, from, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

}  // namespace cardon::performance
