// SPDX-License-Identifier: Apache-2.0
#include "output/home_blocks.hpp"

#include <algorithm>
#include <cardon/kit/message_tags.hpp>
#include <cardon/thorn/error.hpp>
#include <cstddef>
#include <span>

namespace cardon {
namespace {

// Those of a site take turns.
std::vector<int> home_owners(const Decomposition& now, const Machine& machine) {
  std::vector<int> owners = now.rank_of_block;
  std::vector<std::size_t> next(machine.sites.size());
  for (std::size_t block = 0; block < now.slab_of_block.size(); ++block) {
    const auto site = std::size_t(now.slab_of_block[block]);
    const std::vector<int>& ranks = machine.sites.at(site).ranks;
    if (std::find(ranks.begin(), ranks.end(), owners[block]) == ranks.end())
      owners[block] = ranks[next[site]++ % ranks.size()];
  }
  return owners;
}

std::vector<Real> packed(const FieldPiece& piece) {
  std::vector<Real> values;
  values.reserve(std::size_t(piece.box.points()));
  for (int k = piece.box.lo[2]; k < piece.box.hi[2]; ++k)
    for (int j = piece.box.lo[1]; j < piece.box.hi[1]; ++j) {
      const Real* row = piece.row(j, k);
      values.insert(values.end(), row + piece.box.lo[0], row + piece.box.hi[0]);
    }
  return values;
}

FieldPiece piece_of(const Box& box, const std::vector<Real>& values) {
  const std::ptrdiff_t sy = box.extent(0), sz = sy * box.extent(1);
  return {box, values.data() - (box.lo[0] + box.lo[1] * sy + box.lo[2] * sz), sy, sz};
}

std::vector<Real> taken_out(FieldView& view, const Box& box) {
  const auto piece = std::find_if(view.pieces.begin(), view.pieces.end(),
                                  [&](const FieldPiece& one) { return one.box == box; });
  if (piece == view.pieces.end()) throw Bug("outputs: a block of this rank has no values");
  std::vector<Real> values = packed(*piece);
  view.pieces.erase(piece);
  return values;
}

}  // namespace

const Decomposition* HomeBlocks::at_home(const Decomposition& now, const Machine& machine) {
  std::vector<int> owners = home_owners(now, machine);
  if (owners == now.rank_of_block) return nullptr;
  if (!home_ || owners != owners_ || home_->owned != now.owned) {
    home_ = now;
    home_->rank_of_block = owners_ = std::move(owners);
  }
  return &*home_;
}

void HomeBlocks::bring(const Decomposition& now, const Decomposition& home, Transport& transport,
                       std::vector<FieldView>& views) {
  release();
  std::vector<Transport::Request> requests;
  for (std::size_t block = 0; block < now.owned.size(); ++block) {
    const Box& box = now.owned[block];
    const int from = now.rank_of_block[block], to = home.rank_of_block[block];
    if (from == to || box.empty()) continue;
    for (FieldView& view : views) {
      if (from == transport.rank()) {
        buffers_.push_back(taken_out(view, box));
        requests.push_back(transport.send(to, message_tag::home_pieces,
                                          std::as_bytes(std::span(buffers_.back()))));
      } else if (to == transport.rank()) {
        buffers_.emplace_back(std::size_t(box.points()));
        view.pieces.push_back(piece_of(box, buffers_.back()));
        requests.push_back(transport.post_receive(
            from, message_tag::home_pieces, std::as_writable_bytes(std::span(buffers_.back()))));
      }
    }
  }
  transport.wait(requests);
}

}  // namespace cardon
