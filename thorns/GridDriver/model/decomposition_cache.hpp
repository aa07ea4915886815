// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/link_cost.hpp>
#include <list>
#include <map>
#include <memory>
#include <vector>

#include "grid_cost_model.hpp"
#include "simulated_decomposition.hpp"

namespace cardon::model {

/// Cuts the grid for settings, and remembers: plans and costs of links by depth, and some cuts.
class DecompositionCache {
 public:
  /// `program` is referred to.
  DecompositionCache(const Program& program, const FaceThickness& thickness, const Machine& machine,
                     const GridModelOptions& options);

  struct Entry {
    DriverSettings settings;
    std::unique_ptr<const SimulatedDecomposition> cut;  ///< null: impossible
    std::size_t memory = 0;                             ///< byte, of the rank that needs most
    int stored_depth = 0;  ///< ghost layers between blocks that memory is taken for
  };
  const Entry& find(const DriverSettings& settings);

  std::size_t ranks() const { return ranks_; }
  const Machine& machine() const { return machine_; }
  const GridModelOptions& options() const { return options_; }

 private:
  void make(Entry& entry);
  std::shared_ptr<const VirtualPlan> plan_for(const std::vector<int>& depths);
  const LinkCost& cost_of(int depth);
  int stored_depth(const Layout& layout) const;
  std::size_t memory_of(const Layout& layout, int depth) const;

  const Program& program_;
  FaceThickness thickness_;
  Machine machine_;
  GridModelOptions options_;
  std::size_t ranks_ = 0;
  int axis_ = 0;
  int fewest_ = 0;                                                        // layers of stencils
  int depth_ = 0;                                                         // between blocks
  std::vector<GridFunction> fields_;                                      // that take memory
  std::map<std::vector<int>, std::shared_ptr<const VirtualPlan>> plans_;  // by depths
  std::map<int, LinkCost> costs_;
  std::list<Entry> entries_;  // the last used first
};

}  // namespace cardon::model
