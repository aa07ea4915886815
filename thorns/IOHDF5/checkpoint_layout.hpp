// SPDX-License-Identifier: Apache-2.0
// Checkpoints as HDF5 files.
#pragma once
#include <cardon/services/checkpoint_format.hpp>

namespace cardon {

/// A dataset per piece, such as /WaveToy::phi/level 0/block 12, contiguous and allocated when the
/// file is made; its attributes `lower` and `upper` tell its points (upper excluded), slowest
/// direction first as its axes. Exterior points have negative indices or lie beyond the grid.
class CheckpointLayout : public CheckpointFormat {
 public:
  CheckpointLayout();
  std::string extension() const override { return ".h5"; }
  std::vector<std::uint64_t> lay_out(const std::filesystem::path& file,
                                     const CheckpointHeader& header,
                                     std::span<const CheckpointPiece> pieces) override;
};

}  // namespace cardon
