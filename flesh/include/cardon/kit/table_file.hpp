// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/output.hpp>
#include <memory>
#include <string_view>

namespace cardon {

/// A file of the run folder that grows row by row, and that a run which continues from a checkpoint
/// carries on. Checkpoints hold how long it was and its checksum, so only one may write it: rank 0.
class TableFile {
 public:
  /// `file` from the run folder. Throws Error "output/write-failed" (exit_environment), as
  /// append().
  TableFile(const OutputSetup& setup, const std::filesystem::path& file, std::string_view head,
            std::string_view rows = "");
  /// All of it or nothing.
  void append(std::string_view rows);
  /// Bytes written so far.
  std::size_t bytes_written() const;

  struct State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace cardon
