// SPDX-License-Identifier: Apache-2.0
// The values of declared scalars, combined exactly over blocks and ranks.
#pragma once
#include <map>
#include <vector>

#include "cardon/program.hpp"
#include "cardon/reduction.hpp"
#include "cardon/scalar_sink.hpp"
#include "cardon/services/transport.hpp"

namespace cardon {

class ScalarBoard : public ScalarSink {
 public:
  explicit ScalarBoard(const std::vector<ScalarInfo>& scalars);
  /// Throws Bug for a scalar that was never declared.
  void add_row(std::string_view thorn, std::string_view scalar, std::span<const Real> row,
               const Index3& first) override;
  /// Combines over ranks what arrived since the last call, for all scalars at once, and starts
  /// anew. Collective.
  std::vector<Real> combine(Transport& transport);

 private:
  const std::vector<ScalarInfo>& scalars_;
  std::vector<Reduction> parts_;  // by scalar id
};

}  // namespace cardon
