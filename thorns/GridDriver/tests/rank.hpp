// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "experiment.hpp"
#include "grid_parameters.hpp"
#include "rank_executor.hpp"
#include "sensors.hpp"
#include "site_setup.hpp"
#include "toy_codecs.hpp"

namespace cardon::test {

/// The executor of one rank, with everything that it needs.
class Rank {
 public:
  Rank(const Case& the_case, Transport& transport, bool overlap)
      : setup_(the_case.setup()),
        sites_(grid_driver::set_up_sites(setup_, nullptr, transport)),
        layout_(the_case.program.grid, sites_.sites.decomposition),
        sensors_(1 + int(sites_.links.size()), toy_codec) {
    timings_.links.resize(1 + sites_.links.size());
    comm_ = std::make_unique<grid_driver::RankComm>(
        transport, layout_, timings_, sensors_,
        std::size_t(the_case.parameters->get(grid_driver::section, grid_driver::piece_bytes)),
        toy_codec, std::vector<grid_driver::LinkCodecs>(sites_.links.size()));
    executor_ = std::make_unique<grid_driver::RankExecutor>(
        setup_, layout_, 1, timings_, *comm_,
        grid_driver::RankExecutor::Options{
            .overlap = overlap, .priorities = grid_driver::read_priorities(*the_case.parameters)});
  }
  grid_driver::RankExecutor& executor() { return *executor_; }
  grid_driver::RankComm& comm() { return *comm_; }
  const Layout& layout() const { return layout_; }
  Timings& timings() { return timings_; }

  std::vector<plan::Link> links() const {
    std::vector<plan::Link> links{{.name = "intra", .depth = 1, .level = 0, .axis = -1}};
    const int block = executor_->blocks().front().executor().block();
    for (const int link : layout_.links_of(layout_.slab_of(block))) {
      const WideLink& wide = layout_.decomposition().wide_links[std::size_t(link)];
      links.push_back({.name = wide.name, .depth = wide.depth, .level = 1, .axis = layout_.axis()});
    }
    return links;
  }
  /// Operations between the first block and the last.
  long spread() const {
    long least = executor_->blocks().front().position(), most = least;
    for (const grid_driver::BlockScheduler& block : executor_->blocks()) {
      least = std::min(least, block.position());
      most = std::max(most, block.position());
    }
    return most - least;
  }

 private:
  DriverSetup setup_;
  grid_driver::SiteSetup sites_;
  Layout layout_;
  Timings timings_;
  grid_driver::Sensors sensors_;
  std::unique_ptr<grid_driver::RankComm> comm_;
  std::unique_ptr<grid_driver::RankExecutor> executor_;
};

}  // namespace cardon::test
