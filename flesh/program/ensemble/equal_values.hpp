// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/error.hpp>
#include <map>
#include <string>
#include <vector>

namespace cardon {

/// What the run of a member makes of each KEY=VALUE of its set: "0.01" of "10 ms". Empty where the
/// key is not that of one parameter.
std::vector<std::string> meanings_of(const std::vector<std::string>& set,
                                     const ParameterSet& parameters);

/// Finds values of a parameter that are written differently and mean the same, such as 0.1 and
/// 0.10: they would be two members.
class EqualValues {
 public:
  void add(const std::vector<std::string>& set, const std::vector<std::string>& meanings);
  /// One for each value that another one before it equals; `text` of the place is KEY=VALUE.
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::map<std::string, std::string> known_;  // meaning of a parameter: KEY=VALUE
  std::vector<Problem> problems_;
};

}  // namespace cardon
