// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/rank_threads.hpp>

#include "thread_world.hpp"

namespace cardon {

/// Joins them by mailboxes in memory.
class JoinedThreads : public RankThreads {
 public:
  std::vector<std::shared_ptr<Transport>> join(int ranks) override;
  void fail(int rank) override;

 private:
  std::shared_ptr<ThreadWorld> world_;
};

}  // namespace cardon
