// SPDX-License-Identifier: Apache-2.0
#include "link_figures.hpp"

#include <fmt/format.h>

#include <cardon/kit/codec/codec_chain.hpp>

namespace cardon::grid_driver {
namespace {

bool is_lossless(const WideLinkSettings& link, const CodecFactory& codec) {
  return cardon::is_lossless(link.codecs[0], codec) && cardon::is_lossless(link.codecs[1], codec);
}

// "zlib-1", or "zlib-1 from a, none from b".
std::string codec_text(const WideLinkSettings& settings, const SiteLink& link,
                       const std::vector<Site>& sites) {
  const std::string text = chain_text(settings.codecs[0]);
  if (same_chain(settings.codecs[0], settings.codecs[1])) return text;
  const auto site = [&](int end) { return sites[std::size_t(link.sites[end])].name; };
  return fmt::format("{} from {}, {} from {}", text, site(0), chain_text(settings.codecs[1]),
                     site(1));
}

}  // namespace

plan::Link wide_link(const Decomposition& decomposition, int wide) {
  const WideLink& link = decomposition.wide_links[std::size_t(wide)];
  return {.name = link.name, .depth = link.depth, .level = 1, .axis = decomposition.axis};
}

std::vector<LinkTimings> link_figures(const SiteSetup& sites, int depth,
                                      const CodecFactory& codec) {
  std::vector<LinkTimings> figures{{.name = "intra", .depth = depth}};
  for (const SiteLink& link : sites.links) figures.push_back({.name = link.name});
  describe_settings(sites, codec, figures);
  return figures;
}

void describe_settings(const SiteSetup& sites, const CodecFactory& codec,
                       std::vector<LinkTimings>& figures) {
  for (std::size_t n = 0; n < sites.links.size(); ++n) {
    const WideLinkSettings& link = sites.settings.links[n];
    LinkTimings& told = figures[n + 1];
    told.depth = link.depth;
    told.codec = codec_text(link, sites.links[n], sites.machine.sites);
    told.lossless = told.lossless && is_lossless(link, codec);
  }
}

}  // namespace cardon::grid_driver
