// SPDX-License-Identifier: Apache-2.0
#include "pre_partition.hpp"

#include <algorithm>
#include <cardon/kit/balance/lazy_blocks.hpp>
#include <limits>

namespace cardon {
namespace {

constexpr int rounds = 4;  // and as many more whenever the mean falls
constexpr int max_rounds = 40;
constexpr double poor_balance = 1.75;  // max / mean from which on the cut is refined

class PrePartition {
 public:
  PrePartition(const BalanceProblem& problem, unsigned seed)
      : problem_(problem),
        ranks_(available_ranks(problem)),
        blocks_(problem, placement_of(problem), seed),
        random_(seed, 1),
        weight_(problem.ranks.size(), 0.0) {
    for (const int rank : ranks_)
      weight_[std::size_t(rank)] = problem.ranks[std::size_t(rank)].background;
    for (std::size_t b = 0; b < problem.blocks.size(); ++b)
      weight_[rank_of(int(b))] += share(int(b));
  }

  Placement run() {
    Placement best = blocks_.assigned();
    double min_max = max(), min_mean = mean();
    int limit = rounds;
    for (int round = 0; round < limit; ++round) {
      sweep();
      if (max() > poor_balance * mean()) refine();
      if (max() < min_max) {
        min_max = max();
        best = blocks_.assigned();
      }
      if (mean() >= min_mean * (1 - 1e-6)) continue;
      min_mean = mean();
      limit = std::min(max_rounds, limit + rounds);
    }
    return best;
  }

 private:
  std::size_t rank_of(int block) const {
    return std::size_t(blocks_.assigned()[std::size_t(block)]);
  }
  double share_on(int block, std::size_t rank) const {
    return blocks_.work(block) / problem_.ranks[rank].speed + blocks_.overhead(block, int(rank));
  }
  double share(int block) const { return share_on(block, rank_of(block)); }
  double mean() const {
    double sum = 0;
    for (const int rank : ranks_) sum += weight_[std::size_t(rank)];
    return sum / double(ranks_.size());
  }
  double max() const {
    double largest = 0;
    for (const int rank : ranks_) largest = std::max(largest, weight_[std::size_t(rank)]);
    return largest;
  }

  // Neighbours of a block wait for messages of another rank then.
  void move(int block, int rank) {
    const auto add = [&](int one, double sign) { weight_[rank_of(one)] += sign * share(one); };
    add(block, -1);
    for (const int near : blocks_.neighbours(block)) add(near, -1);
    blocks_.assign(block, rank);
    add(block, 1);
    for (const int near : blocks_.neighbours(block)) add(near, 1);
  }

  // Every block moves once at most.
  void sweep() {
    std::vector<char> moved(problem_.blocks.size(), 0);
    std::vector<int> open = ranks_;
    while (!open.empty()) {
      const auto lightest = std::min_element(open.begin(), open.end(), [this](int a, int b) {
        return weight_[std::size_t(a)] < weight_[std::size_t(b)];
      });
      const int first = weight_[std::size_t(*lightest)] < mean() ? candidate(*lightest, moved) : -1;
      if (first < 0)
        open.erase(lightest);
      else
        take_around(first, *lightest, moved);
    }
  }

  bool may_leave(int block, int rank, const std::vector<char>& moved) const {
    return moved[std::size_t(block)] == 0 && problem_.blocks[std::size_t(block)].movable &&
           int(rank_of(block)) != rank && weight_[rank_of(block)] > mean();
  }

  // Of the neighbours of ten blocks of a rank the one whose overhead grows least; of all its
  // neighbours if there is none.
  int candidate(int rank, const std::vector<char>& moved) {
    std::vector<int> own;
    for (std::size_t b = 0; b < problem_.blocks.size(); ++b)
      if (int(rank_of(int(b))) == rank) own.push_back(int(b));
    int best = -1;
    double min_change = std::numeric_limits<double>::max();
    const auto consider = [&](int block) {
      for (const int near : blocks_.neighbours(block)) {
        if (!may_leave(near, rank, moved)) continue;
        const double change = blocks_.change(near, int(rank_of(near)), rank);
        if (change >= min_change) continue;
        min_change = change;
        best = near;
      }
    };
    constexpr int sample = 10;
    for (int n = 0; n < sample && !own.empty(); ++n)
      consider(own[std::size_t(random_.below(int(own.size())))]);
    for (std::size_t n = 0; n < own.size() && best < 0; ++n) consider(own[n]);
    for (std::size_t b = 0; b < problem_.blocks.size() && own.empty() && best < 0; ++b)
      if (may_leave(int(b), rank, moved)) best = int(b);
    return best;
  }

  // Breadth first, until the rank has its share.
  void take_around(int first, int rank, std::vector<char>& moved) {
    std::vector<int> queue{first};
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const int block = queue[next];
      if (!may_leave(block, rank, moved)) continue;
      if (next > 0 && weight_[std::size_t(rank)] >= mean()) return;
      move(block, rank);
      moved[std::size_t(block)] = 1;
      for (const int near : blocks_.neighbours(block)) queue.push_back(near);
    }
  }

  // Blocks go to the rank of a neighbour where all of them cost less.
  void refine() {
    for (std::size_t b = 0; b < problem_.blocks.size(); ++b) {
      const int block = int(b), from = int(rank_of(block));
      if (!problem_.blocks[b].movable) continue;
      for (const int near : blocks_.neighbours(block)) {
        const int to = int(rank_of(near));
        if (to == from || !problem_.ranks[std::size_t(to)].available ||
            blocks_.change(block, from, to) >= 0)
          continue;
        if (weight_[std::size_t(to)] + share_on(block, std::size_t(to)) >
            weight_[std::size_t(from)])
          continue;
        move(block, to);
        break;
      }
    }
  }

  const BalanceProblem& problem_;
  std::vector<int> ranks_;
  LazyBlocks blocks_;
  SmallRandom random_;
  std::vector<double> weight_;  // s per step by rank
};

}  // namespace

Placement pre_partition(const BalanceProblem& problem, unsigned seed) {
  return PrePartition(problem, seed).run();
}

}  // namespace cardon
