// SPDX-License-Identifier: Apache-2.0
#include "balancing/balance_command.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "balancing/balance_trial.hpp"
#include "balancing/balancer_factory.hpp"
#include "cardon/services/parameter_set.hpp"
#include "console/print_text.hpp"
#include "parameters/flesh_sections.hpp"
#include "registry/thorn_library.hpp"

namespace cardon {
namespace {

// Larger numbers of blocks would take minutes.
constexpr std::size_t max_simulated_blocks = 20000;

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} us", 1e6 * seconds);
  return seconds < 10 ? fmt::format("{:.4g} ms", 1e3 * seconds) : fmt::format("{:.3g} s", seconds);
}

std::string border_text(const BalanceTrial& trial) {
  return fmt::format("{}-{}", trial.min_border, trial.max_border);
}

void print_table(const BalanceProblem& problem, const std::vector<BalanceTrial>& trials) {
  print_line(fmt::format("  {:<17}{:>11}{:>11}{:>10}{:>8}{:>8}{:>10}{:>9}{:>11}{:>11}", "balancer",
                         "predicted", "simulated", "imbalance", "wide", "near", "border", "moved",
                         "strategy", "modelled"));
  for (const BalanceTrial& t : trials) {
    const PlacementFigures& f = t.figures;
    const double moved = 100 * double(f.moved_blocks) / double(problem.blocks.size());
    print_line(
        fmt::format("  {:<17}{:>11}{:>11}{:>10.3f}{:>8.0f}{:>8.0f}{:>10}{:>7.1f} %{:>11}{:>11}{}",
                    t.name, time_text(f.seconds), t.simulated > 0 ? time_text(t.simulated) : "-",
                    f.imbalance, f.wide_messages / 2, (f.messages - f.wide_messages) / 2,
                    border_text(t), moved, time_text(t.strategy_seconds),
                    time_text(t.modelled_seconds), t.refused ? "  does not pay" : ""));
  }
}

nlohmann::json trial_json(const BalanceTrial& t) {
  const PlacementFigures& f = t.figures;
  return {{"balancer", t.name},
          {"predicted_seconds", f.seconds},
          {"simulated_seconds", t.simulated},
          {"imbalance", f.imbalance},
          {"messages", f.messages},
          {"wide_messages", f.wide_messages},
          {"bytes", f.bytes},
          {"wide_bytes", f.wide_bytes},
          {"moved_blocks", f.moved_blocks},
          {"moved_bytes", f.moved_bytes},
          {"moving_seconds", f.moving_seconds},
          {"min_border", t.min_border},
          {"max_border", t.max_border},
          {"pays", !t.refused},
          {"strategy_seconds", t.strategy_seconds},
          {"modelled_seconds", t.modelled_seconds},
          {"rounds", t.rounds},
          {"messages_per_rank", t.messages_per_rank},
          {"max_words", t.max_words},
          {"gossip_wide_words", t.wide_words}};
}

struct Thorns {
  ThornLibrary library;
  ParameterRegistry registry;
  std::unique_ptr<ParameterSet> parameters;
};

Thorns load(const InputOptions& input) {
  Thorns thorns;
  std::vector<Problem> problems;
  thorns.library = load_thorns(ThornPath(input.thorn_path, {}), {}, problems);
  add_flesh_sections(thorns.registry, standard_services(thorns.library));
  register_parameters(thorns.library, thorns.registry, "");
  ParameterInput said;
  for (const std::string& text : input.overrides) said.add_override(text);
  problems.insert(problems.end(), said.problems().begin(), said.problems().end());
  thorns.parameters =
      std::make_unique<ParameterSet>(resolve_parameters(thorns.registry, said, problems));
  if (!problems.empty()) throw Error(problems);
  return thorns;
}

std::vector<std::string> names_of(const BalanceOptions& options, const ThornLibrary& library) {
  if (!options.balancers.empty()) return options.balancers;
  std::vector<std::string> names;
  for (const auto* entry : library.catalogue.of_role(role_name<Balancer>))
    names.push_back(entry->service.name);
  return names;
}

}  // namespace

int balance_command(const BalanceOptions& options) {
  const Thorns thorns = load(options.input);
  const BalanceProblem problem = make_problem(options.scene);
  ServingOrder order = options.order;
  if (problem.blocks.size() > max_simulated_blocks) order.steps = 0;
  std::vector<BalanceTrial> trials;
  for (const std::string& name : names_of(options, thorns.library)) {
    const auto balancer = make_balancer(thorns.library.catalogue, name, thorns.parameters.get(),
                                        options.scene.seed, {});
    Placement placement;
    trials.push_back(try_balancer(name, *balancer, problem, order, placement));
  }
  if (!options.json) {
    print_table(problem, trials);
    return exit_finished;
  }
  nlohmann::json json = nlohmann::json::array();
  for (const BalanceTrial& trial : trials) json.push_back(trial_json(trial));
  print_text(json.dump(2) + "\n");
  return exit_finished;
}

}  // namespace cardon
