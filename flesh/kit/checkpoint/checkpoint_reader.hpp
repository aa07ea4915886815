// SPDX-License-Identifier: Apache-2.0
// Reading a checkpoint back, on any number of ranks.
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/box_moves.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/services/program.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "checkpoint/checkpoint_manifest.hpp"
#include "checkpoint/checkpoint_sight.hpp"

namespace cardon {

/// Which rank reads which block: the blocks of a file are spread over the ranks that see it, of the
/// site of the same name where there are such, else of all; blocks that follow each other go to the
/// same rank. Throws CheckpointDamage for a file that no rank sees.
BoxOwners readers_of(const CheckpointManifest& manifest, const Machine& machine,
                     const FileVisibility& sight = {});

/// Blocks in memory, by index into CheckpointManifest::blocks.
using LoadedBlocks = std::map<int, std::unique_ptr<BlockStorage>>;

/// Reads the blocks of one rank and verifies every byte of them; who has the first block of a file
/// verifies what belongs to no block, too. Levels that the program does not have are left out.
/// Throws CheckpointDamage; Error environment/memory, on this rank only.
LoadedBlocks load_blocks(const std::filesystem::path& checkpoint,
                         const CheckpointManifest& manifest, const BoxOwners& readers, int rank,
                         const Program& program);

}  // namespace cardon
