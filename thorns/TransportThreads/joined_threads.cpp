// SPDX-License-Identifier: Apache-2.0
#include "joined_threads.hpp"

#include <cardon/thorn/error.hpp>

#include "transport_threads.hpp"

namespace cardon {

std::vector<std::shared_ptr<Transport>> JoinedThreads::join(int ranks) {
  if (world_ != nullptr || ranks < 1) throw Bug("ranks are joined once, and are one at least");
  world_ = std::make_shared<ThreadWorld>(ranks);
  std::vector<std::shared_ptr<Transport>> transports;
  for (int rank = 0; rank < ranks; ++rank)
    transports.push_back(std::make_shared<TransportThreads>(world_, rank));
  return transports;
}

void JoinedThreads::fail(int rank) {
  if (world_ == nullptr) throw Bug("a rank failed before ranks were joined");
  world_->fail(rank);
}

}  // namespace cardon
