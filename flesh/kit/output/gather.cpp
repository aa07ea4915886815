// SPDX-License-Identifier: Apache-2.0
#include "output/gather.hpp"

#include <cardon/kit/box_rows.hpp>
#include <cardon/kit/message_tags.hpp>
#include <cardon/thorn/error.hpp>
#include <cstring>

namespace cardon {
namespace {

// The parts of a box that one rank has, and their values one after the other.
struct Share {
  std::vector<Box> boxes;
  std::vector<Real> values;
};

Share own_share(const FieldView& view, const Box& box) {
  Share share;
  for (const FieldPiece& piece : view.pieces) {
    const Box part = intersect(piece.box, box);
    if (part.empty()) continue;
    share.boxes.push_back(part);
    for_each_row(part, [&](int j, int k) {
      const Real* row = piece.row(j, k);
      share.values.insert(share.values.end(), row + part.lo[0], row + part.hi[0]);
    });
  }
  return share;
}

long points_of(const std::vector<Box>& boxes) {
  long points = 0;
  for (const Box& box : boxes) points += box.points();
  return points;
}

void place(const Share& share, const Box& box, std::vector<Real>& out) {
  const Real* from = share.values.data();
  for (const Box& part : share.boxes)
    for_each_row(part, [&](int j, int k) {
      std::memcpy(out.data() + row_in(box, part, j, k), from,
                  std::size_t(part.extent(0)) * sizeof(Real));
      from += part.extent(0);
    });
}

std::vector<Real> collect(const Box& box, const Share& own,
                          const std::vector<std::vector<std::byte>>& parts, Transport& transport) {
  std::vector<Share> shares(parts.size());
  std::vector<Transport::Request> requests;
  long points = own.boxes.empty() ? 0 : points_of(own.boxes);
  for (std::size_t rank = 1; rank < parts.size(); ++rank) {
    shares[rank].boxes = boxes_of(parts[rank]);
    const long expected = points_of(shares[rank].boxes);
    points += expected;
    if (expected == 0) continue;
    shares[rank].values.resize(std::size_t(expected));
    requests.push_back(
        transport.post_receive(int(rank), message_tag::gathered_field,
                               std::as_writable_bytes(std::span(shares[rank].values))));
  }
  transport.wait(requests);
  if (points != box.points()) throw Bug("gather: the pieces of all ranks do not tile the box");
  std::vector<Real> out(std::size_t(box.points()));
  place(own, box, out);
  for (const Share& share : shares) place(share, box, out);
  return out;
}

}  // namespace

std::vector<Real> gather(const FieldView& view, const Box& box, Transport& transport) {
  const Share own = own_share(view, box);
  const auto parts = transport.all_gather(std::as_bytes(std::span(own.boxes)));
  if (transport.rank() == 0) return collect(box, own, parts, transport);
  if (!own.values.empty()) {
    const Transport::Request request =
        transport.send(0, message_tag::gathered_field, std::as_bytes(std::span(own.values)));
    transport.wait(std::span(&request, 1));
  }
  return {};
}

}  // namespace cardon
