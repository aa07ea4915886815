// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace cardon {

/// Names of run folders: "order-2.width-0.1". A name depends on the values of its member and on the
/// keys of the ensemble alone, so it is the same whatever other members there are. Where values
/// cannot be read back from it, because characters are replaced or it is cut, it ends with a
/// checksum of them: different members never share a name.
class MemberNames {
 public:
  /// The parameters that are varied.
  explicit MemberNames(const std::vector<std::string>& keys);
  /// `set`: KEY=VALUE.
  std::string of(const std::vector<std::string>& set) const;

 private:
  bool distinct_;  // the keys without their sections are
};

}  // namespace cardon
