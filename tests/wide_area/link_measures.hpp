// SPDX-License-Identifier: Apache-2.0
// What a link between the sites of rank 0 and the last rank does to messages. The same measurements
// run over emulated and over real links.
#pragma once
#include <cardon/services/transport.hpp>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace cardon::wide_area {

/// Times in s.
struct Measured {
  std::string what;
  std::size_t bytes = 0;  ///< of one message
  std::size_t piece = 0;  ///< longest piece into which it is cut
  double min = 0;         ///< of all timed repetitions
  double median = 0;      ///< of the same
  double ideal = 0;       ///< by the figures of the link
};

/// Latency in s and time in s that so many bytes occupy the link.
struct Ideal {
  double latency = 0;
  std::function<double(std::size_t)> transfer;
  /// A message cut into pieces.
  double occupied(std::size_t bytes, std::size_t piece) const;
};

/// All methods are collective.
class LinkMeasures {
 public:
  LinkMeasures(Transport& transport, Ideal ideal, int repetitions);

  /// Half a round trip.
  Measured ping_pong(std::size_t bytes, std::size_t piece);
  /// Several messages in a row and one short reply.
  Measured burst(int messages, std::size_t bytes);
  /// The first two ranks send to the last two at once; until both have a short reply. Four ranks.
  Measured shared(std::size_t bytes, std::size_t piece);
  /// One of `steps` in a row in which two ranks exchange messages and compute for `compute` s
  /// meanwhile, looking after the messages every 5 ms.
  static constexpr int steps = 6;
  Measured overlapped(std::size_t bytes, std::size_t piece, double compute);

 private:
  using Requests = std::vector<Transport::Request>;
  Measured repeat(Measured measured, int ranks_at_each_end, const std::function<void()>& once,
                  int untimed = 1);
  void send(int to, std::size_t bytes, std::size_t piece);
  void receive(int from, std::size_t bytes, std::size_t piece);
  void post(Requests& requests, bool sending, int other, std::size_t bytes, std::size_t piece);
  void finish(Requests& requests);
  void step(std::size_t bytes, std::size_t piece, double compute);
  void rest();

  Transport& transport_;
  Ideal ideal_;
  int repetitions_;
  int me_, last_;
  std::vector<std::byte> out_, in_;
};

}  // namespace cardon::wide_area
