// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "tableau.hpp"

namespace cardon::integrators {

/// The method of a tableau.
class RungeKutta : public Integrator {
 public:
  RungeKutta(Tableau (*tableau)(), int order) : tableau_(tableau), order_(order) {}
  std::vector<Stage> stages(const ParameterSet&) const override { return stages_of(tableau_()); }
  EmbeddedMethod embedded() const override {
    const Tableau tableau = tableau_();
    return {tableau.lower_order, tableau.difference};
  }
  int order() const override { return order_; }

 private:
  Tableau (*tableau_)();
  int order_;
};

}  // namespace cardon::integrators
