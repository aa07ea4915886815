// SPDX-License-Identifier: Apache-2.0
#include "move_price.hpp"

#include <algorithm>
#include <array>
#include <cardon/kit/grid/box_index.hpp>
#include <cardon/kit/grid/box_moves.hpp>
#include <cardon/kit/grid/carried_slots.hpp>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <map>

namespace cardon::model {
namespace {

// Of a large message: it is announced, wanted, and sent.
constexpr double journeys = 3;

class Loads {
 public:
  Loads(const Program& program, const Layout& before, const Layout& after, const Machine& machine)
      : cut_(before.decomposition()),
        links_(chain_links(machine, program.grid)),
        over_(links_.size()),
        site_of_rank_(sites_by_rank(machine)),
        inside_(site_of_rank_.size()),
        handled_(site_of_rank_.size()) {
    const double point = double(carried_slots(program).size()) * sizeof(Real);
    const BoxOwners from = owners_of(before), to = owners_of(after);
    const BoxIndex places(to.boxes);
    for (std::size_t n = 0; n < from.boxes.size(); ++n)
      for (const int m : places.touching(from.boxes[n])) {
        const auto there = std::size_t(m);
        const Box moved = intersect(from.boxes[n], to.boxes[there]);
        add(from.ranks[n], to.ranks[there], point * double(moved.points()));
      }
  }

  double seconds(const MachineEstimate& estimate) const {
    double wide = 0, inside = 0;
    for (std::size_t l = 0; l < over_.size(); ++l)
      for (const double bytes : over_[l])
        if (bytes > 0) wide = std::max(wide, over_link(l, bytes, estimate));
    if (estimate.intra_bandwidth > 0)
      inside = *std::max_element(inside_.begin(), inside_.end()) / estimate.intra_bandwidth;
    const double handled = *std::max_element(handled_.begin(), handled_.end());
    return wide + inside + handled * estimate.pack;
  }

 private:
  static std::vector<int> sites_by_rank(const Machine& machine) {
    std::map<int, int> sites;
    for (std::size_t site = 0; site < machine.sites.size(); ++site)
      for (const int rank : machine.sites[site].ranks) sites[rank] = int(site);
    std::vector<int> list;
    for (const auto& [rank, site] : sites) list.push_back(site);
    return list;
  }

  void add(int from, int to, double bytes) {
    handled_[std::size_t(from)] += bytes;
    handled_[std::size_t(to)] += bytes;
    if (from == to) return;
    const int first = site_of_rank_.at(std::size_t(from)), last = site_of_rank_.at(std::size_t(to));
    if (first == last) {
      inside_[std::size_t(from)] += bytes;
      return;
    }
    const int step = first < last ? 1 : -1;
    for (int site = first; site != last; site += step) {
      const int link = cut_.slabs[std::size_t(site)].links[step > 0 ? 1 : 0];
      if (link >= 0) over_[std::size_t(link)][direction(link, site)] += bytes;
    }
  }

  std::size_t direction(int link, int site) const {
    return links_[std::size_t(link)].sites[0] == site ? 0 : 1;
  }

  double over_link(std::size_t link, double bytes, const MachineEstimate& estimate) const {
    const LinkEstimate& known = estimate.links.at(link);
    const double bandwidth =
        known.bandwidth.known() ? known.bandwidth.value : links_[link].bandwidth;
    return journeys * known.latency.value + (bandwidth > 0 ? bytes / bandwidth : 0);
  }

  const Decomposition& cut_;
  std::vector<SiteLink> links_;
  std::vector<std::array<double, 2>> over_;  // bytes by link and direction
  std::vector<int> site_of_rank_;
  std::vector<double> inside_;   // bytes by rank that sends them within its site
  std::vector<double> handled_;  // bytes by rank that packs, unpacks or copies them
};

}  // namespace

double moving_seconds(const Program& program, const Layout& before, const Layout& after,
                      const Machine& machine, const MachineEstimate& estimate) {
  return Loads(program, before, after, machine).seconds(estimate);
}

}  // namespace cardon::model
