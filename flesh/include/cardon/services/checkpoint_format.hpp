// SPDX-License-Identifier: Apache-2.0
// The kind of file that a checkpoint is made of.
#pragma once
#include <cardon/thorn/box.hpp>
#include <cardon/thorn/types.hpp>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// The points of one block of one level of a field, in one file.
struct CheckpointPiece {
  std::string field;  ///< "WaveToy::phi"
  int level = 0;      ///< as in plan::Slot
  int block = 0;      ///< its number in the checkpoint
  Box box;            ///< its points by global index, exterior ones included; not empty
};

/// What a file says about itself.
struct CheckpointHeader {
  long iteration = 0;  ///< steps finished
  Real time = 0,       ///< s
      dt = 0;          ///< s, of the last step
  int dimensions = 3;  ///< of the grid
};

/// Lays out files whose values a CheckpointWriter writes, and restarts read and verify: so a write
/// costs what a plain one does, and any tool that knows the format can open the file.
class CheckpointFormat {
 public:
  virtual ~CheckpointFormat() = default;
  /// The ending of the files, such as ".h5".
  virtual std::string extension() const = 0;
  /// Makes a file with room for all pieces and returns where the values of each begin, in bytes.
  /// Values are 64-bit reals in the byte order of the machine, x fastest, without gaps. May be
  /// called from any thread, one call at a time. Throws Error "checkpoint/not-written"
  /// (exit_environment) with the reason.
  virtual std::vector<std::uint64_t> lay_out(const std::filesystem::path& file,
                                             const CheckpointHeader& header,
                                             std::span<const CheckpointPiece> pieces) = 0;
};

}  // namespace cardon
