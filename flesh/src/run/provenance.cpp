// SPDX-License-Identifier: Apache-2.0
#include "run/provenance.hpp"

#include <fmt/chrono.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "cardon/version.hpp"
#include "run/host_names.hpp"

namespace cardon {

std::string provenance_json(const Setup& setup, const std::map<std::string, std::string>& build,
                            Transport& transport, const std::string& losses) {
  std::vector<std::string> thorns;
  for (const ThornDeclaration& thorn : setup.library.active) thorns.push_back(thorn.name);
  nlohmann::json json = {
      {"program", "Cardon"},
      {"version", version_text},
      {"build", build},
      {"started", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
      {"title", setup.title},
      {"thorns", thorns},
      {"driver", setup.driver_name},
      {"integrator", setup.integrator},
      {"transport", transport.describe()},
      {"hosts", gather_text(host_name(), transport)}};
  if (!losses.empty()) json["lossy"] = losses;
  return json.dump(2) + "\n";
}

}  // namespace cardon
