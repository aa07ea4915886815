// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/tuner.hpp>
#include <cardon/thorn/parameter.hpp>
#include <optional>

#include "paper_run.hpp"

namespace cardon {

inline constexpr auto paper_same =
    Parameter{"same", 0.2,
              "Two depths are about the same if the deeper saves less than this share of lost time",
              between(0, 1)}
        .steerable();
inline constexpr auto paper_average =
    Parameter{"average", 10,
              "Steps over which the efficiency is averaged; tuning.window has precedence",
              at_least(1)}
        .steerable();
inline constexpr auto paper_period =
    Parameter{"period", 500, "Steps between trials of compression", at_least(1)}.steerable();

/// The rules of the founding paper (PaperRun), for comparison.
class PaperTuner : public Tuner {
 public:
  static constexpr const char* section = "tuning.paper";
  Decision start(const TunerSetup& setup) override;
  Decision decide(const TuningWindow& window) override;

 private:
  std::optional<PaperRun> run_;
};

/// The widest reach of a stencil of the program along the chain of sites; at least 1.
int widest_stencil(const Program& program, const Machine& machine);

}  // namespace cardon
