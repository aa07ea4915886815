// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/grid/carried_slots.hpp>
#include <cardon/kit/grid/copy_box.hpp>
#include <cardon/kit/grid/redistribute.hpp>
#include <cardon/kit/idle_nap.hpp>
#include <cstring>
#include <list>

#include "grid/point_stream.hpp"

namespace cardon {
namespace {

void copy_rows_between(const FieldArray& from, const FieldArray& to, const Box& box) {
  const std::size_t bytes = std::size_t(box.extent(0)) * sizeof(Real);
  for (int k = box.lo[2]; k < box.hi[2]; ++k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j)
      std::memcpy(to.row(j, k) + box.lo[0], from.row(j, k) + box.lo[0], bytes);
}

void move_here(const std::vector<BoxMove>& moves, const std::vector<plan::Slot>& slots,
               const BlockStorages& from, const BlockStorages& to) {
  for (const BoxMove& move : moves) {
    const BlockStorage& source = *from.at(move.from);
    if (&source == to.at(move.to)) continue;  // the block stays
    for (const plan::Slot& slot : slots)
      if (source.in_use(slot.field, slot.level))
        copy_rows_between(source.array(slot.field, slot.level),
                          to.at(move.to)->array(slot.field, slot.level), move.box);
  }
}

// Takes one step of every stream and forgets those that are through. True: something happened.
template <class Stream>
bool advance(std::list<Stream>& streams) {
  bool moved = false;
  for (auto stream = streams.begin(); stream != streams.end();) {
    const bool done = stream->advance();
    moved = moved || done || stream->moved();
    stream = done ? streams.erase(stream) : std::next(stream);
  }
  return moved;
}

}  // namespace

void move_points(const RankMoves& moves, const std::vector<plan::Slot>& slots,
                 const BlockStorages& from, const BlockStorages& to, Transport& transport) {
  std::list<PointSender> senders;
  std::list<PointReceiver> receivers;
  for (const auto& [peer, list] : moves.receives)
    receivers.emplace_back(peer, list, slots, to, transport);
  for (const auto& [peer, list] : moves.sends)
    senders.emplace_back(peer, list, slots, from, transport);
  advance(senders);
  move_here(moves.local, slots, from, to);
  for (IdleNap nap; !senders.empty() || !receivers.empty();) {
    const bool sent = advance(senders), received = advance(receivers);
    if (sent || received)
      nap.reset();
    else
      nap.rest();
  }
}

double moved_bytes(const Program& program, const Layout& layout, int block) {
  const Box box = intersect(layout.with_exterior(layout.owned(block)), layout.grid().extended());
  return double(box.points()) * double(carried_slots(program).size()) * double(sizeof(Real));
}

void redistribute(const Program& program, const Layout& before, const BlockStorages& from,
                  const Layout& after, const BlockStorages& to, Transport& transport) {
  const RankMoves moves = plan_moves(owners_of(before), owners_of(after), transport.rank());
  move_points(moves, carried_slots(program), from, to, transport);
}

}  // namespace cardon
