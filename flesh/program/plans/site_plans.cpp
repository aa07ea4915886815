// SPDX-License-Identifier: Apache-2.0
#include "plans/site_plans.hpp"

#include <algorithm>
#include <map>

#include "startup/planner_input.hpp"

namespace cardon {
namespace {

std::vector<plan::Link> links_of(const Layout& layout, int slab,
                                 const std::vector<plan::Link>& links) {
  std::vector<plan::Link> own = {links.front()};
  for (const int wide : layout.links_of(slab)) own.push_back(links[std::size_t(wide) + 1]);
  return own;
}

std::vector<int> depths_of(const std::vector<plan::Link>& links) {
  std::vector<int> depths;
  for (const plan::Link& link : links) depths.push_back(link.depth);
  return depths;
}

plan::Plan make_site_plan(const Program& program, const std::vector<plan::Link>& links) {
  const plan::CyclicSequence sequence({program.initial}, {program.step});
  return plan::make_plan(planner_input(program, links), sequence);
}

/// Sum over the calls of a step, and the number of calls.
struct Redundancy {
  double points = 0;
  long calls = 0;
  double mean() const { return calls > 0 ? points / double(calls) : 0; }
};

Redundancy redundancy(const Program& program, const Layout& layout, int block,
                      const plan::Plan& plan) {
  Redundancy sum;
  for (const plan::Segment& segment : plan.cycle)
    for (const plan::Operation& operation : segment.operations) {
      if (operation.kind != plan::Operation::Kind::compute) continue;
      const Region region = program.tasks[std::size_t(operation.task)].region;
      const Box computed = layout.computed(block, layout.growth(block, operation.growth), region);
      sum.points += double(computed.points() - intersect(computed, layout.owned(block)).points());
      ++sum.calls;
    }
  return sum;
}

}  // namespace

std::vector<SitePlan> site_plans(const Program& program, const Layout& layout,
                                 const std::vector<plan::Link>& links) {
  std::vector<SitePlan> plans;
  std::map<std::vector<int>, std::size_t> known;
  const int sites = layout.has_sites() ? int(layout.decomposition().slabs.size()) : 1;
  for (int slab = 0; slab < sites; ++slab) {
    const std::vector<plan::Link> own = links_of(layout, slab, links);
    const auto [kind, is_new] = known.try_emplace(depths_of(own), plans.size());
    if (is_new) plans.push_back({{}, make_site_plan(program, own)});
    plans[kind->second].slabs.push_back(slab);
  }
  return plans;
}

std::vector<double> redundant_points(const Program& program, const Layout& layout,
                                     const std::vector<SitePlan>& plans) {
  std::vector<double> points(std::size_t(layout.blocks()));
  for (int block = 0; block < layout.blocks(); ++block)
    for (const SitePlan& site : plans)
      if (std::ranges::find(site.slabs, layout.slab_of(block)) != site.slabs.end())
        points[std::size_t(block)] = redundancy(program, layout, block, site.plan).mean();
  return points;
}

}  // namespace cardon
