// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/checkpoint/checkpoint_writer.hpp>
#include <utility>

#include "checkpoint/checkpoint_manifest.hpp"

namespace cardon {

/// As a run gives it, with what it says of itself.
inline CheckpointSnapshot snapshot(CheckpointManifest manifest,
                                   std::span<const std::byte> state = {}) {
  CheckpointSnapshot now{manifest.iteration, manifest.time, manifest.dt, state};
  now.manifest = [about = std::move(manifest)](const CheckpointParts& parts) {
    return to_text(with_parts(about, parts));
  };
  return now;
}

}  // namespace cardon
