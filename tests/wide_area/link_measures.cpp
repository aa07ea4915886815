// SPDX-License-Identifier: Apache-2.0
#include "link_measures.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace cardon::wide_area {
namespace {

constexpr int message_tag = 1, end_tag = 2;
constexpr std::size_t reply = 8;
constexpr int new_connection = 10;  // rounds in which TCP finds the speed of one not used before
constexpr std::chrono::milliseconds look_interval(5);

double seconds() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(time).count();
}

}  // namespace

double Ideal::occupied(std::size_t bytes, std::size_t piece) const {
  double time = 0;
  for (std::size_t at = 0; at < bytes; at += piece) time += transfer(std::min(piece, bytes - at));
  return time;
}

LinkMeasures::LinkMeasures(Transport& transport, Ideal ideal, int repetitions)
    : transport_(transport),
      ideal_(std::move(ideal)),
      repetitions_(repetitions),
      me_(transport.rank()),
      last_(transport.size() - 1) {}

void LinkMeasures::post(Requests& requests, bool sending, int other, std::size_t bytes,
                        std::size_t piece) {
  auto& buffer = sending ? out_ : in_;
  if (buffer.size() < bytes) buffer.resize(bytes);
  for (std::size_t at = 0; at < bytes; at += piece) {
    const auto part = std::span(buffer).subspan(at, std::min(piece, bytes - at));
    requests.push_back(sending ? transport_.send(other, message_tag, part)
                               : transport_.post_receive(other, message_tag, part));
  }
}

void LinkMeasures::finish(Requests& requests) {
  transport_.wait(requests);
  requests.clear();
}

void LinkMeasures::send(int to, std::size_t bytes, std::size_t piece) {
  Requests requests;
  post(requests, true, to, bytes, piece);
  finish(requests);
}

void LinkMeasures::receive(int from, std::size_t bytes, std::size_t piece) {
  Requests requests;
  post(requests, false, from, bytes, piece);
  finish(requests);
}

// Ranks that have no part must not take the cores from those that measure.
void LinkMeasures::rest() {
  std::byte end{};
  Requests request{transport_.post_receive(0, end_tag, std::span(&end, 1))};
  while (!transport_.test(request)) std::this_thread::sleep_for(look_interval);
  finish(request);
}

Measured LinkMeasures::repeat(Measured measured, int ranks_at_each_end,
                              const std::function<void()>& once, int untimed) {
  if (me_ >= ranks_at_each_end && me_ <= last_ - ranks_at_each_end) {
    rest();
    return measured;
  }
  std::vector<double> times;
  for (int n = 0; n < untimed + repetitions_; ++n) {
    const double start = seconds();
    once();
    if (n >= untimed) times.push_back(seconds() - start);
  }
  std::sort(times.begin(), times.end());
  measured.min = times.front();
  measured.median = times[times.size() / 2];
  Requests ends;
  const std::byte end{};
  for (int rank = ranks_at_each_end; me_ == 0 && rank <= last_ - ranks_at_each_end; ++rank)
    ends.push_back(transport_.send(rank, end_tag, std::span(&end, 1)));
  finish(ends);
  return measured;
}

Measured LinkMeasures::ping_pong(std::size_t bytes, std::size_t piece) {
  const double ideal = ideal_.latency + ideal_.occupied(bytes, piece);
  Measured measured = repeat({"ping-pong", bytes, piece, 0, 0, ideal}, 1, [&] {
    if (me_ == 0) send(last_, bytes, piece);
    receive(me_ == 0 ? last_ : 0, bytes, piece);
    if (me_ != 0) send(0, bytes, piece);
  });
  measured.min /= 2;
  measured.median /= 2;
  return measured;
}

Measured LinkMeasures::burst(int messages, std::size_t bytes) {
  const std::size_t all = bytes * std::size_t(messages);
  const double ideal = 2 * ideal_.latency + ideal_.occupied(all, bytes) + ideal_.transfer(reply);
  return repeat({"burst of " + std::to_string(messages), bytes, bytes, 0, 0, ideal}, 1, [&] {
    if (me_ == 0) send(last_, all, bytes);
    if (me_ == 0) receive(last_, reply, reply);
    if (me_ != 0) receive(0, all, bytes);
    if (me_ != 0) send(0, reply, reply);
  });
}

Measured LinkMeasures::shared(std::size_t bytes, std::size_t piece) {
  const double ideal =
      2 * ideal_.latency + 2 * ideal_.occupied(bytes, piece) + ideal_.transfer(reply);
  const auto once = [&] {
    const int partner = me_ < 2 ? last_ - 1 + me_ : me_ - last_ + 1;
    if (me_ == 0) send(1, reply, reply);
    if (me_ == 1) receive(0, reply, reply);
    if (me_ < 2) send(partner, bytes, piece);
    receive(partner, me_ < 2 ? reply : bytes, me_ < 2 ? reply : piece);
    if (me_ >= 2) send(partner, reply, reply);
    if (me_ == 1) send(0, reply, reply);
    if (me_ == 0) receive(1, reply, reply);
  };
  return repeat({"two ranks at once", bytes, piece, 0, 0, ideal}, 2, once, new_connection);
}

void LinkMeasures::step(std::size_t bytes, std::size_t piece, double compute) {
  const double end = seconds() + compute;
  const int other = me_ == 0 ? last_ : 0;
  Requests requests;
  post(requests, false, other, bytes, piece);
  post(requests, true, other, bytes, piece);
  for (double left = compute; left > 0; left = end - seconds()) {
    const std::chrono::duration<double> rest(left);
    std::this_thread::sleep_for(std::min<std::chrono::duration<double>>(look_interval, rest));
    transport_.test(requests);
  }
  finish(requests);
}

// The two ranks need not be in step: if one is ahead, its steps are short and long in turn. So the
// number of steps is even.
Measured LinkMeasures::overlapped(std::size_t bytes, std::size_t piece, double compute) {
  const double ideal = std::max(compute, ideal_.latency + ideal_.occupied(bytes, piece));
  const std::string what =
      "exchange and " + std::to_string(std::lround(compute * 1e3)) + " ms of work";
  Measured measured = repeat({what, bytes, piece, 0, 0, ideal}, 1, [&] {
    for (int n = 0; n < steps; ++n) step(bytes, piece, compute);
  });
  measured.min /= steps;
  measured.median /= steps;
  return measured;
}

}  // namespace cardon::wide_area
