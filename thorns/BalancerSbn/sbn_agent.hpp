// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_agent.hpp>
#include <cardon/kit/balance/job_queue.hpp>
#include <cardon/kit/balance/small_random.hpp>
#include <map>
#include <optional>

#include "sbn_pattern.hpp"
#include "sbn_thresholds.hpp"

namespace cardon {

struct SbnSetup {
  double unit = 1;  ///< work of a usual job
  unsigned seed = 1;
};

/// What the variants of SBN share: patterns, thresholds, and when a rank acts (D. J. Harvey's
/// dissertation, sections 3.2 and 3.3). A rank whose queue falls below MinTh asks for work along a
/// pattern of which it is the root; one above MaxTh gives work away along such a pattern.
class SbnAgent : public BalanceAgent {
 public:
  SbnAgent(const SbnSetup& setup, int rank);
  bool round(const RankView& own, std::span<const BalanceMessage> inbox,
             BalanceChannel& channel) override;

 protected:
  /// Words of a message: kind, root, number of the pattern, what follows.
  struct Letter {
    int from, kind, root, pattern;
    std::span<const double> words;
  };
  /// One call of round().
  struct Call {
    const RankView& own;
    BalanceChannel& channel;
    JobQueue queue;
  };
  virtual void receive(const Letter& letter, Call& call) = 0;
  virtual void ask(int pattern, Call& call) = 0;
  virtual void give_surplus(int pattern, Call& call) = 0;
  virtual bool may_ask() = 0;
  /// Patterns of which one is chosen at random for every operation.
  virtual std::vector<SbnPattern::Kind> kinds() const;

  const SbnPattern& pattern(int number) const { return patterns_[std::size_t(number)]; }
  void send(Call& call, const std::vector<int>& ranks, int kind, int root, int pattern,
            std::initializer_list<double> words) const;
  void update(double total, int ranks) { thresholds_ = sbn_thresholds(total, ranks); }

  SbnThresholds thresholds_;

 private:
  SbnSetup setup_;
  SmallRandom random_;
  std::vector<SbnPattern> patterns_;
};

/// The basic variant: sums travel to the root, the total and surplus jobs outwards again.
class SbnBasicAgent : public SbnAgent {
 public:
  using SbnAgent::SbnAgent;

 protected:
  void receive(const Letter& letter, Call& call) override;
  void ask(int pattern, Call& call) override;
  void give_surplus(int pattern, Call& call) override;
  bool may_ask() override { return operations_.empty(); }

 private:
  struct Operation {
    int predecessor = -1;
    std::size_t expected = 0;
    double sum = 0;
    bool sums = true;  // are still coming in
  };
  using Key = std::pair<int, int>;  // root, pattern
  void balance(const Letter& letter, Call& call);
  void reply(const Letter& letter, Call& call);
  void distribute(const Letter& letter, Call& call);
  void pass_on(int root, int pattern, double total, double surplus, Call& call);

  std::map<Key, Operation> operations_;  // that are not over
};

/// The hypercube variant: sums meet at the one sink of the root, and the distribution comes back.
/// Needs a power of two of ranks.
class SbnCubeAgent : public SbnAgent {
 public:
  using SbnAgent::SbnAgent;

 protected:
  void receive(const Letter& letter, Call& call) override;
  void ask(int pattern, Call& call) override;
  void give_surplus(int pattern, Call& call) override;
  bool may_ask() override { return operations_.empty(); }
  std::vector<SbnPattern::Kind> kinds() const override { return {SbnPattern::Kind::hypercube}; }

 private:
  struct Operation {
    std::size_t arrived = 0, returned = 0;
    double sum = 0;
  };
  void forward(int root, int pattern, double sum, Call& call);
  void return_total(int root, int pattern, double total, Call& call);

  std::map<int, Operation> operations_;  // by root
};

/// The heuristic variant: the search goes outwards and ends at ranks that have enough.
class SbnHeuristicAgent : public SbnAgent {
 public:
  using SbnAgent::SbnAgent;

 protected:
  void receive(const Letter& letter, Call& call) override;
  void ask(int pattern, Call& call) override;
  void give_surplus(int pattern, Call& call) override;
  bool may_ask() override;

 private:
  void search(const Letter& letter, Call& call);
  void outwards(int root, int pattern, double surplus, Call& call);

  int patience_ = 0;  // calls until another search may start
};

}  // namespace cardon
