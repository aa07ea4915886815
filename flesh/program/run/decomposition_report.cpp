// SPDX-License-Identifier: Apache-2.0
#include "run/decomposition_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/plan/link_cost.hpp>
#include <numeric>

#include "console/screen.hpp"

namespace cardon {
namespace {

constexpr int max_listed_blocks = 16;  // shown one by one

struct Spread {
  double min = 0, mean = 0, max = 0;
  explicit Spread(const std::vector<double>& values) {
    min = std::ranges::min(values);
    max = std::ranges::max(values);
    mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
  }
  double balance() const { return mean > 0 ? max / mean : 1; }
};

std::vector<double> sum_by_rank(const Decomposition& decomposition,
                                const std::vector<double>& by_block) {
  std::vector<double> sums(std::size_t(std::ranges::max(decomposition.rank_of_block)) + 1);
  for (std::size_t b = 0; b < by_block.size(); ++b)
    sums[std::size_t(decomposition.rank_of_block[b])] += by_block[b];
  return sums;
}

std::vector<double> owned_points(const Decomposition& decomposition) {
  std::vector<double> points;
  for (const Box& box : decomposition.owned) points.push_back(double(box.points()));
  return points;
}

std::string points_row(const char* name, const Spread& spread) {
  return fmt::format("{:<18}{:>12.0f}{:>12.0f}{:>12.0f}", name, spread.min, spread.mean,
                     spread.max);
}

std::string site_line(const Layout& layout, const Slab& slab, const Site& site, int width,
                      const std::vector<double>& owned) {
  std::vector<double> of_site;
  for (const int rank : site.ranks) of_site.push_back(owned[std::size_t(rank)]);
  const Spread spread(of_site);
  const int axis = layout.axis();
  return fmt::format(
      "{:<{}}{:>7}{:>9}{:>18}{:>9}{:>13}{:>12.0f}{:>12.0f}{:>12.0f}", site.name, width,
      site.ranks.size(), site.speed > 0 ? fmt::format("{:.4g}", site.speed) : "-",
      fmt::format("{} to {}", slab.core.lo[axis], slab.core.hi[axis] - 1), slab.core.extent(axis),
      slab.core.points(), spread.min, spread.mean, spread.max);
}

std::string often_text(double steps_per_exchange) {
  if (steps_per_exchange <= 0) return "never exchanged";
  if (steps_per_exchange < 1)
    return fmt::format("{:.4g} exchanges per step", 1 / steps_per_exchange);
  return steps_per_exchange == 1
             ? "an exchange every step"
             : fmt::format("an exchange every {:.4g} steps", steps_per_exchange);
}

/// Points across which a link sends, in each direction.
double face_points(const Layout& layout, int link) {
  double points = 0;
  for (const Slab& slab : layout.decomposition().slabs)
    if (slab.links[1] == link)
      points += double(slab.core.points()) / slab.core.extent(layout.axis());
  return points;
}

/// What the machine says of a link.
std::string figures_text(const Machine& machine, const std::string& name) {
  std::string text;
  for (const SiteLink& link : machine.links) {
    if (link.name != name) continue;
    if (link.latency > 0) text += fmt::format("; latency {:.4g} ms", 1e3 * link.latency);
    if (link.bandwidth > 0) text += fmt::format("; {:.4g} MB/s", 1e-6 * link.bandwidth);
  }
  return text;
}

std::string block_line(const Layout& layout, int block, double redundant) {
  const Decomposition& decomposition = layout.decomposition();
  const Box& box = layout.owned(block);
  const std::string site =
      layout.has_sites() ? fmt::format("  site {}", layout.slab(layout.slab_of(block)).name) : "";
  const std::string more = redundant > 0 ? fmt::format(" owned, {:.0f} redundant", redundant) : "";
  return fmt::format("rank {:>3}{}  points [{}] to [{}]  {} points{}",
                     decomposition.rank_of_block[std::size_t(block)], site, fmt::join(box.lo, ", "),
                     fmt::join(box.hi, ", "), box.points(), more);
}

}  // namespace

std::string blocks_text(const Decomposition& decomposition) {
  const Index3& n = decomposition.topology;
  const auto blocks = decomposition.owned.size();
  if (std::size_t(n[0]) * std::size_t(n[1]) * std::size_t(n[2]) != blocks)
    return fmt::format("{} of different sizes", blocks);
  return fmt::format("{}", fmt::join(n, " x "));
}

std::vector<std::string> site_lines(const Layout& layout, const Machine& machine) {
  std::size_t width = 4;
  for (const Site& site : machine.sites) width = std::max(width, site.name.size());
  std::vector<std::string> lines = {
      fmt::format("{:<{}}{:>7}{:>9}{:>18}{:>9}{:>13}{:>36}", "site", width, "ranks", "speed",
                  fmt::format("planes in {}", "xyz"[layout.axis()]), "number", "points",
                  "points per rank: min, mean, max")};
  const auto owned = sum_by_rank(layout.decomposition(), owned_points(layout.decomposition()));
  for (std::size_t s = 0; s < machine.sites.size(); ++s)
    lines.push_back(site_line(layout, layout.slab(int(s)), machine.sites[s], int(width), owned));
  return lines;
}

std::vector<std::string> link_lines(const Program& program, const Layout& layout,
                                    const Machine& machine, const std::vector<LinkTimings>& links) {
  std::vector<std::string> lines;
  for (std::size_t l = 1; l < links.size(); ++l) {
    const LinkTimings& link = links[l];
    const LinkCost cost = link_cost(program, layout.axis(), link.depth);
    const double bytes = cost.values * face_points(layout, int(l) - 1) * double(sizeof(Real));
    lines.push_back(
        fmt::format("link {}: {}, {}; {} per face point and step, {} each way; codec {}{}",
                    link.name, counted(link.depth, "layer"), often_text(cost.steps_per_exchange),
                    counted(double(cost.values), "value"), bytes_text(bytes), link.codec,
                    figures_text(machine, link.name)));
  }
  return lines;
}

std::string free_codecs_text(const std::vector<LinkTimings>& links,
                             const std::vector<bool>& codecs) {
  std::vector<std::string> names;
  for (std::size_t l = 1; l < links.size(); ++l)
    if (l <= codecs.size() && codecs[l - 1]) names.push_back(links[l].name);
  if (names.empty()) return "";
  return fmt::format(
      "codecs of {}: left to the tuner; a rank may use another chain, or none, where its data "
      "shrink better that way",
      fmt::join(names, ", "));
}

std::vector<std::string> block_lines(const Layout& layout, const std::vector<double>& redundant,
                                     const std::vector<double>& memory) {
  const Decomposition& decomposition = layout.decomposition();
  std::vector<std::string> lines;
  for (int b = 0; b < std::min(layout.blocks(), max_listed_blocks); ++b)
    lines.push_back(block_line(layout, b, redundant[std::size_t(b)]));
  if (layout.blocks() > max_listed_blocks)
    lines.push_back(fmt::format("... {} blocks in total", layout.blocks()));
  const Spread bytes(memory);
  if (memory.size() == 1) {
    lines.push_back("memory of fields about " + bytes_text(bytes.max));
    return lines;
  }
  const Spread owned(sum_by_rank(decomposition, owned_points(decomposition)));
  lines.push_back(fmt::format("{:<18}{:>12}{:>12}{:>12}", "per rank", "min", "mean", "max"));
  lines.push_back(points_row("owned points", owned));
  lines.push_back(points_row("redundant points", Spread(sum_by_rank(decomposition, redundant))));
  lines.push_back(fmt::format("{:<18}{:>12}{:>12}{:>12}", "memory of fields", bytes_text(bytes.min),
                              bytes_text(bytes.mean), bytes_text(bytes.max)));
  lines.push_back(decomposition.predicted.empty()
                      ? fmt::format("balance (largest / mean) {:.3f}", owned.balance())
                      : fmt::format("predicted balance (largest / mean) {:.3f}",
                                    Spread(decomposition.predicted).balance()));
  return lines;
}

}  // namespace cardon
