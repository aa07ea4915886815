// SPDX-License-Identifier: Apache-2.0
#include "check/reduction_probe.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cardon/thorn/block.hpp>
#include <cardon/thorn/error.hpp>
#include <random>
#include <set>
#include <span>
#include <utility>

#include "grid/scalar_sink.hpp"
#include "grid/scalar_task.hpp"
#include "grid/task_call.hpp"

namespace cardon {
namespace {

/// One call: values of either sign or positive ones, and the step, which may be a multiple of many
/// numbers.
struct WholeCall {
  bool signs;
  long step;
};
constexpr WholeCall whole_calls[] = {
    {false, 1}, {true, 1}, {false, 0}, {false, 720720}, {true, 1 << 30}};

struct ReducedNames : ScalarSink {
  void add_row(std::string_view thorn, std::string_view scalar, std::span<const Real> row,
               const Index3&, long) override {
    if (!row.empty()) all.insert(std::string(thorn) + "::" + std::string(scalar));
  }
  std::set<std::string> all;
};

/// Each field and level has one row, which stands for all rows of the grid.
class ReductionProbe {
 public:
  ReductionProbe(const Program& program, const ParameterSet& parameters, const Task& task)
      : program_(program), task_(task), region_(points_of(program.grid, task.region)) {
    for (const Binding& b : task.bindings) margin_ = std::max(margin_, b.radius[0]);
    row_ = std::size_t(region_.extent(0) + 2 * margin_);
    arrays_ = Arrays("reductions", row_ * task.bindings.size());
    host_ = Kokkos::create_mirror_view(arrays_);
    context_.task = task.name;
    context_.thorn = task.thorn;
    context_.parameters = &parameters;
    context_.scalars = &names_;
    set_grid(program.grid, context_);
    context_.pieces = {Piece{region_, program.grid.frame({0, 0, 0})}};
    context_.owned = region_;
    context_.dt = program.dt;
    context_.implicit_step = task.implicit_fraction * program.dt;
    for (const ScalarRead& read : task.reads_scalars)
      context_.values.push_back(
          {read.declared, read.lag, as_seen(program.scalars[std::size_t(read.scalar)], {})});
    bind();
  }

  void call(const WholeCall& trial) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<Real> number(trial.signs ? -1.0 : 0.5, trial.signs ? 1.0 : 1.5);
    for (std::size_t n = 0; n < host_.size(); ++n) host_(n) = number(random);
    Kokkos::deep_copy(arrays_, host_);
    context_.iteration = trial.step;
    context_.step = trial.step + 1;
    context_.time = (Real(trial.step) + task_.time_fraction) * program_.dt;
    Block block(context_);
    call_task(task_, block);
    Kokkos::fence();
  }

  bool has_reduced(const std::string& scalar) const { return names_.all.count(scalar) > 0; }

 private:
  using Arrays = Kokkos::View<Real*, Kokkos::DefaultExecutionSpace>;

  void bind() {
    for (const Binding& b : task_.bindings) {
      BoundField f;
      f.name = b.declared;
      f.level = b.declared_level;
      f.reads = b.reads;
      f.writes = b.writes;
      f.radius = b.radius;
      f.task = task_.name;
      f.values.origin = arrays_.data() + row_ * context_.fields.size() + margin_ - region_.lo[0];
      for (int d = 0; d < program_.grid.dimensions; ++d)
        f.values.inverse_spacing[d] = 1 / program_.grid.spacing[d];
      context_.fields.push_back(f);
    }
  }

  const Program& program_;
  const Task& task_;
  Box region_;
  int margin_ = 0;
  std::size_t row_ = 0;  // values of one
  Arrays arrays_;
  Arrays::HostMirror host_;
  ReducedNames names_;
  BlockContext context_;
};

}  // namespace

std::vector<std::string> never_reduced(const Program& program, const ParameterSet& parameters,
                                       const Task& task, std::vector<std::string> scalars) {
  if (scalars.empty()) return scalars;
  ReductionProbe probe(program, parameters, task);
  for (const WholeCall& trial : whole_calls) {
    if (scalars.empty()) break;
    try {
      probe.call(trial);
    } catch (const Error&) {
      continue;  // values that do not occur may be too much for it
    }
    std::erase_if(scalars, [&](const std::string& scalar) { return probe.has_reduced(scalar); });
  }
  return scalars;
}

}  // namespace cardon
