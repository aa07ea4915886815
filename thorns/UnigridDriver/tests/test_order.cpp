// SPDX-License-Identifier: Apache-2.0
// A predicted run of the plain driver and a real one: the same ranks compute the same points before
// and behind the same messages. Then what a prediction takes things to cost.
#include <gtest/gtest.h>

#include <cardon/thorn/block.hpp>
#include <map>

#include "model/unigrid_cost_model.hpp"
#include "model/virtual_rank.hpp"
#include "test_program.hpp"
#include "thread_world.hpp"
#include "unigrid_driver.hpp"

namespace cardon::test {
namespace {

/// A part of a task with its points; messages, and the values in them; a wait for messages.
struct Deed {
  std::string what;
  long count = 0, values = 0;
  bool operator==(const Deed&) const = default;
};
using Deeds = std::vector<Deed>;

constexpr int max_tasks = 8;
TaskFunction functions[max_tasks];        // of the case that runs
thread_local Deeds* own_deeds = nullptr;  // of the rank of this thread

void add(Deeds& deeds, const std::string& what, long count, long values = 0) {
  if (deeds.empty() || deeds.back().what != what) deeds.push_back({what});
  deeds.back().count += count;
  deeds.back().values += values;
}

std::string task_name(int task) { return "task " + std::to_string(task); }

template <int task>
void noting(Block& block) {
  long points = 0;
  for (const Piece& piece : block.context().pieces) points += piece.box.points();
  add(*own_deeds, task_name(task), points);
  functions[task](block);
}

template <int... task>
void note_functions(Program& program, std::integer_sequence<int, task...>) {
  const TaskFunction notes[] = {&noting<task>...};
  for (std::size_t n = 0; n < program.tasks.size(); ++n) {
    if (!program.tasks[n].function) continue;
    functions[n] = program.tasks[n].function;
    program.tasks[n].function = notes[n];
  }
}

class NotingTransport : public Transport {
 public:
  NotingTransport(Transport& inner, Deeds& deeds) : inner_(inner), deeds_(deeds) {
    rank_ = inner.rank();
    size_ = inner.size();
  }
  Request post_receive(int from, int tag, std::span<std::byte> buffer) override {
    return inner_.post_receive(from, tag, buffer);
  }
  Request send(int to, int tag, std::span<const std::byte> bytes) override {
    add(deeds_, "send", 1, long(bytes.size() / sizeof(Real)));
    return inner_.send(to, tag, bytes);
  }
  bool test(std::span<const Request> requests) override { return inner_.test(requests); }
  void wait(std::span<const Request> requests) override {
    add(deeds_, "wait", 1);
    inner_.wait(requests);
  }
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) override {
    return inner_.all_gather(bytes);
  }
  std::string describe() const override { return inner_.describe(); }

 private:
  Transport& inner_;
  Deeds& deeds_;
};

/// By rank.
std::vector<Deeds> real_run(Case& the_case, int ranks, int steps) {
  note_functions(the_case.program, std::make_integer_sequence<int, max_tasks>());
  std::vector<Deeds> all(static_cast<std::size_t>(ranks));
  ThreadWorld world(ranks);
  world.run([&](Transport& transport) {
    own_deeds = &all[std::size_t(transport.rank())];
    NotingTransport noted(transport, *own_deeds);
    UnigridDriver driver;
    driver.setup(the_case.setup(), noted);
    take_steps(driver, the_case.program, steps);
    driver.finish();
  });
  return all;
}

Machine one_site_of(int ranks) {
  Machine machine;
  Site site{.name = "a"};
  for (int rank = 0; rank < ranks; ++rank) site.ranks.push_back(rank);
  machine.sites = {site};
  return machine;
}

/// The cost model that the driver offers.
struct Model {
  Model(const Case& the_case, Machine on, const ModelOptions& options = {})
      : machine(std::move(on)), setup(the_case.setup()) {
    setup.machine = &machine;
    model = UnigridDriver().cost_model(setup, options);
  }
  const unigrid::VirtualSetup& walk() const {
    return dynamic_cast<const unigrid::UnigridCostModel&>(*model).setup();
  }
  Machine machine;
  DriverSetup setup;
  std::unique_ptr<CostModel> model;
};

/// Points take so long, each message comes late, and ranks differ.
MachineEstimate costs_of(const Program& program, std::size_t ranks) {
  MachineEstimate costs;
  costs.task_seconds.assign(program.tasks.size(), 1e-7);
  for (std::size_t rank = 0; rank < ranks; ++rank)
    costs.relative_cost.push_back({1 + 0.3 * double(rank % 3), 0, 1});
  costs.near_pack = 1e-9;
  costs.message = 1e-6;
  costs.intra_latency = 50e-6;
  return costs;
}

std::vector<Deeds> predicted_run(const Case& the_case, int ranks, int steps) {
  const Model model(the_case, one_site_of(ranks));
  const bool overlap = the_case.parameters->get("driver", unigrid::overlap) == "always";
  const MachineEstimate costs = costs_of(the_case.program, std::size_t(ranks));
  unigrid::PlainEventSimulator run(model.walk(), costs, overlap);
  std::vector<Deeds> all(static_cast<std::size_t>(ranks));
  std::size_t n = 0;
  for (unigrid::VirtualRank& rank : run.ranks()) {
    Deeds& deeds = all[n++];
    rank.observe(
        {.computes =
             [&](int task, long points) {
               if (the_case.program.tasks[std::size_t(task)].function)
                 add(deeds, task_name(task), points);
             },
         .sends = [&](long messages, long values) { add(deeds, "send", messages, values); },
         .waits = [&] { add(deeds, "wait", 1); }});
  }
  run.run_to(steps + 3);
  return all;
}

/// Tiles mix the tasks between two deeds of other kinds, so that only their points can be compared.
Deeds with_sums(const Deeds& deeds) {
  Deeds sums;
  std::map<std::string, long> points;
  const auto flush = [&] {
    for (const auto& [task, count] : points) sums.push_back({task, count});
    points.clear();
  };
  for (const Deed& deed : deeds) {
    if (deed.what.starts_with("task")) {
      points[deed.what] += deed.count;
    } else {
      flush();
      sums.push_back(deed);
    }
  }
  flush();
  return sums;
}

std::string text(const Deeds& deeds, std::size_t n) {
  std::string text;
  for (std::size_t m = n < 4 ? 0 : n - 4; m < std::min(deeds.size(), n + 3); ++m)
    text += deeds[m].what + " " + std::to_string(deeds[m].count) + "/" +
            std::to_string(deeds[m].values) + (m == n ? " <<, " : ", ");
  return text;
}

void expect_same_order(const Problem3& problem, int ranks, bool tiles = false) {
  constexpr int steps = 12;
  Case the_case(problem);
  const std::vector<Deeds> predicted = predicted_run(the_case, ranks, steps);
  const std::vector<Deeds> real = real_run(the_case, ranks, steps);
  for (std::size_t rank = 0; rank < real.size(); ++rank) {
    const Deeds did = tiles ? with_sums(real[rank]) : real[rank];
    const Deeds foreseen = tiles ? with_sums(predicted[rank]) : predicted[rank];
    // The end of a run waits for messages, and cuts a segment short.
    std::size_t end = did.size();
    while (end > 0 && (did[end - 1].what == "wait" || (tiles && did[end - 1].what != "send")))
      --end;
    EXPECT_GT(end, std::size_t(2 * steps) / 3) << problem.driver << ", rank " << rank;
    ASSERT_LE(end, foreseen.size());
    for (std::size_t n = 0; n < end; ++n)
      ASSERT_TRUE(did[n] == foreseen[n])
          << problem.driver << ", rank " << rank << ", deed " << n << ": " << text(did, n)
          << "; predicted: " << text(foreseen, n);
  }
}

// With each choice of physics, topology and settings one of faces and radius.
TEST(UnigridOrder, OfARunIsThatOfItsPrediction) {
  struct Cut {
    const char* topology;
    int ranks;
  };
  int number = 0;
  for (const Physics physics : {Physics::wave, Physics::diffusion})
    for (const std::string more : {"", ", overlap: never", ", ghost_zones: 4"})
      for (const Cut& cut : {Cut{"[1, 1, 3]", 3}, Cut{"[2, 2, 1]", 4}, Cut{"[1, 3, 2]", 6}}) {
        const bool periodic = number % 2 == 0;
        expect_same_order(
            {.physics = physics,
             .points = {14, 26, 27},
             .periodic = {periodic, true, periodic},
             .radius = 1 + number / 2 % 2,
             .driver = "{tiles: never, topology: " + std::string(cut.topology) + more + "}"},
            cut.ranks);
        ++number;
      }
}

TEST(UnigridOrder, OfBlocksTooThinForACoreIsThatOfThePrediction) {
  for (const Physics physics : {Physics::wave, Physics::diffusion})
    expect_same_order({.physics = physics,
                       .points = {8, 8, 12},
                       .radius = 2,
                       .driver = "{tiles: never, topology: [1, 1, 4]}"},
                      4);
}

TEST(UnigridOrder, OfARunInTilesHasThePointsOfItsPrediction) {
  for (const Physics physics : {Physics::wave, Physics::diffusion})
    for (const std::string more : {"", ", overlap: never"})
      expect_same_order(
          {.physics = physics,
           .points = {10, 40, 90},
           .driver = "{tiles: {rows: 4}, ghost_zones: 3, topology: [1, 1, 3]" + more + "}"},
          3, true);
}

double seconds_per_step(const Model& model, const MachineEstimate& costs, bool overlap = true) {
  DriverSettings settings;
  settings.overlap = overlap;
  return model.model->predict(settings, costs)->seconds_per_step;
}

constexpr double plane_bytes = 12 * 12 * sizeof(Real);  // of a plane of 10 x 10 points and images

const Problem3 plates{.points = {10, 10, 30}, .driver = "{tiles: never, topology: [1, 1, 3]}"};

TEST(UnigridCostModel, OneRankComputesAllPoints) {
  const Case the_case({.points = {10, 10, 30}, .driver = "{tiles: never}"});
  const Model model(the_case, one_site_of(1));
  MachineEstimate costs;
  costs.task_seconds.assign(the_case.program.tasks.size(), 1e-7);
  EXPECT_NEAR(seconds_per_step(model, costs), 3000e-7, 1e-9);
  const Prediction prediction = *model.model->predict({}, costs);
  EXPECT_NEAR(prediction.efficiency, 1, 1e-9);
  EXPECT_EQ(prediction.redundant, 0);
  EXPECT_EQ(prediction.imbalance, 1);
}

// 10 planes each, of which 8 need no message.
TEST(UnigridCostModel, MessagesTravelWhileTheCoreIsComputed) {
  const Case the_case(plates);
  const Model model(the_case, one_site_of(3));
  MachineEstimate costs;
  costs.task_seconds.assign(the_case.program.tasks.size(), 1e-7);
  const double compute = 1000e-7, core = 800e-7;
  EXPECT_NEAR(seconds_per_step(model, costs), compute, 1e-9);
  costs.intra_latency = 50e-6;
  EXPECT_NEAR(seconds_per_step(model, costs), compute, 1e-9);
  EXPECT_NEAR(seconds_per_step(model, costs, false), compute + 50e-6, 1e-9);
  costs.intra_latency = 150e-6;
  EXPECT_NEAR(seconds_per_step(model, costs), compute + 150e-6 - core, 1e-9);
  costs.message = 1e-6;  // two are sent, and two come
  costs.near_pack = 1e-9;
  EXPECT_NEAR(seconds_per_step(model, costs, false),
              compute + 150e-6 + 4 * (1e-6 + plane_bytes * 1e-9), 1e-9);
}

TEST(UnigridCostModel, TheSlowestRankSetsThePace) {
  const Case the_case(plates);
  const Model model(the_case, one_site_of(3));
  MachineEstimate costs;
  costs.task_seconds.assign(the_case.program.tasks.size(), 1e-7);
  costs.relative_cost = {{1, 0, 1}, {2, 0, 1}, {1, 0, 1}};
  EXPECT_NEAR(seconds_per_step(model, costs), 2000e-7, 1e-9);
  const Prediction prediction = *model.model->predict({}, costs);
  EXPECT_NEAR(prediction.imbalance, 1.5, 1e-9);
  EXPECT_NEAR(prediction.efficiency, 3000e-7 / 2.5 / 2000e-7, 1e-9);
}

TEST(UnigridCostModel, LinksBetweenSitesDelayTheirMessages) {
  const Case the_case({.points = {10, 10, 20},
                       .periodic = {true, true, false},
                       .driver = "{tiles: never, topology: [1, 1, 2]}"});
  Machine machine = one_site_of(1);
  machine.sites.push_back({.name = "b"});
  machine.sites.back().ranks = {1};
  const Model model(the_case, machine);
  MachineEstimate costs;
  costs.task_seconds.assign(the_case.program.tasks.size(), 1e-7);
  costs.links.push_back({.latency = {1e-3, 0, 1}});
  EXPECT_NEAR(seconds_per_step(model, costs, false), 900e-7 + 1e-3, 1e-9);
  costs.links[0].bandwidth = {1e6, 0, 1};
  EXPECT_NEAR(seconds_per_step(model, costs, false), 900e-7 + 1e-3 + plane_bytes / 1e6, 1e-9);
}

TEST(UnigridCostModel, HasOneBlockPerRankAndPossibleMachines) {
  const Case the_case(plates);
  const Model model(the_case, one_site_of(3));
  MachineEstimate costs = costs_of(the_case.program, 3);
  EXPECT_FALSE(model.model->predict({.blocks_per_rank = 2}, costs));
  EXPECT_EQ(model.model->moving_seconds({}, {}, costs), 0);
  costs.message = -1;
  EXPECT_THROW(model.model->predict({}, costs), Bug);
}

}  // namespace
}  // namespace cardon::test
