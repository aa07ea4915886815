// SPDX-License-Identifier: Apache-2.0
#include "grid_driver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grid_parameters.hpp"
#include "read_padding.hpp"

namespace cardon::grid_driver {
namespace {

bool is_lossless(const WideLinkSettings& link, const CodecFactory& codec) {
  return cardon::is_lossless(link.codecs[0], codec) && cardon::is_lossless(link.codecs[1], codec);
}

// "zlib-1", or "zlib-1 from a, none from b".
std::string codec_text(const WideLinkSettings& settings, const SiteLink& link,
                       const std::vector<Site>& sites) {
  const std::string text = chain_text(settings.codecs[0]);
  if (same_chain(settings.codecs[0], settings.codecs[1])) return text;
  const auto site = [&](int end) { return sites[static_cast<std::size_t>(link.sites[end])].name; };
  return fmt::format("{} from {}, {} from {}", text, site(0), chain_text(settings.codecs[1]),
                     site(1));
}

}  // namespace

void GridDriver::setup(const DriverSetup& setup) {
  setup_ = setup;
  const Grid& grid = setup.program->grid;
  depth_ = *std::max_element(grid.radius.begin(), grid.radius.end());
  padding_ = read_padding(setup_);
  sites_ = set_up_sites(setup_, padding_);
  timings_ = Timings{};
  timings_.links.push_back({.name = "intra", .depth = depth_});
  for (const SiteLink& link : sites_.links) timings_.links.push_back({.name = link.name});
  describe_links();
  sensors_ = std::make_unique<Sensors>(static_cast<int>(timings_.links.size()), setup_.codec);
  parts_ = make_parts(sites_.sites.decomposition, sites_.settings);
}

void GridDriver::describe_links() {
  for (std::size_t n = 0; n < sites_.links.size(); ++n) {
    const WideLinkSettings& link = sites_.settings.links[n];
    LinkTimings& timings = timings_.links[n + 1];
    timings.depth = link.depth;
    timings.codec = codec_text(link, sites_.links[n], sites_.machine.sites);
    // What was lost once stays lost.
    timings.lossless = timings.lossless && is_lossless(link, setup_.codec);
  }
}

std::vector<LinkEnd> GridDriver::ends(const Layout& layout, const DriverSettings& settings) const {
  const int site = sites_.machine.site_of_rank(setup_.transport->rank());
  std::vector<LinkEnd> ends;
  for (std::size_t n = 0; n < settings.links.size() && layout.has_sites(); ++n) {
    LinkEnd& end = ends.emplace_back();
    end.direction = sites_.links[n].sites[0] == site ? 0 : 1;
    for (const int d : {0, 1}) end.codecs[d] = settings.links[n].codecs[d];
  }
  return ends;
}

GridDriver::Parts GridDriver::make_parts(const Decomposition& decomposition,
                                         const DriverSettings& settings) {
  Parts parts;
  parts.layout = std::make_unique<Layout>(setup_.program->grid, decomposition);
  if (setup_.transport == nullptr) return parts;
  const auto bytes = static_cast<std::size_t>(setup_.parameters->get(section, piece_bytes));
  parts.comm = std::make_unique<RankComm>(*setup_.transport, *parts.layout, timings_, *sensors_,
                                          bytes, setup_.codec, ends(*parts.layout, settings));
  parts.executor =
      std::make_unique<RankExecutor>(setup_, *parts.layout, depth_, timings_, *parts.comm,
                                     RankExecutor::Options{settings.overlap, padding_});
  return parts;
}

void GridDriver::apply(const DriverSettings& settings) {
  for (const WideLinkSettings& link : settings.links)
    for (const CodecNames& chain : link.codecs) check_codec_chain(chain, setup_.codec);
  sensors_->restart();
  if (!same_cut(settings, sites_.settings)) {
    redecompose(settings);
  } else if (parts_.executor != nullptr) {
    parts_.comm->set_ends(ends(*parts_.layout, settings));
    parts_.executor->restart(settings.overlap);
  }
  sites_.settings = settings;
  describe_links();
}

// Old and new fields are there at the same time.
void GridDriver::redecompose(const DriverSettings& settings) {
  SiteDecomposition sites = cut_sites(setup_, sites_.machine, settings);
  Parts parts = make_parts(sites.decomposition, settings);
  if (parts.executor != nullptr) {
    redistribute(*setup_.program, *parts_.layout, parts_.executor->storages(), *parts.layout,
                 parts.executor->storages(), *setup_.transport);
    for (BlockScheduler& block : parts.executor->blocks()) block.executor().fill_images();
  }
  sites_.sites = std::move(sites);
  parts_.executor = std::move(parts.executor);
  parts_.comm = std::move(parts.comm);
  parts_.layout = std::move(parts.layout);
}

void GridDriver::try_codecs(const std::vector<CodecNames>& chains) { sensors_->try_codecs(chains); }

SensorReadings GridDriver::take_readings() { return sensors_->take_readings(); }

plan::Link GridDriver::wide_link(int link) const {
  const WideLink& wide = decomposition().wide_links[static_cast<std::size_t>(link)];
  return {.name = wide.name, .depth = wide.depth, .level = 1, .axis = decomposition().axis};
}

std::vector<plan::Link> GridDriver::links() const {
  std::vector<plan::Link> links = {{.name = "intra", .depth = depth_, .level = 0, .axis = -1}};
  const Layout& layout = *parts_.layout;
  if (parts_.executor == nullptr) {
    for (std::size_t n = 0; n < decomposition().wide_links.size(); ++n)
      links.push_back(wide_link(static_cast<int>(n)));
  } else if (layout.has_sites()) {
    const int block = parts_.executor->blocks().front().executor().block();
    for (const int link : layout.links_of(layout.slab_of(block))) links.push_back(wide_link(link));
  }
  return links;
}

void GridDriver::execute(std::span<const plan::Operation> operations, const StepState& state) {
  parts_.executor->execute(operations, state);
}

void GridDriver::finish() { parts_.executor->finish(); }

void GridDriver::visit_when_current(const std::function<void(const BlockView&)>& look) {
  parts_.executor->visit_when_current(look);
}

void GridDriver::fill_images() {
  for (BlockScheduler& block : parts_.executor->blocks()) block.executor().fill_images();
}

FieldView GridDriver::view(int field, int level) {
  FieldView view;
  view.field = &setup_.program->fields[static_cast<std::size_t>(field)];
  for (BlockScheduler& block : parts_.executor->blocks()) {
    BlockExecutor& executor = block.executor();
    const Box& owned = parts_.layout->owned(executor.block());
    if (owned.empty()) continue;
    const FieldArray array = executor.storage().array(field, level);
    view.pieces.push_back({owned, array.origin, array.sy, array.sz});
  }
  return view;
}

}  // namespace cardon::grid_driver
