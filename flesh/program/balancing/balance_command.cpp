// SPDX-License-Identifier: Apache-2.0
#include "balancing/balance_command.hpp"

#include <fmt/format.h>

#include <cardon/services/parameter_set.hpp>
#include <nlohmann/json.hpp>

#include "balancing/balance_trial.hpp"
#include "balancing/balancer_factory.hpp"
#include "balancing/scene_graph.hpp"
#include "console/print_text.hpp"
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
  print_line(fmt::format("  {:<17}{:>11}{:>11}{:>11}{:>10}{:>8}{:>8}{:>10}{:>9}{:>11}{:>11}",
                         "balancer", "predicted", "simulated", "driver", "imbalance", "wide",
                         "near", "border", "moved", "strategy", "modelled"));
  for (const BalanceTrial& t : trials) {
    const PlacementFigures& f = t.figures;
    const double moved = 100 * double(f.moved_blocks) / double(problem.blocks.size());
    print_line(fmt::format(
        "  {:<17}{:>11}{:>11}{:>11}{:>10.3f}{:>8.0f}{:>8.0f}{:>10}{:>7.1f} %{:>11}{:>11}{}", t.name,
        time_text(f.seconds), t.simulated > 0 ? time_text(t.simulated) : "-",
        t.driver > 0 ? time_text(t.driver) : "-", f.imbalance, f.wide_messages / 2,
        (f.messages - f.wide_messages) / 2, border_text(t), moved, time_text(t.strategy_seconds),
        time_text(t.modelled_seconds), t.refused ? "  does not pay" : ""));
  }
}

nlohmann::json trial_json(const BalanceTrial& t) {
  const PlacementFigures& f = t.figures;
  return {{"balancer", t.name},
          {"predicted_seconds", f.seconds},
          {"simulated_seconds", t.simulated},
          {"driver_seconds", t.driver},
          {"imbalance", f.imbalance},
          {"messages", f.messages},
          {"wide_messages", f.wide_messages},
          {"bytes", f.bytes},
          {"wide_bytes", f.wide_bytes},
          {"moved_blocks", f.moved_blocks},
          {"moved_bytes", f.moved_bytes},
          {"moving_seconds", f.moving_seconds},
          {"max_sent_received_bytes", t.max_sent_received},
          {"moved_between_hosts", t.host_moves},
          {"slowest_rank_seconds", t.slowest_rank},
          {"slowest_over_mean_rank", t.rank_ratio},
          {"cut", t.cut},
          {"receiving_ranks", t.receivers},
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
  add_flesh_sections(thorns.registry);
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

// Plans one after the other: blocks stay where the plan before put them, while the load drifts.
class Trials {
 public:
  Trials(const BalanceOptions& options, const Thorns& thorns)
      : options_(options), thorns_(thorns), order_(options.order) {
    if (options.plans < 1)
      throw Error(Problem{
          .slug = "balancer/scene", .message = "--plans must be at least 1", .help = "--plans 1"});
    for (int plan = 0; plan < options.plans; ++plan) {
      BlockScene scene = options.scene;
      scene.drifted = plan * options.drift;
      problems_.push_back(make_problem(scene));
    }
    if (problems_[0].blocks.size() > max_simulated_blocks) order_.steps = 0;
    order_.answering = first_answering(options.scene);
  }

  BalanceTrial run(const std::string& name) const {
    const std::size_t plus = name.find('+');
    if (plus != std::string::npos && problems_.size() < 2)
      throw Error(Problem{.slug = "balancer/scene",
                          .message = name + " needs at least two plans",
                          .help = "--plans 2"});
    std::shared_ptr<Balancer> balancer = make(name.substr(0, plus));
    std::vector<BalanceTrial> trials;
    Placement placement;
    for (std::size_t plan = 0; plan < problems_.size(); ++plan) {
      BalanceProblem problem = problems_[plan];
      for (std::size_t b = 0; b < placement.size(); ++b) problem.blocks[b].rank = placement[b];
      if (plan == 1 && plus != std::string::npos) balancer = make(name.substr(plus + 1));
      trials.push_back(try_balancer(name, *balancer, problem, order_, placement));
    }
    if (trials.size() > 1) trials.erase(trials.begin());
    return mean_of(trials);
  }

  const BalanceProblem& problem() const { return problems_[0]; }

 private:
  std::shared_ptr<Balancer> make(const std::string& name) const {
    return make_balancer(thorns_.library.catalogue, name, thorns_.parameters.get(),
                         options_.scene.seed, {});
  }

  const BalanceOptions& options_;
  const Thorns& thorns_;
  ServingOrder order_;
  std::vector<BalanceProblem> problems_;
};

}  // namespace

int balance_command(const BalanceOptions& options) {
  const Thorns thorns = load(options.input);
  const Trials all(options, thorns);
  std::vector<BalanceTrial> trials;
  for (const std::string& name : names_of(options, thorns.library)) trials.push_back(all.run(name));
  if (!options.json) {
    print_table(all.problem(), trials);
    return exit_finished;
  }
  nlohmann::json json = nlohmann::json::array();
  for (const BalanceTrial& trial : trials) json.push_back(trial_json(trial));
  print_text(json.dump(2) + "\n");
  return exit_finished;
}

}  // namespace cardon
