// SPDX-License-Identifier: Apache-2.0
// Parts of a step and of an output that must stay cheap, one at a time (Google Benchmark).
#include <benchmark/benchmark.h>

#include <cardon/kit/finite.hpp>
#include <cardon/kit/reduction.hpp>
#include <cmath>
#include <vector>

#include "plan/cyclic_sequence.hpp"
#include "plan/planner.hpp"
#include "sums/checksum.hpp"

namespace cardon {
namespace {

std::vector<double> sample_row(std::int64_t n) {
  std::vector<double> row;
  for (std::int64_t i = 0; i < n; ++i) row.push_back(std::sin(0.1 * double(i)));
  return row;
}

void per_value(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void exact_sum(benchmark::State& state) {
  const std::vector<double> row = sample_row(state.range(0));
  ExactSum sum;
  for (auto _ : state) sum.add(row.data(), row.size());
  benchmark::DoNotOptimize(sum.value());
  per_value(state);
}
BENCHMARK(exact_sum)->Arg(16)->Arg(256);

void fused_reductions(benchmark::State& state) {
  using K = ReductionKind;
  const std::vector<double> row = sample_row(state.range(0));
  Reduction all({K::min, K::max, K::mean, K::l1, K::l2, K::linf});
  int j = 0;
  for (auto _ : state) all.add_row(row.data(), int(row.size()), {0, ++j, 0});
  benchmark::DoNotOptimize(all.value(K::l2));
  per_value(state);
}
BENCHMARK(fused_reductions)->Arg(33)->Arg(256);

void checksum(benchmark::State& state) {
  const std::vector<double> row = sample_row(state.range(0));
  FieldChecksum sum;
  int j = 0;
  for (auto _ : state) sum.add_row(row.data(), int(row.size()), {0, ++j, 0});
  benchmark::DoNotOptimize(sum.words());
  per_value(state);
}
BENCHMARK(checksum)->Arg(33)->Arg(256);

void finite_scan(benchmark::State& state) {
  const std::vector<double> row = sample_row(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(row_is_finite(row.data(), row.size()));
  per_value(state);
}
BENCHMARK(finite_scan)->Arg(256);

/// One segment of the plan in the steady state: leapfrog at the given ghost depth.
void planned_segment(benchmark::State& state) {
  using plan::Slot;
  const Slot now{0, 0}, past{0, 1}, next{0, Slot::next_level};
  plan::PlanInput input;
  input.fields = {"phi"};
  input.tasks = {
      {.name = "initial", .writes = {now, past}},
      {.name = "evolve", .reads = {{now, {1, 1, 1}}, {past, {0, 0, 0}}}, .writes = {next}},
      {.name = "rotate", .rotate = true, .rotates = {0}}};
  input.links = {{.name = "blocks", .depth = int(state.range(0))}};
  const plan::CyclicSequence sequence({{0}}, {{1, 2}});
  plan::Planner planner(input, sequence);
  auto cursor = planner.start();
  for (auto _ : state) benchmark::DoNotOptimize(planner.next(cursor));
}
BENCHMARK(planned_segment)->Arg(1)->Arg(4);

}  // namespace
}  // namespace cardon

BENCHMARK_MAIN();
