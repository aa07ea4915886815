// SPDX-License-Identifier: Apache-2.0
// What predict and simulate look at, and how they say what they found.
#pragma once
#include <cardon/tuning/search.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "predict/planned_run.hpp"
#include "predict/predicted_machine.hpp"

namespace cardon {

/// What is known of the machine of a run, codecs tried on the data included. The run is planned
/// with the ghost layers that were fastest when its work was measured.
PredictedMachine look_at_machine(PlannedRun& run, const std::vector<SitePlan>& plans, double speed);

/// For programs.
void print_json(const nlohmann::json& json);
void heading(const std::string& text);
/// Title, ranks, where figures come from, and what codecs do.
void print_known(const PlannedRun& run, const PredictedMachine& machine);
/// A table of settings and what they cost.
void print_candidates_heading();
void print_candidate(const std::string& name, const Candidate& candidate);
/// Where the time of a step goes.
void print_parts(const std::string& name, const Prediction& prediction);

/// "10 1 1", "zlib; none and back lz4", "21.3 ms"; "-" without links.
std::string depths_text(const DriverSettings& settings);
std::string codecs_text(const DriverSettings& settings);
std::string seconds_text(double seconds);

nlohmann::json candidate_json(const Candidate& candidate, const std::vector<LinkEnds>& links);

}  // namespace cardon
