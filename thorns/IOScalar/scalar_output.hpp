// SPDX-License-Identifier: Apache-2.0
// scalars.tsv: reductions of fields and declared scalars, one row per output.
#pragma once
#include <cardon/kit/reduction.hpp>
#include <cardon/kit/time_series.hpp>
#include <cardon/plan/row_watch.hpp>
#include <cardon/services/output.hpp>
#include <cardon/thorn/parameter.hpp>
#include <optional>

namespace cardon {

class ScalarOutput : public Output, public RowReader {
 public:
  /// Of a run that is given up: what rank 0 does not fetch any more stays in memory.
  ~ScalarOutput() override;
  static constexpr Parameter reductions{
      "reductions", list_of("min", "max", "l2"),
      "Reductions of every field; l1 and l2 are means over all points",
      one_of("min", "max", "mean", "sum", "l1", "l2", "linf", "minloc", "maxloc", "count")};

  /// Throws Error "output/no-reductions" for fields without reductions.
  void prepare(const OutputSetup& setup) override;
  void open(const OutputSetup& setup) override;
  /// One message of each rank for all fields and reductions. Only rank 0 waits for them, writes,
  /// and throws if it cannot.
  void write(const Snapshot& snapshot) override;
  void close() override;
  bool writes_scalars() const override { return true; }
  RowReader* row_reader() override { return this; }
  std::size_t bytes_written() const override { return series_ ? series_->bytes_written() : 0; }

  void begin_rows(long iteration, int threads) override;
  void see(int thread, std::size_t field, const FieldPiece& piece) override;

 private:
  std::vector<std::string> columns() const;
  std::vector<std::byte> own_state(const Snapshot& snapshot) const;
  Reduction reduced(const Snapshot& snapshot, std::size_t field) const;
  /// On rank 0: what all ranks found, one reduction per field.
  std::vector<Reduction> merged(std::vector<std::byte> own, std::size_t fields) const;
  void send(std::vector<std::byte> own);
  std::string values(const Snapshot& snapshot, const std::vector<Reduction>& reductions) const;

  OutputSetup setup_;
  std::vector<ReductionKind> kinds_;
  std::optional<TimeSeries> series_;  // on rank 0
  std::vector<std::byte> sent_;       // to rank 0, which may not have it yet
  std::vector<Transport::Request> sending_;
  /// A thread's share of what was seen of the step, by field.
  struct alignas(64) Seen {
    std::vector<Reduction> fields;
  };
  std::vector<Seen> seen_;
  long seen_iteration_ = -1;  // at the end of that step
};

}  // namespace cardon
