// SPDX-License-Identifier: Apache-2.0
#include "startup/tuning_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cardon/kit/codec/codec_chain.hpp"
#include "cardon/kit/grid/site_decomposition.hpp"
#include "cardon/services/tunable.hpp"
#include "startup/codec_factory.hpp"
#include "startup/driver_setup.hpp"
#include "tuning/settings_json.hpp"

namespace cardon {
namespace {

bool is_tuned(const TuningSpec& spec, const Tunable* tunable) {
  return !spec.tuner.empty() && tunable != nullptr && tunable->freedom().any();
}

// What the user set stays.
DriverSettings within_freedom(const DriverSettings& now, DriverSettings wanted,
                              const TunableSet& freedom) {
  for (std::size_t n = 0; n < now.links.size(); ++n) {
    if (!freedom.depth[n]) wanted.links[n].depth = now.links[n].depth;
    if (!freedom.codecs[n])
      for (const int d : {0, 1}) wanted.links[n].codecs[d] = now.links[n].codecs[d];
    if (!freedom.weights) wanted.links[n].packing = now.links[n].packing;
  }
  if (!freedom.overlap) wanted.overlap = now.overlap;
  if (!freedom.blocks) wanted.blocks_per_rank = now.blocks_per_rank;
  if (!freedom.weights) wanted.speeds = now.speeds;
  return wanted;
}

[[noreturn]] void throw_unfit(const TuningSpec& spec, const std::string& why) {
  throw Error(Problem{
      .slug = "tuning/start",
      .message = fmt::format("the settings in {} do not fit this run: {}", spec.start_file, why),
      .where = spec.start_where,
      .help = "name a run with the same sites, ranks and codecs, or leave "
              "tuning.start out"});
}

// The file may have been edited.
void check_values(const TuningSpec& spec, const DriverSettings& settings, const Grid& grid,
                  std::size_t ranks, const CodecFactory& codec) {
  if (!settings.speeds.empty() && settings.speeds.size() != ranks)
    throw_unfit(spec, fmt::format("they are for {} ranks", settings.speeds.size()));
  if (!std::all_of(settings.speeds.begin(), settings.speeds.end(),
                   [](double speed) { return speed > 0 && std::isfinite(speed); }))
    throw_unfit(spec, "speeds must be positive");
  if (settings.blocks_per_rank < 1) throw_unfit(spec, "a rank has at least one block");
  const int thickest = *std::max_element(grid.points.begin(), grid.points.end());
  for (const WideLinkSettings& link : settings.links) {
    if (link.depth < 1 || link.depth > thickest)
      throw_unfit(spec, fmt::format("{} ghost layers are no depth for this grid", link.depth));
    for (const CodecNames& chain : link.codecs) {
      check_codec_chain(chain, codec);
      if (!is_lossless(chain, codec))
        throw_unfit(spec, fmt::format("[{}] changes the data", chain_text(chain)));
    }
  }
}

DriverSettings read_settings(const TuningSpec& spec, const nlohmann::json& start,
                             const std::vector<LinkEnds>& links) {
  try {
    return settings_from_json(start, links);
  } catch (const nlohmann::json::exception&) {
    throw_unfit(spec, "its links between sites are not those of this machine");
  }
}

// What does not fit is the fault of the settings, whoever finds out.
template <class Work>
auto with_settings_of(const TuningSpec& spec, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    const Problem& problem = error.problems().front();
    if (problem.slug == "tuning/start" || error.exit_code() != exit_bad_input) throw;
    throw_unfit(spec, problem.message);
  }
}

void start_from(const PlacedRun& placed, const nlohmann::json& start, Tunable& tunable) {
  const DriverSettings settings = earlier_settings(placed, start, placed.transport->size(),
                                                   tunable.settings(), tunable.freedom());
  with_settings_of(placed.run.tuning, [&] { tunable.apply(settings); });
}

// Settings in a checkpoint, which no file names, need not fit: the machine may be another one.
bool start_from_earlier(const PlacedRun& placed, const nlohmann::json& checkpoint,
                        Tunable& tunable) {
  const TuningSpec& spec = placed.run.tuning;
  const nlohmann::json& start = spec.start.is_null() ? checkpoint : spec.start;
  if (start.is_null()) return false;
  try {
    start_from(placed, start, tunable);
  } catch (const Error& error) {
    if (!spec.start_file.empty() || error.exit_code() != exit_bad_input) throw;
    return false;
  }
  return true;
}

// The section `tuning` is there, but has no effect with this driver.
void warn_about_idle_tuning(const TuningSpec& spec, const Tunable* tunable, Warnings& warnings) {
  if (!spec.given || spec.tuner.empty() || is_tuned(spec, tunable)) return;
  warnings.add(
      {.slug = "tuning/nothing-to-tune",
       .message = "the section tuning has no effect: there is nothing to tune",
       .where = spec.tuner_where,
       .notes =
           {"a run on several sites is tuned as far as parameters of GridDriver are auto; on one "
            "site only driver.decomposition is tuned, with at least two ranks"},
       .help = "leave the section out, or set driver.ghost_zones, driver.compression or others to "
               "auto"});
}

}  // namespace

std::vector<LinkEnds> link_ends(const Machine& machine, const Grid& grid) {
  std::vector<LinkEnds> ends;
  for (const SiteLink& link : chain_links(machine, grid))
    ends.push_back({link.name, machine.sites[static_cast<std::size_t>(link.sites[0])].name,
                    machine.sites[static_cast<std::size_t>(link.sites[1])].name});
  return ends;
}

DriverSettings earlier_settings(const PlacedRun& placed, const nlohmann::json& start, int ranks,
                                const DriverSettings& now, const TunableSet& freedom) {
  const CheckedRun& run = placed.run;
  return with_settings_of(run.tuning, [&] {
    const DriverSettings wanted =
        read_settings(run.tuning, start, link_ends(placed.machine, run.program.grid));
    check_values(run.tuning, wanted, run.program.grid, std::size_t(ranks),
                 make_codec(run.library.catalogue));
    return within_freedom(now, wanted, freedom);
  });
}

void refuse_earlier_settings(const TuningSpec& spec) {
  throw_unfit(spec, "the grid cannot be divided with them");
}

double piece_bytes(const ParameterSet& parameters) {
  if (!parameters.has("driver", "piece_bytes")) return ModelOptions{}.piece_bytes;
  return parameters.get<int>("driver", "piece_bytes");
}

std::unique_ptr<TuningLoop> start_tuning(const PlacedRun& placed, Warnings& warnings,
                                         Driver& driver, const nlohmann::json& checkpoint,
                                         long first) {
  Tunable* tunable = offered_by<Tunable>(driver);
  const CheckedRun& run = placed.run;
  const TuningSpec& spec = run.tuning;
  warn_about_idle_tuning(spec, tunable, warnings);
  if (!is_tuned(spec, tunable)) return nullptr;
  TuningSetup tuning;
  tuning.tuner_name = spec.tuner;
  tuning.first_iteration = first;
  tuning.last_iteration = run.last_iteration;
  tuning.service = run.library.catalogue.make<Tuner>(spec.tuner, spec.tuner_where);
  tuning.model =
      std::make_shared<CostModel>(run.program, face_thickness(driver_setup(placed)), placed.machine,
                                  ModelOptions{.piece_bytes = piece_bytes(*run.parameters)});
  TunerSetup& t = tuning.tuner;
  t.links = link_ends(placed.machine, run.program.grid);
  const bool started = start_from_earlier(placed, checkpoint, *tunable);
  t.program = &run.program;
  t.parameters = run.parameters.get();
  t.machine = &placed.machine;
  t.start = tunable->settings();
  t.freedom = tunable->freedom();
  t.model = tuning.model.get();
  t.chains = spec.chains;
  t.budget = spec.budget;
  t.window = spec.window;
  t.max_depth = spec.max_depth;
  t.verify = started;
  t.seed = spec.seed;
  return std::make_unique<TuningLoop>(std::move(tuning), driver, *tunable, *placed.transport);
}

}  // namespace cardon
