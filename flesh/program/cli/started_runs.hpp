// SPDX-License-Identifier: Apache-2.0
// Options of verbs that start several runs: sweep and converge.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "input_arguments.hpp"

namespace cardon::cli {

class StartedRuns {
 public:
  /// FILE, key=value, --out, --launcher, --ranks.
  void declare(CLI::App& app);
  /// The same as JSON: files, overrides, program, launcher, ranks, out. Throws Error "cli/no-file".
  nlohmann::json json() const;

 private:
  std::vector<std::string> words_;
  std::optional<std::string> out_, launcher_;
  std::optional<int> ranks_;
};

}  // namespace cardon::cli
