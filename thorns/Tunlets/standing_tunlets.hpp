// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/step_service.hpp>
#include <cardon/tuning/standing_tunlet.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plug_ins.hpp"

namespace cardon {

/// Tunlets of a run by the interface that all of them have: tuner and balancer, or plug-ins and
/// rules.
class StandingTunlets {
 public:
  /// They are asked for once all step services are open.
  void open(std::function<std::vector<StandingTunlet*>()> find) { find_ = std::move(find); }
  /// A service that makes one is known by this name.
  static bool is_one(const MakeService& make, const std::string& name);
  /// These are suspended from now on, and no others. Collective.
  void suspend(const std::vector<std::string>& names);
  /// What they decided since the last call, for the record; on rank 0.
  std::vector<nlohmann::ordered_json> take_decisions();
  /// Names, and what they do, for summary.json; null: there are none.
  nlohmann::json listed();

 private:
  struct Entry {
    std::string name;
    StandingTunlet* tunlet;
  };
  const std::vector<Entry>& all();

  std::function<std::vector<StandingTunlet*>()> find_;
  std::vector<Entry> all_;
  std::vector<std::string> suspended_;
};

}  // namespace cardon
