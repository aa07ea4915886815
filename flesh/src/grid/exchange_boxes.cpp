// SPDX-License-Identifier: Apache-2.0
#include <cardon/grid/exchange_boxes.hpp>
#include <utility>

namespace cardon {
namespace {

struct ShiftedBox {
  Box box;       // in the indices of the receiver
  Index3 shift;  // from the indices of the sender to those of the receiver
};

// What `receiver` takes from `sender`: its grown box against every periodic image of the sender.
std::vector<ShiftedBox> pair_boxes(const Layout& layout, int receiver, int sender, int depth) {
  const Box wanted = layout.grown(receiver, depth), offered = layout.with_exterior(sender);
  Index3 most{0, 0, 0};
  for (int d = 0; d < 3; ++d)
    if (layout.wraps(d)) most[d] = 1 + depth / layout.grid().points[d];
  std::vector<ShiftedBox> result;
  for (int c = -most[2]; c <= most[2]; ++c)
    for (int b = -most[1]; b <= most[1]; ++b)
      for (int a = -most[0]; a <= most[0]; ++a) {
        if (sender == receiver && a == 0 && b == 0 && c == 0) continue;
        const Index3& n = layout.grid().points;
        const Index3 by{a * n[0], b * n[1], c * n[2]};
        const Box box = intersect(wanted, shift(offered, by));
        if (!box.empty()) result.push_back({box, by});
      }
  return result;
}

Index3 negative(const Index3& n) { return {-n[0], -n[1], -n[2]}; }

}  // namespace

ExchangeBoxes exchange_boxes(const Layout& layout, int block, int depth) {
  ExchangeBoxes result;
  for (int other = 0; other < layout.blocks(); ++other) {
    if (other == block) {
      for (const ShiftedBox& part : pair_boxes(layout, block, block, depth))
        result.copies.push_back({part.box, negative(part.shift)});
      continue;
    }
    PeerBoxes receive{other, {}}, send{other, {}};
    for (const ShiftedBox& part : pair_boxes(layout, block, other, depth))
      receive.boxes.push_back(part.box);
    for (const ShiftedBox& part : pair_boxes(layout, other, block, depth))
      send.boxes.push_back(shift(part.box, negative(part.shift)));
    if (!receive.boxes.empty()) result.receives.push_back(std::move(receive));
    if (!send.boxes.empty()) result.sends.push_back(std::move(send));
  }
  return result;
}

std::vector<Box> subtract(const Box& a, const Box& b) {
  const Box inner = intersect(a, b);
  if (a.empty()) return {};
  if (inner.empty()) return {a};
  std::vector<Box> result;
  Box rest = a;
  for (int d = 2; d >= 0; --d) {
    Box below = rest, above = rest;
    below.hi[d] = inner.lo[d];
    above.lo[d] = inner.hi[d];
    if (!below.empty()) result.push_back(below);
    if (!above.empty()) result.push_back(above);
    rest.lo[d] = inner.lo[d];
    rest.hi[d] = inner.hi[d];
  }
  return result;
}

}  // namespace cardon
