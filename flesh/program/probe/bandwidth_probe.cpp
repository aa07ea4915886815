// SPDX-License-Identifier: Apache-2.0
#include "probe/bandwidth_probe.hpp"

#include <algorithm>
#include <cardon/kit/message_tags.hpp>
#include <cardon/services/timings.hpp>
#include <cstdint>
#include <span>
#include <vector>

namespace cardon {
namespace {

using Request = Transport::Request;

constexpr int tag = message_tag::bandwidth;
constexpr std::size_t piece = 16000, first_pieces = 4, max_pieces = 1024;
constexpr double long_enough = 0.2;  // s

void send_number(Transport& transport, int to, std::uint64_t number) {
  const Request request = transport.send(to, tag, std::as_bytes(std::span(&number, 1)));
  transport.wait({&request, 1});
}

std::uint64_t receive_number(Transport& transport, int from) {
  std::uint64_t number = 0;
  const Request request =
      transport.post_receive(from, tag, std::as_writable_bytes(std::span(&number, 1)));
  transport.wait({&request, 1});
  return number;
}

/// Seconds from the first piece to the word that all have come.
double send_pieces(Transport& transport, int to, std::size_t pieces) {
  static const std::vector<std::byte> bytes(piece);
  send_number(transport, to, pieces);
  receive_number(transport, to);  // its receives are posted
  const double start = seconds_now();
  std::vector<Request> requests;
  for (std::size_t p = 0; p < pieces; ++p) requests.push_back(transport.send(to, tag, bytes));
  receive_number(transport, to);
  const double seconds = seconds_now() - start;
  transport.wait(requests);
  return seconds;
}

void receive_pieces(Transport& transport, int from) {
  while (const std::uint64_t pieces = receive_number(transport, from)) {
    std::vector<std::byte> bytes(pieces * piece);
    std::vector<Request> requests;
    for (std::uint64_t p = 0; p < pieces; ++p)
      requests.push_back(
          transport.post_receive(from, tag, std::span(bytes).subspan(p * piece, piece)));
    send_number(transport, from, pieces);
    transport.wait(requests);
    send_number(transport, from, pieces);
  }
}

}  // namespace

Real probe_bandwidth(Transport& transport, int from, int to, Real latency) {
  if (transport.rank() == to) receive_pieces(transport, from);
  if (transport.rank() != from) return 0;
  const auto seconds = [&](std::size_t pieces) {
    const double all = send_pieces(transport, to, pieces);
    return std::max(all - 2 * latency, all / 100);
  };
  std::size_t pieces = first_pieces;
  double shortest = seconds(pieces);
  while (shortest < long_enough && pieces < max_pieces) {
    pieces *= 4;
    shortest = seconds(pieces);
  }
  shortest = std::min(shortest, seconds(pieces));
  send_number(transport, to, 0);
  return Real(pieces * piece) / shortest;
}

}  // namespace cardon
