// SPDX-License-Identifier: Apache-2.0
// Runs with checkpoints, as their files lie in a folder, for tests of restarts.
#pragma once
#include <cardon/kit/checkpoint/piece_table.hpp>
#include <cardon/kit/data_checksum.hpp>
#include <string>
#include <vector>

#include "../support/block_driver.hpp"
#include "../support/sample_fields.hpp"
#include "restart/restart_check.hpp"

namespace cardon {

/// Checkpoints whose values follow from their iteration, as BlockDriver::value says.
class StoredRuns {
 public:
  StoredRuns() {
    run.grid.faces[0][1].exterior_layers = 2;
    run.program.grid = run.grid;
    manifest.grid = grid_json(run.grid);
    manifest.provenance = manifest.services = nlohmann::json::object();
    manifest.fields = {{"Wave::phi", 0}, {"Wave::pi", 0}};
  }
  /// A file for each of 2 x 2 blocks across the slabs into which it is restored.
  void save(const std::string& run_folder, long iteration) {
    const std::string checkpoint = run_folder + "/checkpoints/it0000" + std::to_string(iteration);
    const Layout layout(run.grid, decompose(run.grid, {2, 2, 1}));
    manifest.iteration = iteration;
    manifest.blocks.clear();
    manifest.files.clear();
    for (const Box& box : owners_of(layout).boxes) {
      manifest.blocks.push_back({box, int(manifest.blocks.size())});
      manifest.files.push_back(write_file(checkpoint, manifest.blocks.back()));
    }
    folder.write(checkpoint + "/manifest.json", to_text(manifest));
  }
  void flip(const std::string& file, std::size_t at) const {
    std::string text = folder.text(file);
    text.at(at) = char(text.at(at) ^ 1);
    folder.write(file, text);
  }

  const ScratchFolder folder;
  SampleFields run{{6, 5, 9}};
  CheckpointManifest manifest;  ///< of the next one

 private:
  StoredFile write_file(const std::string& checkpoint, const StoredBlock& block) const {
    const std::string name = "a-" + std::to_string(block.file) + ".raw";
    PieceTable table{.file = name, .iteration = manifest.iteration};
    std::string text = "head";
    for (std::size_t f = 0; f < manifest.fields.size(); ++f) {
      std::vector<Real> values;
      for (int k = block.box.lo[2]; k < block.box.hi[2]; ++k)
        for (int j = block.box.lo[1]; j < block.box.hi[1]; ++j)
          for (int i = block.box.lo[0]; i < block.box.hi[0]; ++i)
            values.push_back(BlockDriver::value(int(f), i, j, k, int(manifest.iteration)));
      const auto bytes = std::as_bytes(std::span(values));
      table.pieces.push_back({block.file, int(f), text.size(), DataChecksum::of(bytes)});
      text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    table.bytes = text.size();
    table.rest = DataChecksum::of(std::as_bytes(std::span(text).first(4)));
    folder.write(checkpoint + "/" + name, text);
    folder.write(checkpoint + "/" + table_file(name), to_text(table));
    return {name, "a", table.bytes, seal_of(to_text(table), name)};
  }
};

}  // namespace cardon
