// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_executor.hpp>
#include <cardon/kit/tiles/tile_order.hpp>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace cardon {

/// An operation of the plan that waits to be executed: a compute, combine, boundary or rotate task.
struct SegmentOperation {
  GrownTask task;
  StepState state;
};

/// What a segment works on, for choosing tiles.
struct SegmentFacts {
  int instances = 0;      ///< operations that compute or fill
  int arrays = 0;         ///< different arrays
  Index3 span{0, 0, 0};   ///< how far the last instance lags behind the first
  Index3 reach{0, 0, 0};  ///< of the widest read
  bool fits = true;       ///< into the cyclic directions, and its faces can be filled in tiles
};

/// Executes several operations of a plan on one block tile by tile: a segment, between two
/// exchanges. The values are those of one operation after the other, to the bit.
class SegmentExecutor {
 public:
  /// Everything is referred to and must outlive this.
  SegmentExecutor(const DriverSetup& setup, const Layout& layout, int block, BlockStorage& storage,
                  FaceFiller& faces, Timings& timings, double& image_seconds);

  /// Leaves the levels as they are.
  SegmentFacts facts(std::span<const SegmentOperation> operations);
  /// Operations that fit, see facts(). Ghost points must be there. Rotates the levels as the
  /// operations say.
  void run(std::span<const SegmentOperation> operations, const TileShape& shape);

 private:
  struct Image {
    int field;
    FieldArray array;
  };
  /// One operation, bound.
  struct Instance {
    const Task* task = nullptr;
    Growth growth;
    StepState state;
    TaskRunner* runner = nullptr;  // of a compute or combine task
    std::vector<Image> images;     // fields with images that it writes
    FaceArrays faces;              // of a boundary task
  };

  const Task& task(int id) const { return setup_.program->tasks[static_cast<std::size_t>(id)]; }
  bool is_rotation(const SegmentOperation& o) const {
    return task(o.task.task).kind == Task::rotate;
  }
  TaskRunner& next_runner(const Task& task);
  Instance bind(const SegmentOperation& operation);
  TileInstance tile(const SegmentOperation& operation) const;
  void add_reach_of_faces(const Growth& growth, TileAccess& access) const;
  TileSpace space() const;
  void note_calls(const TileInstance& tile, const Instance& instance);
  double run_part(Instance& instance, const Box& part, double start);

  const DriverSetup& setup_;
  const Layout& layout_;
  int block_;
  BlockStorage& storage_;
  FaceFiller& faces_;
  Timings& timings_;
  double& image_seconds_;
  // By task; the second one is of its second instance in a segment, and so on.
  std::map<int, std::vector<std::unique_ptr<TaskRunner>>> runners_;
  std::map<int, std::size_t> bound_;  // instances of the task so far
};

}  // namespace cardon
