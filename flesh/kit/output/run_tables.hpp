// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/table_file.hpp>
#include <memory>
#include <vector>

#include "output/table_state.hpp"

namespace cardon {

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
