// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "ensemble/ensemble_record.hpp"

namespace cardon {

/// Rows and columns of an ensemble: for each member its parameters, what became of it and the
/// figures that the file asks for. They depend on neither workers nor the order of runs.
class EnsembleTable {
 public:
  EnsembleTable(const EnsembleSpec& spec, const std::vector<Member>& members,
                const EnsembleRecord& record);
  /// Comma-separated, as spreadsheets read it (RFC 4180).
  std::string csv() const;
  /// For people: aligned columns, at most so many rows, and which figures no member has.
  std::vector<std::string> lines(std::size_t max_rows) const;

 private:
  void warn_of_empty_columns(std::size_t first, std::size_t count);
  std::vector<std::vector<std::string>> rows_;  // the first one names the columns
  std::vector<std::string> warnings_;
};

}  // namespace cardon
