// SPDX-License-Identifier: Apache-2.0
#include "predict/predicted_machine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "cardon/emulation/compute_emulator.hpp"
#include "cardon/kit/grid/copy_box.hpp"
#include "cardon/kit/grid/site_decomposition.hpp"
#include "cardon/kit/grid/speed_samples.hpp"
#include "cardon/kit/grid/thread_team.hpp"
#include "cardon/kit/median.hpp"
#include "cardon/kit/tuning/work_fit.hpp"
#include "cardon/services/node_reading.hpp"

namespace cardon {
namespace {

constexpr const char* predict_section = "predict";
constexpr int max_measured_points = 96;  // per direction, of the block that is run for speeds
constexpr SamplingTime sampling{.each = 0.02, .all = 2};

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

// A block as large as those of the ranks.
Box typical_block(const Layout& layout, const Grid& grid) {
  Box box = corner(grid, max_measured_points);
  const Box& owned = layout.owned(layout.blocks() / 2);
  for (std::size_t d = 0; d < std::size_t(grid.dimensions); ++d)
    box.hi[d] = std::clamp(owned.extent(int(d)), std::min(8, box.hi[d]), box.hi[d]);
  for (std::size_t d = 0; d < std::size_t(grid.dimensions); ++d)
    box.hi[d] = std::max(box.hi[d], std::min(grid.points[d], 2 * grid.radius[d] + 1));
  return box;
}

// A quarter of the points in each direction, as of 64 blocks per rank: rows as short as they get.
Box smaller_block(Box box, const Grid& grid) {
  for (std::size_t d = 0; d < std::size_t(grid.dimensions); ++d)
    box.hi[d] = std::min(box.hi[d], std::max(box.hi[d] / 4, 2 * grid.radius[d] + 1));
  return box;
}

// s per byte of packing or unpacking the layers next to the faces of a block.
double copy_seconds(const SampleRun& run, const Program& program, const Box& block) {
  const auto field = std::find_if(program.fields.begin(), program.fields.end(),
                                  [](const GridFunction& f) { return f.role == Role::evolved; });
  if (field == program.fields.end()) return 0;
  std::vector<double> times;
  std::vector<Real> values(std::size_t(block.points()));
  const FieldArray array = run.array(field->id, 0);
  for (int n = 0; n < 9; ++n) {
    const double start = seconds_now();
    double bytes = 0;
    for (std::size_t d = 0; d < std::size_t(program.grid.dimensions); ++d) {
      Box layers = block;
      layers.hi[d] = std::min(layers.hi[d], layers.lo[d] + std::max(1, program.grid.radius[d]));
      bytes += 2 * double(layers.points()) * sizeof(Real);
      pack_box(array, layers, values.data());
      unpack_box(array, layers, values.data());
    }
    times.push_back((seconds_now() - start) / bytes);
  }
  return median(times);
}

// Medians of samples, taken until that of all tasks is certain, which are added to what is known of
// them; nothing if no task computes anything. Measures packing as well where that is wanted.
std::optional<SpeedSamples> measure_block(const DriverSetup& driver, const Box& box,
                                          std::vector<WorkFit>& fits, double* near_pack) {
  SampleRun run(driver, box);
  run.start();
  run.step();  // touches all memory
  if (!(run.points() > 0)) return {};
  std::vector<std::vector<double>> tasks(fits.size());
  std::vector<TaskTimings> before = run.timings().tasks;
  const SpeedSamples samples = sample_speed(run, sampling, [&](double share) {
    const std::vector<TaskTimings>& now = run.timings().tasks;
    for (std::size_t t = 0; t < tasks.size(); ++t)
      if (const double points = double(now[t].points - before[t].points); points > 0)
        tasks[t].push_back(share * (now[t].compute - before[t].compute) / points);
    before = now;
  });
  for (std::size_t t = 0; t < tasks.size(); ++t)
    if (const TaskTimings& all = run.timings().tasks[t]; !tasks[t].empty())
      fits[t].add({double(all.calls), double(all.points), double(all.faces),
                   median(tasks[t]) * double(all.points)});
  if (near_pack != nullptr) *near_pack = copy_seconds(run, *driver.program, box);
  return samples;
}

// How certain it is.
std::string measure_tasks(DriverSetup driver, const Layout& layout, MachineEstimate& estimate) {
  const int threads = threads_per_rank(*driver.parameters);
  const std::unique_ptr<ThreadTeam> team =
      threads > 1 ? std::make_unique<ThreadTeam>(threads) : nullptr;
  driver.team = team.get();
  const Grid& grid = driver.program->grid;
  const Box box = typical_block(layout, grid);
  std::vector<WorkFit> fits(estimate.task_seconds.size());
  measure_block(driver, smaller_block(box, grid), fits, nullptr);
  const std::optional<SpeedSamples> samples = measure_block(driver, box, fits, &estimate.near_pack);
  if (!samples) return "where no task computes anything";
  for (auto* seconds : {&estimate.call_seconds, &estimate.face_seconds})
    seconds->assign(fits.size(), 0);
  for (std::size_t t = 0; t < fits.size(); ++t) {
    const WorkCost cost = fits[t].cost();
    estimate.task_seconds[t] = cost.point;
    estimate.call_seconds[t] = cost.call;
    estimate.face_seconds[t] = cost.face;
  }
  return fmt::format("{}median of {} samples, +-{:.1f} %",
                     threads > 1 ? fmt::format("on {} threads, ", threads) : "", samples->count(),
                     100 * samples->estimate().error);
}

Real assumed(const CheckedRun& setup, const char* name) {
  return setup.parameters->has(predict_section, name)
             ? setup.parameters->get<Real>(predict_section, name)
             : 0;
}

std::string measure_speed(const CheckedRun& setup, const DriverSetup& driver, const Layout& layout,
                          double speed, MachineEstimate& estimate) {
  const Program& program = setup.program;
  estimate.task_seconds.assign(program.tasks.size(), 0);
  const std::vector<int> tasks = computing_tasks(program);
  if (speed > 0) {
    for (const int id : tasks)
      estimate.task_seconds[std::size_t(id)] = 1 / (speed * double(tasks.size()));
    return "as given";
  }
  if (const double emulated = emulated_seconds(driver); emulated > 0) {
    for (const Task& task : program.tasks)
      if (computes(task)) estimate.task_seconds[std::size_t(task.id)] = emulated;
    return "as emulated_compute.per_point says";
  }
  return "measured on this computer with the tasks of the application, " +
         measure_tasks(driver, layout, estimate);
}

[[noreturn]] void throw_unknown_site(const PlacedRun& placed, const Node& member) {
  std::vector<std::string> names;
  for (const Site& site : placed.machine.sites) names.push_back(site.name);
  throw Error(
      Problem{.slug = "predict/site",
              .message = fmt::format("there is no site {} for predict.site_speeds", member.key),
              .where = member.key_where,
              .notes = {fmt::format("sites: {}", fmt::join(names, ", "))},
              .help = "name the sites of the machine"});
}

// By site; those of the machine file, unless the section predict knows better. 0: not
// known.
std::vector<double> site_speeds(const PlacedRun& placed) {
  std::vector<double> speeds;
  for (const Site& site : placed.machine.sites) speeds.push_back(site.speed);
  if (!placed.run.parameters->has(predict_section, "site_speeds")) return speeds;
  for (const Node& member :
       placed.run.parameters->get<Node>(predict_section, "site_speeds").children) {
    const auto& sites = placed.machine.sites;
    const auto site = std::find_if(sites.begin(), sites.end(),
                                   [&](const Site& s) { return s.name == member.key; });
    if (site == sites.end()) throw_unknown_site(placed, member);
    speeds[std::size_t(site - sites.begin())] =
        read_real(member, "predict.site_speeds", "", positive);
  }
  return speeds;
}

// With a given speed those of the sites are meant as they are, else relative to that of the mean
// rank.
void slow_down(const PlacedRun& placed, const DriverSetup& driver, double speed,
               MachineEstimate& estimate) {
  const std::vector<double> speeds = site_speeds(placed);
  const bool known = std::all_of(speeds.begin(), speeds.end(), [](double s) { return s > 0; });
  std::size_t ranks = 0;
  double sum = 0;
  for (std::size_t s = 0; s < speeds.size(); ++s) {
    ranks += placed.machine.sites[s].ranks.size();
    sum += speeds[s] * double(placed.machine.sites[s].ranks.size());
  }
  estimate.relative_cost.assign(ranks, exactly(1));
  const double usual = speed > 0 ? 1 : sum / double(ranks);
  for (std::size_t s = 0; s < speeds.size(); ++s)
    for (const int rank : placed.machine.sites[s].ranks)
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
}

[[noreturn]] void throw_no_figures(const PlacedRun& placed, const std::string& link) {
  throw Error(Problem{
      .slug = "predict/no-figures",
      .message = fmt::format("nothing is known of the link {}", link),
      .where = placed.machine.where,
      .notes = {"a prediction needs latency and bandwidth of every link between neighbours"},
      .help = "give them in the machine file, for example {between: [a, b], latency: 10 ms, "
              "bandwidth: 100 MB/s}; cardon probe measures them"});
}

void add_links(const PlacedRun& placed, PredictedMachine& result) {
  for (const SiteLink& link : chain_links(placed.machine, placed.run.program.grid)) {
    if (!(link.latency > 0) && !(link.bandwidth > 0)) throw_no_figures(placed, link.name);
    LinkEstimate& estimate = result.estimate.links.emplace_back();
    estimate.latency = exactly(link.latency);
    if (link.bandwidth > 0) estimate.bandwidth = exactly(link.bandwidth);
    result.sources.push_back(fmt::format(
        "link {}: latency {:.4g} ms, {}", link.name, 1e3 * link.latency,
        link.bandwidth > 0 ? fmt::format("{:.4g} MB/s", 1e-6 * link.bandwidth) : "unlimited"));
  }
}

}  // namespace

PredictedMachine predict_machine(const PlacedRun& placed, const DriverSetup& driver,
                                 const Layout& layout, double speed) {
  PredictedMachine result;
  MachineEstimate& estimate = result.estimate;
  if (!(speed > 0)) speed = assumed(placed.run, "speed");
  const std::string how = measure_speed(placed.run, driver, layout, speed, estimate);
  slow_down(placed, driver, speed, estimate);
  normalise(estimate);
  result.step = cost_of(computing_tasks(placed.run.program), estimate);
  result.sources.push_back(fmt::format("compute: {:.4g} ns per point and step of the mean rank, {}",
                                       1e9 * result.step.point, how));
  if (result.step.call > 0 || result.step.face > 0)
    result.sources.push_back(
        fmt::format("blocks: {:.4g} us per block and step, and {:.4g} ns per point on its faces, "
                    "from blocks of two sizes",
                    1e6 * result.step.call, 1e9 * result.step.face));
  add_links(placed, result);
  for (auto& way : estimate.codecs) way.resize(estimate.links.size());
  estimate.message = assumed(placed.run, "message");
  estimate.intra_latency = assumed(placed.run, "intra_latency");
  estimate.intra_bandwidth = assumed(placed.run, "intra_bandwidth");
  return result;
}

bool assume_codecs(const CheckedRun& setup, const std::vector<CodecNames>& chains,
                   PredictedMachine& machine) {
  const double ratio = assumed(setup, "ratio");
  if (!(ratio > 0)) return false;
  const double encode = assumed(setup, "encode"), decode = assumed(setup, "decode");
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
