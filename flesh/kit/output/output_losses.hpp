// SPDX-License-Identifier: Apache-2.0
// What the outputs of a run could not write.
#pragma once
#include <cardon/services/transport.hpp>
#include <cardon/thorn/error.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace cardon {

/// Of one entry under output:.
struct OutputLoss {
  std::string output;          ///< "output.scalars"
  long tries = 0, lost = 0;    ///< how often it was due, and how often that was not written
  long first = -1, last = -1;  ///< iterations of what was lost
  long failures = 0;           ///< lost ones and other failures
  long failed_at = -1;         ///< iteration of the first failure; -1: there is none
  std::optional<Error> error;  ///< the first one

  void add(const Error& failure, long iteration, bool is_lost);
};

/// Of all ranks, the same on all: entries that failed on one of them, the earliest first.
/// Collective.
std::vector<OutputLoss> gather_losses(const std::vector<OutputLoss>& mine, Transport& transport);
/// The first cause, with what was lost in all.
Error first_cause(const std::vector<OutputLoss>& losses);
/// For summary.json.
nlohmann::json losses_json(const std::vector<OutputLoss>& losses);

/// "failed_outputs", how many attempts have failed, and "lost_outputs" of summary.json.
void add_losses(const std::vector<OutputLoss>& losses, nlohmann::json& summary);

}  // namespace cardon
