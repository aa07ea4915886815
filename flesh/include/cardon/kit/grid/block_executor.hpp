// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/face_filler.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/kit/grid/task_pieces.hpp>
#include <cardon/kit/grid/task_runner.hpp>
#include <cardon/kit/grid/watched_rows.hpp>
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

  /// Number of the block.
  int block() const { return block_; }
  /// The arrays of its fields.
  BlockStorage& storage() { return storage_; }
  /// Fills the faces of the block.
  FaceFiller& faces() { return faces_; }
  /// The arrays of its fields.
  const BlockStorage& storage() const { return storage_; }

  /// Whether the boundary task may be filled together with the compute or combine task before it.
  bool fusable(const GrownTask& compute, const GrownTask& boundary) const;

  /// Begins a compute or combine task with the boundary tasks that follow it and are fusable. It
  /// is then computed round by round with advance(): first the core, which neither reads nor writes
  /// points of pending exchanges; the rest only when these are complete. At least `rounds` of them,
  /// where the region has so many planes. A round is a tile, or tiles for each thread of the rank.
  void begin(const GrownTask& compute, const std::vector<GrownTask>& boundaries,
             const StepState& state, const Pending& pending, int rounds);
  /// Whether the next round belongs to the core.
  bool core_left() const { return next_ < core_; }
  /// Whether all rounds are computed.
  bool done() const { return next_ == rounds_.size(); }
  /// Id of the compute or combine task that began last.
  int running_task() const { return compute_.task; }
  /// The points that the next round has.
  long next_points() const;
  /// Computes the next round and takes the time from `start`; returns when it ended.
  double advance(double start);

  /// Whether a compute task asks for rows ahead of their use; null: it is no such task.
  const PrefetchChoice* prefetch(int task) const;

  /// What is to be shown: points come when the faces that they touch are filled, too.
  WatchedRows& watched() { return watched_; }

  /// A boundary task by itself.
  void fill_boundary(const GrownTask& boundary, const StepState& state);
  /// A rotate task.
  void rotate(int task);
  /// Fills the images of owned points again, after these were put there from elsewhere.
  void fill_images();

 private:
  const Task& task(int id) const { return setup_.program->tasks[std::size_t(id)]; }
  TaskRunner& runner(int id) { return *runners_[std::size_t(id)]; }
  TaskTimings& timing(int id) { return timings_.tasks[std::size_t(id)]; }
  /// Where the time of tiles goes.
  struct Spent {
    double compute = 0, boundary = 0, images = 0, watch = 0;
    double sum() const { return compute + boundary + images + watch; }
    void add(const Spent& other, double factor) {
      compute += factor * other.compute;
      boundary += factor * other.boundary;
      images += factor * other.images;
      watch += factor * other.watch;
    }
  };
  void share_prefetch(const Task& task);
  std::size_t round_begin() const { return next_ > 0 ? rounds_[next_ - 1] : 0; }
  void cut(const Box& box, const Box& region, int rounds);
  void cut_slabs(const Box& box, int thickness);
  int max_thickness();
  double run_together(std::size_t begin, std::size_t end, double start);
  double run_tile(const Box& tile, int thread, double start, Spent& spent);
  double run_groups(const Box& tile, int thread, double start, Spent& spent);
  double fill_faces(const Box& tile, double start, Spent& spent);
  void copy_images(const Box& tile, int group) const;
  void bind_watch();
  void show(const Box& tile, int thread) const;
  void note(const Spent& spent);
  void note_call();
  void bind_images();

  const DriverSetup& setup_;
  const Layout& layout_;
  int block_;
  BlockStorage storage_;
  FaceFiller faces_;
  std::vector<std::unique_ptr<TaskRunner>>
      runners_;  // per task; none for boundary and rotate tasks
  std::vector<std::array<std::size_t, 2>>
      arrays_;  // per task, without and with faces: arrays_before_images()
  Timings& timings_;
  double& image_seconds_;
  WatchedRows watched_;

  // The running task.
  GrownTask compute_;
  std::vector<GrownTask> boundaries_;
  StepState state_;
  std::vector<FaceArrays> bound_;  // to the boundaries
  std::vector<Box> tiles_;
  std::vector<std::size_t> rounds_;  // behind the last tile of each
  std::vector<Spent> spent_;         // by thread
  double call_seconds_ = 0;          // computing
  struct Image {
    int field = 0;
    FieldArray array;
    int group = all_groups;  // of combinations that sets it
  };
  static constexpr int all_groups = -1;
  std::vector<Image> images_;  // that the task's tiles fill
  bool by_groups_ = false;     // of combinations, each with its images
  struct Shown {
    std::size_t number;  // in RowWatch::fields
    FieldArray array;
  };
  std::vector<Shown> shown_;
  std::size_t next_ = 0, core_ = 0;  // the next round, and the first one behind the core
};

}  // namespace cardon
