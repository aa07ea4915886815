// SPDX-License-Identifier: Apache-2.0
// The values of declared scalars, combined exactly over blocks and ranks.
#pragma once
#include <map>
#include <vector>

#include "cardon/kit/reduction.hpp"
#include "cardon/services/program.hpp"
#include "cardon/services/transport.hpp"
#include "grid/scalar_sink.hpp"

namespace cardon {

class ScalarReductions : public ScalarSink {
 public:
  explicit ScalarReductions(const std::vector<ScalarInfo>& scalars);
  /// Throws Error (slug schedule/unknown-scalar) for a scalar that the thorn did not declare.
  void add_row(std::string_view thorn, std::string_view scalar, std::span<const Real> row,
               const Index3& first) override;
  /// Combines over ranks what arrived since the last call, for all scalars at once, and starts
  /// anew. Collective.
  std::vector<Real> combine(Transport& transport);

  /// What arrived since the last combine() on this rank, as bytes; their number depends on the
  /// declared scalars only.
  std::vector<std::byte> state() const;
  std::size_t state_bytes() const;
  /// Adds what state() told on this or another rank, in this or an earlier run.
  void add_state(std::span<const std::byte> bytes) { add_state(parts_, bytes); }
  /// Adds such bytes to others.
  void merge(std::span<std::byte> own, std::span<const std::byte> other) const;

 private:
  static void add_state(std::vector<Reduction>& parts, std::span<const std::byte> bytes);
  static std::vector<std::byte> bytes_of(const std::vector<Reduction>& parts);

  const std::vector<ScalarInfo>& scalars_;
  std::vector<Reduction> parts_;  // by scalar id
};

}  // namespace cardon
