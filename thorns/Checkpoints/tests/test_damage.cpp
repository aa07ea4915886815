// SPDX-License-Identifier: Apache-2.0
// Whatever happens to the files of a checkpoint is seen.
#include <gmock/gmock.h>

#include <cardon/kit/output_names.hpp>
#include <fstream>
#include <random>

#include "checkpoint/checkpoint_folder.hpp"
#include "checkpoint/checkpoint_reader.hpp"
#include "checkpoint_saver.hpp"
#include "raw_format.hpp"
#include "snapshot.hpp"
#include "support/block_driver.hpp"
#include "support/local_transport.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

class Damage : public ::testing::Test {
 protected:
  Damage() : run_({7, 6, 8}) {
    machine_.sites = {{.name = "a", .ranks = {0}}, {.name = "b", .ranks = {1}}};
    on_ranks(2, [&](Transport& transport) {
      BlockDriver driver(run_, transport);
      driver.fill(3);
      CheckpointSaver saver({
          .program = &run_.program,
          .machine = &machine_,
          .storage = &driver,
          .transport = &transport,
          .make_format = [] { return std::make_shared<RawFormat>(); },
          .folder = folder_.path,
      });
      CheckpointManifest manifest;
      manifest.iteration = 30;
      manifest.parameters = {{"WaveToy", 0, "speed", "2", "command line"}};
      saver.begin(snapshot(std::move(manifest)));
      saver.finish();
    });
    checkpoint_ = folder_.path / iteration_text(30);
    for (const auto& entry : fs::directory_iterator(checkpoint_)) files_.push_back(entry.path());
    std::sort(files_.begin(), files_.end());
  }

  /// As a restart of two ranks does. Empty: all is well.
  std::string damage() const {
    try {
      const CheckpointManifest manifest = read_manifest(checkpoint_);
      const BoxOwners readers = readers_of(manifest, machine_);
      for (const int rank : {0, 1}) load_blocks(checkpoint_, manifest, readers, rank, run_.program);
      return "";
    } catch (const CheckpointDamage& damage) {
      return damage.what;
    }
  }

  static void put(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
  }

  SampleFields run_;
  Machine machine_;
  ScratchFolder folder_;
  fs::path checkpoint_;
  std::vector<fs::path> files_;
};

TEST_F(Damage, NoneIsSeenWhereNoneIs) {
  EXPECT_EQ(files_.size(), 5U);
  EXPECT_EQ(damage(), "");
}

TEST_F(Damage, EveryFlippedBitIsSeen) {
  constexpr unsigned seed = 5;
  std::mt19937 random(seed);
  for (int trial = 0; trial < 1000; ++trial) {
    const fs::path& file = files_[random() % files_.size()];
    const std::string good = file_text(file);
    std::string bad = good;
    const std::size_t byte = random() % bad.size();
    bad[byte] = char(bad[byte] ^ (1 << random() % 8));
    put(file, bad);
    EXPECT_NE(damage(), "") << "seed " << seed << ", trial " << trial << ", byte " << byte << " of "
                            << file;
    put(file, good);
  }
  EXPECT_EQ(damage(), "");
}

TEST_F(Damage, EveryMissingOrShortFileIsSeen) {
  for (const fs::path& file : files_) {
    const std::string good = file_text(file);
    for (const std::size_t length : {std::size_t{0}, good.size() / 2, good.size() - 1}) {
      put(file, good.substr(0, length));
      EXPECT_NE(damage(), "") << length << " bytes of " << file;
    }
    fs::remove(file);
    EXPECT_NE(damage(), "") << "without " << file;
    put(file, good + "x");
    EXPECT_NE(damage(), "") << "a longer " << file;
    put(file, good);
  }
}

TEST_F(Damage, SaysWhereItIs) {
  std::string text = file_text(checkpoint_ / "b-0.raw");
  text[text.find("next") + 20] ^= 1;
  put(checkpoint_ / "b-0.raw", text);
  EXPECT_EQ(damage(), "b-0.raw is damaged in block 1 of Wave::phi");
  text.resize(100);
  put(checkpoint_ / "b-0.raw", text);
  EXPECT_THAT(damage(), HasSubstr("b-0.raw has 100 bytes instead of"));
}

// What the system refuses to read says nothing about what was written.
TEST_F(Damage, IsToldFromFilesThatCannotBeRead) {
  const CheckpointManifest manifest = read_manifest(checkpoint_);
  const BoxOwners readers = readers_of(manifest, machine_);
  const auto unreadable = [&] {
    try {
      load_blocks(checkpoint_, manifest, readers, 1, run_.program);
    } catch (const CheckpointDamage& damage) {
      return damage.what + (damage.unreadable ? " (unreadable)" : "");
    }
    return std::string();
  };
  fs::remove(checkpoint_ / "b-0.raw");
  EXPECT_EQ(unreadable(), "b-0.raw is missing");
  fs::create_directory(checkpoint_ / "b-0.raw");
  EXPECT_THAT(unreadable(), ::testing::MatchesRegex("cannot read back .*b-0.raw.*unreadable."));
}

TEST_F(Damage, AFileOfAnotherCheckpointDoesNotCount) {
  put(checkpoint_ / "a-0.json", file_text(checkpoint_ / "b-0.json"));
  EXPECT_EQ(damage(), "a-0.json belongs to another checkpoint");
}

TEST_F(Damage, WhatWasNeverFinishedIsNoCheckpoint) {
  fs::copy(checkpoint_, part_folder(folder_.path, 40));
  fs::copy(checkpoint_, folder_.path / "it000050");
  fs::remove(folder_.path / "it000050" / manifest_name);
  const CheckpointList list = list_checkpoints(folder_.path);
  EXPECT_THAT(list.complete, ::testing::ElementsAre(checkpoint_));
  EXPECT_THAT(list.parts,
              ::testing::ElementsAre(folder_.path / "it000050", folder_.path / "it000040.part"));
}

}  // namespace
}  // namespace cardon
