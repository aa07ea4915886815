// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/part_owners.hpp>
#include <numeric>
#include <tuple>

namespace cardon {
namespace {

// Exchanges of two owners cost the square of their number each time; beyond it the greedy rule must
// do.
constexpr int max_exchange_parts = 256;

bool same_class(const std::vector<int>& classes, int a, int b) {
  return classes.empty() || classes[std::size_t(a)] == classes[std::size_t(b)];
}

std::vector<int> greedy_owners(const SimilarityMatrix& s, const std::vector<int>& classes) {
  std::vector<std::tuple<double, int, int>> entries;
  for (int part = 0; part < s.parts; ++part)
    for (int owner = 0; owner < s.owners; ++owner)
      if (s.at(part, owner) > 0 && same_class(classes, part, owner))
        entries.emplace_back(-s.at(part, owner), part, owner);
  std::sort(entries.begin(), entries.end());
  std::vector<int> owners(std::size_t(s.parts), -1);
  std::vector<bool> taken(std::size_t(s.owners), false);
  for (const auto& [weight, part, owner] : entries) {
    if (owners[std::size_t(part)] >= 0 || taken[std::size_t(owner)]) continue;
    owners[std::size_t(part)] = owner;
    taken[std::size_t(owner)] = true;
  }
  for (int part = 0; part < s.parts; ++part)
    for (int owner = 0; owner < s.owners && owners[std::size_t(part)] < 0; ++owner) {
      if (taken[std::size_t(owner)] || !same_class(classes, part, owner)) continue;
      owners[std::size_t(part)] = owner;
      taken[std::size_t(owner)] = true;
    }
  return owners;
}

void exchange(const SimilarityMatrix& s, RemapMetric metric, const std::vector<int>& classes,
              std::vector<int>& owners) {
  double best = remap_volume(s, owners, metric);
  for (bool better = true; better;) {
    better = false;
    for (int a = 0; a < s.parts; ++a)
      for (int b = a + 1; b < s.parts; ++b) {
        if (!same_class(classes, a, b)) continue;
        std::swap(owners[std::size_t(a)], owners[std::size_t(b)]);
        const double now = remap_volume(s, owners, metric);
        if (now < best * (1 - 1e-12)) {
          best = now;
          better = true;
        } else {
          std::swap(owners[std::size_t(a)], owners[std::size_t(b)]);
        }
      }
  }
}

}  // namespace

SimilarityMatrix similarity_of(const BalanceProblem& problem, std::span<const int> blocks,
                               std::span<const int> parts, std::span<const int> owners, int n) {
  SimilarityMatrix similarity{n, n, std::vector<double>(std::size_t(n) * std::size_t(n), 0.0)};
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const BlockLoad& block = problem.blocks[std::size_t(blocks[i])];
    const int owner = owners[std::size_t(block.rank)];
    if (owner >= 0)
      similarity.weights[std::size_t(parts[i] * n + owner)] += block.bytes > 0 ? block.bytes : 1;
  }
  return similarity;
}

double remap_volume(const SimilarityMatrix& s, const std::vector<int>& owners, RemapMetric metric) {
  std::vector<double> sent(std::size_t(s.owners), 0.0), received(std::size_t(s.owners), 0.0);
  for (int part = 0; part < s.parts; ++part)
    for (int owner = 0; owner < s.owners; ++owner) {
      if (owners[std::size_t(part)] == owner) continue;
      sent[std::size_t(owner)] += s.at(part, owner);
      received[std::size_t(owners[std::size_t(part)])] += s.at(part, owner);
    }
  if (metric == RemapMetric::total_volume) return std::accumulate(sent.begin(), sent.end(), 0.0);
  const double out = *std::max_element(sent.begin(), sent.end());
  const double in = *std::max_element(received.begin(), received.end());
  return metric == RemapMetric::max_volume ? std::max(out, in) : out + in;
}

std::vector<int> remap_parts(const SimilarityMatrix& s, RemapMetric metric,
                             const std::vector<int>& classes) {
  if (s.parts == 0) return {};
  std::vector<int> owners = greedy_owners(s, classes);
  std::vector<int> identity(owners.size());
  std::iota(identity.begin(), identity.end(), 0);
  if (remap_volume(s, identity, metric) < remap_volume(s, owners, metric)) owners = identity;
  if (s.parts <= max_exchange_parts && metric != RemapMetric::total_volume)
    exchange(s, metric, classes, owners);
  return owners;
}

}  // namespace cardon
