// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

namespace cardon {

/// A processor package whose temperature can be read. Its cores have one frequency limit.
class Chip {
 public:
  virtual ~Chip() = default;
  /// degC, of every sensor that can be read at the moment.
  virtual std::vector<double> temperatures() = 0;
  /// Hz, ascending: the limits that can be set. Empty: none can.
  virtual const std::vector<double>& frequencies() const = 0;
  /// No core is to run faster than frequencies()[step]. False: that could not be set.
  virtual bool limit_to(std::size_t step) = 0;
  /// J that the package has used since it was opened; nothing: not known.
  virtual std::optional<double> energy() = 0;
  /// Somebody had limited cores when they were found, such as a run that was killed.
  virtual bool was_limited() const { return false; }
};

}  // namespace cardon
