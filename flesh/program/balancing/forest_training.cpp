// SPDX-License-Identifier: Apache-2.0
#include "balancing/forest_training.hpp"

#include <algorithm>
#include <cardon/kit/balance/small_random.hpp>
#include <cmath>
#include <numeric>

namespace cardon {
namespace {

using Node = DecisionForest::Node;

struct Split {
  int feature = -1;
  double threshold = 0, impurity = 0;
};

// Four digits, for readers: between two values the place of a threshold says nothing.
double rounded(double low, double high) {
  const double middle = low + (high - low) / 2;
  if (middle == 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(middle))) - 3);
  const double value = std::round(middle / unit) * unit;
  return low < value && value <= high ? value : middle;
}

double total(const std::vector<double>& counts) {
  return std::accumulate(counts.begin(), counts.end(), 0.0);
}

// So that a threshold between them has a place in the text of a forest.
bool differ(double low, double high) {
  return high - low > 1e-5 * std::max(std::abs(low), std::abs(high));
}

// Gini index times the weight.
double impurity(const std::vector<double>& counts) {
  const double all = total(counts);
  double squares = 0;
  for (const double count : counts) squares += count * count;
  return all > 0 ? all - squares / all : 0;
}

class TreeGrower {
 public:
  TreeGrower(std::size_t strategies, std::span<const LabelledScenario> samples,
             const ForestOptions& options, std::uint64_t tree)
      : strategies_(strategies),
        samples_(samples),
        options_(options),
        random_(options.seed, tree) {}

  DecisionForest::Tree grow() {
    std::vector<std::size_t> rows(samples_.size());
    for (std::size_t r = 0; r < rows.size(); ++r)
      rows[r] = options_.bootstrap ? std::size_t(random_.below(int(rows.size()))) : r;
    add_node(rows, 0);
    return std::move(tree_);
  }

 private:
  std::vector<double> counts_of(std::span<const std::size_t> rows) const {
    std::vector<double> counts(strategies_, 0.0);
    for (const std::size_t row : rows) add(samples_[row], 1, counts);
    return counts;
  }
  static void add(const LabelledScenario& sample, double sign, std::vector<double>& counts) {
    for (std::size_t s = 0; s < counts.size(); ++s)
      counts[s] += sign * sample.weight * sample.shares[s];
  }
  double value(std::size_t row, int feature) const {
    return samples_[row].features[std::size_t(feature)];
  }

  std::vector<int> features_to_try() {
    std::vector<int> all(samples_[0].features.size());
    std::iota(all.begin(), all.end(), 0);
    if (options_.features == 0) return all;
    for (int i = 0; i < options_.features; ++i)
      std::swap(all[std::size_t(i)], all[std::size_t(i + random_.below(int(all.size()) - i))]);
    all.resize(std::size_t(options_.features));
    return all;
  }

  void try_feature(std::vector<std::size_t>& rows, int feature, Split& best) const {
    std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
      return value(a, feature) < value(b, feature);
    });
    std::vector<double> small(strategies_, 0.0), large = counts_of(rows);
    for (std::size_t r = 0; r + 1 < rows.size(); ++r) {
      add(samples_[rows[r]], 1, small);
      add(samples_[rows[r]], -1, large);
      const double low = value(rows[r], feature), high = value(rows[r + 1], feature);
      const auto left = double(r + 1), right = double(rows.size() - r - 1);
      if (!differ(low, high) || std::min(left, right) < options_.min_leaf) continue;
      const double both = impurity(small) + impurity(large);
      if (both < best.impurity - 1e-9) best = {feature, rounded(low, high), both};
    }
  }

  std::size_t add_node(std::vector<std::size_t> rows, int depth) {
    const std::size_t number = tree_.size();
    tree_.push_back({.counts = counts_of(rows)});
    Split best{.impurity = impurity(tree_[number].counts)};
    if (depth < options_.max_depth && best.impurity > 1e-9)
      for (const int feature : features_to_try()) try_feature(rows, feature, best);
    if (best.feature < 0 || impurity(tree_[number].counts) - best.impurity < options_.min_gain)
      return number;
    const auto middle = std::stable_partition(rows.begin(), rows.end(), [&](std::size_t row) {
      return value(row, best.feature) < best.threshold;
    });
    tree_[number].feature = best.feature;
    tree_[number].threshold = best.threshold;
    const std::size_t small = add_node({rows.begin(), middle}, depth + 1);
    const std::size_t large = add_node({middle, rows.end()}, depth + 1);
    tree_[number].small = small;
    tree_[number].large = large;
    return number;
  }

  std::size_t strategies_;
  std::span<const LabelledScenario> samples_;
  const ForestOptions& options_;
  SmallRandom random_;
  DecisionForest::Tree tree_;
};

}  // namespace

DecisionForest train_forest(const std::vector<std::string>& strategies,
                            std::span<const LabelledScenario> samples,
                            const ForestOptions& options) {
  std::vector<DecisionForest::Tree> trees;
  for (int tree = 0; tree < options.trees; ++tree)
    trees.push_back(TreeGrower(strategies.size(), samples, options, std::uint64_t(tree)).grow());
  return {strategies, std::move(trees)};
}

}  // namespace cardon
