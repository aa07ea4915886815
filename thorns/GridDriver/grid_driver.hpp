// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/grid/layout.hpp>
#include <cardon/service.hpp>
#include <memory>
#include <vector>

#include "rank_executor.hpp"
#include "site_setup.hpp"
#include "wire.hpp"

namespace cardon::grid_driver {

/// The driver for machines that are uneven and badly connected: sites in a chain, each with a slab
/// of the grid; ghost zones of their own depth on every link between sites; one or many blocks per
/// rank, of the size that the rank's speed calls for; compressed messages between sites; and
/// computation that goes on while messages travel.
class GridDriver : public Driver {
 public:
  void setup(const DriverSetup& setup) override;
  const Decomposition& decomposition() const override { return layout_->decomposition(); }
  std::vector<plan::Link> links() const override;
  void execute(std::span<const plan::Operation> operations, const StepState& state) override;
  void finish() override;
  FieldView view(int field, int level) override;
  const Timings& timings() const override { return timings_; }

 private:
  plan::Link wide_link(int link) const;
  void make_executor(const Padding& padding);

  DriverSetup setup_;
  int depth_ = 0;  // between the blocks of a site
  SiteSetup sites_;
  std::unique_ptr<Layout> layout_;
  Timings timings_;
  std::unique_ptr<Wire> wire_;
  std::unique_ptr<RankExecutor> executor_;
};

}  // namespace cardon::grid_driver
