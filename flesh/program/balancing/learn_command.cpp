// SPDX-License-Identifier: Apache-2.0
#include "balancing/learn_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/balance/balance_features.hpp>
#include <cardon/kit/balance/strategy_choice.hpp>
#include <cardon/kit/text_file.hpp>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "balance/plan_seconds.hpp"
#include "balancing/balancer_factory.hpp"
#include "console/print_text.hpp"
#include "registry/thorn_library.hpp"

namespace cardon {
namespace {

constexpr unsigned score_seeds = 1000;  // seeds of scenarios that score begin behind it
constexpr int portion = 50;             // scenarios between two progress lines

std::vector<ChoiceScore> scores(std::span<const TriedScenario> tried) {
  const DecisionForest& forest = learned_forest();
  std::vector<ChoiceScore> result{
      score_forest({.name = "forest", .strategies = forest, .plans = &learned_plans()}, tried),
      score_forest({.name = "forest, promises", .strategies = forest}, tried),
      score_forest({.name = "forest, 1 plan", .strategies = forest, .max_plans = 1}, tried),
      score_forest({.name = "tree", .strategies = published_tree(), .max_plans = 1}, tried),
      score_plans(tried)};
  for (const std::string& strategy : choosable_strategies())
    result.push_back(score_fixed(strategy, tried));
  return result;
}

void print_scores(const std::vector<ChoiceScore>& all) {
  print_line(fmt::format("  {:<17}{:>10}{:>12}{:>10}{:>12}", "chosen by", "fastest", "within 1 %",
                         "gain", "worst"));
  for (const ChoiceScore& s : all)
    print_line(fmt::format("  {:<17}{:>8.1f} %{:>10.1f} %{:>8.1f} %{:>12.2f}", s.name,
                           100 * s.exact, 100 * s.best, 100 * s.gain, s.worst));
}

nlohmann::json scores_json(const std::vector<ChoiceScore>& all) {
  nlohmann::json json = nlohmann::json::array();
  for (const ChoiceScore& s : all)
    json.push_back({{"chosen_by", s.name},
                    {"fastest", s.exact},
                    {"within_one_percent", s.best},
                    {"gain", s.gain},
                    {"worst", s.worst}});
  return json;
}

// What takes 1 % longer than the fastest is 0.82 times as good, what takes 10 % longer 0.15 times.
// Where nothing is faster than to leave blocks where they are, that is a little better than a plan.
std::vector<double> shares_of(const TriedScenario& one) {
  constexpr double strictness = 20, equally_fast = 1.002, preference = 1.2;
  std::vector<double> shares;
  double sum = 0;
  for (const StrategyOutcome& outcome : one.outcomes) {
    shares.push_back(std::pow(one.best_seconds() / outcome.seconds, strictness));
    if (outcome.strategy == "none" && outcome.seconds < equally_fast * one.best_seconds())
      shares.back() *= preference;
    sum += shares.back();
  }
  for (double& share : shares) share /= sum;
  return shares;
}

std::vector<TriedScenario> try_with_progress(ScenarioFamily family, unsigned seed, int count,
                                             const NamedBalancers& balancers, bool quiet) {
  std::vector<TriedScenario> tried;
  for (int first = 0; first < count; first += portion) {
    const int some = std::min(portion, count - first);
    auto more = try_scenarios(family, seed, first, some, balancers);
    std::move(more.begin(), more.end(), std::back_inserter(tried));
    if (!quiet) print_line(fmt::format("{} of {} scenarios", first + some, count));
  }
  return tried;
}

ForestOptions plan_options(unsigned seed) {
  return {
      .trees = 40, .max_depth = 20, .min_leaf = 2, .min_gain = 0.01, .features = 40, .seed = seed};
}

ForestOptions forest_options(unsigned seed) {
  return {.trees = 100, .max_depth = 14, .min_leaf = 16, .features = 20, .seed = seed};
}

const std::vector<std::string> verdicts{"kept", "lost"};  // on a plan

// With several threads SCOTCH maps large graphs differently each time.
std::string file_text(const LearnOptions& options, const std::string& forest) {
  return fmt::format(
      "R\"(# SPDX-License-Identifier: Apache-2.0\n# Made by: SCOTCH_PTHREAD_NUMBER=1 cardon "
      "balance --learn FILE --scenarios {} --seed {}\n{})\"\n",
      options.scenarios, options.seed, forest);
}

void learn(const LearnOptions& options, const NamedBalancers& balancers) {
  // What cannot be written is known before the work, and earlier files stay until its end.
  const std::string plans = options.file + ".plans";
  TextFile file{std::filesystem::path(options.file + ".part")},
      plans_file{std::filesystem::path(plans + ".part")};
  const auto tried = try_with_progress(ScenarioFamily::learnt, options.seed, options.scenarios,
                                       balancers, options.json);
  const DecisionForest forest =
      train_forest(choosable_strategies(), labelled(tried), forest_options(options.seed));
  file.append(file_text(options, forest.text()));
  plans_file.append(
      file_text(options, train_forest(verdicts, labelled_plans(tried), plan_options(options.seed))
                             .text(plan_features())));
  move_file(options.file + ".part", options.file);
  move_file(plans + ".part", plans);
}

void score(const LearnOptions& options, const NamedBalancers& balancers) {
  nlohmann::json json;
  for (const auto& [name, family] : {std::pair("learnt", ScenarioFamily::learnt),
                                     std::pair("foreign", ScenarioFamily::foreign)}) {
    const auto all = scores(
        try_with_progress(family, options.seed + score_seeds, options.scenarios, balancers, true));
    json[name] = scores_json(all);
    if (options.json) continue;
    print_line(fmt::format("{} scenarios, {}", options.scenarios,
                           family == ScenarioFamily::learnt
                               ? "drawn as those that the forest learned from, with another seed"
                               : "of kinds that the forest has not learned from"));
    print_scores(all);
  }
  if (options.json) print_text(json.dump(2) + "\n");
}

}  // namespace

const std::vector<std::string>& choosable_strategies() {
  static const std::vector<std::string> strategies{
      "none",      "refine",      "node_aware",     "greedy", "hierarchical",
      "grid_comm", "grid_hybrid", "grapevine_plus", "scotch", "metis"};
  return strategies;
}

std::vector<LabelledScenario> labelled(std::span<const TriedScenario> tried) {
  std::vector<LabelledScenario> samples;
  for (const TriedScenario& one : tried)
    samples.push_back({.features = one.features, .shares = shares_of(one)});
  return samples;
}

std::vector<LabelledScenario> labelled_plans(std::span<const TriedScenario> tried) {
  std::vector<LabelledScenario> samples;
  for (const TriedScenario& one : tried) {
    const double none = one.of("none").seconds;
    for (const StrategyOutcome& plan : one.outcomes) {
      if (!plan.moved) continue;
      const double planning = plan_seconds(plan.strategy, one.facts.blocks, one.facts.ranks);
      const double kept = kept_share(plan.features[balance_features().size()],
                                     1 - (plan.seconds - planning) / none);
      samples.push_back({.features = plan.features, .shares = {kept, 1 - kept}});
    }
  }
  return samples;
}

int learn_command(const LearnOptions& options) {
  if (options.scenarios < 1)
    throw Error(Problem{.slug = "balancer/scene",
                        .message = fmt::format("{} scenarios are not enough", options.scenarios),
                        .help = "--scenarios 1000"});
  std::vector<Problem> problems;
  const ThornLibrary library = load_thorns(ThornPath(options.input.thorn_path, {}), {}, problems);
  if (!problems.empty()) throw Error(problems);
  NamedBalancers balancers;
  for (const std::string& name : choosable_strategies())
    balancers.emplace_back(name, make_balancer(library.catalogue, name, nullptr, 1));
  options.file.empty() ? score(options, balancers) : learn(options, balancers);
  return exit_finished;
}

}  // namespace cardon
