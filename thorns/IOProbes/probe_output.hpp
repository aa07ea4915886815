// SPDX-License-Identifier: Apache-2.0
// Values of fields at given places, one row per output.
#pragma once
#include <cardon/kit/interpolation/interpolator.hpp>
#include <cardon/kit/time_series.hpp>
#include <cardon/services/output.hpp>
#include <cardon/thorn/parameter.hpp>
#include <cardon/thorn/parameter_declaration.hpp>
#include <optional>
#include <string>
#include <vector>

#include "probe_reader.hpp"

namespace cardon {

class ProbeOutput : public Output {
 public:
  static constexpr Parameter order{"order", 3, "Order of the Lagrange interpolation",
                                   between(1, Interpolator::max_order)};
  static constexpr Parameter derivatives{"derivatives", 0,
                                         "1: first derivatives as well; 2: second derivatives, too",
                                         between(0, Interpolator::max_derivatives)};
  static constexpr Parameter file{"file", "probes", "Name of the table, without .tsv"};

  /// All of them, with the trees `points` and `line`.
  static std::vector<ParameterDeclaration> declarations();

  /// Throws Error with all that is wrong: see read_probes, output/thin-grid, output/file-name,
  /// output/derivatives.
  void prepare(const OutputSetup& setup) override;
  void open(const OutputSetup& setup) override;
  /// Only rank 0 writes, and throws if it cannot.
  void write(const Snapshot& snapshot) override;
  std::size_t bytes_written() const override;

 private:
  std::vector<std::string> columns(const std::vector<Probe>& probes) const;
  std::string points_head() const;
  std::string points_row(const Probe& probe) const;
  std::string points_rows() const;
  /// Those that an earlier run had at the same places.
  std::vector<Probe> same_probes(const std::string& points_before) const;

  OutputSetup setup_;
  std::string name_;  // of the files, without extension
  int order_ = 0;
  std::vector<Probe> probes_;
  std::optional<Interpolator> interpolator_;
  std::optional<TableFile> points_;  // on rank 0, as the series
  std::optional<TimeSeries> series_;
};

}  // namespace cardon
