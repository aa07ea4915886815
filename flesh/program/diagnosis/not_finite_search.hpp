// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/finite.hpp>
#include <cardon/plan/operation.hpp>
#include <cardon/services/program.hpp>
#include <cardon/services/storage_access.hpp>
#include <cardon/services/transport.hpp>
#include <cardon/thorn/block.hpp>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cardon {

/// The first task of a step that writes NaN or infinity, and what it had read.
struct NotFiniteOrigin {
  /// What may have been the reason.
  enum class Cause {
    unwritten,  ///< it read points that are not finite, though no task made them so
    scalar,     ///< it read a reduced scalar that is not finite
    growth,     ///< it read finite values that are huge
    formula     ///< it read ordinary values
  };
  int rank = 0;
  int task = -1;
  int field = 0;
  Index3 index{0, 0, 0};
  double value = 0;
  Cause cause = Cause::formula;
  std::vector<std::string> reads;  ///< "rho = 1.2", at the point; or where it is not finite
  std::string of_scalar,           ///< why the scalar is not finite
      help;                        ///< what to do about it
};

/// Looks after every operation of a step at what it wrote.
class NotFiniteSearch {
 public:
  /// What a task of the running step reads, as StepScalars::value() returns it.
  using ScalarValue = std::function<ReducedValue(const ScalarRead&)>;

  /// Everything is referred to.
  NotFiniteSearch(const Program& program, StorageAccess& storage, Transport& transport,
                  ScalarValue scalar)
      : program_(program), storage_(storage), transport_(transport), scalar_(std::move(scalar)) {}

  /// After an operation and Driver::finish(), on every rank.
  void look_at(const plan::Operation& operation);
  /// After look_at(): a scalar that is a state is not a number.
  void note_scalar() {
    if (!scalar_at_) scalar_at_ = operations_;
  }
  /// At the end of a step, unless a scalar came first: what the ranks found first in the order of
  /// operations, then x fastest. Collective.
  std::optional<NotFiniteOrigin> conclude();

 private:
  struct Written {
    int field, level;
  };
  std::vector<Written> written_by(const Task& task) const;
  void look_at(const Task& task, const Box& points, const Written& written);
  void explain(const Task& task, int block);
  void explain_scalars(const Task& task);

  const Program& program_;
  StorageAccess& storage_;
  Transport& transport_;
  ScalarValue scalar_;
  long operations_ = 0;  // of this step
  long found_at_ = 0;    // number of the operation
  std::optional<NotFiniteOrigin> mine_;
  std::optional<long> scalar_at_;  // number of the operation
};

}  // namespace cardon
