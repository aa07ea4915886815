// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>

namespace cardon {

class BlockStorage;
class Layout;

/// A driver whose blocks can be saved and filled from elsewhere, which checkpoints and restarts
/// need.
class StorageAccess {
 public:
  virtual ~StorageAccess() = default;
  /// The current decomposition of the grid; known after Driver::setup().
  virtual const Layout& layout() const = 0;
  /// What the blocks of this rank hold, by number. Valid from Driver::finish() to the next
  /// Driver::execute(). Whoever puts other values there puts all owned points and the exterior ones
  /// at faces, and calls fill_images() before the next execute(), whose plan takes ghosts as
  /// unknown.
  virtual std::map<int, BlockStorage*> storages() = 0;
  /// Copies owned points to their periodic images again.
  virtual void fill_images() = 0;
};

}  // namespace cardon
