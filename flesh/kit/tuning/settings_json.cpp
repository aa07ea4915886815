// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/tuning/settings_json.hpp>
#include <limits>
#include <nlohmann/json.hpp>

namespace cardon {
namespace {

using nlohmann::json;

std::string way(const LinkEnds& link, int direction) {
  return direction == 0 ? link.first + " to " + link.second : link.second + " to " + link.first;
}

json link_json(const WideLinkSettings& settings, const LinkEnds& link) {
  json result = {{"depth", settings.depth},
                 {"codecs",
                  {{way(link, 0), chain_json(settings.codecs[0])},
                   {way(link, 1), chain_json(settings.codecs[1])}}}};
  if (settings.packing >= 0) result["packing"] = settings.packing;
  return result;
}

// The library would cut other numbers into shape.
int whole_number(const json& j) {
  using Limits = std::numeric_limits<int>;
  return int(std::clamp<json::number_integer_t>(j.get_ref<const json::number_integer_t&>(),
                                                Limits::min(), Limits::max()));
}

WideLinkSettings link_from_json(const json& j, const LinkEnds& link) {
  WideLinkSettings settings;
  settings.depth = whole_number(j.at("depth"));
  for (const int d : {0, 1}) settings.codecs[d] = chain_from_json(j.at("codecs").at(way(link, d)));
  settings.packing = j.value("packing", -1.0);
  return settings;
}

}  // namespace

json chain_json(const CodecNames& chain) {
  json names = json::array();
  for (const CodecName& name : chain) names.push_back(name.text());
  return names;
}

CodecNames chain_from_json(const json& j) {
  CodecNames chain;
  for (const json& name : j) chain.push_back(codec_name(name.get<std::string>()));
  return chain;
}

json settings_json(const DriverSettings& settings, const std::vector<LinkEnds>& links) {
  json wide = json::object();
  for (std::size_t n = 0; n < links.size(); ++n)
    wide[links[n].name] = link_json(settings.links.at(n), links[n]);
  json result = {{"links", wide},
                 {"overlap", settings.overlap},
                 {"blocks_per_rank", settings.blocks_per_rank}};
  if (!settings.speeds.empty()) result["speeds"] = settings.speeds;
  return result;
}

DriverSettings settings_from_json(const json& j, const std::vector<LinkEnds>& links) {
  DriverSettings settings;
  for (const LinkEnds& link : links)
    settings.links.push_back(link_from_json(j.at("links").at(link.name), link));
  settings.overlap = j.at("overlap").get<bool>();
  settings.blocks_per_rank = whole_number(j.at("blocks_per_rank"));
  settings.speeds = j.value("speeds", std::vector<double>{});
  return settings;
}

}  // namespace cardon
