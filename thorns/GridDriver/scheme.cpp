// SPDX-License-Identifier: Apache-2.0
#include "scheme.hpp"

#include <algorithm>
#include <utility>

namespace cardon::grid_driver {
namespace {

void add(std::map<int, Route>& routes, const std::vector<PeerBoxes>& peers, std::size_t field) {
  for (const PeerBoxes& peer : peers) {
    Route& route = routes[peer.block];
    route.peer = peer.block;
    for (const Box& box : peer.boxes) {
      route.parts.push_back({field, box});
      route.values += static_cast<std::size_t>(box.points());
    }
  }
}

std::vector<Route> list(std::map<int, Route>&& routes) {
  std::vector<Route> result;
  for (auto& [peer, route] : routes) result.push_back(std::move(route));
  return result;
}

// What is needed on other links matters between the blocks of a site only. Both ends of a wide link
// must tell schemes apart in the same way, and they have different other links.
bool same(const Scheme& scheme, const plan::Operation& exchange) {
  if (scheme.link != exchange.link) return false;
  if (scheme.link == 0) return scheme.fields == exchange.fields;
  return std::equal(
      scheme.fields.begin(), scheme.fields.end(), exchange.fields.begin(), exchange.fields.end(),
      [](const auto& a, const auto& b) { return a.slot == b.slot && a.depth == b.depth; });
}

}  // namespace

const Scheme& SchemeTable::find(const plan::Operation& exchange) {
  for (const auto& known : schemes_)
    if (same(*known, exchange)) return *known;
  schemes_.push_back(make(exchange));
  return *schemes_.back();
}

std::unique_ptr<Scheme> SchemeTable::make(const plan::Operation& exchange) const {
  auto scheme = std::make_unique<Scheme>();
  scheme->link = exchange.link;
  scheme->fields = exchange.fields;
  std::map<int, Route> receives, sends;
  for (std::size_t f = 0; f < exchange.fields.size(); ++f) {
    const plan::SlotDepth& field = exchange.fields[f];
    ExchangeBoxes boxes;
    if (exchange.link == 0) {
      Growth growth = layout_.growth(block_, field.needs);
      growth.block = field.depth;
      boxes = exchange_boxes(layout_, block_, growth);
    } else {
      const std::vector<int> links = layout_.links_of(layout_.slab_of(block_));
      boxes = wide_exchange_boxes(
          layout_, block_, links.at(static_cast<std::size_t>(exchange.link - 1)), field.depth);
    }
    add(receives, boxes.receives, f);
    add(sends, boxes.sends, f);
    for (const ImageCopy& copy : boxes.copies) scheme->copies.push_back({f, copy});
  }
  scheme->receives = list(std::move(receives));
  scheme->sends = list(std::move(sends));
  return scheme;
}

}  // namespace cardon::grid_driver
