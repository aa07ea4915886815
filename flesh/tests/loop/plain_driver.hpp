// SPDX-License-Identifier: Apache-2.0
// A driver that shows neither layout nor storage, as a user's own may.
#pragma once
#include "cardon/services/driver.hpp"

namespace cardon {

class PlainDriver : public Driver {
 public:
  void setup(const DriverSetup&) override {}
  const Decomposition& decomposition() const override { return decomposition_; }
  std::vector<plan::Link> links() const override { return {}; }
  void execute(std::span<const plan::Operation>, const StepState&) override {}
  FieldView view(int, int) override { return {}; }
  const Timings& timings() const override { return timings_; }

 private:
  Decomposition decomposition_;
  Timings timings_;
};

}  // namespace cardon
