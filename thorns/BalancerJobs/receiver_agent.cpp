// SPDX-License-Identifier: Apache-2.0
#include "job_agent.hpp"

namespace cardon {

void ReceiverAgent::act(Call& call) {
  for (const BalanceMessage& message : call.inbox)
    if (call.queue.length() > message.words[0] + 1) give_one(call, message.from);
  if (call.queue.length() >= light || call.own.time < next_) return;
  tell(call, call.queue.length());
  next_ = call.own.time + setup_.wait;
}

}  // namespace cardon
