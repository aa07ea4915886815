// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "overlapped_checkpoints.hpp"

CARDON_THORN(Checkpoints) {
  using Writer = cardon::OverlappedCheckpoints;
  thorn.summary("Saves a run, so that it can be restarted");
  cardon::provide<cardon::CheckpointWriter, Writer>(thorn, "overlapped",
                                                    "Checkpoints, written while the steps continue")
      .feature(cardon::feature::standard)
      .section(Writer::section)
      .parameters(Writer::interval(), declare(Writer::wall_interval).without_default(),
                  Writer::keep, Writer::on_stop, Writer::writers, Writer::overlap);
}
