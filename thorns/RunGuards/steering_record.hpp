// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

namespace cardon {

/// What was done to a run: steering.jsonl, and the same list in provenance.json. On rank 0.
class SteeringRecord {
 public:
  explicit SteeringRecord(std::filesystem::path run_folder) : folder_(std::move(run_folder)) {}
  /// Keeps what went wrong: the run continues.
  void add(const nlohmann::ordered_json& entry);
  const std::optional<Error>& failure() const { return failure_; }

 private:
  void add_to_provenance();
  std::filesystem::path folder_;
  std::optional<TextFile> file_;  // from the first entry on
  nlohmann::ordered_json entries_ = nlohmann::ordered_json::array();
  std::optional<Error> failure_;
};

}  // namespace cardon
