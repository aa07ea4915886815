// SPDX-License-Identifier: Apache-2.0
// Blocks at another site than the one whose points they have, as outputs see them.
#pragma once
#include <cardon/services/decomposition.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/services/snapshot.hpp>
#include <optional>
#include <vector>

namespace cardon {

/// Each site writes its points from its own ranks, so the values of blocks that a balancer has
/// given to other sites come home before they are written.
class HomeBlocks {
 public:
  /// The same blocks, but each at a rank of its own site; null: all are there. Valid until the next
  /// call.
  const Decomposition* at_home(const Decomposition& now, const Machine& machine);

  /// Sends the values of blocks that are away to the ranks that have them at home, and turns the
  /// views of this rank's blocks into those of its blocks at home. Collective. The views refer to
  /// this object until the next call, or until release().
  void bring(const Decomposition& now, const Decomposition& home, Transport& transport,
             std::vector<FieldView>& views);
  void release() { buffers_.clear(); }

 private:
  std::vector<int> owners_;  // those of home_
  std::optional<Decomposition> home_;
  std::vector<std::vector<Real>> buffers_;
};

}  // namespace cardon
