// SPDX-License-Identifier: Apache-2.0
#include "settings_change.hpp"

#include <cardon/kit/tuning/settings_json.hpp>
#include <nlohmann/json.hpp>

namespace cardon {

using nlohmann::json;

std::vector<std::byte> to_bytes(const SettingsChange& order, const std::vector<LinkEnds>& links) {
  json j = {{"first", order.first},
            {"last", order.last},
            {"effective_step", order.effective_step},
            {"parts", order.parts}};
  if (order.change) j["settings"] = settings_json(order.settings, links);
  if (order.new_trials) {
    j["trials"] = json::array();
    for (const CodecNames& chain : order.trials) j["trials"].push_back(chain_json(chain));
  }
  const std::vector<std::uint8_t> packed = json::to_msgpack(j);
  const auto* first = reinterpret_cast<const std::byte*>(packed.data());
  return {first, first + packed.size()};
}

SettingsChange order_from_bytes(std::span<const std::byte> bytes,
                                const std::vector<LinkEnds>& links) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const json j = json::from_msgpack(first, first + bytes.size());
  SettingsChange order;
  order.first = j.at("first");
  order.last = j.at("last");
  order.effective_step = j.at("effective_step");
  order.parts = j.at("parts");
  order.change = j.contains("settings");
  if (order.change) order.settings = settings_from_json(j["settings"], links);
  order.new_trials = j.contains("trials");
  if (order.new_trials)
    for (const json& chain : j["trials"]) order.trials.push_back(chain_from_json(chain));
  return order;
}

}  // namespace cardon
