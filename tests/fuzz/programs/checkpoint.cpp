// SPDX-License-Identifier: Apache-2.0
// A checkpoint of one file: "raw" or "sealed", manifest, table, values, between lines "%%". Raw
// files are what they are, those of "sealed" get checksums that are right, so that what lies behind
// the checksums is met, too. Either way there is CheckpointDamage, or blocks that a restart could
// use.
#include <cardon/kit/checkpoint/piece_table.hpp>
#include <cardon/kit/data_checksum.hpp>
#include <cardon/kit/tuning/settings_json.hpp>

#include "../../../flesh/tests/parameters/fixture.hpp"
#include "../../../flesh/tests/support/sample_fields.hpp"
#include "checkpoint/checkpoint_folder.hpp"
#include "checkpoint/checkpoint_reader.hpp"
#include "checkpoint/hex_text.hpp"
#include "fuzz_input.hpp"
#include "restart/restart_check.hpp"
#include "restart/stored_parameters.hpp"

namespace cardon::fuzz {
namespace {

constexpr const char* data_name = "a-0.h5";

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

// What seal() makes, of any text.
std::string with_checksum(const std::string& content) {
  return "{\"checksum\": \"" + DataChecksum::of(bytes_of(content)) +
         "\",\n\"content\": " + content + "}\n";
}

// The files of a checkpoint.
struct Files {
  const std::filesystem::path folder;
  std::string manifest, table, values;

  void write() const {
    for (const auto& [name, text] :
         {std::pair{manifest_name, &manifest}, {"a-0.json", &table}, {data_name, &values}})
      std::ofstream(folder / name, std::ios::binary) << *text;
  }
};

void correct_pieces(PieceTable& table, const CheckpointManifest& manifest, const Files& files) {
  std::vector<ByteRange> ranges;
  for (PieceEntry& piece : table.pieces) {
    if (piece.block < 0 || piece.block >= int(manifest.blocks.size())) continue;
    const auto bytes =
        std::uint64_t(manifest.blocks[std::size_t(piece.block)].box.points()) * sizeof(Real);
    if (piece.offset > files.values.size() || bytes > files.values.size() - piece.offset) continue;
    piece.checksum = DataChecksum::of(bytes_of(files.values).subspan(piece.offset, bytes));
    ranges.push_back({piece.offset, bytes});
  }
  table.rest = rest_checksum(files.folder / data_name, ranges);
  table.bytes = files.values.size();
}

// Gives manifest and table the checksums and lengths of what they are about, where they can be
// read.
void seal_all(Files& files) {
  files.manifest = with_checksum(files.manifest);
  files.table = with_checksum(files.table);
  files.write();
  CheckpointManifest manifest = checkpoint_manifest(files.manifest);
  PieceTable table = piece_table(files.table, "a-0.json");
  correct_pieces(table, manifest, files);
  files.table = to_text(table);
  for (StoredFile& file : manifest.files) {
    file.bytes = files.values.size();
    file.checksum = seal_of(files.table, "a-0.json");
  }
  files.manifest = to_text(manifest);
}

// The rest of a restart, which knows its own parameters, fields and links.
void use(const RestartChoice& choice, const Program& program) {
  const CheckpointManifest& manifest = choice.manifest;
  static const ParameterRegistry registry = testing::wave_registry();
  std::vector<Problem> problems;
  const ParameterSet now = resolve_parameters(registry, {}, problems);
  ParameterInput layer;
  layer.add_text("checkpoint", restart_layer(manifest.parameters, now));
  const ParameterSet then = resolve_parameters(registry, layer, problems);
  changes_since(manifest.parameters, then, problems);
  check_restart(choice, program, 100, true, problems);
  if (!problems.empty()) format_problems(problems);
  try {
    settings_from_json(manifest.services.value("tuning", nlohmann::json()), {{"a-b", "a", "b"}});
  } catch (const nlohmann::json::exception&) {
  }
}

void restart(const std::filesystem::path& folder) {
  static const SampleFields run({7, 6, 8});
  Machine machine;
  machine.sites = {{.name = "a", .ranks = {0}}, {.name = "b", .ranks = {1}}};
  const CheckpointManifest manifest = read_manifest(folder);
  require(to_text(checkpoint_manifest(to_text(manifest))) == to_text(manifest),
          "a manifest that changes");
  bytes_of_hex(manifest.scalars);
  use({.run = folder.parent_path(), .checkpoints = {folder}, .manifest = manifest}, run.program);
  const BoxOwners readers = readers_of(manifest, machine);
  for (const int rank : {0, 1}) load_blocks(folder, manifest, readers, rank, run.program);
}

}  // namespace

void try_checkpoint(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder scratch;
  const std::vector<std::string> texts = parts(data, size, 4);
  Files files{scratch.path, texts[1], texts[2], texts[3]};
  try {
    if (texts[0] == "sealed") seal_all(files);
    files.write();
    restart(files.folder);
  } catch (const CheckpointDamage& damage) {
    require(!damage.what.empty(), "a damage without a word");
  }
}

}  // namespace cardon::fuzz
