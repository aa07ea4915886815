// SPDX-License-Identifier: Apache-2.0
// Fields go over to other blocks and ranks.
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/box_moves.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/plan/slot.hpp>
#include <cardon/services/transport.hpp>
#include <map>
#include <vector>

namespace cardon {

/// Storage of this rank's blocks by number.
using BlockStorages = std::map<int, BlockStorage*>;

/// Carries out the moves of this rank for these levels, as far as the sender holds them: copies
/// where both blocks are here, else messages from rank to rank, in chunks of a few MB. Every rank
/// that shares points with this one must do the same at the same time; nobody else is needed.
void move_points(const RankMoves& moves, const std::vector<plan::Slot>& slots,
                 const BlockStorages& from, const BlockStorages& to, Transport& transport);

/// Bytes that redistribute() moves for a block that goes to another rank.
double moved_bytes(const Program& program, const Layout& layout, int block);

/// Moves the owned points of one layout, and the exterior points at faces, to the blocks of another
/// one of the same grid, bit for bit: all levels that carry something from step to step and hold
/// data. Ghost points and images stay as they are (BlockExecutor::fill_images). `from` and `to` are
/// the blocks of this rank.
void redistribute(const Program& program, const Layout& before, const BlockStorages& from,
                  const Layout& after, const BlockStorages& to, Transport& transport);

}  // namespace cardon
