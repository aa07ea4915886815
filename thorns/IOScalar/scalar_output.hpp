// SPDX-License-Identifier: Apache-2.0
// scalars.tsv: reductions of fields and declared scalars, one row per output.
#pragma once
#include <optional>

#include "cardon/kit/reduction.hpp"
#include "cardon/kit/time_series.hpp"
#include "cardon/services/output.hpp"
#include "cardon/thorn/parameter.hpp"

namespace cardon {

class ScalarOutput : public Output {
 public:
  static constexpr Parameter reductions{
      "reductions", list_of("min", "max", "l2"),
      "What to compute of every field; l1 and l2 are means over all points",
      one_of("min", "max", "mean", "sum", "l1", "l2", "linf", "minloc", "maxloc", "count")};

  /// Throws Error "output/no-reductions" for fields without reductions.
  void prepare(const OutputSetup& setup) override;
  void open(const OutputSetup& setup) override;
  /// One collective for all fields and reductions. Only rank 0 writes, and throws if it cannot.
  void write(const Snapshot& snapshot) override;
  bool writes_scalars() const override { return true; }
  std::size_t bytes_written() const override { return series_ ? series_->bytes_written() : 0; }

 private:
  std::vector<std::string> columns() const;
  std::vector<std::byte> own_state(const Snapshot& snapshot) const;
  /// What all ranks said, merged: one reduction per field.
  std::vector<Reduction> exchange(const std::vector<std::byte>& own, std::size_t fields) const;
  std::string values(const Snapshot& snapshot, const std::vector<Reduction>& reductions) const;

  OutputSetup setup_;
  std::vector<ReductionKind> kinds_;
  std::optional<TimeSeries> series_;
};

}  // namespace cardon
