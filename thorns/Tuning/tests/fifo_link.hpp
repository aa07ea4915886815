// SPDX-License-Identifier: Apache-2.0
// A link of known latency and bandwidth, and ranks that measure it.
#pragma once
#include <algorithm>
#include <cardon/tuning/rank_window.hpp>
#include <cmath>
#include <random>
#include <vector>

namespace cardon::test {

struct FifoLink {
  double latency = 37e-3, bandwidth = 3e6;  ///< bandwidth 0: unlimited
  int ranks = 2;                            ///< of each site
  int exchanges = 30, pieces = 6;           ///< pieces of a message
  double piece = 16e3;                      ///< bytes
  double sending = 20e-6;                   ///< s from piece to piece of a rank
  double skew = 2e-3;                       ///< s: largest difference of starts
  double poll = 50e-6;                      ///< s between two looks
  double jitter = 0;                        ///< s: most that a look comes late at times
  std::vector<double> clocks;               ///< offsets by rank; empty: none
  double asymmetry = 0;  ///< s by which the way back takes longer, and the way there less
  double drift = 0;      ///< s per s by which clocks of the second site run fast
  double start = 0;      ///< s: when the window begins
  unsigned seed = 1;
};

/// Lets ranks exchange over a link; rank r talks to rank r + link.ranks.
class FifoMeasurement {
 public:
  explicit FifoMeasurement(const FifoLink& link) : link_(link), random_(link.seed) {
    link_.clocks.resize(std::size_t(2 * link.ranks));
  }

  /// What the ranks of both sites note.
  std::vector<RankWindow> windows() {
    std::vector<RankWindow> all(std::size_t(2 * link_.ranks));
    for (RankWindow& window : all) window.readings.delays.resize(1);
    for (int n = 0; n < link_.exchanges; ++n)
      for (const int site : {0, 1})
        exchange(site, link_.start + n * 4 * (link_.latency + 0.5), all);
    return all;
  }

 private:
  struct Piece {
    int from;
    double sent;
    double arrives;
  };

  double uniform(double limit) { return std::uniform_real_distribution<>(0, limit)(random_); }

  void exchange(int site, double start, std::vector<RankWindow>& all) {
    std::vector<Piece> sent;
    for (int r = 0; r < link_.ranks; ++r) {
      const double begin = start + uniform(link_.skew);
      for (int p = 0; p < link_.pieces; ++p)
        sent.push_back({site * link_.ranks + r, begin + p * link_.sending, 0});
    }
    std::stable_sort(sent.begin(), sent.end(),
                     [](const Piece& a, const Piece& b) { return a.sent < b.sent; });
    double busy = 0;
    for (Piece& piece : sent) {
      busy = std::max(busy, piece.sent) + (link_.bandwidth > 0 ? link_.piece / link_.bandwidth : 0);
      piece.arrives = busy + link_.latency + (site == 0 ? -1 : 1) * link_.asymmetry / 2;
    }
    for (int r = 0; r < link_.ranks; ++r) receive(site * link_.ranks + r, sent, all);
  }

  void receive(int from, const std::vector<Piece>& sent, std::vector<RankWindow>& all) {
    const int to = (from + link_.ranks) % (2 * link_.ranks);
    const auto there = [&](double time) { return shown(from, time); };
    const auto here = [&](double time) { return shown(to, time); };
    DelayFigures& figures = all[std::size_t(to)].readings.delays[0];
    if (figures.peers.empty()) figures.peers.push_back({.rank = from});
    MessageArrival message{.from = from, .first_sent = -1};
    double looked = 0;
    for (const Piece& p : sent) {
      if (p.from != from) continue;
      if (message.first_sent < 0) message.first_sent = there(p.sent);
      looked = std::max(looked, (std::floor(p.arrives / link_.poll) + 1) * link_.poll + late());
      note(figures, here(looked) - there(p.sent));
      message.last_sent = there(p.sent);
      message.blur = link_.poll / 2;
      message.received = here(looked - link_.poll / 2);
      message.bytes += link_.piece;
    }
    figures.recent.push_back(message);
  }

  // By the clock of a rank.
  double shown(int rank, double time) const {
    const double fast = rank < link_.ranks ? 0 : link_.drift;
    return time * (1 + fast) + link_.clocks[std::size_t(rank)];
  }

  double late() { return uniform(1) < 0.1 ? uniform(link_.jitter) : 0; }

  void note(DelayFigures& figures, double delay) const {
    PeerDelay& peer = figures.peers[0];
    ++peer.pieces;
    peer.bytes = link_.piece;
    peer.second = std::min(peer.second, std::max(delay, peer.min));
    peer.min = std::min(peer.min, delay);
  }

  FifoLink link_;
  std::mt19937 random_;
};

}  // namespace cardon::test
