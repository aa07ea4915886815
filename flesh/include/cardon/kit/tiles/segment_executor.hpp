// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_executor.hpp>
#include <cardon/kit/tiles/segment_shape.hpp>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace cardon {

/// An operation of the plan that waits to be executed: a compute, combine, boundary or rotate task.
struct SegmentOperation {
  GrownTask task;   ///< with the layers to which it is computed
  StepState state;  ///< of its step
};

/// Executes several operations of a plan on one block tile by tile: a segment, between two
/// exchanges. The values are those of one operation after the other, to the bit.
class SegmentExecutor {
 public:
  /// Everything is referred to and must outlive this; storage, faces and what is watched are those
  /// of the block.
  SegmentExecutor(const DriverSetup& setup, const Layout& layout, BlockExecutor& block,
                  Timings& timings, double& image_seconds);

  /// Returns the shape of a segment, with its SegmentFacts.
  SegmentShape shape_of(std::span<const SegmentOperation> operations) const;
  /// How a segment is cut.
  struct Cut {
    TileShape tiles;  ///< rows and planes
    int pieces = 1;   ///< see segment_pieces
    Pending pending;  ///< on their way
  };
  /// Begins operations that fit: first the core, which needs no points that are pending; the rest
  /// only when these have arrived. Rotates the levels as the operations say.
  void begin(std::span<const SegmentOperation> operations, const SegmentShape& segment,
             const Cut& cut);
  /// Whether the next piece belongs to the core.
  bool core_left() const { return piece_ < core_.pieces; }
  /// Whether all pieces of core and rest are computed.
  bool done() const { return piece_ == core_.pieces + rest_.pieces; }
  /// Computes a piece.
  struct Progress {
    double now = 0;   ///< when it ended
    int task = -1;    ///< of the last part
    long points = 0;  ///< computed
  };
  /// Computes the next piece and takes the time from `start`.
  Progress advance(double start);
  /// Begins and computes everything. Ghost points must be there.
  void run(std::span<const SegmentOperation> operations, const SegmentShape& segment,
           const TileShape& tiles);

 private:
  struct Image {
    int field;
    FieldArray array;
  };
  struct Shown {
    std::size_t number;  // in RowWatch::fields
    FieldArray array;
    std::size_t missing;  // boundary tasks that are still to be bound
  };
  /// One operation, bound.
  struct Instance {
    const Task* task = nullptr;
    StepState state;
    TaskRunner* runner = nullptr;  // of a compute or combine task
    std::vector<Image> images;     // fields with images that it writes
    FaceArrays faces;              // of a boundary task
    std::vector<Shown> shown;      // fields that are final behind it, in the watched step
  };

  const Task& task(int id) const { return setup_.program->tasks[std::size_t(id)]; }
  bool is_rotation(const SegmentOperation& o) const {
    return task(o.task.task).kind == Task::rotate;
  }
  /// The core, or what is left around it.
  struct Share {
    std::size_t end = 0;  // behind its parts
    long points = 0;
    int pieces = 0;
    bool in_columns = false;  // its parts are those of columns_
  };
  /// Where the time of a thread goes.
  struct Spent {
    std::vector<double> compute, boundary;  // by task
    double images = 0, watch = 0;
  };
  /// What the parts of a segment, and their order, depend on.
  struct CutOf {
    std::vector<Box> regions, cores;  // of the instances
    std::vector<Index3> skews;
    Index3 cyclic{0, 0, 0};
    Box anchors;
    TileShape tiles;
    bool operator==(const CutOf&) const = default;
  };
  TaskRunner& next_runner(const Task& task);
  Instance bind(const SegmentOperation& operation);
  void bind_watch(Instance& instance);
  void cut(const SegmentShape& segment, const TileShape& tiles, const std::vector<Box>& cores);
  void cut_share(const std::vector<TileInstance>& instances, const SegmentShape& segment,
                 const TileShape& tiles, Share& share);
  bool fits_in_tiles(const SegmentShape& segment, const std::vector<Box>& cores) const;
  bool cut_columns(const std::vector<TileInstance>& instances, const SegmentShape& segment,
                   const TileShape& tiles, Share& share);
  void add(std::size_t instance, const Box& box, Share& share);
  void set_pieces(Share& share, int pieces, long all) const;
  void note_calls(const TileInstance& tile, const Instance& instance);
  Progress advance_columns(const Share& share, int piece, double start);
  double run_part(const TilePart& part, int thread, double start, Spent& spent);
  double run_operation(Instance& instance, const Box& part, int thread, double start, Spent& spent);
  void show(const Instance& instance, const Box& part, int thread) const;
  void note(double seconds);

  const DriverSetup& setup_;
  const Layout& layout_;
  int block_;
  BlockStorage& storage_;
  FaceFiller& faces_;
  Timings& timings_;
  WatchedRows& watched_;
  double& image_seconds_;
  // By task; the second one is of its second instance in a segment, and so on.
  std::map<int, std::vector<std::unique_ptr<TaskRunner>>> runners_;
  std::map<int, std::size_t> bound_;  // instances of the task so far
  std::vector<Instance> instances_;
  std::vector<Shown> unfilled_;  // watched fields whose boundaries are still to be bound
  CutOf cut_;                    // of the parts that are there: most segments are alike
  std::vector<TilePart> parts_;
  TileColumns columns_;       // of a rank with several threads
  std::vector<Spent> spent_;  // by thread
  Share core_, rest_;
  std::size_t next_ = 0;  // the next part
  int piece_ = 0;
  long computed_ = 0;  // points
};

}  // namespace cardon
