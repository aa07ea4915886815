// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/table_file.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cardon {

/// A table at a step.
struct TableState {
  std::string name;  ///< in the run folder: "spheres/phi.r1.tsv"
  std::uint64_t bytes = 0;
  std::string checksum;  ///< of these bytes, as DataChecksum
};

/// The tables of one output, on rank 0.
class RunTables {
 public:
  void add(std::shared_ptr<TableFile::State> table) { tables_.push_back(std::move(table)); }
  /// What was written to them so far; those that others have changed are left out.
  std::vector<TableState> states() const;
  /// Looks whether others have changed a table. The first time that one is found to be changed, it
  /// continues with what there is now, and Error "output/table-changed" (exit_environment) is
  /// thrown.
  void check();

 private:
  std::vector<std::shared_ptr<TableFile::State>> tables_;
};

}  // namespace cardon
