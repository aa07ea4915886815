// SPDX-License-Identifier: Apache-2.0
#include "run/link_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "console/figure_text.hpp"

namespace cardon {
namespace {

constexpr std::string_view own_choice =
    " (chosen by the rank)";  // as drivers say in LinkTimings::codec

std::vector<LinkFigures> wide_ones(std::vector<LinkFigures> links) {
  std::erase_if(links, [](const LinkFigures& link) { return !link.wide; });
  return links;
}

// "zlib-1 on 3 ranks, lz4 (chosen by the rank) on 1": senders may choose their own.
std::string codecs_in_words(const std::vector<Timings>& ranks, std::size_t link) {
  std::vector<std::pair<std::string, int>> found;
  for (const Timings& rank : ranks) {
    const std::string& codec = rank.links[link].codec;
    if (rank.links[link].messages == 0) continue;
    const auto known = std::find_if(found.begin(), found.end(),
                                    [&](const auto& pair) { return pair.first == codec; });
    if (known == found.end())
      found.emplace_back(codec, 1);
    else
      ++known->second;
  }
  if (found.empty()) return ranks.front().links[link].codec;
  if (found.size() == 1) return found.front().first;
  std::vector<std::string> parts;
  for (const auto& [codec, count] : found)
    parts.push_back(fmt::format("{} on {}{}", codec, count,
                                !parts.empty() ? ""
                                : count == 1   ? " rank"
                                               : " ranks"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

bool is_own_choice(const std::string& codec) {
  return codec.size() >= own_choice.size() &&
         codec.compare(codec.size() - own_choice.size(), own_choice.size(), own_choice) == 0;
}

std::vector<int> own_senders(const std::vector<Timings>& ranks, std::size_t link) {
  std::vector<int> own;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    if (is_own_choice(ranks[rank].links[link].codec)) own.push_back(int(rank));
  return own;
}

}  // namespace

std::vector<LinkFigures> link_figures(const std::vector<Timings>& ranks) {
  std::vector<LinkFigures> all;
  for (std::size_t l = 0; l < ranks.front().links.size(); ++l) {
    const LinkTimings& first = ranks.front().links[l];
    LinkFigures figures{
        .name = first.name, .codec = codecs_in_words(ranks, l), .depth = first.depth};
    figures.wide = l > 0;
    figures.lossless = first.lossless;
    figures.own_codecs = own_senders(ranks, l);
    for (const Timings& rank : ranks) {
      const LinkTimings& link = rank.links[l];
      figures.exchanges = std::max(figures.exchanges, link.exchanges);
      figures.messages += link.messages;
      figures.pieces += link.pieces;
      figures.bytes_raw += link.bytes_raw;
      figures.bytes_sent += link.bytes_sent;
      figures.exposed_wait = std::max(figures.exposed_wait, link.wait);
    }
    figures.hidden = hidden_fraction(ranks, l);
    all.push_back(std::move(figures));
  }
  return all;
}

double hidden_fraction(const std::vector<Timings>& ranks, std::size_t link) {
  double exposed = 0, flight = 0;
  for (const Timings& t : ranks) {
    exposed += t.links[link].exposed;
    flight += t.links[link].flight;
  }
  return flight > 0 ? std::clamp(1 - exposed / flight, 0.0, 1.0) : 1;
}

LinkTimings taken_together(const std::vector<LinkTimings>& links) {
  LinkTimings sum;
  for (std::size_t l = links.size() > 1 ? 1 : 0; l < links.size(); ++l) {
    sum.depth = std::max(sum.depth, links[l].depth);
    sum.bytes_raw += links[l].bytes_raw;
    sum.bytes_sent += links[l].bytes_sent;
    sum.flight += links[l].flight;
    sum.exposed += links[l].exposed;
  }
  return sum;
}

std::string link_table(const std::vector<LinkFigures>& links) {
  const std::vector<LinkFigures> wide = wide_ones(links);
  if (wide.empty()) return "";
  std::size_t width = 20;
  for (const LinkFigures& link : wide) width = std::max(width, link.name.size());
  std::string text =
      fmt::format("{:<{}}  {:>9}  {:>9}  {:>9}  {:>9}  {:>9}\n", "links between sites", width,
                  "messages", "sent", "ratio", "wait s", "hidden");
  for (const LinkFigures& link : wide)
    text += fmt::format("{:<{}}  {:>9}  {:>9}  {:>9.2f}  {:>9.4f}  {:>7.1f} %\n", link.name, width,
                        link.messages, bytes_text(double(link.bytes_sent)), link.ratio(),
                        link.exposed_wait, 100 * link.hidden);
  for (const LinkFigures& link : wide)
    if (!link.own_codecs.empty())
      text += fmt::format("codecs on link {}: {}\n", link.name, link.codec);
  return text;
}

std::string link_tsv(const std::vector<LinkFigures>& links) {
  std::string text =
      "link\tdepth\tcodec\tlossless\texchanges\tmessages\tpieces\traw [byte]\tsent [byte]\tratio\t"
      "exposed wait [s]\thidden\n";
  for (const LinkFigures& link : links)
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.4g}\t{:.6g}\t{:.4g}\n", link.name,
                        link.depth, link.codec, link.lossless ? "yes" : "no", link.exchanges,
                        link.messages, link.pieces, link.bytes_raw, link.bytes_sent, link.ratio(),
                        link.exposed_wait, link.hidden);
  return text;
}

}  // namespace cardon
