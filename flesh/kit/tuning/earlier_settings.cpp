// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <cardon/kit/tuning/earlier_settings.hpp>
#include <cardon/kit/tuning/settings_json.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

namespace cardon {
namespace {

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
      throw_unfit(spec, fmt::format("{} is not a possible ghost depth for this grid", link.depth));
    for (const CodecNames& chain : link.codecs) {
      check_codec_chain(chain, codec);
      if (!is_lossless(chain, codec))
        throw_unfit(spec, fmt::format("[{}] changes the data", chain_text(chain)));
    }
  }
}

DriverSettings read_settings(const TuningSpec& spec, const std::string& start,
                             const std::vector<LinkEnds>& links) {
  try {
    return settings_from_json(nlohmann::json::parse(start), links);
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

}  // namespace

std::vector<LinkEnds> link_ends(const Machine& machine, const Grid& grid) {
  std::vector<LinkEnds> ends;
  for (const SiteLink& link : chain_links(machine, grid))
    ends.push_back({link.name, machine.sites[std::size_t(link.sites[0])].name,
                    machine.sites[std::size_t(link.sites[1])].name});
  return ends;
}

DriverSettings earlier_settings(const TuningSpec& spec, const DriverSetup& run,
                                const std::string& start, int ranks, const DriverSettings& now,
                                const TunableSet& freedom) {
  const Grid& grid = run.program->grid;
  return with_settings_of(spec, [&] {
    const DriverSettings wanted = read_settings(spec, start, link_ends(*run.machine, grid));
    check_values(spec, wanted, grid, std::size_t(ranks), run.codec);
    return within_freedom(now, wanted, freedom);
  });
}

void start_from(const TuningSpec& spec, const DriverSetup& run, const std::string& start, int ranks,
                Tunable& tunable) {
  const DriverSettings settings =
      earlier_settings(spec, run, start, ranks, tunable.settings(), tunable.freedom());
  with_settings_of(spec, [&] { tunable.apply(settings); });
}

void refuse_earlier_settings(const TuningSpec& spec) {
  throw_unfit(spec, "the grid cannot be divided with them");
}

}  // namespace cardon
