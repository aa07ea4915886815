// SPDX-License-Identifier: Apache-2.0
// How requests get to a run, and what became of them: files in a folder of the run.
#pragma once
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace cardon {

/// One request: {"id": "...", "set": ["output.slices.every=5"]} or {"id": "...", "do": "pause"},
/// where "do" is pause, continue, step (with "steps"), checkpoint or stop. On rank 0.
class SteeringBox {
 public:
  /// `folder`: "steering" in the run folder. It need not exist: whoever asks makes it.
  explicit SteeringBox(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Takes ID.request files of this user out of the folder, the oldest name first, as long as they
  /// fit into `max_bytes` bytes as a list. `refuse`: says why a request cannot be; "": it can.
  /// Those that cannot be are answered at once. Empty: there is none.
  std::string take(std::size_t max_bytes,
                   const std::function<std::string(const nlohmann::json&)>& refuse);
  /// Writes ID.answer, which who asked removes: {"status": "done" or "refused", ...}.
  void answer(const std::string& id, const nlohmann::ordered_json& answer) const;
  void refuse(const std::string& id, const std::string& why) const;

 private:
  std::vector<std::string> waiting() const;
  std::string read(const std::string& id) const;
  std::filesystem::path folder_;
};

/// What is wrong with the form of a request; empty: nothing.
std::string mistake_in(const nlohmann::json& request);

}  // namespace cardon
