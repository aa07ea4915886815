// SPDX-License-Identifier: Apache-2.0
#include "collective/latency_probe.hpp"

#include <algorithm>
#include <array>
#include <cardon/kit/message_tags.hpp>
#include <cardon/services/timings.hpp>
#include <limits>

namespace cardon {
namespace {

using Ball = std::array<std::byte, 8>;
using Request = Transport::Request;

constexpr int latency_tag = message_tag::latency;
constexpr int max_rounds = 20, fewest_rounds = 5;
constexpr std::byte again{1}, enough{0};

void send_and_wait(Transport& transport, int to, const Ball& ball) {
  const Request request = transport.send(to, latency_tag, ball);
  transport.wait({&request, 1});
}

/// The peer has the first and the last word.
Real play(Transport& transport, int leader, Real threshold) {
  Real best = std::numeric_limits<Real>::infinity();
  Ball ball{again}, back{};
  for (int round = 0; round < max_rounds; ++round) {
    const Request reply = transport.post_receive(leader, latency_tag, back);
    const double start = seconds_now();
    send_and_wait(transport, leader, ball);
    transport.wait({&reply, 1});
    best = std::min(best, (seconds_now() - start) / 2);
    if (round + 1 >= fewest_rounds && best > 10 * threshold) break;
  }
  ball[0] = enough;
  send_and_wait(transport, leader, ball);
  return best;
}

/// Answers all peers until each has had enough, without letting a far one hold up a near one.
void serve(Transport& transport, const std::vector<int>& peers) {
  std::vector<Ball> balls(peers.size());
  std::vector<Request> requests;
  for (std::size_t p = 0; p < peers.size(); ++p)
    requests.push_back(transport.post_receive(peers[p], latency_tag, balls[p]));
  std::vector<bool> done(peers.size(), false);
  for (std::size_t left = peers.size(); left > 0;)
    for (std::size_t p = 0; p < peers.size(); ++p) {
      if (done[p] || !transport.test({&requests[p], 1})) continue;
      transport.wait({&requests[p], 1});
      if (balls[p][0] == enough) {
        done[p] = true;
        --left;
        continue;
      }
      const Ball reply = balls[p];
      requests[p] = transport.post_receive(peers[p], latency_tag, balls[p]);
      send_and_wait(transport, peers[p], reply);
    }
}

}  // namespace

Real probe_latency(Transport& transport, int leader, const std::vector<int>& peers,
                   Real threshold) {
  if (transport.rank() == leader) {
    serve(transport, peers);
    return 0;
  }
  const bool plays = std::find(peers.begin(), peers.end(), transport.rank()) != peers.end();
  return plays ? play(transport, leader, threshold) : 0;
}

}  // namespace cardon
