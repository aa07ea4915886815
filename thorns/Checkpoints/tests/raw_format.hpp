// SPDX-License-Identifier: Apache-2.0
// The plainest format of checkpoints: pieces one after the other, with a few bytes between them.
#pragma once
#include <cardon/services/checkpoint_format.hpp>
#include <cardon/thorn/error.hpp>
#include <chrono>
#include <fstream>
#include <thread>

namespace cardon {

class RawFormat : public CheckpointFormat {
 public:
  std::string extension() const override { return ".raw"; }
  std::vector<std::uint64_t> lay_out(const std::filesystem::path& file,
                                     const CheckpointHeader& header,
                                     std::span<const CheckpointPiece> pieces) override {
    if (full) throw Error(Problem{.slug = "checkpoint/not-written", .message = "no space left"});
    std::this_thread::sleep_for(delay);
    std::ofstream out(file, std::ios::binary);
    out << "a checkpoint of iteration " << header.iteration;
    std::vector<std::uint64_t> offsets;
    for (const CheckpointPiece& piece : pieces) {
      out << "next";
      offsets.push_back(std::uint64_t(out.tellp()));
      out << std::string(std::size_t(piece.box.points()) * sizeof(Real), '\0');
    }
    out << "end";
    return offsets;
  }

  bool full = false;
  std::chrono::milliseconds delay{0};
};

}  // namespace cardon
