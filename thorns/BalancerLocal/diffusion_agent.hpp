// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_agent.hpp>
#include <map>

namespace cardon {

/// Averages load with the ranks that its blocks exchange messages with; a rank without any takes
/// those with the numbers before and after its own. First virtual load flows for a number of
/// iterations: a rank above the mean of its neighbourhood gives the excess to those below, in
/// proportion to what they lack. Then blocks move as far as they fit into the net flow (DiffusLB in
/// H. Menon, dissertation, University of Illinois, 2016, section 3.6.2; G. Cybenko, "Dynamic load
/// balancing for distributed memory multiprocessors", 1989). Speeds weigh.
class DiffusionAgent : public BalanceAgent {
 public:
  explicit DiffusionAgent(long iterations) : iterations_(iterations) {}
  bool round(const RankView& own, std::span<const BalanceMessage> inbox,
             BalanceChannel& channel) override;

 private:
  struct Neighbour {
    double work = 0, speed = 1;
    double flow = 0;  // work sent there, less what came from there
  };
  void start(const RankView& own);
  void take(std::span<const BalanceMessage> inbox);
  std::map<int, double> excess(const RankView& own) const;
  void move_blocks(const RankView& own, BalanceChannel& channel) const;

  long iterations_, round_ = 0;
  std::map<int, Neighbour> neighbours_;  // by rank
  double work_ = 0;                      // virtual, background included
};

}  // namespace cardon
