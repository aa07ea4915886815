// SPDX-License-Identifier: Apache-2.0
#include "sbn_pattern.hpp"

#include <bit>

namespace cardon {

SbnPattern::SbnPattern(Kind kind, int ranks) : kind_(kind), ranks_(ranks) {
  while (2 << dimension_ <= ranks_) ++dimension_;
}

int SbnPattern::stage_of_label(int label) const {
  const auto bits = unsigned(label);
  if (label == 0) return dimension_;
  if (kind_ == Kind::in_order) return std::countr_zero(bits);
  if (kind_ == Kind::heap) return dimension_ - int(std::bit_width(bits));
  return dimension_ - std::popcount(bits);
}

std::vector<int> SbnPattern::successors_of_label(int label) const {
  const int stage = stage_of_label(label);
  std::vector<int> result;
  if (kind_ == Kind::in_order) {
    if (stage == 0) return {};
    result.push_back(label + (1 << (stage - 1)));
    if (stage < dimension_) result.push_back(label - (1 << (stage - 1)));
  } else if (kind_ == Kind::heap) {
    if (dimension_ == 0) return {};
    if (label == 0) return {1};
    if (2 * label < core()) result = {2 * label, 2 * label + 1};
  } else {
    for (int bit = 0; bit < dimension_; ++bit) {
      const int next = label | 1 << bit;
      if (next == label) continue;
      for (const int before : predecessors_of_label(next))
        if (before == label) result.push_back(next);
    }
  }
  return result;
}

std::vector<int> SbnPattern::predecessors_of_label(int label) const {
  if (label == 0) return {};
  const int stage = stage_of_label(label);
  if (kind_ == Kind::in_order) return {((label - (1 << stage)) | 2 << stage) & (core() - 1)};
  if (kind_ == Kind::heap) return {label / 2};
  std::vector<int> result;
  for (int bit = dimension_ - 1; bit >= 0 && (label >> bit & 1) != 0; --bit)
    result.push_back(label ^ 1 << bit);
  if (result.empty()) result.push_back(label & (label - 1));
  return result;
}

std::vector<int> SbnPattern::successors(int root, int rank) const {
  const int n = core();
  if (rank >= n) return rank == root ? std::vector<int>{rank - n} : std::vector<int>{};
  const int origin = root % n;
  std::vector<int> result;
  for (const int label : successors_of_label(rank ^ origin)) result.push_back(label ^ origin);
  if (rank + n < ranks_ && rank + n != root) result.push_back(rank + n);
  return result;
}

std::vector<int> SbnPattern::predecessors(int root, int rank) const {
  const int n = core();
  if (rank == root) return {};
  if (rank >= n) return {rank - n};
  const int origin = root % n;
  if (rank == origin) return {root};
  std::vector<int> result;
  for (const int label : predecessors_of_label(rank ^ origin)) result.push_back(label ^ origin);
  return result;
}

int SbnPattern::stage(int root, int rank) const {
  const int n = core();
  if (rank >= n) return rank == root ? dimension_ + 1 : -1;
  return stage_of_label(rank ^ root % n);
}

}  // namespace cardon
