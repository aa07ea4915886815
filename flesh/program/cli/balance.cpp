// SPDX-License-Identifier: Apache-2.0
// cardon balance
#include <cardon/thorn/error.hpp>
#include <charconv>
#include <set>
#include <sstream>

#include "balancing/balance_command.hpp"
#include "balancing/learn_command.hpp"
#include "input_arguments.hpp"
#include "verb.hpp"

namespace cardon::cli {
namespace {

// "16x16"; what is not a number counts as 0, which is refused with the others.
std::vector<int> blocks_of(const std::string& text) {
  std::vector<int> blocks;
  std::istringstream numbers(text + "x");
  for (std::string number; std::getline(numbers, number, 'x');) {
    int count = 0;
    const char* end = number.data() + number.size();
    const auto [rest, error] = std::from_chars(number.data(), end, count);
    blocks.push_back(error == std::errc() && rest == end ? count : 0);
  }
  return blocks;
}

class BalanceVerb : public Verb {
 public:
  std::string name() const override { return "balance"; }
  std::string summary() const override {
    return "Compare load balancers on a hypothetical machine, in virtual time";
  }
  std::vector<std::string> examples() const override {
    return {"cardon balance none greedy grid_hybrid --blocks 16x16 --ranks 8 --latency 16e-3",
            "cardon balance grid_hybrid BalancerGrid.placing=plain --load hot-spot",
            "cardon balance --score --scenarios 100"};
  }
  void declare(CLI::App& app) override {
    app_ = &app;
    BlockScene& s = options_.scene;
    app.add_option("NAME", words_,
                   "Balancers (a+b: a plans first, b later), and parameters; default: all")
        ->type_name("NAME|KEY=VALUE");
    app.add_option("--blocks", blocks_, "Blocks per direction; default: 16x16")->type_name("NxM");
    app.add_option("--graph", s.graph,
                   "Communication graph: stencil, triangles, particles or "
                   "bodies; default: stencil")
        ->type_name("WORD");
    app.add_option("--reach", s.reach,
                   "Interaction range of particles along the first direction, in cells: 1 (27 "
                   "pairs per cell) or 2 (45)")
        ->type_name("N");
    declare_machine(app);
    declare_load(app);
    declare_steps(app);
    app.add_option(
           "--learn", learn_.file,
           "Learn the forests of balance.balancer auto from scenarios, write them to FILE and "
           "FILE.plans")
        ->type_name("FILE");
    app.add_flag("--score", score_,
                 "Score the choices of forest, tree and fixed balancers in other scenarios")
        ->excludes("--learn");
    app.add_option("--scenarios", learn_.scenarios, "For --learn and --score; default: 1000")
        ->type_name("N");
    app.add_option("--thorn-path", options_.input.thorn_path,
                   "Folder to search for thorns before all others")
        ->type_name("FOLDER");
    app.add_flag("--json", options_.json, "Print JSON");
  }
  int execute() override {
    for (const std::string& word : words_)
      (word.find('=') == std::string::npos ? options_.balancers : options_.input.overrides)
          .push_back(word);
    if (!blocks_.empty()) options_.scene.blocks = blocks_of(blocks_);
    const bool learns = score_ || !learn_.file.empty();
    refuse_options_of(learns);
    if (!learns) return balance_command(options_);
    learn_.input = options_.input;
    learn_.seed = options_.scene.seed;
    learn_.json = options_.json;
    return learn_command(learn_);
  }

 private:
  void declare_machine(CLI::App& app) {
    BlockScene& s = options_.scene;
    app.add_option("--ranks", s.ranks, "Ranks; default: 8")
        ->type_name("N")
        ->check(whole_within(1, 1000000));
    app.add_option("--sites", s.sites, "Sites with equal numbers of ranks; default: 2")
        ->type_name("N")
        ->check(whole_within(1, 1000000));
    app.add_option("--hosts", s.host_ranks, "Ranks per host; default: 1")
        ->type_name("N")
        ->check(whole_within(1, 1000000));
    app.add_option("--speeds", s.speeds, "Speed of the ranks of each site; default: 1")
        ->delimiter(',')
        ->check(above_zero());
    app.add_option("--latency", s.latency, "Latency between sites, s; default: 0.01")
        ->type_name("S")
        ->check(not_below_zero());
    app.add_option("--bandwidth", s.bandwidth, "Bandwidth between sites, byte/s; default: 1e8")
        ->type_name("X")
        ->check(above_zero());
    app.add_option("--near-latency", s.near_latency, "Latency within a site, s; default: 20e-6")
        ->type_name("S")
        ->check(not_below_zero());
    app.add_option("--near-bandwidth", s.near_bandwidth,
                   "Bandwidth within a site, byte/s; default: 1e9")
        ->type_name("X")
        ->check(above_zero());
    app.add_option("--message-bytes", s.face_bytes, "Bytes per message; default: 4096")
        ->type_name("X")
        ->check(not_below_zero());
    app.add_option("--state-bytes", s.block_bytes,
                   "Bytes of the state of a block; default: 1048576")
        ->type_name("X")
        ->check(not_below_zero());
    app.add_option(
           "--step", s.step,
           "Mean time that a rank computes in a step, s; 0: a unit of work is 1 s; default: 0.022")
        ->type_name("S")
        ->check(not_below_zero());
    app.add_option("--message", s.message_seconds,
                   "Processor time at each end of a message, s; default: 0")
        ->type_name("S")
        ->check(not_below_zero());
    app.add_option("--packing", s.packing_seconds,
                   "Processor time per byte of a message, s; default: 0")
        ->type_name("S")
        ->check(not_below_zero());
    app.add_flag_callback(
        "--no-overlap", [&s] { s.overlap = false; },
        "Predictions: ranks wait for messages before they compute");
  }
  void declare_load(CLI::App& app) {
    BlockScene& s = options_.scene;
    app.add_option("--load", s.load,
                   "Distribution of the load: uniform, random, hot-spot, clusters or front")
        ->type_name("WORD");
    app.add_option("--front", s.front, "Position of the front; default: 0.5")
        ->type_name("X")
        ->check(within(0, 1));
    app.add_option("--plans", options_.plans,
                   "Number of successive plans; means exclude the first; default: 1")
        ->type_name("N")
        ->check(whole_within(1, 10000));
    app.add_option("--drift", options_.drift,
                   "Distance that the spot, clusters or front move between two plans; default: 0")
        ->type_name("X")
        ->check(within(0, 1));
    app.add_option("--map", s.map,
                   "Initial placement of the blocks: naive, block, square or slices")
        ->type_name("WORD");
    app.add_option("--horizon", s.horizon,
                   "Steps for which the loads are assumed to persist; default: 100")
        ->type_name("X")
        ->check(above_zero());
    app.add_option("--seed", s.seed, "Seed of the random numbers; default: 1")
        ->type_name("N")
        ->check(whole_within(0, 4294967295));
  }
  void declare_steps(CLI::App& app) {
    app.add_option("--steps", options_.order.steps, "Steps to simulate; 0: none; default: 60")
        ->type_name("N")
        ->check(whole_within(0, 1000000));
    ServingOrder& order = options_.order;
    app.add_option("--delivery", order.delivery_seconds,
                   "Processor time to deliver a message to a block, s; default: 0")
        ->type_name("S")
        ->check(not_below_zero());
    app.add_option("--reduce", order.reduce_every, "Steps between two reductions; default: none")
        ->type_name("N")
        ->check(whole_within(1, 1000000));
    app.add_flag("--border-first", order.border_first,
                 "Deliver messages for blocks with neighbours at other sites first");
  }

  // Scenarios are drawn whole; only they are counted.
  void refuse_options_of(bool learns) const {
    const std::set<std::string> of_learning{"--learn",      "--score", "--scenarios", "--seed",
                                            "--thorn-path", "--json",  "--help"};
    std::vector<Problem> problems;
    for (const CLI::Option* option : app_->get_options()) {
      const std::string name = option->get_name();
      const bool fits = learns ? of_learning.contains(name) : name != "--scenarios";
      if (option->count() == 0 || fits) continue;
      problems.push_back(
          {.slug = "cli/usage",
           .message =
               (name == "NAME" ? "the name of a balancer or parameter" : name) +
               (learns ? " is not for --learn and --score" : " is for --learn and --score only"),
           .help = "cardon balance --help"});
    }
    if (!problems.empty()) throw Error(std::move(problems));
  }

  CLI::App* app_ = nullptr;
  BalanceOptions options_;
  LearnOptions learn_;
  bool score_ = false;
  std::vector<std::string> words_;
  std::string blocks_;
};

}  // namespace

std::unique_ptr<Verb> make_balance_verb() { return std::make_unique<BalanceVerb>(); }

}  // namespace cardon::cli
