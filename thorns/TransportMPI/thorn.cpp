// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "transport_mpi.hpp"

CARDON_THORN(TransportMPI) {
  thorn.summary("Messages between ranks by MPI");
  cardon::provide<cardon::Transport, cardon::TransportMPI>(
      thorn, "mpi", "MPI, any implementation of version 3 or later");
}
