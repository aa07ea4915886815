// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "mpi_facts.hpp"
#include "transport_mpi.hpp"

CARDON_THORN(TransportMPI) {
  thorn.summary("Messages between ranks by MPI");
  cardon::provide<cardon::Transport, cardon::TransportMPI>(
      thorn, "mpi", "MPI, any implementation of version 3 or later")
      .feature(cardon::feature::launched);
  cardon::provide<cardon::TransportFacts, cardon::MpiFacts>(
      thorn, "mpi", "Settings of the MPI library about TCP and progress");
}
