// SPDX-License-Identifier: Apache-2.0
// Fields that are written by a thread.
#include <gmock/gmock.h>

#include <cardon/kit/background_writer.hpp>
#include <cardon/thorn/error.hpp>
#include <vector>

#include "field_output.hpp"
#include "field_parameters.hpp"
#include "small_disk.hpp"
#include "support/files_below.hpp"
#include "support/local_transport.hpp"
#include "support/sample_fields.hpp"
#include "support/sample_sites.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;
using Failures = std::vector<BackgroundWriter::Failure>;

constexpr std::size_t little = 1000, plenty = 100000000;

// Two outputs, of whose values nothing is left when they are written. Returns what rank 0 could not
// write. `memory` 0: without a thread.
Failures write(const SampleFields& run, const ScratchFolder& folder, const std::string& options,
               int ranks, std::size_t memory, int sites = 1) {
  const SampleParameters values = field_parameters(options);
  Failures failures;
  on_ranks(ranks, [&](Transport& transport) {
    SampleSites own(transport, sites, true);
    BackgroundWriter writer(std::max(memory, std::size_t{1}));
    FieldOutput output;
    OutputSetup setup = run.setup(folder.path, values, "output.fields", transport);
    own.describe(setup);
    if (memory > 0) setup.background = &writer;
    output.open(setup);
    for (const long iteration : {20, 40}) {
      const auto local = run.local(transport, iteration);
      own.describe(local->snapshot);
      writer.begin(0, iteration);
      output.write(local->snapshot);
      for (auto& storage : local->storage) std::fill(storage.begin(), storage.end(), -1.0);
    }
    writer.drain();
    output.close();
    if (transport.rank() == 0) failures = writer.take_failures();
  });
  return failures;
}

TEST(FieldsInBackground, AreTheSameFiles) {
  const SampleFields run({40, 30, 20});
  for (const char* options : {"{}", "{precision: single}", "{compression: 2}"})
    for (const int ranks : {1, 3}) {
      const ScratchFolder at_once, beside, narrow;
      write(run, at_once, options, ranks, 0);
      EXPECT_TRUE(write(run, beside, options, ranks, plenty).empty());
      EXPECT_TRUE(write(run, narrow, options, ranks, little).empty());
      EXPECT_EQ(files_below(at_once).size(), 7u);
      EXPECT_TRUE(files_below(at_once) == files_below(beside));
      EXPECT_TRUE(files_below(at_once) == files_below(narrow));
    }
}

TEST(FieldsInBackground, AreTheSameFilesOnSeveralSites) {
  const SampleFields run({9, 8, 7});
  const ScratchFolder at_once, beside;
  write(run, at_once, "{}", 4, 0, 2);
  EXPECT_TRUE(write(run, beside, "{}", 4, plenty, 2).empty());
  EXPECT_EQ(files_below(at_once).size(), 15u);
  EXPECT_TRUE(files_below(at_once) == files_below(beside));
}

TEST(FieldsInBackground, WhatCannotBeWrittenIsAFailureAndLeavesNoFile) {
  const SampleFields run({40, 40, 40});
  for (const int ranks : {1, 2}) {
    const ScratchFolder folder;
    const SmallDisk disk(100000);
    const Failures failures = write(run, folder, "{}", ranks, plenty);
    ASSERT_EQ(failures.size(), 2u);
    EXPECT_EQ(failures[0].iteration, 20);
    EXPECT_EQ(failures[1].iteration, 40);
    try {
      std::rethrow_exception(failures[0].reason);
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), exit_environment);
      EXPECT_EQ(error.problems().front().slug, "output/write-failed");
      EXPECT_THAT(error.what(), HasSubstr("File too large"));
    }
    EXPECT_TRUE(files_below(folder).empty());
  }
}

TEST(FieldsInBackground, SayWhatTheirCopiesTake) {
  const SampleFields run({4, 4, 4});
  const SampleParameters twice = field_parameters("{}"),
                         once = field_parameters("{precision: single}");
  const std::vector<RankShare> ranks = {{0, 60}, {0, 90}, {1, 10}};
  on_ranks(1, [&](Transport& transport) {
    const auto copies = [&](const SampleParameters& values) {
      return FieldOutput().copies(run.setup({}, values, "output.fields", transport), ranks);
    };
    EXPECT_THAT(copies(twice), ::testing::ElementsAre(16 * 150.0, 0, 16 * 10.0));
    EXPECT_THAT(copies(once), ::testing::ElementsAre(8 * 150.0, 0, 8 * 10.0));
  });
}

}  // namespace
}  // namespace cardon
