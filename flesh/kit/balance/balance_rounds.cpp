// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/balance_rounds.hpp>
#include <cardon/kit/balance/greedy_assignment.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon {

class BalanceRounds::Channel : public BalanceChannel {
 public:
  Channel(BalanceRounds& rounds, int rank) : rounds_(rounds), rank_(rank) {}
  void send(std::span<const int> ranks, std::vector<double> words) override {
    const auto shared = std::make_shared<const std::vector<double>>(std::move(words));
    for (const int to : ranks) {
      if (to < 0 || to >= int(rounds_.views_.size())) throw Bug("an agent writes to no rank");
      rounds_.sent_.push_back({rank_, to, shared});
      rounds_.traffic_.messages += 1;
      rounds_.traffic_.words += double(shared->size());
      if (site(to) != site(rank_)) rounds_.traffic_.wide_words += double(shared->size());
    }
  }
  void move(int block, int rank) override {
    if (rounds_.placement_.at(std::size_t(block)) != rank_)
      throw Bug("an agent moves a block of another rank");
    if (!rounds_.problem_.blocks[std::size_t(block)].movable)
      throw Bug("an agent moves a block that cannot move");
    if (rank < 0 || rank >= int(rounds_.views_.size())) throw Bug("an agent moves to no rank");
    if (rank == rank_) return;
    rounds_.transfers_.push_back({block, rank_, rank});
    rounds_.traffic_.moves += 1;
  }

 private:
  int site(int rank) const { return rounds_.problem_.ranks[std::size_t(rank)].site; }
  BalanceRounds& rounds_;
  int rank_;
};

BalanceRounds::BalanceRounds(const BalanceProblem& problem, const MakeAgent& make_agent,
                             long max_rounds)
    : problem_(problem),
      max_rounds_(max_rounds),
      placement_(placement_of(problem)),
      received_(problem.ranks.size(), 0.0) {
  make_views();
  for (std::size_t r = 0; r < problem.ranks.size(); ++r) agents_.push_back(make_agent(int(r)));
}

BalanceRounds::~BalanceRounds() = default;

void BalanceRounds::make_views() {
  const std::vector<double> seconds = compute_seconds(problem_, placement_);
  const double mean = ideal_seconds(problem_);
  const double max = seconds.empty() ? 0 : *std::max_element(seconds.begin(), seconds.end());
  std::shared_ptr<std::vector<int>> sites;
  if (problem_.sites > 1) {
    sites = std::make_shared<std::vector<int>>();
    for (const RankLoad& rank : problem_.ranks) sites->push_back(rank.site);
  }
  for (std::size_t r = 0; r < problem_.ranks.size(); ++r)
    views_.push_back({.rank = int(r),
                      .ranks = int(problem_.ranks.size()),
                      .speed = problem_.ranks[r].speed,
                      .background = problem_.ranks[r].background,
                      .sites = sites,
                      .mean_seconds = mean,
                      .max_seconds = max});
  for (std::size_t b = 0; b < placement_.size(); ++b) {
    const BlockLoad& block = problem_.blocks[b];
    views_[std::size_t(block.rank)].blocks.push_back(
        {int(b), block.work, block.bytes, block.rank, block.movable});
  }
  for (const BlockEdge& edge : problem_.edges) {
    const int a = placement_[std::size_t(edge.from)], b = placement_[std::size_t(edge.to)];
    if (a == b) continue;
    views_[std::size_t(a)].neighbours.push_back(b);
    views_[std::size_t(b)].neighbours.push_back(a);
  }
  for (RankView& view : views_) {
    std::sort(view.neighbours.begin(), view.neighbours.end());
    view.neighbours.erase(std::unique(view.neighbours.begin(), view.neighbours.end()),
                          view.neighbours.end());
  }
}

// Blocks arrive together with the messages of the same round. A view changes only between rounds:
// agents may walk through it.
void BalanceRounds::deliver() {
  for (const Transfer& t : transfers_) {
    std::vector<RankBlock>& blocks = views_[std::size_t(t.from)].blocks;
    const auto it = std::find_if(blocks.begin(), blocks.end(),
                                 [&](const RankBlock& b) { return b.block == t.block; });
    views_[std::size_t(t.to)].blocks.push_back(*it);
    blocks.erase(it);
    placement_[std::size_t(t.block)] = t.to;
  }
  transfers_.clear();
  std::stable_sort(sent_.begin(), sent_.end(),
                   [](const Letter& a, const Letter& b) { return a.to < b.to; });
  arrived_ = std::move(sent_);
  sent_.clear();
}

bool BalanceRounds::round() {
  if (++traffic_.rounds > max_rounds_) throw Bug("the agents of a balancer do not come to an end");
  bool again = false;
  std::vector<BalanceMessage> inbox;
  auto letter = arrived_.begin();
  for (std::size_t r = 0; r < agents_.size(); ++r) {
    inbox.clear();
    double words = 0;
    for (; letter != arrived_.end() && letter->to == int(r); ++letter) {
      inbox.push_back({letter->from, *letter->words});
      words += double(letter->words->size());
    }
    received_[r] += words;
    traffic_.max_words = std::max(traffic_.max_words, received_[r]);
    Channel channel(*this, int(r));
    again = agents_[r]->round(views_[r], inbox, channel) || again;
  }
  again = again || !sent_.empty() || !transfers_.empty();
  deliver();
  return again;
}

std::vector<BlockMove> BalanceRounds::run() {
  while (round()) {
  }
  return moves_to(problem_, placement_);
}

namespace {

// Ranks that are gone take no part: their blocks are given to the others first.
struct Reduced {
  BalanceProblem problem;
  std::vector<int> ranks;  // of the problem, by rank here
};

Reduced without_gone_ranks(const BalanceProblem& problem) {
  Reduced reduced{problem, available_ranks(problem)};
  std::vector<int> number(problem.ranks.size(), -1);
  reduced.problem.ranks.clear();
  for (std::size_t r = 0; r < reduced.ranks.size(); ++r) {
    number[std::size_t(reduced.ranks[r])] = int(r);
    reduced.problem.ranks.push_back(problem.ranks[std::size_t(reduced.ranks[r])]);
  }
  Placement placement = placement_of(problem);
  std::vector<double> seconds = compute_seconds(problem, placement);
  std::vector<int> homeless;
  for (std::size_t b = 0; b < placement.size(); ++b)
    if (number[std::size_t(placement[b])] < 0 && problem.blocks[b].movable)
      homeless.push_back(int(b));
  assign_greedily(problem, homeless, reduced.ranks, seconds, placement);
  for (std::size_t b = 0; b < placement.size(); ++b) {
    reduced.problem.blocks[b].rank = std::max(0, number[std::size_t(placement[b])]);
    if (number[std::size_t(placement[b])] >= 0) continue;
    reduced.problem.blocks[b].work = 0;  // stays where it is
    reduced.problem.blocks[b].movable = false;
  }
  return reduced;
}

}  // namespace

std::vector<BlockMove> plan_by_agents(const BalanceProblem& problem,
                                      const BalanceRounds::MakeAgent& make_agent) {
  if (available_ranks(problem).empty()) return {};
  const Reduced reduced = without_gone_ranks(problem);
  BalanceRounds rounds(reduced.problem, make_agent);
  rounds.run();
  Placement placement = placement_of(problem);
  for (std::size_t b = 0; b < placement.size(); ++b)
    if (problem.blocks[b].movable) placement[b] = reduced.ranks[std::size_t(rounds.placement()[b])];
  return moves_to(problem, placement);
}

}  // namespace cardon
