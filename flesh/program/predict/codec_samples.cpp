// SPDX-License-Identifier: Apache-2.0
#include "predict/codec_samples.hpp"

#include <algorithm>
#include <cardon/kit/codec/piece_reader.hpp>
#include <cardon/kit/codec/piece_writer.hpp>
#include <cardon/kit/grid/copy_box.hpp>
#include <cardon/kit/grid/sample_run.hpp>
#include <cmath>

namespace cardon {
namespace {

constexpr int wanted_steps = 18;  // codecs that learn need a dozen messages
constexpr int min_steps = 4;
constexpr int widths[] = {160, 96, 48};   // points across the chain that are sampled
constexpr double max_updates = 4e7;       // of points, in all steps
constexpr std::size_t max_values = 1996;  // of a piece of 16 kB

// How far the edges of the part spoil it in a step.
int reach(const Program& program) {
  int sum = 0;
  for (const int id : program.step) {
    int radius = 0;
    for (const Binding& b : program.tasks[std::size_t(id)].bindings)
      for (std::size_t d = 0; d < 3 && b.reads; ++d) radius = std::max(radius, b.radius[d]);
    sum += radius;
  }
  return std::max(sum, 1);
}

// The part of the grid that is computed, and in it what is sampled.
struct Part {
  Box computed, clean;
  int plane = 0;  // the first of the upper site
  int steps = 0;
};

struct Size {
  int steps = 0, width = 0;
};

Part part_of(const Program& program, int axis, int plane, int depth, const Size& size) {
  Part part{program.grid.domain(), program.grid.domain(), plane, size.steps};
  const int margin = size.steps * reach(program);
  for (std::size_t d = 0; d < std::size_t(program.grid.dimensions); ++d) {
    const bool along = int(d) == axis;
    const int middle = along ? plane : program.grid.points[d] / 2;
    const int half = (along ? depth : size.width / 2) + margin;
    if (program.grid.points[d] <= 2 * half) continue;
    const int lo = std::clamp(middle - half, 0, program.grid.points[d] - 2 * half);
    part.computed.lo[d] = lo;
    part.computed.hi[d] = lo + 2 * half;
    part.clean.lo[d] = lo + margin;
    part.clean.hi[d] = lo + 2 * half - margin;
  }
  return part;
}

// As wide as it can be computed in a moment, and for as many steps as codecs need to learn.
Part part_around(const Program& program, int axis, int plane, int depth) {
  std::vector<Size> sizes;
  for (const int width : widths) sizes.push_back({wanted_steps, width});
  for (int steps = wanted_steps; steps >= min_steps; --steps) sizes.push_back({steps, widths[2]});
  Part part;
  for (const Size& size : sizes) {
    part = part_of(program, axis, plane, depth, size);
    if (double(part.computed.points()) * part.steps <= max_updates) break;
  }
  return part;
}

// A stretch of one plane of one field, and a chain at both of its ends.
struct Stream {
  std::size_t field = 0;
  Box box;
  PieceWriter writer;
  PieceReader reader;
};

struct Sums {
  double raw = 0, sent = 0, encode = 0, decode = 0;
  long pieces = 0;
};

class Sender {
 public:
  Sender(const std::vector<plan::SlotDepth>& fields, const std::vector<Box>& boxes,
         const CodecNames& chain, const CodecFactory& codec)
      : fields_(fields) {
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (int k = boxes[f].lo[2]; k < boxes[f].hi[2]; ++k) {
        const int rows = std::max(1, int(max_values) / boxes[f].extent(0));
        for (int j = boxes[f].lo[1]; j < boxes[f].hi[1]; j += rows) {
          Box box = boxes[f];
          box.lo[1] = j;
          box.hi[1] = std::min(j + rows, box.hi[1]);
          box.lo[2] = k;
          box.hi[2] = k + 1;
          const std::vector<CodecRows> shape = {{box.extent(0), box.extent(1)}};
          streams_.push_back({f, box, PieceWriter(CodecChain(chain, codec, shape)),
                              PieceReader(CodecChain(chain, codec, shape), "")});
        }
      }
  }

  // Pieces of chains that are still learning do not count, unless `all`.
  void send(const SampleRun& run, std::uint32_t sequence, bool all) {
    for (Stream& stream : streams_) {
      const plan::Slot& slot = fields_[stream.field].slot;
      values_.resize(std::size_t(stream.box.points()));
      pack_box(run.array(slot.field, slot.level), stream.box, values_.data());
      const auto raw = std::as_writable_bytes(std::span(values_));
      message_.resize(raw.size() + PieceHeader::size);
      const bool counts = all || stream.writer.warm();
      const std::size_t bytes = stream.writer.write(raw, sequence, 0, message_);
      stream.reader.read(std::span(message_).first(bytes), sequence, 0, raw);
      if (!counts) continue;
      sums_.raw += double(raw.size());
      sums_.sent += double(bytes - PieceHeader::size);
      sums_.encode += stream.writer.encode_seconds();
      sums_.decode += stream.reader.decode_seconds();
      ++sums_.pieces;
    }
  }

  CodecEstimate estimate(const CodecNames& chain) const {
    CodecEstimate estimate{chain, {}, {}, {}};
    if (sums_.sent <= 0) return estimate;
    const double n = double(sums_.pieces);
    estimate.ratio = {sums_.raw / sums_.sent, sums_.raw / sums_.sent / std::sqrt(n), n};
    estimate.encode = {sums_.encode / sums_.raw, sums_.encode / sums_.raw / std::sqrt(n), n};
    estimate.decode = {sums_.decode / sums_.raw, sums_.decode / sums_.raw / std::sqrt(n), n};
    return estimate;
  }

 private:
  const std::vector<plan::SlotDepth>& fields_;
  std::vector<Stream> streams_;
  std::vector<Real> values_;
  std::vector<std::byte> message_;
  Sums sums_;
};

// What the plan sends first over the link in a cycle; the fields of other exchanges are much alike.
std::vector<plan::SlotDepth> fields_sent(const plan::Plan& plan, int number) {
  for (const plan::Segment& segment : plan.cycle)
    for (const plan::Operation& operation : segment.operations)
      if (operation.kind == plan::Operation::Kind::exchange && operation.link == number)
        return operation.fields;
  return {};
}

// The layers next to the link on one side, in the indices of the part.
Box layers(const Part& part, int axis, int direction, int depth) {
  const auto a = std::size_t(axis);
  Box box = part.clean;
  box.lo[a] = std::max(part.computed.lo[a], direction == 0 ? part.plane - depth : part.plane);
  box.hi[a] = std::min(part.computed.hi[a], direction == 0 ? part.plane : part.plane + depth);
  const Index3& lo = part.computed.lo;
  return shift(box, {-lo[0], -lo[1], -lo[2]});
}

double pack_seconds(const SampleRun& run, const plan::SlotDepth& field, const Box& box) {
  std::vector<Real> values(std::size_t(std::max(1L, box.points())));
  const FieldArray array = run.array(field.slot.field, field.slot.level);
  constexpr int times = 20;
  pack_box(array, box, values.data());
  const double start = seconds_now();
  for (int n = 0; n < times; ++n) pack_box(array, box, values.data());
  return (seconds_now() - start) / times / double(values.size() * sizeof(Real));
}

}  // namespace

CodecSamples sample_codecs(const DriverSetup& setup, const Layout& layout, int slab,
                           const plan::Plan& plan, int number,
                           const std::vector<CodecNames>& chains) {
  CodecSamples result;
  const std::vector<plan::SlotDepth> fields = fields_sent(plan, number);
  if (fields.empty()) return result;
  const int axis = layout.axis();
  int depth = 1;
  for (const plan::SlotDepth& field : fields) depth = std::max(depth, field.depth);
  const int plane =
      layout.slab(slab).core.hi[std::size_t(axis)] % setup.program->grid.points[std::size_t(axis)];
  const Part part = part_around(*setup.program, axis, plane, depth);
  SampleRun run(setup, part.computed);
  std::vector<Sender> senders[2];
  for (const int d : {0, 1}) {
    std::vector<Box> boxes;
    for (const plan::SlotDepth& field : fields) boxes.push_back(layers(part, axis, d, field.depth));
    for (const CodecNames& chain : chains)
      senders[d].emplace_back(fields, boxes, chain, setup.codec);
  }
  run.start();
  for (int step = 0; step < part.steps; ++step) {
    run.step();
    for (auto& all : senders)
      for (Sender& sender : all)
        sender.send(run, std::uint32_t(step), part.steps < wanted_steps && 2 * step >= part.steps);
  }
  for (const int d : {0, 1})
    for (std::size_t c = 0; c < chains.size(); ++c)
      result.codecs[d].push_back(senders[d][c].estimate(chains[c]));
  result.pack = pack_seconds(run, fields.front(), layers(part, axis, 0, fields.front().depth));
  result.part = part.computed;
  result.steps = part.steps;
  return result;
}

}  // namespace cardon
