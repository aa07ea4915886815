// SPDX-License-Identifier: Apache-2.0
#include "predict/predicted_machine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/emulation/compute_emulator.hpp>
#include <cardon/kit/counted.hpp>
#include <cardon/kit/grid/sample_run.hpp>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <cardon/kit/grid/thread_team.hpp>
#include <cardon/kit/tuning/work_fit.hpp>
#include <cardon/services/node_reading.hpp>

#include "cores/host_topology.hpp"
#include "cores/memory_facts.hpp"
#include "launch/rank_threads.hpp"
#include "predict/rank_sampler.hpp"
#include "predict/sampled_grid.hpp"
#include "predict/sampled_work.hpp"

namespace cardon {
namespace {

constexpr const char* predict_section = "predict";
constexpr int measured_points[] = {96, 64, 48, 32, 24, 16};  // per direction, of a rank's box
constexpr int tiny_block = 16;                               // per direction, of a first look
constexpr double longest_step = 0.3;                         // s, with all points of a rank
constexpr double share_of_memory = 0.25;  // of what is free, without ghost zones and copies
constexpr SamplingTime sampling{.each = 0.02, .all = 1.2};  // for blocks of one size

Estimate exactly(double value) { return {value, 0, 1}; }

bool computes(const Task& task) { return task.kind == Task::compute || task.kind == Task::combine; }

std::vector<int> computing_tasks(const Program& program) {
  std::vector<int> tasks;
  for (const int id : program.step)
    if (computes(program.tasks[std::size_t(id)])) tasks.push_back(id);
  return tasks;
}

// Of a rank of speed 1, where ranks are emulated; 0: they are not.
double emulated_seconds(const DriverSetup& driver) {
  return driver.compute_emulator ? driver.compute_emulator->seconds_per_point(*driver.parameters)
                                 : 0;
}

// Of how many samples, how certain, and beside what.
std::string certainty_text(const RankSample& sample, int threads) {
  const RankSample::Size& size = sample.sizes.front();
  return fmt::format("median of {} samples, +-{:.1f} %, {} rank{} at once{}", size.windows.size(),
                     100 * size.steps.error, sample.ranks, sample.ranks > 1 ? "s" : "",
                     threads > 1 ? fmt::format(", each on {} threads", threads) : "");
}

// s per grid point and step, roughly: of the second step on a block that is in cache.
double rough_seconds(const PlannedRun& run) {
  const Box block = corner(run.setup->program.grid, tiny_block);
  SampleRun sample(run.driver_setup, block);
  sample.start();
  sample.step();
  const double start = seconds_now();
  sample.step();
  return (seconds_now() - start) / double(block.points());
}

double bytes_per_point(const Program& program) {
  double arrays = 0;
  for (const GridFunction& field : program.fields) arrays += field.arrays();
  return arrays * double(sizeof(Real));
}

// Boxes as large as those of the ranks, unless a step would take too long or too much memory.
Grid measured_grid(const PlannedRun& run, int ranks, int threads) {
  const double seconds = rough_seconds(run) / threads / ranks;
  const double bytes = bytes_per_point(run.setup->program),
               room = share_of_memory * memory_facts().available;
  Grid grid;
  for (const int max_points : measured_points) {
    grid = sampled_grid(run.setup->program.grid, *run.layout, ranks, max_points,
                        run.planned.links.front().depth);
    const auto points = double(grid.domain().points());
    if (points * seconds <= longest_step && points * bytes <= room) break;
  }
  return grid;
}

// Ranks run here, as many beside each other as on a computer of the plan. Says how certain it is.
std::string measure_ranks(const PlannedRun& run, PredictedMachine& result) {
  const Program& program = run.setup->program;
  if (computing_tasks(program).empty()) return "where no task computes anything";
  const int threads = threads_per_rank(*run.setup->parameters);
  const int cores = int(processors_of_process().size());
  const bool several = can_join_ranks(run.setup->library.catalogue);
  const int ranks = ranks_in_boxes(program.grid, *run.layout,
                                   several ? sampled_ranks(*run.machine, cores, threads) : 1);
  const Grid grid = measured_grid(run, ranks, threads);
  const RankSample sample = sample_ranks(run, grid, ranks, sampling);
  std::vector<SampledWork> sizes;
  for (const RankSample::Size& size : sample.sizes) {
    sizes.insert(sizes.begin(), sampled_work(program, size.windows));
    result.sampled.blocks_per_rank.push_back(size.blocks_per_rank);
  }
  fit_work(program, sizes, result.estimate);
  result.sampled.ranks = ranks;
  result.sampled.threads = threads;
  result.sampled.points = sample.points;
  result.sampled.ghosts = sample.ghosts;
  return certainty_text(sample, threads);
}

Real assumed(const ParameterSet& parameters, const char* name) {
  return parameters.has(predict_section, name) ? parameters.get<Real>(predict_section, name) : 0;
}

std::string measure_speed(const PlannedRun& run, double speed, PredictedMachine& result) {
  const Program& program = run.setup->program;
  MachineEstimate& estimate = result.estimate;
  estimate.task_seconds.assign(program.tasks.size(), 0);
  const std::vector<int> tasks = computing_tasks(program);
  if (speed > 0) {
    for (const int id : tasks)
      estimate.task_seconds[std::size_t(id)] = 1 / (speed * double(tasks.size()));
    return "as given";
  }
  if (const double emulated = emulated_seconds(run.driver_setup); emulated > 0) {
    for (const Task& task : program.tasks)
      if (computes(task)) estimate.task_seconds[std::size_t(task.id)] = emulated;
    return "as emulated_compute.per_point says";
  }
  return "measured on this computer with the tasks of the application, " +
         measure_ranks(run, result);
}

[[noreturn]] void throw_unknown_site(const std::vector<Site>& sites, const Node& member) {
  std::vector<std::string> names;
  for (const Site& site : sites) names.push_back(site.name);
  throw Error(
      Problem{.slug = "predict/site",
              .message = fmt::format("there is no site {} for predict.site_speeds", member.key),
              .where = member.key_where,
              .notes = {fmt::format("sites: {}", fmt::join(names, ", "))},
              .help = "name the sites of the machine"});
}

// By site; those of the machine file, unless the section predict knows better. 0: not
// known.
std::vector<double> site_speeds(const std::vector<Site>& sites, const ParameterSet& parameters) {
  std::vector<double> speeds;
  for (const Site& site : sites) speeds.push_back(site.speed);
  if (!parameters.has(predict_section, "site_speeds")) return speeds;
  for (const Node& member : parameters.get<Node>(predict_section, "site_speeds").children) {
    const auto site = std::find_if(sites.begin(), sites.end(),
                                   [&](const Site& s) { return s.name == member.key; });
    if (site == sites.end()) throw_unknown_site(sites, member);
    speeds[std::size_t(site - sites.begin())] =
        read_real(member, "predict.site_speeds", "", positive);
  }
  return speeds;
}

// With a given speed those of the sites are meant as they are, else relative to that of the mean
// rank.
void slow_down(const DriverSetup& driver, double speed, MachineEstimate& estimate) {
  const std::vector<Site>& sites = driver.machine->sites;
  const std::vector<double> speeds = site_speeds(sites, *driver.parameters);
  const bool known = std::all_of(speeds.begin(), speeds.end(), [](double s) { return s > 0; });
  std::size_t ranks = 0;
  double sum = 0;
  for (std::size_t s = 0; s < speeds.size(); ++s) {
    ranks += sites[s].ranks.size();
    sum += speeds[s] * double(sites[s].ranks.size());
  }
  estimate.relative_cost.assign(ranks, exactly(1));
  const double usual = speed > 0 ? 1 : sum / double(ranks);
  for (std::size_t s = 0; s < speeds.size(); ++s)
    for (const int rank : sites[s].ranks)
      if (known) estimate.relative_cost[std::size_t(rank)] = exactly(usual / speeds[s]);
  const double emulated = emulated_seconds(driver);
  if (!(emulated > 0)) return;
  for (std::size_t r = 0; r < ranks; ++r)
    estimate.relative_cost[r].value *=
        driver.compute_emulator->emulate(*driver.parameters, int(r), int(ranks))
            ->seconds_per_point() /
        emulated;
}

// So that relative_cost is relative to the mean rank, as measured windows have it.
void normalise(MachineEstimate& estimate) {
  double mean = 0;
  for (const Estimate& relative_cost : estimate.relative_cost) mean += relative_cost.value;
  mean /= double(estimate.relative_cost.size());
  for (Estimate& relative_cost : estimate.relative_cost) relative_cost.value /= mean;
  for (auto* all : {&estimate.task_seconds, &estimate.call_seconds, &estimate.face_seconds})
    for (double& seconds : *all) seconds *= mean;
  estimate.between_calls *= mean;
}

[[noreturn]] void throw_no_figures(const Machine& machine, const std::string& link) {
  throw Error(Problem{
      .slug = "predict/no-figures",
      .message = fmt::format("latency and bandwidth of link {} are unknown", link),
      .where = machine.where,
      .notes = {"a prediction needs latency and bandwidth of every link between neighbours"},
      .help = "give them in the machine file, for example {between: [a, b], latency: 10 ms, "
              "bandwidth: 100 MB/s}; cardon probe measures them"});
}

void add_links(const Machine& machine, const Grid& grid, PredictedMachine& result) {
  for (const SiteLink& link : chain_links(machine, grid)) {
    if (!(link.latency > 0) && !(link.bandwidth > 0)) throw_no_figures(machine, link.name);
    LinkEstimate& estimate = result.estimate.links.emplace_back();
    estimate.latency = exactly(link.latency);
    if (link.bandwidth > 0) estimate.bandwidth = exactly(link.bandwidth);
    result.sources.push_back(fmt::format(
        "link {}: latency {:.4g} ms, {}", link.name, 1e3 * link.latency,
        link.bandwidth > 0 ? fmt::format("{:.4g} MB/s", 1e-6 * link.bandwidth) : "unlimited"));
  }
}

std::string ghost_source(const GhostSearch::Found& ghosts) {
  const std::string text =
      fmt::format("ghost zones: {} between blocks", counted(ghosts.depth, "layer"));
  if (ghosts.gain == 0) return text;
  if (ghosts.gain == 1) return text + ", as more were not faster";
  return text + fmt::format(", {:.2f} times as fast as with the fewest", ghosts.gain);
}

void add_block_sources(const Program& program, PredictedMachine& result) {
  const SampledRanks& sampled = result.sampled;
  if (sampled.ranks == 0) return;
  const double between = result.estimate.between_calls * double(computing_tasks(program).size());
  result.sources.push_back(fmt::format(
      "blocks: {:.4g} us per block and step, {:.4g} us of it between tasks, and {:.4g} "
      "ns per point on its faces, with {} block{} per rank",
      1e6 * result.step.call, 1e6 * between, 1e9 * result.step.face,
      fmt::join(sampled.blocks_per_rank, " and "), sampled.blocks_per_rank.back() == 1 ? "" : "s"));
  result.sources.push_back(ghost_source(sampled.ghosts));
  if (result.estimate.near_pack > 0)
    result.sources.push_back(fmt::format("copies between blocks: {:.4g} MB/s at each end",
                                         1e-6 / result.estimate.near_pack));
}

}  // namespace

PredictedMachine predict_machine(const PlannedRun& run, double speed) {
  PredictedMachine result;
  MachineEstimate& estimate = result.estimate;
  const ParameterSet& parameters = *run.setup->parameters;
  if (!(speed > 0)) speed = assumed(parameters, "speed");
  const std::string how = measure_speed(run, speed, result);
  slow_down(run.driver_setup, speed, estimate);
  normalise(estimate);
  result.step = cost_of(computing_tasks(run.setup->program), estimate);
  result.sources.push_back(fmt::format("compute: {:.4g} ns per point and step of the mean rank, {}",
                                       1e9 * result.step.point, how));
  add_block_sources(run.setup->program, result);
  add_links(*run.machine, run.setup->program.grid, result);
  for (auto& way : estimate.codecs) way.resize(estimate.links.size());
  estimate.message = assumed(parameters, "message");
  const bool given = parameters.given(predict_section, "intra_latency");
  if (given || estimate.intra_latency == 0)
    estimate.intra_latency = assumed(parameters, "intra_latency");
  estimate.intra_bandwidth = assumed(parameters, "intra_bandwidth");
  return result;
}

bool assume_codecs(const ParameterSet& parameters, const std::vector<CodecNames>& chains,
                   PredictedMachine& machine) {
  const double ratio = assumed(parameters, "ratio");
  if (!(ratio > 0)) return false;
  const double encode = assumed(parameters, "encode"), decode = assumed(parameters, "decode");
  for (auto& links : machine.estimate.codecs)
    for (auto& codecs : links)
      for (const CodecNames& chain : chains)
        codecs.push_back({chain, exactly(ratio), exactly(1 / encode), exactly(1 / decode)});
  machine.sources.push_back(
      fmt::format("codecs: ratio {:.4g}, {:.4g} MB/s to compress, {:.4g} MB/s to restore, as given",
                  ratio, 1e-6 * encode, 1e-6 * decode));
  return true;
}

}  // namespace cardon
