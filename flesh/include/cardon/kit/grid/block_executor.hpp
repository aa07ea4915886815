// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/face_filler.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/kit/grid/task_pieces.hpp>
#include <cardon/kit/grid/task_runner.hpp>
#include <cardon/services/driver.hpp>
#include <memory>
#include <vector>

namespace cardon {

/// Runs the tasks of a plan on one block: computes in tiles that stay in cache, fills faces and
/// images while they do, and leaves what reads ghost zones until pending exchanges are complete.
class BlockExecutor {
 public:
  /// `setup` and `layout` are referred to. `depth`: most ghost layers between blocks. `timings`
  /// gets an entry per task; `image_seconds` the time of copying images.
  BlockExecutor(const DriverSetup& setup, const Layout& layout, int block, int depth,
                Timings& timings, double& image_seconds);

  int block() const { return block_; }
  BlockStorage& storage() { return storage_; }
  FaceFiller& faces() { return faces_; }
  const BlockStorage& storage() const { return storage_; }

  /// Whether the boundary task may be filled together with the compute or combine task before it.
  bool fusable(const GrownTask& compute, const GrownTask& boundary) const;

  /// Begins a compute or combine task with the boundary tasks that follow it and are fusable. It
  /// is then computed tile by tile with advance(): first the core, which neither reads nor writes
  /// points of pending exchanges; the rest only when these are complete. At least `tiles` tiles,
  /// where the region has so many planes.
  void begin(const GrownTask& compute, const std::vector<GrownTask>& boundaries,
             const StepState& state, const Pending& pending, int tiles);
  /// Whether the next tile belongs to the core.
  bool core_left() const { return next_ < core_; }
  bool done() const { return next_ == tiles_.size(); }
  int running_task() const { return compute_.task; }
  /// The points that the next tile has.
  long next_points() const { return tiles_[next_].points(); }
  /// Computes the next tile and takes the time from `start`; returns when it ended.
  double advance(double start);

  /// Whether a compute task asks for rows ahead of their use; null: it is no such task.
  const PrefetchChoice* prefetch(int task) const;

  /// A boundary task by itself.
  void fill_boundary(const GrownTask& boundary, const StepState& state);
  /// A rotate task.
  void rotate(int task);
  /// Fills the images of owned points again, after these were put there from elsewhere.
  void fill_images();

 private:
  const Task& task(int id) const { return setup_.program->tasks[static_cast<std::size_t>(id)]; }
  TaskRunner& runner(int id) { return *runners_[static_cast<std::size_t>(id)]; }
  TaskTimings& timing(int id) { return timings_.tasks[static_cast<std::size_t>(id)]; }
  void cut(const Box& box, int thickness);
  int tile_thickness(const Box& region, int tiles);
  void note_call();
  double finish_tile(const Box& tile, double start);
  bool fills_images(const Task& task) const;
  double fill_images(const Task& task, const Box& part, const Growth& growth, double start);

  const DriverSetup& setup_;
  const Layout& layout_;
  int block_;
  BlockStorage storage_;
  FaceFiller faces_;
  std::vector<std::unique_ptr<TaskRunner>>
      runners_;  // per task; none for boundary and rotate tasks
  Timings& timings_;
  double& image_seconds_;

  // The running task.
  GrownTask compute_;
  std::vector<GrownTask> boundaries_;
  StepState state_;
  std::vector<Box> tiles_;
  double call_seconds_ = 0;          // computing
  std::size_t next_ = 0, core_ = 0;  // the next tile, and the first one behind the core
};

}  // namespace cardon
