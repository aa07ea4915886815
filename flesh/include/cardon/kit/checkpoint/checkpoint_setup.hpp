// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/checkpoint_format.hpp>
#include <cardon/services/interval.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/services/program.hpp>
#include <cardon/services/storage_access.hpp>
#include <cardon/services/transport.hpp>
#include <cardon/thorn/error.hpp>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// What a CheckpointWriter saves, and where. What is pointed to outlives it.
struct CheckpointSetup {
  const Program* program = nullptr;  ///< which levels of which fields there are
  const Machine* machine = nullptr;  ///< the sites and their ranks
  StorageAccess* storage = nullptr;  ///< the blocks of this rank; null: the driver has none
  Transport* transport = nullptr;    ///< to the other ranks
  /// How files are laid out. Called when the first one is written: it may load a library.
  std::function<std::shared_ptr<CheckpointFormat>()> make_format = {};
  std::filesystem::path folder;  ///< runs/NAME/0001/checkpoints; made when needed
  /// By site: whether it sees the folder of rank 0; others have one of this path on a storage of
  /// their own. Empty: all do.
  std::vector<bool> shared = {};
  std::string host = {};     ///< where this rank runs
  long first_iteration = 0;  ///< where the run begins, or was restarted
  /// Bytes of state of a rank that are kept besides the fields; the same number on all ranks.
  std::size_t state_bytes = 0;
  /// Merges such bytes of another rank into those of this one.
  std::function<void(std::span<std::byte> own, std::span<const std::byte> other)> merge = {};
  /// Whether the step that led to an iteration is the first to reach a multiple of an interval.
  std::function<bool(const Interval& every, long iteration)> reaches = {};
  /// Whether all ranks have the memory for a checkpoint; if not, the argument gets the reason.
  /// Collective.
  std::function<bool(Problem&)> has_room = {};
  std::function<void(const Problem&)> warn = {};      ///< of what is seen at the end of the run
  std::function<void(const Problem&)> warn_now = {};  ///< of what makes the run wait
  /// A checkpoint could not be written. Called on rank 0, by save(), poll() and finish().
  std::function<void(const Problem&)> failed = {};
};

}  // namespace cardon
