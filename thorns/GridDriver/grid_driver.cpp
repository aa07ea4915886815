// SPDX-License-Identifier: Apache-2.0
#include "grid_driver.hpp"

#include <algorithm>

#include "grid_parameters.hpp"

namespace cardon::grid_driver {

void GridDriver::setup(const DriverSetup& setup) {
  setup_ = setup;
  const Grid& grid = setup.program->grid;
  depth_ = *std::max_element(grid.radius.begin(), grid.radius.end());
  const Padding padding = read_padding(setup_);
  sites_ = set_up_sites(setup_, padding);
  layout_ = std::make_unique<Layout>(grid, sites_.sites.decomposition);
  timings_ = Timings{};
  timings_.links.push_back({.name = "intra", .depth = depth_});
  for (const LinkSettings& link : sites_.links)
    timings_.links.push_back({.name = link.name,
                              .depth = link.depth,
                              .codec = chain_text(link.codecs),
                              .lossless = is_lossless(link.codecs, setup.codec)});
  if (setup.transport != nullptr) make_executor(padding);
}

void GridDriver::make_executor(const Padding& padding) {
  const ParameterSet& parameters = *setup_.parameters;
  std::vector<std::vector<CodecName>> chains(1);
  for (const LinkSettings& link : sites_.links) chains.push_back(link.codecs);
  wire_ = std::make_unique<Wire>(*setup_.transport, *layout_, timings_,
                                 static_cast<std::size_t>(parameters.get(section, piece_bytes)),
                                 setup_.codec, std::move(chains));
  const RankExecutor::Options options{parameters.get(section, overlap) == "always", padding};
  executor_ = std::make_unique<RankExecutor>(setup_, *layout_, depth_, timings_, *wire_, options);
}

plan::Link GridDriver::wide_link(int link) const {
  const WideLink& wide = decomposition().wide_links[static_cast<std::size_t>(link)];
  return {.name = wide.name, .depth = wide.depth, .level = 1, .axis = decomposition().axis};
}

std::vector<plan::Link> GridDriver::links() const {
  std::vector<plan::Link> links = {{.name = "intra", .depth = depth_, .level = 0, .axis = -1}};
  if (executor_ == nullptr) {
    for (std::size_t n = 0; n < decomposition().wide_links.size(); ++n)
      links.push_back(wide_link(static_cast<int>(n)));
  } else if (layout_->has_sites()) {
    const int block = executor_->blocks().front().executor().block();
    for (const int link : layout_->links_of(layout_->slab_of(block)))
      links.push_back(wide_link(link));
  }
  return links;
}

void GridDriver::execute(std::span<const plan::Operation> operations, const StepState& state) {
  executor_->execute(operations, state);
}

void GridDriver::finish() { executor_->finish(); }

FieldView GridDriver::view(int field, int level) {
  FieldView view;
  view.field = &setup_.program->fields[static_cast<std::size_t>(field)];
  for (BlockWalk& block : executor_->blocks()) {
    BlockExecutor& executor = block.executor();
    const Box& owned = layout_->owned(executor.block());
    if (owned.empty()) continue;
    const FieldArray array = executor.storage().array(field, level);
    view.pieces.push_back({owned, array.origin, array.sy, array.sz});
  }
  return view;
}

}  // namespace cardon::grid_driver
