// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/kit/checkpoint/checkpoint_slots.hpp>
#include <cardon/kit/grid/redistribute.hpp>
#include <cardon/kit/output_names.hpp>
#include <cstring>
#include <numeric>

#include "checkpoint/checkpoint_folder.hpp"
#include "checkpoint/checkpoint_reader.hpp"
#include "checkpoint/hex_text.hpp"
#include "checkpoint_entry.hpp"
#include "checkpoint_saver.hpp"
#include "raw_format.hpp"
#include "snapshot.hpp"
#include "support/block_driver.hpp"
#include "support/local_transport.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

Machine machine(const std::vector<int>& ranks) {
  Machine machine;
  int next = 0;
  for (const int n : ranks) {
    Site& site = machine.sites.emplace_back();
    site.name = std::string(1, char('a' + machine.sites.size() - 1));
    for (int r = 0; r < n; ++r) site.ranks.push_back(next++);
  }
  return machine;
}

std::vector<std::byte> number(int value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

int number_in(std::span<const std::byte> bytes) {
  int value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

struct Options {
  std::vector<int> sites{1};
  int writers = 1;
  int keep = 2;
  bool overlap = true;
  bool apart = false;  ///< each site has a storage of its own: a folder of its name
  int ranks() const { return std::accumulate(sites.begin(), sites.end(), 0); }
};

fs::path storage(const fs::path& folder, const Machine& machine, const Transport& transport) {
  return folder / machine.sites[std::size_t(machine.site_of_rank(transport.rank()))].name;
}

/// What a run with checkpoints at these iterations leaves; the iteration is the seed of its values.
/// The state of rank r is 1000 + r.
void save(const SampleFields& run, const fs::path& folder, const Options& options,
          const std::vector<long>& iterations) {
  const Machine sites = machine(options.sites);
  on_ranks(options.ranks(), [&](Transport& transport) {
    BlockDriver driver(run, transport);
    CheckpointSetup setup{.program = &run.program, .machine = &sites, .storage = &driver};
    setup.transport = &transport;
    setup.make_format = [] { return std::make_shared<RawFormat>(); };
    setup.folder = options.apart ? storage(folder, sites, transport) : folder;
    if (options.apart) setup.shared.assign(sites.sites.size(), false);
    if (options.apart) setup.shared[0] = true;
    setup.host = "host" + std::to_string(transport.rank());
    setup.state_bytes = sizeof(int);
    setup.merge = [](std::span<std::byte> own, std::span<const std::byte> other) {
      const auto sum = number(number_in(own) + number_in(other));
      std::copy(sum.begin(), sum.end(), own.begin());
    };
    const fs::path own_folder = setup.folder;
    CheckpointSaver saver(
        std::move(setup),
        {.writers = options.writers, .keep = options.keep, .overlap = options.overlap});
    for (const long iteration : iterations) {
      driver.fill(int(iteration));
      const auto state = number(1000 + transport.rank());
      saver.begin(snapshot({.iteration = iteration}, state));
      if (!options.overlap && transport.rank() == 0) {
        EXPECT_TRUE(fs::exists(own_folder / iteration_text(iteration)));
      }
      // Later values must not get into it.
      driver.fill(-1);
    }
    saver.finish();
    if (transport.rank() != 0) return;
    EXPECT_EQ(saver.figures().count, long(iterations.size()));
    EXPECT_EQ(saver.figures().last, iterations.back());
    EXPECT_TRUE(saver.take_problems().empty());
  });
}

/// Reads it on other ranks and compares every point.
void expect_values(const SampleFields& run, const fs::path& checkpoint,
                   const std::vector<int>& sites, int seed) {
  const Machine readers_machine = machine(sites);
  on_ranks(std::accumulate(sites.begin(), sites.end(), 0), [&](Transport& transport) {
    BlockDriver driver(run, transport);
    const CheckpointManifest manifest = read_manifest(checkpoint);
    const BoxOwners readers = readers_of(manifest, readers_machine);
    const LoadedBlocks blocks =
        load_blocks(checkpoint, manifest, readers, transport.rank(), run.program);
    BlockStorages from;
    for (const auto& [block, storage] : blocks) from[block] = storage.get();
    const RankMoves moves = plan_moves(readers, owners_of(driver.layout()), transport.rank());
    move_points(moves, checkpoint_slots(run.program), from, driver.storages(), transport);
    driver.expect(seed);
  });
}

TEST(CheckpointSaver, OneRankReadsWhatItWrote) {
  const ScratchFolder folder;
  const SampleFields run({9, 8, 12});
  save(run, folder.path, {}, {200});
  EXPECT_TRUE(fs::exists(folder.path / "it000200/a-0.raw"));
  EXPECT_EQ(fs::read_symlink(folder.path / "latest"), "it000200");
  expect_values(run, folder.path / "it000200", {1}, 200);
}

TEST(CheckpointSaver, AnyRanksReadWhatAnyRanksWrote) {
  SampleFields run({6, 5, 14});
  run.grid.faces[0][1].exterior_layers = 2;
  run.grid.faces[2][0].exterior_layers = 1;
  for (const auto& [writers, readers] : std::vector<std::pair<Options, std::vector<int>>>{
           {{{3}}, {2}}, {{{4}, 2}, {1}}, {{{2, 3}, 1}, {1, 1, 2}}, {{{1, 3}, 2, 2, false}, {5}}}) {
    const ScratchFolder folder;
    save(run, folder.path, writers, {7});
    expect_values(run, folder.path / "it000007", readers, 7);
  }
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(CheckpointSaver, EveryStorageGetsItsFilesAndTheManifest) {
  const ScratchFolder folder;
  const SampleFields run({6, 5, 14});
  for (const bool overlap : {true, false}) {
    save(run, folder.path, {{2, 1, 2}, 1, 2, overlap, true}, {10, 20, 30});
    for (const std::string site : {"a", "b", "c"}) {
      const fs::path own = folder.path / site;
      EXPECT_THAT(names_in(own), ElementsAre("it000020", "it000030", "latest"));
      EXPECT_EQ(fs::read_symlink(own / "latest"), "it000030");
      EXPECT_THAT(names_in(own / "it000030"),
                  ElementsAre(site + "-0.json", site + "-0.raw", manifest_name));
      EXPECT_EQ(file_text(own / "it000030" / manifest_name),
                file_text(folder.path / "a/it000030" / manifest_name));
    }
    const CheckpointManifest manifest = read_manifest(folder.path / "b/it000030");
    EXPECT_EQ(manifest.files[0].storage, "");
    EXPECT_EQ(manifest.files[2].storage, "c");
    EXPECT_EQ(manifest.files[2].host, "host3");
    fs::remove_all(folder.path / "a");
    fs::remove_all(folder.path / "b");
    fs::remove_all(folder.path / "c");
  }
}

TEST(CheckpointSaver, TwoSitesMayShareAStorageThatRankZeroDoesNotSee) {
  const ScratchFolder folder;
  const SampleFields run({6, 5, 14});
  for (const auto site : {"a", "b"}) fs::create_directory(folder.path / site);
  fs::create_directory_symlink("b", folder.path / "c");
  save(run, folder.path, {{1, 1, 1}, 1, 2, true, true}, {10, 20, 30, 40});
  EXPECT_THAT(names_in(folder.path / "b/it000040"),
              ElementsAre("b-0.json", "b-0.raw", "c-0.json", "c-0.raw", manifest_name));
  EXPECT_THAT(names_in(folder.path / "b"), ElementsAre("it000030", "it000040", "latest"));
}

/// Reads with two ranks, which have the storages of a and b, or of b and a.
void expect_values_apart(const SampleFields& run, const fs::path& folder, bool swapped, int seed) {
  Machine sites = machine({1, 1});
  if (swapped) std::swap(sites.sites[0].ranks, sites.sites[1].ranks);
  const std::string name = iteration_text(seed);
  const CheckpointManifest manifest = read_manifest(folder / "a" / name);
  const FileVisibility sight{{0, 1}, {{!swapped, swapped}, {swapped, !swapped}}};
  on_ranks(2, [&](Transport& transport) {
    BlockDriver driver(run, transport);
    const BoxOwners readers = readers_of(manifest, sites, sight);
    const LoadedBlocks blocks = load_blocks(storage(folder, sites, transport) / name, manifest,
                                            readers, transport.rank(), run.program);
    BlockStorages from;
    for (const auto& [block, one] : blocks) from[block] = one.get();
    const RankMoves moves = plan_moves(readers, owners_of(driver.layout()), transport.rank());
    EXPECT_EQ(moves.sends.empty(), !swapped);  // nothing crosses where all is in its place
    move_points(moves, checkpoint_slots(run.program), from, driver.storages(), transport);
    driver.expect(seed);
  });
}

TEST(CheckpointSaver, RanksReadWhatTheirStorageHas) {
  const ScratchFolder folder;
  const SampleFields run({6, 5, 14});
  save(run, folder.path, {{1, 1}, 1, 2, true, true}, {10});
  expect_values_apart(run, folder.path, false, 10);
  expect_values_apart(run, folder.path, true, 10);
  // Site b was ended before it could give its files their name.
  fs::remove(folder.path / "b/it000010" / manifest_name);
  fs::rename(folder.path / "b/it000010", part_folder(folder.path / "b", 10));
  expect_values_apart(run, folder.path, false, 10);
  fs::remove_all(part_folder(folder.path / "b", 10));
  EXPECT_THROW(expect_values_apart(run, folder.path, false, 10), CheckpointDamage);
}

TEST(CheckpointSaver, WhatNoRankSeesIsMissing) {
  CheckpointManifest manifest;
  manifest.files = {{.name = "a-0.h5", .site = "a"},
                    {.name = "b-0.h5", .site = "b", .host = "far", .storage = "b"}};
  const FileSizes a{{"a-0.h5", 0}}, b{{"b-0.h5", 0}};
  EXPECT_EQ(damage_of({a, b}, manifest.files, false), "");
  EXPECT_THAT(damage_of({a}, manifest.files, false), HasSubstr("b-0.h5 is missing, which site b"));
  EXPECT_EQ(damage_of({b}, manifest.files, false), "a-0.h5 is missing");
  // On one computer the storages of other sites are not seen.
  EXPECT_EQ(damage_of({a}, manifest.files, true), "");
  EXPECT_NE(damage_of({FileSizes{}}, manifest.files, true), "");
  try {
    readers_of(manifest, machine({1, 1}), {{0, 0}, {{true, false}}});
    ADD_FAILURE();
  } catch (const CheckpointDamage& damage) {
    EXPECT_EQ(damage.what, "b-0.h5 is missing");
  }
}

TEST(CheckpointSaver, EverySiteHasItsFiles) {
  const ScratchFolder folder;
  const SampleFields run({6, 5, 14});
  save(run, folder.path, {{1, 3}, 2}, {5});
  const CheckpointManifest manifest = read_manifest(folder.path / "it000005");
  std::vector<std::string> names;
  for (const StoredFile& file : manifest.files) names.push_back(file.name);
  EXPECT_THAT(names, ElementsAre("a-0.raw", "b-0.raw", "b-1.raw"));
  EXPECT_EQ(number_in(bytes_of_hex(manifest.scalars)), 1000 + 1001 + 1002 + 1003);
}

TEST(CheckpointSaver, KeepsTheNewest) {
  const ScratchFolder folder;
  const SampleFields run({6, 5, 4});
  for (const long old : {25, 45}) fs::create_directory(part_folder(folder.path, old));
  save(run, folder.path, {{2}, 1, 3}, {10, 20, 30, 40, 50});
  std::vector<std::string> names;
  for (const fs::path& path : list_checkpoints(folder.path).complete)
    names.push_back(path.filename());
  EXPECT_THAT(names, ElementsAre("it000050", "it000040", "it000030"));
  EXPECT_EQ(fs::read_symlink(folder.path / "latest"), "it000050");
  EXPECT_FALSE(fs::exists(folder.path / "it000020"));
  EXPECT_FALSE(fs::exists(part_folder(folder.path, 25)));
  EXPECT_TRUE(fs::exists(part_folder(folder.path, 45)));
}

TEST(CheckpointSaver, AFailureAtOneSiteRemovesThePartsOfAll) {
  const ScratchFolder folder;
  const SampleFields run({6, 5, 8});
  const Machine sites = machine({1, 1});
  on_ranks(2, [&](Transport& transport) {
    BlockDriver driver(run, transport);
    driver.fill(1);
    auto format = std::make_shared<RawFormat>();
    format->full = transport.rank() == 0;
    CheckpointSaver saver({
        .program = &run.program,
        .machine = &sites,
        .storage = &driver,
        .transport = &transport,
        .make_format = [&] { return format; },
        .folder = storage(folder.path, sites, transport),
        .shared = {true, false},
    });
    saver.begin(snapshot({.iteration = 20}));
    saver.finish();
    if (transport.rank() != 0) return;
    EXPECT_EQ(saver.take_problems().size(), 1U);
    EXPECT_EQ(saver.figures().last, -1);
  });
  EXPECT_TRUE(names_in(folder.path / "a").empty());
  EXPECT_TRUE(names_in(folder.path / "b").empty());
}

TEST(CheckpointSaver, WhoWaitsForASlowStorageIsToldOnce) {
  const ScratchFolder folder;
  const SampleFields run({6, 5, 8});
  const Machine sites = machine({1, 1});
  on_ranks(2, [&](Transport& transport) {
    BlockDriver driver(run, transport);
    driver.fill(1);
    auto format = std::make_shared<RawFormat>();
    // Rank 0 waits for the file of another site.
    format->delay = std::chrono::milliseconds(transport.rank() * 300);
    std::vector<Problem> warnings;
    CheckpointSaver saver(
        {.program = &run.program,
         .machine = &sites,
         .storage = &driver,
         .transport = &transport,
         .make_format = [&] { return format; },
         .folder = folder.path,
         .warn_now = [&](const Problem& problem) { warnings.push_back(problem); }},
        {.patience = 0.05});
    saver.begin(snapshot({.iteration = 20}));
    saver.finish();
    EXPECT_EQ(warnings.size(), transport.rank() == 0 ? 1U : 0U);
    if (transport.rank() == 0) {
      EXPECT_THAT(warnings.at(0).message,
                  HasSubstr("for the checkpoint of iteration 20 to be written"));
    }
  });
}

TEST(CheckpointSaver, AFailureLeavesOlderOnesAlone) {
  const ScratchFolder folder;
  const SampleFields run({6, 5, 8});
  save(run, folder.path, {{2}}, {10});
  const Machine sites = machine({1, 1});
  on_ranks(2, [&](Transport& transport) {
    BlockDriver driver(run, transport);
    driver.fill(1);
    auto format = std::make_shared<RawFormat>();
    format->full = transport.rank() == 1;  // at site b only
    CheckpointSaver saver(
        {
            .program = &run.program,
            .machine = &sites,
            .storage = &driver,
            .transport = &transport,
            .make_format = [&] { return format; },
            .folder = folder.path,
        },
        {.keep = 1});
    saver.begin(snapshot({.iteration = 20}));
    saver.finish();
    if (transport.rank() != 0) return;
    const auto problems = saver.take_problems();
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_THAT(problems[0].message, HasSubstr("no space left"));
    EXPECT_EQ(saver.figures().last, -1);
  });
  EXPECT_FALSE(fs::exists(folder.path / "it000020"));
  expect_values(run, folder.path / "it000010", {1}, 10);
}

}  // namespace
}  // namespace cardon
