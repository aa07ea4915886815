// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/tuning/tunlet.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace cardon {

/// What sensors emitted (tunlets.tsv) and what actuators did (tunlets.jsonl), on rank 0. What goes
/// wrong is kept: the run continues.
class TunletRecord {
 public:
  void open(std::filesystem::path run_folder) { folder_ = std::move(run_folder); }
  void window(const TunletWindow& window);
  /// An entry as in steering.jsonl, so that it can be replayed.
  void fired(const nlohmann::ordered_json& entry);
  /// What a standing tunlet decided; a replay passes over it.
  void decided(const nlohmann::ordered_json& entry);
  /// For summary.json.
  nlohmann::json summary() const;
  std::string closing_sentence() const;
  bool failed() const { return failure_.has_value(); }
  const std::optional<Error>& failure() const { return failure_; }

 private:
  void count(const TunletWindow& window);
  void add(const nlohmann::ordered_json& entry);
  void append(std::optional<TextFile>& file, const char* name, const std::string& text);

  std::filesystem::path folder_;
  std::optional<TextFile> table_, actions_;
  std::optional<Error> failure_;
  std::map<std::string, long> events_;
  long windows_ = 0, fired_ = 0, decisions_ = 0;
};

}  // namespace cardon
