// SPDX-License-Identifier: Apache-2.0
#include "grid_driver.hpp"

#include <algorithm>
#include <cardon/kit/grid/fields_of_tasks.hpp>
#include <cardon/kit/tiles/ghost_depths.hpp>
#include <cardon/plan/cyclic_plan.hpp>
#include <cardon/plan/link_cost.hpp>
#include <utility>

#include "link_figures.hpp"
#include "link_settings.hpp"
#include "model/grid_cost_model.hpp"
#include "priority_region.hpp"
#include "working_speeds.hpp"

namespace cardon::grid_driver {
namespace {

// Between the blocks of a site.
plan::Link site_link(int depth) { return {.name = intra, .depth = depth, .level = 0, .axis = -1}; }

// A tuner predicts the run that it is part of, by its parameters. Other drivers may have a
// parameter of that name.
void add_site_depth(const DriverSetup& setup, model::GridModelOptions& options) {
  const ParameterSection* driver = setup.parameters->registry().find(section);
  const ParameterDeclaration* declared = driver != nullptr ? driver->find(ghost_zones) : nullptr;
  if (declared == nullptr || declared->type != ValueType::tree) return;
  const std::vector<Site>& sites = setup.machine->sites;
  std::vector<Problem> known;  // those of the run
  if (options.site_depth == 0)
    options.site_depth =
        read_site_depth(*setup.parameters, *setup.program, sites.size() == 1, known);
  std::size_t ranks = 0;
  for (const Site& site : sites) ranks += site.ranks.size();
  options.searches_depth = searches_depth(setup, sites, int(ranks));
}

// Layers between blocks that memory is taken for.
int stored_depth(const DriverSetup& setup, const SiteSetup& sites, const Layout& layout) {
  return sites.free_depth ? max_ghost_depth(*setup.program, layout, sites.depth) : sites.depth;
}

void add_depths(const DriverSetup& setup, const SiteSetup& sites, PlannedDecomposition& planned) {
  const Layout layout(setup.program->grid, planned.decomposition);
  const int fewest = sites.depth, most = stored_depth(setup, sites, layout);
  if (most == fewest) return;
  planned.max_depth = most;
  planned.other_depths = [setup, layout, fewest, most] {
    return other_ghost_depths(*setup.program, layout, {fewest, most, depth_for_steps});
  };
}

void check_owners(const std::vector<int>& ranks, const Layout& layout, int size) {
  if (ranks.size() != std::size_t(layout.blocks()))
    throw Bug("a table of owners needs one rank per block");
  std::vector<int> blocks(static_cast<std::size_t>(size));
  for (const int rank : ranks)
    if (++blocks.at(std::size_t(rank)) > max_blocks_per_rank)
      throw Bug("a rank is to hold more blocks than there are message tags for");
}

}  // namespace

void GridDriver::setup(const DriverSetup& setup, Transport& transport) {
  setup_ = setup;
  team_ = make_thread_team(*setup.parameters, section, transport.size());
  setup_.team = team_.get();
  transport_ = &transport;
  if (setup.compute_emulator)
    emulated_ =
        setup.compute_emulator->emulate(*setup.parameters, transport.rank(), transport.size());
  sites_ = set_up_sites(setup_, emulated_.get(), transport);
  begin_with({sites_.depth, sites_.depth, depth_for_steps});
  timings_ = Timings{};
  timings_.links = link_figures(sites_, depth(), setup.codec);
  const Machine& machine = sites_.machine;
  const int site = machine.site_of_rank(transport.rank());
  sensors_ =
      std::make_unique<Sensors>(int(timings_.links.size()), setup_.codec,
                                machine.sites[std::size_t(site)].ranks, sites_.freedom.codecs);
  parts_ = make_parts(sites_.sites.decomposition, sites_.settings);
}

PlannedDecomposition GridDriver::decompose(const DriverSetup& setup, int ranks) const {
  read_tile_settings(*setup.parameters, section);  // throws what is wrong with them
  read_priority_region(*setup.parameters, setup.program->grid);
  const SiteSetup sites = plan_sites(setup, ranks);
  PlannedDecomposition planned;
  planned.decomposition = sites.sites.decomposition;
  planned.links = {site_link(sites.depth)};
  add_depths(setup, sites, planned);
  for (std::size_t n = 0; n < planned.decomposition.wide_links.size(); ++n)
    planned.links.push_back(wide_link(planned.decomposition, int(n)));
  planned.figures = link_figures(sites, sites.depth, setup.codec);
  planned.settings = sites.settings;
  planned.freedom = sites.freedom;
  return planned;
}

std::unique_ptr<CostModel> GridDriver::cost_model(const DriverSetup& setup,
                                                  const ModelOptions& options) const {
  const ParameterSet& parameters = *setup.parameters;
  model::GridModelOptions all{.max_ranks = options.max_ranks, .together = options.together};
  if (parameters.has(section, piece_bytes.name()))
    all.piece_bytes = parameters.get(section, piece_bytes);
  all.tiles = driver_tile_settings(parameters);
  all.site_depth = options.site_depth;
  add_site_depth(setup, all);
  all.priorities = read_priorities(parameters);
  all.priority_region = read_priority_region(parameters, setup.program->grid);
  return std::make_unique<model::GridCostModel>(*setup.program, face_thickness(setup),
                                                *setup.machine, all);
}

std::vector<LinkCodecs> GridDriver::codecs_of(const DriverSettings& settings) const {
  std::vector<LinkCodecs> links;
  for (std::size_t n = 0; n < settings.links.size(); ++n) {
    LinkCodecs& link = links.emplace_back();
    link.first_site = sites_.links[n].sites[0];
    for (const int d : {0, 1}) link.codecs[d] = settings.links[n].codecs[d];
  }
  return links;
}

GridDriver::Parts GridDriver::make_parts(const Decomposition& decomposition,
                                         const DriverSettings& settings) {
  Parts parts;
  parts.layout = std::make_unique<Layout>(setup_.program->grid, decomposition);
  store(std::max(depth(), stored_depth(setup_, sites_, *parts.layout)));
  const auto bytes = std::size_t(setup_.parameters->get(section, piece_bytes));
  parts.comm = std::make_unique<RankComm>(*transport_, *parts.layout, timings_, *sensors_, bytes,
                                          setup_.codec, codecs_of(settings));
  parts.executor = std::make_unique<RankExecutor>(
      setup_, *parts.layout, max_depth(), timings_, *parts.comm,
      RankExecutor::Options{settings.overlap, emulated_.get(), [this] { return poll_others(); },
                            read_priorities(*setup_.parameters)});
  return parts;
}

void GridDriver::apply(const DriverSettings& settings) {
  for (const WideLinkSettings& link : settings.links)
    for (const CodecNames& chain : link.codecs) check_codec_chain(chain, setup_.codec);
  sensors_->restart();
  if (!same_cut(settings, sites_.settings)) {
    redecompose(settings, decomposition().rank_of_block);
  } else {
    parts_.comm->set_links(codecs_of(settings));
    parts_.executor->restart(settings.overlap);
  }
  sites_.settings = settings;
  describe();
}

// As the closing table tells them, with what this rank has chosen for what it sends.
void GridDriver::describe() {
  describe_settings(sites_, setup_.codec, timings_.links);
  sensors_->own().describe(timings_.links);
  own_described_ = sensors_->own().any();
}

// Old and new fields are there at the same time. Where there are as many blocks as before, they are
// at about the same places and go to these owners; else each goes to the rank that it was cut for.
void GridDriver::redecompose(const DriverSettings& settings, const std::vector<int>& owners) {
  SiteDecomposition sites = cut_sites(setup_, sites_.machine, settings, sites_.idle);
  Decomposition& cut = sites.decomposition;
  if (owners.size() == cut.rank_of_block.size() && owners != cut.rank_of_block) {
    cut.rank_of_block = owners;
    cut.predicted.clear();
  }
  Parts parts = make_parts(cut, settings);
  redistribute(*setup_.program, *parts_.layout, parts_.executor->storages(), *parts.layout,
               parts.executor->storages(), *transport_);
  for (BlockScheduler& block : parts.executor->blocks()) block.executor().fill_images();
  sites_.sites = std::move(sites);
  parts_.executor = std::move(parts.executor);
  parts_.comm = std::move(parts.comm);
  parts_.layout = std::move(parts.layout);
}

bool GridDriver::leave_idle(const std::vector<int>& ranks) {
  if (!can_divide_among_sites() || ranks == sites_.idle) return false;
  const std::vector<int> before = std::exchange(sites_.idle, ranks);
  try {
    sensors_->restart();
    redecompose(sites_.settings);
  } catch (...) {
    sites_.idle = before;
    throw;
  }
  describe();
  return true;
}

void GridDriver::divide_among_sites(const std::vector<double>& factors) {
  apply(with_site_factors(sites_.machine, sites_.settings, factors));
}

void GridDriver::migrate(const std::vector<int>& rank_of_block) {
  check_owners(rank_of_block, *parts_.layout, transport_->size());
  const Layout before = *parts_.layout;
  Decomposition decomposition = before.decomposition();
  decomposition.rank_of_block = rank_of_block;
  decomposition.predicted.clear();
  sensors_->restart();
  // Blocks that stay refer to the layout.
  *parts_.layout = Layout(setup_.program->grid, std::move(decomposition));
  parts_.comm->renumber();
  BlockStorages from = parts_.executor->storages();
  const std::list<BlockScheduler> gone = parts_.executor->follow_layout();
  const BlockStorages to = parts_.executor->storages();
  redistribute(*setup_.program, before, from, *parts_.layout, to, *transport_);
  for (BlockScheduler& block : parts_.executor->blocks())
    if (!from.contains(block.executor().block())) block.executor().fill_images();
  describe();
}

bool GridDriver::limit_speed(double share) {
  if (!emulated_ && !setup_.compute_emulator) return false;
  if (!emulated_) {
    emulated_ = setup_.compute_emulator->emulate_limited(*setup_.parameters, transport_->rank(),
                                                         transport_->size());
    parts_.executor->emulate(*emulated_);
  }
  emulated_->limit_speed(share);
  return true;
}

void GridDriver::try_codecs(const std::vector<CodecNames>& chains) { sensors_->try_codecs(chains); }

SensorReadings GridDriver::take_readings() {
  SensorReadings readings = sensors_->take_readings();
  if (own_described_ || sensors_->own().any()) describe();
  readings.steps_behind = parts_.executor->steps_behind();
  return readings;
}

bool GridDriver::may_tile() const {
  if (emulated_) return false;  // a cache gains nothing
  const auto& blocks = parts_.executor->blocks();
  return std::all_of(blocks.begin(), blocks.end(),
                     [](const BlockScheduler& block) { return block.segment().possible(); });
}

void GridDriver::follow_depth() {
  timings_.links.front().depth = depth();
  sensors_->restart();
  const TileSettings settings = while_timed(read_tile_settings(*setup_.parameters, section));
  for (BlockScheduler& block : parts_.executor->blocks()) block.segment().choose_again(settings);
}

std::vector<plan::Link> GridDriver::links() const {
  std::vector<plan::Link> links = {site_link(depth())};
  const Layout& layout = *parts_.layout;
  if (!layout.has_sites()) return links;
  // A rank without blocks may follow any plan.
  const auto& blocks = parts_.executor->blocks();
  const int slab = blocks.empty() ? 0 : layout.slab_of(blocks.front().executor().block());
  for (const int link : layout.plan_links(slab)) links.push_back(wide_link(decomposition(), link));
  return links;
}

void GridDriver::execute(std::span<const plan::Operation> operations, const StepState& state) {
  if (!std::exchange(has_memory_, true)) take_memory();
  parts_.executor->execute(operations, state);
}

// Here, not when blocks are made: those of a run that only begins need none, and those that replace
// others none for what these need not keep.
void GridDriver::take_memory() {
  const std::vector<GridFunction> fields = fields_of_run(*setup_.program);
  for (BlockScheduler& block : parts_.executor->blocks()) block.executor().storage().take(fields);
  if (parts_.layout->blocks() > 1)
    parts_.executor->provide(repeated_exchanges(*setup_.program, links(), 0));
}

std::shared_ptr<void> GridDriver::poll_between_pieces(std::function<bool()> poll) {
  auto owner = std::make_shared<std::function<bool()>>(std::move(poll));
  polls_.push_back(owner);
  return owner;
}

bool GridDriver::poll_others() {
  std::erase_if(polls_, [](const auto& poll) { return poll.expired(); });
  bool awaited = false;
  for (const auto& poll : polls_)
    if (const auto live = poll.lock()) awaited = (*live)() || awaited;
  return awaited;
}

void GridDriver::finish() { parts_.executor->finish(); }

void GridDriver::visit_when_current(const std::function<void(const BlockView&)>& look) {
  parts_.executor->visit_when_current([look](BlockScheduler& block) { block.show(look); });
}

void GridDriver::measure_when_current(const std::function<void(const BlockMeasure&)>& take) {
  parts_.executor->visit_when_current(
      [this, take](BlockScheduler& block) { take(parts_.executor->take_measure(block)); });
}

void GridDriver::fill_images() {
  for (BlockScheduler& block : parts_.executor->blocks()) block.executor().fill_images();
}

FieldView GridDriver::view(int field, int level) {
  FieldView view;
  view.field = &setup_.program->fields[std::size_t(field)];
  for (BlockScheduler& block : parts_.executor->blocks()) {
    BlockExecutor& executor = block.executor();
    const Box& owned = parts_.layout->owned(executor.block());
    if (owned.empty()) continue;
    const FieldArray array = executor.storage().seen(field, level);
    view.pieces.push_back({owned, array.origin, array.sy, array.sz});
  }
  return view;
}

}  // namespace cardon::grid_driver
