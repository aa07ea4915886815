// SPDX-License-Identifier: Apache-2.0
// A driver that implements no other interface, as a user's own may.
#pragma once
#include <cardon/services/driver.hpp>
#include <cardon/services/field_access.hpp>

namespace cardon {

class PlainDriver : public Driver {
 public:
  void setup(const DriverSetup&, Transport&) override {}
  const Decomposition& decomposition() const override { return decomposition_; }
  std::vector<plan::Link> links() const override { return {}; }
  void execute(std::span<const plan::Operation>, const StepState&) override {}
  void finish() override {}
  const Timings& timings() const override { return timings_; }
  /// One block, of this rank.
  void give_block_to(int rank) { decomposition_.rank_of_block = {rank}; }

 private:
  Decomposition decomposition_;
  Timings timings_;
};

/// Of no fields.
class NoFields : public FieldAccess {
 public:
  FieldView view(int, int) override { return {}; }
  void visit_when_current(const std::function<void(const BlockView&)>&) override {}
};

}  // namespace cardon
