// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <fmt/format.h>

namespace cardon::performance {
namespace {

std::string with_quartiles(const Spread& s) {
  return fmt::format("{:.3f} [{:.3f} {:.3f}]", s.median, s.low, s.high);
}
std::string percent(const Spread& s) {
  return fmt::format("{:.1f} % [{:.1f} {:.1f}]", 100 * s.median, 100 * s.low, 100 * s.high);
}

std::string kernel_table(const std::vector<KernelFigures>& kernels) {
  std::string table = fmt::format(
      "{:<10} {:>6} {:>5} | {:>9} {:>9} {:>9} | {:<21} {:<21} | {:>7}\n", "problem", "points",
      "ranks", "framework", "plain", "prefetch", "framework/plain", "framework/prefetch", "triad");
  table +=
      fmt::format("{:<10} {:>6} {:>5} | {:>9} {:>9} {:>9} | {:<21} {:<21} | {:>7}\n", "", "", "",
                  "Mpt/s", "Mpt/s", "Mpt/s", "median [quartiles]", "median [quartiles]", "GB/s");
  for (const KernelFigures& f : kernels)
    table += fmt::format(
        "{:<10} {:>4}^3 {:>5} | {:>9.0f} {:>9.0f} {:>9.0f} | {:<21} {:<21} | {:>7.1f}\n", f.problem,
        f.points, f.ranks, f.framework.median, f.plain.median, f.prefetching.median,
        with_quartiles(f.of_plain), with_quartiles(f.of_prefetching), f.triad.median);
  return table;
}

std::string einstein_table(const EinsteinFigures& f) {
  std::string table = fmt::format(
      "EinsteinVacuum, order 4, {}^3, {} rounds; ns per point\n{:<12} {:>9} {:>9} {:>10} | {:<21} "
      "{:<21} | {:>6} {:>8}\n",
      f.points, f.rounds, "task", "framework", "plain", "contracted", "framework/plain",
      "contracted/plain", "flops", "GFlop/s");
  for (const EinsteinRow& r : f.rows)
    table += fmt::format("{:<12} {:>9.1f} {:>9.1f} {:>10.1f} | {:<21} {:<21} | {:>6.0f} {:>8.1f}\n",
                         r.task, r.framework.median, r.plain.median, r.contracted.median,
                         with_quartiles(r.of_plain), with_quartiles(r.by_contraction), r.flops,
                         r.flops / r.framework.median);
  return table;
}

nlohmann::json json(const Spread& s) {
  return {{"median", s.median}, {"low", s.low}, {"high", s.high}};
}

nlohmann::json json(const KernelFigures& f) {
  return {{"problem", f.problem},
          {"points", f.points},
          {"ranks", f.ranks},
          {"rounds", f.rounds},
          {"framework_mpoints_per_second", json(f.framework)},
          {"plain_mpoints_per_second", json(f.plain)},
          {"prefetching_mpoints_per_second", json(f.prefetching)},
          {"framework_over_plain", json(f.of_plain)},
          {"framework_over_prefetching", json(f.of_prefetching)},
          {"triad_gigabytes_per_second", json(f.triad)}};
}

nlohmann::json json(const EinsteinFigures& f) {
  nlohmann::json all{{"points", f.points}, {"rounds", f.rounds}};
  for (const EinsteinRow& r : f.rows)
    all["tasks"][r.task] = {{"flops_per_point", r.flops},
                            {"framework_nanoseconds_per_point", json(r.framework)},
                            {"plain_nanoseconds_per_point", json(r.plain)},
                            {"contracted_nanoseconds_per_point", json(r.contracted)},
                            {"framework_over_plain", json(r.of_plain)},
                            {"contracted_over_plain", json(r.by_contraction)}};
  return all;
}

nlohmann::json json(const OverheadFigures& f) {
  return {{"problem", f.problem},
          {"microseconds_per_step", f.microseconds_per_step},
          {"kernel_microseconds", f.kernel_microseconds},
          {"calls_per_step", f.calls_per_step},
          {"microseconds_per_call", f.microseconds_per_call()}};
}

}  // namespace

std::string text(const Report& report) {
  std::string all;
  if (!report.kernels.empty()) all += kernel_table(report.kernels);
  for (const EinsteinFigures& f : report.einstein) all += einstein_table(f);
  if (const auto& m = report.memory)
    all += fmt::format("memory of WaveToy at {}^3: {:.3f} arrays (goal: at most 3.3)\n", m->points,
                       m->arrays);
  for (const OverheadFigures& f : report.overhead)
    all += fmt::format(
        "overhead at 8^3, {}: {:.2f} us for each of {:.0f} task calls (step {:.2f} us, {}; goal: "
        "at most 1 us)\n",
        f.problem, f.microseconds_per_call(), f.calls_per_step, f.microseconds_per_step,
        f.kernel_microseconds > 0 ? fmt::format("kernel {:.2f} us taken off", f.kernel_microseconds)
                                  : "kernels included");
  if (const auto& r = report.radiative)
    all += fmt::format(
        "radiative boundary at {}^3: {:.1f} % of the step by the driver's clock, step longer by {} "
        "(goal: at most 5 %)\n",
        r->points, 100 * r->share, percent(r->extra));
  if (const auto& h = report.health)
    all += fmt::format("health check every 10 steps at {}^3: step longer by {}\n", h->points,
                       percent(h->extra));
  return all;
}

nlohmann::json json(const Report& report) {
  nlohmann::json all;
  for (const KernelFigures& f : report.kernels) all["kernels"].push_back(json(f));
  for (const EinsteinFigures& f : report.einstein) all["einstein"].push_back(json(f));
  for (const OverheadFigures& f : report.overhead) all["overhead"].push_back(json(f));
  if (const auto& m = report.memory) all["memory"] = {{"points", m->points}, {"arrays", m->arrays}};
  if (const auto& r = report.radiative)
    all["radiative"] = {
        {"points", r->points}, {"share_of_step", r->share}, {"extra", json(r->extra)}};
  if (const auto& h = report.health)
    all["health"] = {{"points", h->points}, {"extra", json(h->extra)}};
  return all;
}

std::vector<std::string> failures(const Report& report) {
  std::vector<std::string> list;
  const auto expect = [&](bool good, std::string what) {
    if (!good) list.push_back(std::move(what));
  };
  for (const KernelFigures& f : report.kernels)
    expect(f.of_plain.median > 0.5,
           fmt::format("{} at {}^3 reaches {:.2f} of the hand-written loop, less than half",
                       f.problem, f.points, f.of_plain.median));
  for (const EinsteinFigures& f : report.einstein)
    expect(f.rows.back().of_plain.median > 0.5,
           fmt::format("EinsteinVacuum at {}^3 reaches {:.2f} of the plain loops, less than half",
                       f.points, f.rows.back().of_plain.median));
  for (const OverheadFigures& f : report.overhead)
    expect(f.microseconds_per_call() < 50, fmt::format("{} spends {:.1f} us on each task call",
                                                       f.problem, f.microseconds_per_call()));
  if (const auto& r = report.radiative)
    expect(r->share < 0.3,
           fmt::format("the radiative boundary takes {:.0f} % of the step", 100 * r->share));
  if (const auto& h = report.health)
    expect(h->extra.median < 0.5,
           fmt::format("health checks make steps {:.0f} % longer", 100 * h->extra.median));
  if (const auto& m = report.memory)
    expect(m->arrays <= 3.3,
           fmt::format("WaveToy needs {:.2f} arrays at {}^3", m->arrays, m->points));
  return list;
}

}  // namespace cardon::performance
