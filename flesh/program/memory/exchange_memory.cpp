// SPDX-License-Identifier: Apache-2.0
#include "memory/exchange_memory.hpp"

#include <algorithm>
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/kit/grid/exchange_boxes.hpp>
#include <cardon/plan/same_exchange.hpp>
#include <set>

#include "grid/near_blocks.hpp"
#include "plan/planner.hpp"
#include "startup/codec_factory.hpp"
#include "startup/run_sequence.hpp"

namespace cardon {
namespace {

// Copies of a value at an end of a message: unpacked, and as it travels.
constexpr double wide_copies = 2;
// Segments of a plan that are looked at; of longer runs its last steps, too.
constexpr long longest_walk = 100000, steps_at_end = 200;

/// All exchanges of a run that differ, its end and steps with outputs included.
std::vector<plan::Operation> exchanges_of(const plan::PlanInput& input, const RunSequence& sequence,
                                          long last_iteration) {
  plan::Planner planner(input, sequence);
  std::set<const plan::Segment*> segments;
  plan::Planner::Cursor cursor = planner.start();
  const auto walk = [&](long max_segments) {
    for (long n = 0; n < max_segments; ++n) {
      const plan::Segment* segment = planner.next(cursor);
      if (segment == nullptr) return;
      segments.insert(segment);
    }
  };
  walk(longest_walk);
  if (cursor.step() < last_iteration - steps_at_end) {
    cursor = planner.resume(last_iteration - steps_at_end);
    walk(longest_walk);
  }
  std::vector<plan::Operation> exchanges;
  for (const plan::Segment* segment : segments)
    for (const plan::Operation& operation : segment->operations)
      if (operation.kind == plan::Operation::Kind::exchange &&
          std::none_of(exchanges.begin(), exchanges.end(), [&](const auto& known) {
            return plan::same_exchange(known.link, known.fields, operation.link, operation.fields);
          }))
        exchanges.push_back(operation);
  return exchanges;
}

double points(const std::vector<Box>& boxes) {
  double sum = 0;
  for (const Box& box : boxes) sum += double(box.points());
  return sum;
}

int depth_of(const std::vector<plan::Operation>& exchanges) {
  int depth = 0;
  for (const plan::Operation& exchange : exchanges)
    for (const plan::SlotDepth& field : exchange.fields) depth = std::max(depth, field.depth);
  return depth;
}

class ExchangeMemory {
 public:
  ExchangeMemory(CodecFactory make_codec, bool emulated, const Layout& layout,
                 const DriverSettings& settings, const std::vector<plan::Operation>& exchanges)
      : make_codec_(std::move(make_codec)),
        emulated_(emulated),
        layout_(layout),
        settings_(settings),
        exchanges_(exchanges),
        near_blocks_(layout, depth_of(exchanges)) {}

  /// Bytes of all exchanges of a block.
  double of_block(int block) const {
    const std::vector<int> others = near_blocks_.of(block);
    double values = 0;
    for (const plan::Operation& exchange : exchanges_)
      for (const plan::SlotDepth& field : exchange.fields)
        values += exchange.link == 0 ? near(block, field, others)
                                     : far(block, exchange.link, field.depth, others);
    return values * double(sizeof(Real));
  }

 private:
  int rank(int block) const { return layout_.decomposition().rank_of_block[std::size_t(block)]; }

  // Between blocks of one rank values are under way once only, and count for the receiver.
  double near(int block, const plan::SlotDepth& field, const std::vector<int>& others) const {
    Growth growth = layout_.growth(block, field.needs);
    growth.block = field.depth;
    const ExchangeBoxes boxes = exchange_boxes(layout_, block, growth, others);
    double values = 0;
    for (const PeerBoxes& peer : boxes.receives) values += points(peer.boxes);
    for (const PeerBoxes& peer : boxes.sends)
      if (rank(peer.block) != rank(block)) values += points(peer.boxes);
    return values;
  }

  // An emulated link keeps a copy of its own of what travels.
  double far(int block, int link, int depth, const std::vector<int>& others) const {
    const int slab = layout_.slab_of(block);
    const int wide = layout_.links_of(slab).at(std::size_t(link - 1));
    const ExchangeBoxes boxes = wide_exchange_boxes(layout_, block, wide, depth, others);
    double received = 0, sent = 0;
    for (const PeerBoxes& peer : boxes.receives) received += points(peer.boxes);
    for (const PeerBoxes& peer : boxes.sends) sent += points(peer.boxes);
    const double copies = wide_copies + (emulated_ ? 1 : 0);
    const int direction = layout_.slab(slab).links[1] == wide ? 0 : 1;
    return sent * (copies + remembered(wide, direction)) +
           received * (copies + remembered(wide, 1 - direction));
  }

  /// Earlier messages that codecs keep.
  double remembered(int wide, int direction) const {
    if (settings_.links.empty()) return 0;
    const CodecNames& names = settings_.links[std::size_t(wide)].codecs[direction];
    return CodecChain(names, make_codec_, {}).memory();
  }

  CodecFactory make_codec_;
  bool emulated_;
  const Layout& layout_;
  const DriverSettings& settings_;
  const std::vector<plan::Operation>& exchanges_;
  NearBlocks near_blocks_;
};

}  // namespace

std::vector<double> exchange_memory(const CheckedRun& run, const Machine& machine,
                                    const Layout& layout, const std::vector<SitePlan>& plans,
                                    const DriverSettings& settings, int only) {
  const std::vector<int>& ranks = layout.decomposition().rank_of_block;
  std::vector<double> bytes(std::size_t(std::ranges::max(ranks)) + 1);
  const StepClock clock = run.clock;
  const RunSequence sequence(run.program, run.outputs, run.last_iteration, clock);
  for (const SitePlan& site : plans) {
    const auto exchanges = exchanges_of(site.plan.input, sequence, run.last_iteration);
    const ExchangeMemory memory(make_codec(run.library.catalogue), machine.emulation.active, layout,
                                settings, exchanges);
    for (int block = 0; block < layout.blocks(); ++block) {
      const int rank = ranks[std::size_t(block)];
      if ((only < 0 || rank == only) &&
          std::ranges::find(site.slabs, layout.slab_of(block)) != site.slabs.end())
        bytes[std::size_t(rank)] += memory.of_block(block);
    }
  }
  return bytes;
}

}  // namespace cardon
