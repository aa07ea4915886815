// SPDX-License-Identifier: Apache-2.0
#include "languages/foreign_call.hpp"

#include <algorithm>
#include <limits>

namespace cardon {
namespace {

// Neighbours beyond the declared stencils that a task may read of a field that it must not have.
constexpr int margin = 16;

// Points have the number (storage index + shift), as Point::i() gives it.
void set_region(const BlockContext& context, const Piece& piece, cardon_block& block) {
  Index3 reach{0, 0, 0};
  for (const BoundField& field : context.fields)
    for (int d = 0; d < 3; ++d) reach[d] = std::max(reach[d], field.radius[d]);
  // A stencil of one direction is used for all: of those that the grid does not have, neighbours
  // are the point itself.
  const int widest = *std::max_element(reach.begin(), reach.end());
  for (int d = context.dimensions; d < 3; ++d) reach[d] = widest;
  for (int d = 0; d < 3; ++d) {
    block.lo[d] = piece.box.lo[d] + piece.frame.shift[d];
    block.hi[d] = piece.box.hi[d] + piece.frame.shift[d];
    block.last[d] = block.hi[d] - 1;
    block.low[d] = block.lo[d] - reach[d];
    block.high[d] = block.last[d] + reach[d];
    block.origin[d] = piece.frame.origin[d];
  }
}

// The origins are those of global points, as the ones of fields are.
void set_prefetch(const BlockContext& context, cardon_call& call, cardon_block& block) {
  const int* shift = call.piece->frame.shift;
  for (const Prefetch& p : context.prefetch)
    call.ahead.push_back(
        {p.origin + p.ahead - (shift[2] * p.sz + shift[1] * p.sy + shift[0]), p.sy, p.sz});
  block.ahead = call.ahead.data();
  block.ahead_count = int(call.ahead.size());
}

cardon_block view_of(const BlockContext& context, cardon_call& call) {
  cardon_block block{};
  block.dimensions = context.dimensions;
  block.iteration = context.iteration;
  block.time = context.time;
  block.dt = context.dt;
  block.implicit_step = context.implicit_step;
  for (int d = 0; d < context.dimensions; ++d) {
    block.spacing[d] = context.spacing[d];
    block.inverse_spacing[d] = 1 / context.spacing[d];
  }
  const FaceLayer& face = context.face;
  block.face_direction = face.direction;
  block.face_upper = face.upper ? 1 : 0;
  block.face_depth = face.depth;
  if (face.direction >= 0) block.inward[face.direction] = -face.outward();
  for (int d = 0; d < 3; ++d) {
    block.domain_lower[d] = context.lower[d];
    block.domain_upper[d] = context.upper[d];
    block.points[d] = context.points[std::size_t(d)];
  }
  block.call = &call;
  if (call.piece) {
    set_region(context, *call.piece, block);
    set_prefetch(context, call, block);
  }
  return block;
}

}  // namespace

void call_foreign_task(Block& block, void (*target)()) {
  const auto call_for = [&](const Piece* piece) {
    cardon_call call{.block = block, .piece = piece, .mistake = {}, .stand_ins = {}, .ahead = {}};
    const cardon_block view = view_of(block.context(), call);
    reinterpret_cast<cardon_task*>(target)(&view);
    if (call.mistake) std::rethrow_exception(call.mistake);
  };
  if (block.context().settable != nullptr) return call_for(nullptr);  // a task of scalars
  for (const Piece& piece : block.context().pieces) call_for(&piece);
}

Real call_foreign_limit(const Block& block, void (*target)()) {
  cardon_call call{.block = block, .piece = nullptr, .mistake = {}, .stand_ins = {}, .ahead = {}};
  const cardon_block view = view_of(block.context(), call);
  const Real step = reinterpret_cast<cardon_step_limit*>(target)(&view);
  if (call.mistake) std::rethrow_exception(call.mistake);
  return step;
}

cardon_writer stand_in(const cardon_block& block) noexcept {
  const std::ptrdiff_t first = block.low[0] - margin;
  const std::size_t size = std::size_t(block.high[0] + margin + 1 - first);
  auto& memory = block.call->stand_ins.emplace_back(std::make_unique<Real[]>(size));
  std::fill_n(memory.get(), size, std::numeric_limits<Real>::quiet_NaN());
  return {memory.get() - first, 0, 0};
}

}  // namespace cardon
