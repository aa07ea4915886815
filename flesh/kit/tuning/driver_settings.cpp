// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/tuning/driver_settings.hpp>

namespace cardon {
namespace {

bool same_link(const WideLinkSettings& a, const WideLinkSettings& b) {
  return a.depth == b.depth && a.packing == b.packing && same_chain(a.codecs[0], b.codecs[0]) &&
         same_chain(a.codecs[1], b.codecs[1]);
}

std::string bracketed(const CodecNames& chain) {
  return chain.empty() ? "none" : "[" + chain_text(chain) + "]";
}

void add_codecs(std::vector<std::string>& parts, const WideLinkSettings& from,
                const WideLinkSettings& to, const LinkEnds& ends) {
  const auto change = [&](int d) {
    return fmt::format("codecs {} -> {} on link {}", bracketed(from.codecs[d]),
                       bracketed(to.codecs[d]), ends.name);
  };
  const bool same[2] = {same_chain(from.codecs[0], to.codecs[0]),
                        same_chain(from.codecs[1], to.codecs[1])};
  if (!same[0] && !same[1] && change(0) == change(1)) {
    parts.push_back(change(0));
    return;
  }
  if (!same[0]) parts.push_back(change(0) + fmt::format(" from {} to {}", ends.first, ends.second));
  if (!same[1]) parts.push_back(change(1) + fmt::format(" from {} to {}", ends.second, ends.first));
}

bool same_packing(const DriverSettings& a, const DriverSettings& b) {
  return std::equal(a.links.begin(), a.links.end(), b.links.begin(), b.links.end(),
                    [](const auto& x, const auto& y) { return x.packing == y.packing; });
}

}  // namespace

bool TunableSet::any() const {
  const auto one = [](const std::vector<bool>& flags) {
    return std::find(flags.begin(), flags.end(), true) != flags.end();
  };
  return one(depth) || one(codecs) || overlap || blocks || weights;
}

bool same_chain(const CodecNames& a, const CodecNames& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.codec == y.codec && x.option == y.option;
  });
}

bool same_depths(const DriverSettings& a, const DriverSettings& b) {
  return std::equal(a.links.begin(), a.links.end(), b.links.begin(), b.links.end(),
                    [](const auto& x, const auto& y) { return x.depth == y.depth; });
}

bool same_cut(const DriverSettings& a, const DriverSettings& b) {
  return a.blocks_per_rank == b.blocks_per_rank && a.speeds == b.speeds && same_packing(a, b) &&
         same_depths(a, b);
}

bool same_settings(const DriverSettings& a, const DriverSettings& b) {
  return a.overlap == b.overlap && same_cut(a, b) &&
         std::equal(a.links.begin(), a.links.end(), b.links.begin(), b.links.end(), same_link);
}

std::string difference_text(const DriverSettings& from, const DriverSettings& to,
                            const std::vector<LinkEnds>& links) {
  std::vector<std::string> parts;
  for (std::size_t n = 0; n < links.size(); ++n) {
    const WideLinkSettings &a = from.links.at(n), &b = to.links.at(n);
    if (a.depth != b.depth)
      parts.push_back(fmt::format("depth {} -> {} on link {}", a.depth, b.depth, links[n].name));
    add_codecs(parts, a, b, links[n]);
  }
  if (from.overlap != to.overlap)
    parts.push_back(from.overlap ? "overlap on -> off" : "overlap off -> on");
  if (from.blocks_per_rank != to.blocks_per_rank)
    parts.push_back(
        fmt::format("blocks per rank {} -> {}", from.blocks_per_rank, to.blocks_per_rank));
  if (from.speeds != to.speeds || !same_packing(from, to)) parts.push_back("weights");
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace cardon
