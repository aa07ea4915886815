// SPDX-License-Identifier: Apache-2.0
// Tuning as part of a run.
#pragma once
#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "cardon/services/driver.hpp"
#include "startup/placed_run.hpp"
#include "tuning/tuning_loop.hpp"

namespace cardon {

/// The names of the wide links of a run, as Decomposition::wide_links.
std::vector<LinkEnds> link_ends(const Machine& machine, const Grid& grid);

/// Bytes of a piece of a message between sites, for the cost model.
double piece_bytes(const ParameterSet& parameters);

/// Settings of an earlier run, as in its tuning.json, as far as the user left them to a tuner;
/// where not, those of `now`. Throws Error tuning/start if they do not fit a run on so many ranks.
DriverSettings earlier_settings(const PlacedRun& placed, const nlohmann::json& start, int ranks,
                                const DriverSettings& now, const TunableSet& freedom);
/// Throws Error tuning/start: the grid cannot be divided with the settings of tuning.start.
[[noreturn]] void refuse_earlier_settings(const TuningSpec& spec);

/// For Tuner::start, and a service of the name in TuningSpec; null if there is nothing to tune or
/// no tuner is wanted. The driver is set up. Settings of an earlier run (tuning.start, else those
/// of the `checkpoint` of a restart; null: none) become those of the driver, as far as the user
/// left them to the tuner. Throws Error tuning/start. `first`: the iteration before the first step
/// of this run. Collective.
std::unique_ptr<TuningLoop> start_tuning(const PlacedRun& placed, Warnings& warnings,
                                         Driver& driver, const nlohmann::json& checkpoint,
                                         long first);

}  // namespace cardon
