// SPDX-License-Identifier: Apache-2.0
// Values that are looked at when a step ends, seen as they are computed.
#pragma once
#include <cardon/services/snapshot.hpp>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace cardon {

/// Sees the points of a step while they are in cache. An output that reduces fields this way reads
/// no memory for it.
class RowReader {
 public:
  virtual ~RowReader() = default;
  /// The step that ends at this iteration begins. What was seen of earlier ones, or of an earlier
  /// attempt at this one, is void. `threads`: whose numbers see() will get.
  virtual void begin_rows(long iteration, int threads) = 0;
  /// Final values of some points of the output's field number `field`. No point comes twice; some
  /// may not come at all. Threads call it at the same time, each with its own number.
  virtual void see(int thread, std::size_t field, const FieldPiece& piece) = 0;
};

/// A field that is watched for a step.
struct WatchedField {
  int field = 0;                ///< index into Program::fields
  int task = 0;                 ///< the last compute or combine task that writes it in the step
  int level = 0;                ///< that it writes
  std::vector<int> boundaries;  ///< boundary tasks that fill it after that
};

/// What is watched in a step.
struct RowWatch {
  long iteration = 0;                ///< at the beginning of the step, as in StepState
  std::vector<WatchedField> fields;  ///< in the order of their numbers
  /// Receives a piece; `number` is the index in `fields`.
  std::function<void(int thread, std::size_t number, const FieldPiece& piece)> see;
};

/// What a driver does that can show points as it computes them.
class RowWatching {
 public:
  virtual ~RowWatching() = default;
  /// Set before a step, while tasks of earlier ones may not be computed yet: those of the iteration
  /// that it names are watched. Null: no longer, when nothing is left to be computed. `watch` lives
  /// until the next call.
  virtual void watch(const RowWatch* watch) = 0;
  /// Threads that show points.
  virtual int watching_threads() const = 0;
  /// s that looking has taken on this rank; they are in no other figure.
  virtual double watching_seconds() const = 0;
};

}  // namespace cardon
