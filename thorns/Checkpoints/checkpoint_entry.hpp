// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "file_writer.hpp"

namespace cardon {

/// What the writer of a file tells rank 0 about it.
struct CheckpointEntry {
  FileResult result;
  std::string host;              ///< of the writer
  std::vector<bool> used;        ///< by field of the manifest: some block has it
  std::vector<std::byte> state;  ///< merged over the ranks of the file
};

/// Length of the messages, which depends on the numbers of fields and bytes of state only.
std::size_t entry_bytes(std::size_t fields, std::size_t state_bytes);
std::vector<std::byte> to_bytes(const CheckpointEntry& entry);
CheckpointEntry checkpoint_entry(std::span<const std::byte> bytes, std::size_t fields,
                                 std::size_t state_bytes);

}  // namespace cardon
