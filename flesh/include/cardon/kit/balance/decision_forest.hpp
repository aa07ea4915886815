// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/balance_features.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// Decision trees that vote for a strategy of balancing. Inner nodes compare a feature of a problem
/// with a number, leaves say how many samples of each strategy ended there; a sample for which
/// several are good may count for each in part.
///
/// As text, a line per node, the branch for small values first; indentation is for readers only:
///
///     strategies none refine greedy
///     tree
///     imbalance < 1.04
///       leaf none 12 refine 1
///       leaf refine 7 greedy 30
class DecisionForest {
 public:
  /// An inner node or a leaf of a tree.
  struct Node {
    int feature = -1;            ///< as in balance_features(); -1: a leaf
    double threshold = 0;        ///< smaller values go to `small`
    std::size_t small = 0,       ///< node for values below the threshold
        large = 0;               ///< node for other values
    std::vector<double> counts;  ///< by strategy; of an inner node, of all leaves below
  };
  using Tree = std::vector<Node>;  ///< number 0 is the root
  /// A strategy and the share of the votes that it has.
  struct Vote {
    std::string strategy;  ///< name of the strategy
    double share = 0;      ///< from 0 to 1
  };
  /// What a feature's value added to the share of a strategy.
  struct Reason {
    int feature = 0;   ///< as in balance_features()
    double share = 0;  ///< that was added; negative: it speaks against the strategy
  };

  /// Leaves count samples of `strategies` in this order.
  DecisionForest(std::vector<std::string> strategies, std::vector<Tree> trees)
      : strategies_(std::move(strategies)), trees_(std::move(trees)) {}
  /// Lines that begin with # are comments. Throws Bug for anything but a forest.
  static DecisionForest parse(std::string_view text,
                              std::span<const BalanceFeature> features = balance_features());
  /// The forest as parse() reads it, without strategies that have less than 2 % of a leaf.
  std::string text(std::span<const BalanceFeature> features = balance_features()) const;

  /// Names of the strategies it votes for, in the order of Node::counts.
  const std::vector<std::string>& strategies() const { return strategies_; }
  /// Number of trees.
  std::size_t trees() const { return trees_.size(); }
  /// Number of nodes of all trees.
  std::size_t nodes() const {
    std::size_t sum = 0;
    for (const Tree& tree : trees_) sum += tree.size();
    return sum;
  }
  /// All strategies, those with most votes first; each tree votes with the shares of its leaf.
  std::vector<Vote> votes(std::span<const double> features) const;
  /// Why a strategy has its votes: by feature, how the share of the strategy changes from node to
  /// node on the way to the leaves, mean of all trees; largest increase first (A. Palczewska and
  /// others, "Interpreting random forest classification models using a feature contribution
  /// method", 2014).
  std::vector<Reason> reasons(std::span<const double> features, std::string_view strategy) const;

 private:
  std::vector<std::string> strategies_;
  std::vector<Tree> trees_;
};

}  // namespace cardon
