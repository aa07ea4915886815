// SPDX-License-Identifier: Apache-2.0
#include "pulse.hpp"

#include <limits>

#include "mpi_check.hpp"

namespace cardon {
namespace {

constexpr int question = 1, reply = 2;  // tags

}  // namespace

Pulse::Pulse(MPI_Comm world) {
  int ranks = 0;
  check_mpi(MPI_Comm_dup(world, &world_), "duplicate a communicator");
  check_mpi(MPI_Comm_size(world_, &ranks), "query the number of ranks");
  heard_.assign(std::size_t(ranks), -std::numeric_limits<double>::infinity());
}

Pulse::~Pulse() {
  int finished = 0;
  MPI_Finalized(&finished);
  if (finished == 0) MPI_Comm_free(&world_);
}

// Nothing has to be kept until an empty message has left.
void Pulse::send(int rank, int tag) {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Isend(nullptr, 0, MPI_BYTE, rank, tag, world_, &request), "send a heartbeat");
  check_mpi(MPI_Request_free(&request), "release a heartbeat");
}

void Pulse::answer(double now) {
  while (true) {
    int there = 0;
    MPI_Status status;
    check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, world_, &there, &status),
              "probe for heartbeats");
    if (there == 0) return;
    check_mpi(MPI_Recv(nullptr, 0, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, world_,
                       MPI_STATUS_IGNORE),
              "receive a heartbeat");
    heard_[std::size_t(status.MPI_SOURCE)] = now;
    if (status.MPI_TAG == question) send(status.MPI_SOURCE, reply);
  }
}

void Pulse::ask(const std::vector<int>& ranks) {
  for (const int rank : ranks) send(rank, question);
}

}  // namespace cardon
