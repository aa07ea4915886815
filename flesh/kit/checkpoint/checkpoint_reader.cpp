// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/checkpoint_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/checkpoint/durable_file.hpp>
#include <cardon/kit/checkpoint/piece_table.hpp>
#include <cardon/kit/data_checksum.hpp>
#include <cardon/kit/grid/copy_box.hpp>
#include <cardon/plan/slot.hpp>
#include <cardon/thorn/error.hpp>
#include <optional>
#include <system_error>

#include "checkpoint/checkpoint_folder.hpp"
#include "cores/memory_facts.hpp"
#include "files/regular_file.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

// Of the program, for each level in the checkpoint; nothing: the program does not have it.
std::vector<std::optional<plan::Slot>> slots_of(const CheckpointManifest& manifest,
                                                const Program& program) {
  std::vector<std::optional<plan::Slot>> slots;
  for (const StoredField& stored : manifest.fields) {
    auto& slot = slots.emplace_back();
    for (const GridFunction& field : program.fields)
      if (field.full_name() == stored.name && stored.level <= field.past &&
          (stored.level >= 0 || field.has_next))
        slot = plan::Slot{field.id, stored.level};
  }
  return slots;
}

bool fits(const Box& box, std::uint64_t bytes) {
  return !box.empty() && std::uint64_t(box.points()) * sizeof(Real) <= bytes;
}

class FileReader {
 public:
  FileReader(const fs::path& checkpoint, const CheckpointManifest& manifest, std::size_t file)
      : manifest_(manifest),
        file_(manifest.files[file]),
        path_(file_in(checkpoint, file_.name)),
        table_(read_table(checkpoint)) {
    std::error_code code;
    const std::uintmax_t bytes = fs::file_size(path_, code);
    if (code == std::errc::no_such_file_or_directory)
      throw CheckpointDamage{file_.name + " is missing"};
    if (!code && bytes != file_.bytes)
      throw CheckpointDamage{
          fmt::format("{} has {} bytes instead of {}", file_.name, bytes, file_.bytes)};
  }

  const PieceTable& table() const { return table_; }

  // Checksums first: nothing of a damaged file gets anywhere.
  void read(const PieceEntry& piece, const Box& box, std::vector<std::byte>& bytes) const {
    bytes.resize(std::size_t(box.points()) * sizeof(Real));
    open_file().read(piece.offset, bytes);
    if (DataChecksum::of(bytes) == piece.checksum) return;
    const StoredField& field = manifest_.fields[std::size_t(piece.field)];
    throw CheckpointDamage{
        fmt::format("{} is damaged in block {} of {}", file_.name, piece.block, field.name)};
  }

  void verify_rest() const {
    std::vector<ByteRange> ranges;
    for (const PieceEntry& p : table_.pieces)
      ranges.push_back({p.offset, std::uint64_t(box_of(p).points()) * sizeof(Real)});
    if (rest_checksum(path_, ranges) != table_.rest)
      throw CheckpointDamage{file_.name + " is damaged between its blocks"};
  }

  const Box& box_of(const PieceEntry& piece) const {
    return manifest_.blocks[std::size_t(piece.block)].box;
  }

 private:
  PieceTable read_table(const fs::path& checkpoint) const {
    const std::string name = table_file(file_.name);
    const fs::path path = file_in(checkpoint, name);
    const RegularText read = read_regular_file(path);
    if (read.missing) throw CheckpointDamage{name + " is missing"};
    if (!read.failure.empty())
      throw CheckpointDamage{.what = cannot_read(path.string(), read.failure), .unreadable = true};
    const std::string& text = read.text;
    if (seal_of(text, name) != file_.checksum)
      throw CheckpointDamage{name + " belongs to another checkpoint"};
    PieceTable table = piece_table(text, name);
    if (table.file != file_.name || table.iteration != manifest_.iteration ||
        table.bytes != file_.bytes)
      throw CheckpointDamage{name + " belongs to another file"};
    for (const PieceEntry& p : table.pieces)
      if (p.block < 0 || p.block >= int(manifest_.blocks.size()) || p.field < 0 ||
          p.field >= int(manifest_.fields.size()))
        throw CheckpointDamage{name + " names a block that does not exist"};
      else if (p.offset > file_.bytes || !fits(box_of(p), file_.bytes - p.offset))
        throw CheckpointDamage{name + " names values beyond the end of " + file_.name};
    return table;
  }

  DurableFile& open_file() const {
    if (!open_) open_ = std::make_unique<DurableFile>(path_, DurableFile::for_reading);
    return *open_;
  }

  const CheckpointManifest& manifest_;
  const StoredFile& file_;
  fs::path path_;
  PieceTable table_;
  mutable std::unique_ptr<DurableFile> open_;
};

// The lowest number of a block in each file.
std::vector<int> first_blocks(const CheckpointManifest& manifest) {
  std::vector<int> first(manifest.files.size(), -1);
  for (std::size_t b = manifest.blocks.size(); b-- > 0;)
    first[std::size_t(manifest.blocks[b].file)] = int(b);
  return first;
}

class Loader {
 public:
  Loader(const fs::path& checkpoint, const CheckpointManifest& manifest, const BoxOwners& readers,
         int rank, const Program& program)
      : checkpoint_(checkpoint),
        manifest_(manifest),
        readers_(readers),
        rank_(rank),
        program_(program),
        slots_(slots_of(manifest, program)) {}

  LoadedBlocks load() {
    const std::vector<int> first = first_blocks(manifest_);
    for (std::size_t f = 0; f < manifest_.files.size(); ++f) {
      const bool mine =
          std::any_of(manifest_.blocks.begin(), manifest_.blocks.end(), [&](const StoredBlock& b) {
            return b.file == int(f) && is_mine(int(&b - &manifest_.blocks[0]));
          });
      if (mine) load_file(f, is_mine(first[f]));
    }
    return std::move(blocks_);
  }

 private:
  bool is_mine(int block) const { return readers_.ranks[std::size_t(block)] == rank_; }

  void load_file(std::size_t number, bool verify_rest) {
    const FileReader file(checkpoint_, manifest_, number);
    std::vector<std::byte> bytes;
    for (const PieceEntry& piece : file.table().pieces) {
      if (!is_mine(piece.block)) continue;
      const Box& box = file.box_of(piece);
      file.read(piece, box, bytes);
      const auto& slot = slots_[std::size_t(piece.field)];
      if (!slot) continue;
      auto& storage = blocks_[piece.block];
      if (!storage)
        storage = std::make_unique<BlockStorage>(program_.grid, box, box, program_.fields);
      unpack_box(storage->array(slot->field, slot->level), box,
                 reinterpret_cast<const Real*>(bytes.data()));
    }
    if (verify_rest) file.verify_rest();
  }

  const fs::path& checkpoint_;
  const CheckpointManifest& manifest_;
  const BoxOwners& readers_;
  int rank_;
  const Program& program_;
  std::vector<std::optional<plan::Slot>> slots_;
  LoadedBlocks blocks_;
};

std::vector<int> ranks_that_read(const CheckpointManifest& manifest, std::size_t number,
                                 const Machine& machine, const FileVisibility& sight) {
  const StoredFile& file = manifest.files[number];
  std::vector<int> same_site, all;
  for (const Site& site : machine.sites)
    for (const int rank : site.ranks) {
      if (!sight.sees_file(rank, number)) continue;
      all.push_back(rank);
      if (site.name == file.site) same_site.push_back(rank);
    }
  if (all.empty()) throw CheckpointDamage{file.name + " is missing"};
  std::sort(all.begin(), all.end());
  return same_site.empty() ? all : same_site;
}

}  // namespace

BoxOwners readers_of(const CheckpointManifest& manifest, const Machine& machine,
                     const FileVisibility& sight) {
  // Files of a site that the same ranks see are one heap.
  std::map<std::vector<int>, std::vector<std::size_t>> heaps;
  std::vector<std::vector<int>> ranks;
  for (std::size_t f = 0; f < manifest.files.size(); ++f)
    ranks.push_back(ranks_that_read(manifest, f, machine, sight));
  BoxOwners readers;
  for (std::size_t b = 0; b < manifest.blocks.size(); ++b) {
    readers.boxes.push_back(manifest.blocks[b].box);
    heaps[ranks[std::size_t(manifest.blocks[b].file)]].push_back(b);
  }
  readers.ranks.resize(readers.boxes.size());
  for (const auto& [able, blocks] : heaps)
    for (std::size_t n = 0; n < blocks.size(); ++n)
      readers.ranks[blocks[n]] = able[n * able.size() / blocks.size()];
  return readers;
}

LoadedBlocks load_blocks(const fs::path& checkpoint, const CheckpointManifest& manifest,
                         const BoxOwners& readers, int rank, const Program& program) try {
  return Loader(checkpoint, manifest, readers, rank, program).load();
} catch (const Error& error) {
  if (error.problems().front().slug == memory_slug) throw;
  throw CheckpointDamage{.what = error.problems().front().message, .unreadable = true};
}

}  // namespace cardon
