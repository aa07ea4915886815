// SPDX-License-Identifier: Apache-2.0
#include "predict/predict_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/tuning/earlier_settings.hpp>
#include <cardon/tuning/search.hpp>
#include <nlohmann/json.hpp>

#include "console/print_text.hpp"
#include "predict/prediction_report.hpp"
#include "session/session.hpp"

namespace cardon {
namespace {

constexpr std::size_t max_alternatives = 5;

void print_prediction(const PlannedRun& run, const PredictedMachine& machine,
                      const SearchResult& result) {
  const std::vector<LinkEnds> links = link_ends(*run.machine, run.setup->program.grid);
  print_known(run, machine);
  heading("Predicted, per step");
  print_candidates_heading();
  print_candidate("as set", result.start);
  if (run.planned.freedom.any()) {
    print_candidate("best", result.best);
    const std::size_t shown = std::min(result.alternatives.size(), max_alternatives);
    for (std::size_t n = 0; n < shown; ++n) print_candidate("", result.alternatives[n]);
  }
  print_line("");
  print_parts("as set", result.start.prediction);
  if (!run.planned.freedom.any()) return;
  print_parts("best", result.best.prediction);
  const std::string change = difference_text(result.start.settings, result.best.settings, links);
  print_line(
      fmt::format("  {}", change.empty() ? "no better settings were found" : "change " + change));
}

// Null: nothing was run to measure the work.
nlohmann::json sampled_json(const SampledRanks& sampled) {
  if (sampled.ranks == 0) return nullptr;
  return {{"ranks_at_once", sampled.ranks},
          {"threads_per_rank", sampled.threads},
          {"points", sampled.points},
          {"ghost_layers", sampled.ghosts.depth},
          {"blocks_per_rank", sampled.blocks_per_rank}};
}

nlohmann::json result_json(const PlannedRun& run, const PredictedMachine& machine,
                           const SearchResult& result) {
  const std::vector<LinkEnds> links = link_ends(*run.machine, run.setup->program.grid);
  nlohmann::json json = {{"ranks", run.ranks},
                         {"known", machine.sources},
                         {"seconds_per_point", machine.step.point},
                         {"seconds_per_block", machine.step.call},
                         {"seconds_per_face_point", machine.step.face},
                         {"seconds_between_tasks", machine.estimate.between_calls},
                         {"copy_seconds_per_byte", machine.estimate.near_pack},
                         {"sampled", sampled_json(machine.sampled)},
                         {"as_set", candidate_json(result.start, links)},
                         {"best", candidate_json(result.best, links)},
                         {"predictions", result.tried},
                         {"alternatives", nlohmann::json::array()}};
  for (const Candidate& c : result.alternatives)
    json["alternatives"].push_back(candidate_json(c, links));
  return json;
}

}  // namespace

int predict_command(const PredictOptions& options) {
  ExecutionSpace space;
  PlannedRun run = plan_run(options.input, options.machine, options.ranks);
  const std::vector<SitePlan> plans =
      site_plans(run.setup->program, *run.layout, run.planned.links);
  const PredictedMachine machine = look_at_machine(run, plans, options.speed);
  const std::unique_ptr<CostModel> model = run.model();
  SearchSpace freedom{.freedom = run.planned.freedom,
                      .chains = run.setup->tuning.chains,
                      .max_depth = run.setup->tuning.max_depth};
  const SearchResult result =
      search_settings(*model, freedom, machine.estimate, run.planned.settings);
  if (options.json)
    print_json(result_json(run, machine, result));
  else
    print_prediction(run, machine, result);
  return exit_finished;
}

}  // namespace cardon
