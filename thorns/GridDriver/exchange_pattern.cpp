// SPDX-License-Identifier: Apache-2.0
#include "exchange_pattern.hpp"

#include <algorithm>
#include <cardon/plan/same_exchange.hpp>
#include <utility>

namespace cardon::grid_driver {
namespace {

void add(std::map<int, Route>& routes, const std::vector<PeerBoxes>& peers, std::size_t field) {
  for (const PeerBoxes& peer : peers) {
    Route& route = routes[peer.block];
    route.peer = peer.block;
    for (const Box& box : peer.boxes) {
      route.parts.push_back({field, box});
      route.values += std::size_t(box.points());
    }
  }
}

std::vector<Route> list(std::map<int, Route>&& routes) {
  std::vector<Route> result;
  for (auto& [peer, route] : routes) result.push_back(std::move(route));
  return result;
}

}  // namespace

const ExchangePattern& ExchangePatterns::find(const plan::Operation& exchange) {
  for (const auto& known : patterns_)
    if (plan::same_exchange(known->link, known->fields, exchange.link, exchange.fields))
      return *known;
  patterns_.push_back(make(exchange));
  return *patterns_.back();
}

std::unique_ptr<ExchangePattern> ExchangePatterns::make(const plan::Operation& exchange) const {
  auto pattern = std::make_unique<ExchangePattern>();
  pattern->link = exchange.link;
  pattern->fields = exchange.fields;
  std::map<int, Route> receives, sends;
  for (std::size_t f = 0; f < exchange.fields.size(); ++f) {
    const plan::SlotDepth& field = exchange.fields[f];
    ExchangeBoxes boxes;
    if (exchange.link == 0) {
      Growth growth = layout_.growth(block_, field.needs);
      growth.block = field.depth;
      boxes = exchange_boxes(layout_, block_, growth);
    } else {
      const std::vector<int> links = layout_.plan_links(layout_.slab_of(block_));
      boxes = wide_exchange_boxes(layout_, block_, links.at(std::size_t(exchange.link - 1)),
                                  field.depth);
    }
    add(receives, boxes.receives, f);
    add(sends, boxes.sends, f);
    for (const ImageCopy& copy : boxes.copies) pattern->copies.push_back({f, copy});
  }
  pattern->receives = list(std::move(receives));
  pattern->sends = list(std::move(sends));
  return pattern;
}

}  // namespace cardon::grid_driver
