// SPDX-License-Identifier: Apache-2.0
#include "network.hpp"

#include <algorithm>
#include <sstream>

namespace wan {
namespace {

constexpr std::size_t no_site = ~std::size_t{0};

/// The site an IPv4 packet is meant for.
std::size_t destination(const std::string& packet) {
  if (packet.size() < 20 || (packet[0] >> 4) != 4) return no_site;
  const auto octet = [&](std::size_t n) { return static_cast<unsigned char>(packet[16 + n]); };
  if (octet(0) != 10 || octet(1) != 77 || octet(2) == 0) return no_site;
  return octet(2) - std::size_t{1};
}

}  // namespace

Network::Network(std::vector<std::string> sites) : sites_(std::move(sites)) {
  for (std::size_t from = 0; from < sites_.size(); ++from)
    for (std::size_t to = 0; to < sites_.size(); ++to)
      if (from != to) routes_.push_back({from, to, {}, {}});
}

void Network::send(std::size_t from, std::string packet, Nanoseconds now) {
  const std::size_t to = destination(packet);
  const auto route = std::find_if(routes_.begin(), routes_.end(),
                                  [&](const Route& r) { return r.from == from && r.to == to; });
  if (route == routes_.end()) return;
  if (const auto arrival = route->link.admit(now, packet.size()))
    route->under_way.push_back({*arrival, std::move(packet)});
}

Network::Route* Network::first_arrival() {
  Route* first = nullptr;
  for (Route& route : routes_) {
    if (route.under_way.empty()) continue;
    if (!first || route.under_way.front().arrival < first->under_way.front().arrival)
      first = &route;
  }
  return first;
}

std::optional<Nanoseconds> Network::next_arrival() const {
  const Route* first = const_cast<Network*>(this)->first_arrival();
  return first ? std::optional(first->under_way.front().arrival) : std::nullopt;
}

void Network::deliver(Nanoseconds now,
                      const std::function<void(std::size_t, const std::string&)>& sink) {
  for (Route* route = first_arrival(); route; route = first_arrival()) {
    const Packet& packet = route->under_way.front();
    if (packet.arrival > now) return;
    const double late = double(now - packet.arrival);
    lateness_ += late;
    worst_lateness_ = std::max(worst_lateness_, late);
    ++delivered_;
    sink(route->to, packet.bytes);
    route->under_way.pop_front();
  }
}

bool Network::for_links(const std::string& a, const std::string& b,
                        const std::function<void(Link&)>& change) {
  const auto is = [&](const std::string& name, std::size_t site) {
    return name == "*" || name == sites_[site];
  };
  bool found = false;
  for (Route& route : routes_) {
    if (!(is(a, route.from) && is(b, route.to)) && !(is(a, route.to) && is(b, route.from)))
      continue;
    change(route.link);
    found = true;
  }
  return found;
}

std::string Network::describe() const {
  std::ostringstream text;
  for (const Route& route : routes_) {
    const auto& [latency, rate, queue, is_up] = route.link.settings();
    const auto& counters = route.link.counters();
    text << sites_[route.from] << " -> " << sites_[route.to] << ": " << double(latency) * 1e-6
         << " ms, ";
    if (rate > 0)
      text << rate * 8e-6 << " Mbit/s";
    else
      text << "no limit of the rate";
    text << (is_up ? "" : ", CUT") << "; " << counters.packets << " packets, " << counters.bytes
         << " bytes, lost " << counters.lost_in_queue << " in the queue and "
         << counters.lost_by_cut << " by a cut\n";
  }
  text << "packets were handed over " << (delivered_ ? lateness_ / double(delivered_) * 1e-3 : 0)
       << " us late on average, " << worst_lateness_ * 1e-3 << " us at worst\n";
  return text.str();
}

}  // namespace wan
