// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/grid/background.hpp>
#include <cardon/grid/block_storage.hpp>
#include <cardon/grid/face_filler.hpp>
#include <cardon/grid/layout.hpp>
#include <cardon/grid/task_runner.hpp>
#include <cardon/services/driver.hpp>
#include <memory>
#include <vector>

namespace cardon {

/// A task and the ghost layers to which it is computed.
struct GrownTask {
  int task = 0;
  int growth = 0;
};

/// Runs the tasks of a plan on one block: computes in tiles that stay in cache, fills faces and
/// images while they do, and leaves what reads ghost zones until a pending exchange is complete.
class BlockExecutor {
 public:
  /// `setup` and `layout` are referred to. `depth`: most ghost layers of an exchange. `timings`
  /// gets an entry per task; `image_seconds` the time of copying images.
  BlockExecutor(const DriverSetup& setup, const Layout& layout, int block, int depth,
                Timings& timings, double& image_seconds);

  BlockStorage& storage() { return storage_; }

  /// Whether the boundary task may be filled together with the compute or combine task before it.
  bool fusable(const GrownTask& compute, const GrownTask& boundary) const;
  /// A compute or combine task and the boundary tasks that follow it and are fusable. With
  /// `overlap`, points that read no ghost points are computed before the background is complete.
  void compute(const GrownTask& compute, const std::vector<GrownTask>& boundaries,
               const StepState& state, Background& background, bool overlap);
  /// A boundary task by itself.
  void fill_boundary(const GrownTask& boundary, const StepState& state);
  /// A rotate task.
  void rotate(int task);

 private:
  struct Sweep {
    const GrownTask& compute;
    const std::vector<GrownTask>& boundaries;
    const StepState& state;
    Background& background;
  };
  const Task& task(int id) const { return setup_.program->tasks[static_cast<std::size_t>(id)]; }
  TaskRunner& runner(int id) { return *runners_[static_cast<std::size_t>(id)]; }
  TaskTimings& timing(int id) { return timings_.tasks[static_cast<std::size_t>(id)]; }
  Box core(const Box& region, const TaskRunner& runner) const;
  void sweep(const Box& box, const Sweep& sweep);
  int tile_thickness(const Box& box, const Sweep& sweep);
  double finish_tile(const Box& tile, const Sweep& sweep, double start);
  bool fills_images(const Task& task) const;
  double fill_images(const Task& task, const Box& part, int growth, double start);

  const DriverSetup& setup_;
  const Layout& layout_;
  int block_;
  BlockStorage storage_;
  FaceFiller faces_;
  std::vector<std::unique_ptr<TaskRunner>>
      runners_;  // per task; none for boundary and rotate tasks
  Timings& timings_;
  double& image_seconds_;
};

}  // namespace cardon
