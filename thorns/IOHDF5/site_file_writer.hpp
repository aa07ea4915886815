// SPDX-License-Identifier: Apache-2.0
// The ranks of a site write a field to one file.
#pragma once
#include <filesystem>
#include <vector>

#include "field_file.hpp"
#include "writing_ranks.hpp"

namespace cardon {

/// Ranks send what they have to the writers, portion by portion; these write whole planes. Nothing
/// leaves the site.
class SiteFileWriter {
 public:
  /// So many portions travel at once: ranks that share a core need not wake for each other every
  /// time.
  static constexpr int rounds_ahead = 4;

  /// Bytes that each rank of a site needs at most while `writers` of them write a field: a writer
  /// has the portion that it writes and those that come, others what they send. `points` by rank;
  /// `portion` points, of `number` bytes, are written at a time.
  static std::vector<double> working_memory(const std::vector<long>& points, long portion,
                                            std::size_t number, int writers);

  SiteFileWriter() = default;
  /// At most `writers` of the ranks of `site`, which are some of `all`, write. Collective over the
  /// site, as all members.
  SiteFileWriter(Transport& all, Transport& site, const StorageOptions& options, int writers)
      : site_(&site), options_(options), group_(all, site, writers) {}

  /// Writes `part`, which the pieces of the site cover, to a new file. Returns the bytes of values
  /// that this rank has written. Throws Error "output/write-failed" (exit_environment) on all ranks
  /// of the site; then no file is left.
  std::size_t write(const std::filesystem::path& file, const FieldFileHeader& header,
                    const Snapshot& snapshot, const FieldView& view, const Box& part);
  void close() { group_.free(); }

 private:
  Transport* site_ = nullptr;
  StorageOptions options_;
  WritingRanks group_;
};

}  // namespace cardon
