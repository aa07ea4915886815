// SPDX-License-Identifier: Apache-2.0
#include "provenance/run_end.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

namespace cardon {

std::optional<int> recorded_exit_code(const std::filesystem::path& run_folder) {
  std::ifstream in(run_folder / summary_name);
  const auto summary = nlohmann::json::parse(in, nullptr, false);
  if (!summary.is_object()) return {};
  const auto code = summary.find(run_end_key);
  if (code == summary.end() || !code->is_number_integer()) return {};
  return code->get<int>();
}

}  // namespace cardon
