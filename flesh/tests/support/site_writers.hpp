// SPDX-License-Identifier: Apache-2.0
// Outputs of which each site writes its part, in tests: by one rank or several, and by sites.
#pragma once
#include <gtest/gtest.h>

#include <cardon/kit/background_writer.hpp>
#include <cardon/thorn/error.hpp>
#include <string>
#include <vector>

#include "support/local_transport.hpp"
#include "support/sample_sites.hpp"
#include "support/scratch_folder.hpp"
#include "support/watched_transport.hpp"

namespace cardon {

/// Writes with `Output`, the service of the section output.`section`.
template <class Output>
class SiteWriters {
 public:
  /// `first_iteration`: of what is written.
  SiteWriters(std::string section, long first_iteration)
      : section_(std::move(section)), first_iteration_(first_iteration) {}

  SampleParameters parameters(const std::string& options) const {
    return {{.path = path(), .parameters = Output::declarations(), .use = SectionUse::repeatable},
            "output: {" + section_ + ": " + options + "}"};
  }

  void write(const SampleFields& run, const ScratchFolder& folder, const std::string& options,
             int ranks = 1, int entries = 1) const {
    const SampleParameters values = parameters(options);
    on_ranks(ranks, [&](Transport& transport) {
      for (int entry = 0; entry < entries; ++entry) {
        Output output;
        OutputSetup setup = run.setup(folder.path, values, path(), transport);
        setup.instance = entry;
        output.open(setup);
        output.write(run.local(transport, first_iteration_)->snapshot);
        EXPECT_EQ(output.bytes_written() > 0, transport.rank() == 0);
      }
    });
  }

  /// Four ranks as sites, at the first iteration or at these; with or without a thread that writes.
  void write_sites(const SampleFields& run, const ScratchFolder& folder, const std::string& options,
                   int sites, bool shared = true, std::vector<long> iterations = {},
                   bool background = false) const {
    const SampleParameters values = parameters(options);
    if (iterations.empty()) iterations = {first_iteration_};
    on_ranks(4, [&](Transport& all) {
      WatchedTransport watched(all);
      SampleSites own(watched, sites, shared);
      Output output;
      OutputSetup setup = run.setup(folder.path, values, path(), watched);
      own.describe(setup);
      BackgroundWriter writer(1000);
      if (background) setup.background = &writer;
      output.open(setup);
      for (const long iteration : iterations) {
        writer.begin(0, iteration);
        const auto local = run.local(watched, iteration);
        own.describe(local->snapshot);
        output.write(local->snapshot);
      }
      EXPECT_EQ(watched.gathered, 0);
      for (const auto& [rank, bytes] : watched.sent)
        EXPECT_EQ(rank * sites / 4, all.rank() * sites / 4) << bytes << " bytes to another site";
      writer.drain();
      EXPECT_TRUE(writer.take_failures().empty());
      output.close();
    });
  }

  int files_in(const ScratchFolder& folder) const {
    const std::filesystem::directory_iterator files(folder.path / section_);
    return int(std::distance(begin(files), end(files)));
  }

  /// The slug of what is wrong with these options.
  std::string wrong(const SampleFields& run, const std::string& options) const {
    const ScratchFolder folder;
    try {
      write(run, folder, options);
    } catch (const Error& error) {
      return error.problems().front().slug;
    }
    return "";
  }

 private:
  std::string path() const { return "output." + section_; }

  std::string section_;
  long first_iteration_;
};

}  // namespace cardon
