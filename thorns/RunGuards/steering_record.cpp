// SPDX-License-Identifier: Apache-2.0
#include "steering_record.hpp"

#include <fstream>

namespace cardon {

void SteeringRecord::add(const nlohmann::ordered_json& entry) {
  entries_.push_back(entry);
  try {
    if (!file_) file_.emplace(folder_ / "steering.jsonl");
    file_->append(entry.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace) +
                  "\n");
    add_to_provenance();
  } catch (const Error& error) {
    if (!failure_) failure_ = error;
  }
}

void SteeringRecord::add_to_provenance() {
  const std::filesystem::path file = folder_ / "provenance.json";
  std::ifstream in(file);
  nlohmann::ordered_json all = nlohmann::ordered_json::parse(in, nullptr, false);
  if (!all.is_object()) return;
  all["steering"] = entries_;
  replace_file(file,
               all.dump(1, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace cardon
