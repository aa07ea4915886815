// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <cardon/thorn/error.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_manifest.hpp"
#include "checkpoint/checkpoint_sight.hpp"
#include "restart/earlier_runs.hpp"

namespace cardon {

/// The checkpoints that a run may be restarted from: all of one run, the newest first.
struct RestartChoice {
  std::filesystem::path run;                       ///< folder of the run that wrote them
  std::vector<std::filesystem::path> checkpoints;  ///< at least one; the first is manifest's
  std::vector<FileVisibility> sights;              ///< of each checkpoint
  std::vector<int> manifest_ranks;  ///< of each checkpoint: a rank that sees its manifest
  CheckpointManifest manifest;
  std::vector<Problem> warnings;  ///< newer ones that cannot be used, and why; who is in the folder
  std::vector<std::filesystem::path> older;  ///< runs that come next, the newest first
};

/// `wanted` is `latest`, the folder of a run, or a checkpoint, which
/// is then the only choice. After a run come those that it was restarted from; with `latest`, older
/// ones. Looks at manifests and sizes of files; load_blocks() will see the rest. Sites may have
/// storages of their own: a file counts if any rank sees it. The same on all ranks. Collective.
/// Throws Error restart/no-checkpoint.
RestartChoice choose_restart(const std::string& wanted, const LatestRuns& latest,
                             Transport& transport);
/// What can be told on one computer, of a run itself: files of sites whose storages are not seen
/// here are taken to be good.
RestartChoice choose_restart(const std::string& wanted, const std::string& name);
/// Goes over to the next of the older runs that has checkpoints; false: there is none. Collective.
bool choose_older_run(RestartChoice& choice, Transport& transport);

/// A checkpoint that cannot be used. `unreadable`: it may be whole all the same.
Problem damaged_problem(const std::filesystem::path& checkpoint, const std::string& damage,
                        bool unreadable = false);

}  // namespace cardon
