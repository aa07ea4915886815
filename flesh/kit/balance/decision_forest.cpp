// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/balance/balance_features.hpp>
#include <cardon/kit/balance/decision_forest.hpp>
#include <cardon/thorn/error.hpp>
#include <numeric>
#include <sstream>

namespace cardon {
namespace {

using Node = DecisionForest::Node;
using Tree = DecisionForest::Tree;

class Parser {
 public:
  Parser(std::string_view text, std::span<const BalanceFeature> features)
      : lines_{std::string(text)}, features_(features) {
    next();
  }

  DecisionForest forest() {
    if (word() != "strategies") refuse();
    for (std::string name; line_ >> name;) strategies_.push_back(name);
    std::vector<Tree> trees;
    while (next()) {
      if (word() != "tree") refuse();
      trees.emplace_back();
      add_node(trees.back());
    }
    if (strategies_.empty() || trees.empty()) refuse();
    return {std::move(strategies_), std::move(trees)};
  }

 private:
  bool next() {
    while (std::getline(lines_, current_))
      if (!current_.empty() && current_[0] != '#') {
        line_ = std::istringstream(current_);
        return true;
      }
    return false;
  }
  std::string word() {
    std::string result;
    line_ >> result;
    return result;
  }
  [[noreturn]] void refuse() const { throw Bug("not a line of a forest: " + current_); }

  std::vector<double> counts() {
    std::vector<double> result(strategies_.size(), 0.0);
    bool any = false;
    for (std::string name; line_ >> name; any = true) {
      const auto found = std::find(strategies_.begin(), strategies_.end(), name);
      double count = 0;
      if (found == strategies_.end() || !(line_ >> count) || count <= 0) refuse();
      result[std::size_t(found - strategies_.begin())] = count;
    }
    if (!any) refuse();
    return result;
  }

  std::size_t add_node(Tree& tree) {
    if (!next()) refuse();
    const std::size_t number = tree.size();
    tree.emplace_back();
    const std::string first = word();
    if (first == "leaf") {
      tree[number].counts = counts();
      return number;
    }
    tree[number].feature = feature_number(first, features_);
    if (word() != "<" || !(line_ >> tree[number].threshold)) refuse();
    const std::size_t small = add_node(tree), large = add_node(tree);
    tree[number].small = small;
    tree[number].large = large;
    tree[number].counts = tree[small].counts;
    for (std::size_t s = 0; s < strategies_.size(); ++s)
      tree[number].counts[s] += tree[large].counts[s];
    return number;
  }

  std::istringstream lines_, line_;
  std::span<const BalanceFeature> features_;
  std::string current_;
  std::vector<std::string> strategies_;
};

using Names = std::vector<std::string>;

// Without strategies that have hardly any votes.
std::string leaf_text(const Node& node, const Names& strategies) {
  constexpr double min_share = 0.02;
  const double all = std::accumulate(node.counts.begin(), node.counts.end(), 0.0);
  std::string text = "leaf";
  for (std::size_t s = 0; s < strategies.size(); ++s)
    if (node.counts[s] >= min_share * all && node.counts[s] > 0)
      text += fmt::format(" {} {:.3g}", strategies[s], node.counts[s]);
  return text + "\n";
}

void write(const Tree& tree, std::size_t number, const Names& strategies,
           std::span<const BalanceFeature> features, std::size_t depth, std::string& text) {
  const Node& node = tree[number];
  text += std::string(depth, ' ');
  if (node.feature < 0) {
    text += leaf_text(node, strategies);
    return;
  }
  text += fmt::format("{} < {:.6g}\n", features[std::size_t(node.feature)].name, node.threshold);
  write(tree, node.small, strategies, features, depth + 1, text);
  write(tree, node.large, strategies, features, depth + 1, text);
}

const Node& next(const Tree& tree, const Node& node, std::span<const double> features) {
  return tree[features[std::size_t(node.feature)] < node.threshold ? node.small : node.large];
}

double share(const Node& node, std::size_t strategy) {
  const double all = std::accumulate(node.counts.begin(), node.counts.end(), 0.0);
  return all > 0 ? node.counts[strategy] / all : 0;
}

}  // namespace

DecisionForest DecisionForest::parse(std::string_view text,
                                     std::span<const BalanceFeature> features) {
  return Parser(text, features).forest();
}

std::string DecisionForest::text(std::span<const BalanceFeature> features) const {
  std::string text = fmt::format("strategies {}\n", fmt::join(strategies_, " "));
  for (const Tree& tree : trees_) {
    text += "tree\n";
    write(tree, 0, strategies_, features, 0, text);
  }
  return text;
}

std::vector<DecisionForest::Vote> DecisionForest::votes(std::span<const double> features) const {
  std::vector<Vote> votes;
  for (const std::string& strategy : strategies_) votes.push_back({strategy, 0});
  for (const Tree& tree : trees_) {
    const Node* node = tree.data();
    while (node->feature >= 0) node = &next(tree, *node, features);
    for (std::size_t s = 0; s < votes.size(); ++s)
      votes[s].share += share(*node, s) / double(trees_.size());
  }
  std::stable_sort(votes.begin(), votes.end(),
                   [](const Vote& one, const Vote& other) { return one.share > other.share; });
  return votes;
}

std::vector<DecisionForest::Reason> DecisionForest::reasons(std::span<const double> features,
                                                            std::string_view strategy) const {
  const auto found = std::find(strategies_.begin(), strategies_.end(), strategy);
  if (found == strategies_.end()) return {};
  const auto s = std::size_t(found - strategies_.begin());
  std::vector<Reason> reasons;
  for (std::size_t f = 0; f < features.size(); ++f) reasons.push_back({int(f), 0});
  for (const Tree& tree : trees_) {
    const Node* node = tree.data();
    while (node->feature >= 0) {
      const Node& child = next(tree, *node, features);
      reasons[std::size_t(node->feature)].share +=
          (share(child, s) - share(*node, s)) / double(trees_.size());
      node = &child;
    }
  }
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const Reason& one, const Reason& other) { return one.share > other.share; });
  return reasons;
}

}  // namespace cardon
