// SPDX-License-Identifier: Apache-2.0
// Ranks that are threads of one process.
#pragma once
#include <cardon/services/transport.hpp>
#include <memory>
#include <vector>

namespace cardon {

/// Slug of the Error that ends the waits of a rank because another one has failed.
inline constexpr const char* rank_ended_slug = "transport/rank-ended";

/// Joins ranks that are threads of this process.
class RankThreads {
 public:
  virtual ~RankThreads() = default;
  /// The transports of `ranks` (at least 1) ranks, in their order. Each serves one thread at a
  /// time. One call for each object.
  virtual std::vector<std::shared_ptr<Transport>> join(int ranks) = 0;
  /// A rank has failed. Whatever the ranks wait for or begin on their transports from now on throws
  /// Error (rank_ended_slug, exit_environment). The first call counts. From any thread.
  virtual void fail(int rank) = 0;
};

}  // namespace cardon
