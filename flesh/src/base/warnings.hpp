// SPDX-License-Identifier: Apache-2.0
// Things that are legal but probably not meant.
#pragma once
#include <cardon/thorn/error.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Collected once each, printed after the first step and at the end, written to warnings.txt.
class Warnings {
 public:
  void add(Problem warning);
  bool empty() const { return all_.empty(); }
  /// As text; empty if there are none.
  std::string text(bool colour = false) const;
  /// For --strict: throws them as an Error.
  void throw_if_any() const;

 private:
  std::vector<Problem> all_;
};

/// Tells the user at once, on standard error and in one piece, of what cannot wait for the end of
/// the run.
void print_warning(const Problem& warning);

}  // namespace cardon
