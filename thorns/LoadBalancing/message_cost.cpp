// SPDX-License-Identifier: Apache-2.0
#include "message_cost.hpp"

#include <algorithm>
#include <array>
#include <cardon/kit/processor_time.hpp>
#include <chrono>
#include <limits>
#include <span>
#include <thread>

namespace cardon {
namespace {

constexpr int messages = 64;  // of a round
constexpr int rounds = 4;     // the first one opens connections
constexpr std::chrono::microseconds nap{100};

struct Neighbours {
  int before, behind;  // ranks
};

// Messages of a round are taken in few looks, so that looks for what has not come count little.
// While a rank sleeps, its processor's clock stands still.
double seconds_of_round(Transport& transport, int tag, const Neighbours& ring) {
  using Message = std::array<std::byte, 8>;
  const Message sent{};
  std::vector<Message> received(messages);
  std::vector<Transport::Request> requests;
  const double start = processor_seconds();
  for (Message& message : received)
    requests.push_back(transport.post_receive(ring.before, tag, message));
  for (int n = 0; n < messages; ++n) requests.push_back(transport.send(ring.behind, tag, sent));
  for (const Transport::Request& request : requests) {
    const std::span one(&request, 1);
    while (!transport.test(one)) std::this_thread::sleep_for(nap);
    transport.wait(one);
  }
  return processor_seconds() - start;
}

}  // namespace

double measured_message_seconds(Transport& transport, int tag,
                                const std::vector<std::vector<int>>& sites) {
  const int rank = transport.rank();
  for (const std::vector<int>& ranks : sites) {
    const auto own = std::find(ranks.begin(), ranks.end(), rank);
    if (own == ranks.end() || ranks.size() < 2) continue;
    const auto place = std::size_t(own - ranks.begin()), size = ranks.size();
    const Neighbours ring{ranks[(place + size - 1) % size], ranks[(place + 1) % size]};
    double min_seconds = std::numeric_limits<double>::infinity();
    for (int n = 0; n < rounds; ++n)
      min_seconds = std::min(min_seconds, seconds_of_round(transport, tag, ring));
    return min_seconds / (2 * messages);
  }
  return 0;
}

}  // namespace cardon
