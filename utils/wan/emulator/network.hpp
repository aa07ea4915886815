// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "link.hpp"

namespace wan {

/// The sites, a link for each ordered pair of them, and the packets under way.
class Network {
 public:
  explicit Network(std::vector<std::string> sites);

  /// Takes an IPv4 packet that left a site. Site k (from 0) has the address 10.77.k+1.1; packets
  /// to any other address are dropped.
  void send(std::size_t from, std::string packet, Nanoseconds now);

  /// When the next packet arrives; nothing if none is under way.
  std::optional<Nanoseconds> next_arrival() const;

  /// Hands over all packets that have arrived by now, with the site each goes to.
  void deliver(Nanoseconds now,
               const std::function<void(std::size_t to, const std::string&)>& sink);

  /// Calls `change` for both directions between two sites; '*' is any site. False if there is none.
  bool for_links(const std::string& a, const std::string& b,
                 const std::function<void(Link&)>& change);

  /// One line for each link, and how late packets were handed over because this machine was busy.
  std::string describe() const;

 private:
  struct Packet {
    Nanoseconds arrival;
    std::string bytes;
  };
  struct Route {
    std::size_t from, to;
    Link link;
    std::deque<Packet> under_way;
  };
  Route* first_arrival();

  std::vector<std::string> sites_;
  std::vector<Route> routes_;
  std::uint64_t delivered_ = 0;
  double lateness_ = 0, worst_lateness_ = 0;  // sum and maximum in nanoseconds
};

}  // namespace wan
