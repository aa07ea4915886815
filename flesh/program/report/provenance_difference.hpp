// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace cardon {

/// One thing in which two runs differ.
struct ProvenanceDifference {
  enum class Weight {
    may_matter,  ///< results may differ because of it
    never,       ///< it says how results are computed, never what they are
    dull         ///< names, outputs, checkpoints
  };
  std::string what;                ///< "WaveToy::width", "revision"
  std::string a, b;                ///< of the two runs; b may be empty: a says it all
  std::string source_a, source_b;  ///< of parameters: "wave.yaml:6"
  Weight weight = Weight::may_matter;
};

/// In the order in which a person would look at them: parameters of what is computed, program,
/// settings of the driver, machine. What only one of the two tells is left out. With a lossy codec
/// in one of the runs, settings of the driver may matter.
std::vector<ProvenanceDifference> provenance_differences(const nlohmann::json& a,
                                                         const nlohmann::json& b);

}  // namespace cardon
