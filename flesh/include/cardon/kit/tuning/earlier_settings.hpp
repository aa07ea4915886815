// SPDX-License-Identifier: Apache-2.0
// Settings that a tuner found in an earlier run.
#pragma once
#include <cardon/kit/tuning/tuning_spec.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/services/tunable.hpp>
#include <string>
#include <vector>

namespace cardon {

/// The names of the wide links of a run, as Decomposition::wide_links.
std::vector<LinkEnds> link_ends(const Machine& machine, const Grid& grid);

/// Settings of an earlier run, as in its tuning.json, as far as the user left them to a tuner;
/// where not, those of `now`. Throws Error tuning/start if they do not fit a run on so many ranks.
DriverSettings earlier_settings(const TuningSpec& spec, const DriverSetup& run,
                                const std::string& start, int ranks, const DriverSettings& now,
                                const TunableSet& freedom);
/// Reads the settings that `spec` names and applies them to a driver that is set up.
void start_from(const TuningSpec& spec, const DriverSetup& run, const std::string& start, int ranks,
                Tunable& tunable);
/// Throws Error tuning/start: the grid cannot be divided with the settings of tuning.start.
[[noreturn]] void refuse_earlier_settings(const TuningSpec& spec);

}  // namespace cardon
