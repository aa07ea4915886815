// SPDX-License-Identifier: Apache-2.0
#include "run/provenance.hpp"

#include <fmt/chrono.h>
#include <unistd.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "cardon/version.hpp"

namespace cardon {
namespace {

std::vector<std::string> host_names(Transport& transport) {
  char name[256] = {};
  gethostname(name, sizeof(name) - 1);
  const auto* first = reinterpret_cast<const std::byte*>(name);
  const std::vector<std::byte> mine(first, first + std::char_traits<char>::length(name));
  std::vector<std::string> hosts;
  for (const auto& bytes : transport.all_gather(mine))
    hosts.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return hosts;
}

}  // namespace

std::string provenance_json(const Setup& setup, const std::map<std::string, std::string>& build,
                            Transport& transport) {
  std::vector<std::string> thorns;
  for (const ThornDeclaration& thorn : setup.library.active) thorns.push_back(thorn.name);
  const nlohmann::json json = {
      {"program", "Cardon"},
      {"version", version_text},
      {"build", build},
      {"started", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
      {"title", setup.title},
      {"thorns", thorns},
      {"driver", setup.driver_name},
      {"integrator", setup.integrator},
      {"transport", transport.describe()},
      {"hosts", host_names(transport)}};
  return json.dump(2) + "\n";
}

}  // namespace cardon
