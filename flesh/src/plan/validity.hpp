// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <utility>
#include <vector>

namespace cardon::plan {

/// Which copies of one slot's points are right, counted in layers on all links at once. Ghost
/// points between the blocks of a site may be right less far out of the site than the blocks' own
/// points: [0, 5] and [2, 3] on the links "blocks" and "sites" say that own points are right to 5
/// layers beyond the site, and 2 ghost layers of each block are right in so far as they lie within
/// 3 layers of the site.
class Validity {
 public:
  /// Right to `layers` (one number per link), and no farther.
  explicit Validity(std::vector<int> layers) : boxes_{std::move(layers)} {}
  /// As of a new one, in memory that it has.
  void reset(const std::vector<int>& layers);

  /// Whether everything within `layers` is right.
  bool covers(const std::vector<int>& layers) const;
  /// Everything within `layers` has become right as well.
  void add(const std::vector<int>& layers);
  /// Nothing beyond `layers` is right any more.
  void lower(const std::vector<int>& layers);

  auto operator<=>(const Validity&) const = default;

 private:
  std::vector<std::vector<int>> boxes_;  // sorted; none lies within another one
};

}  // namespace cardon::plan
