// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

CARDON_THORN(TransportMPI) {
  thorn.summary("Messages between ranks by MPI");
  cardon::provide_lazily<cardon::Transport>(thorn, "mpi",
                                            "MPI, any implementation of version 3 or later")
      .feature(cardon::feature::launched);
  cardon::provide_lazily<cardon::TransportFacts>(
      thorn, "mpi", "Settings of the MPI library about TCP and progress");
}
