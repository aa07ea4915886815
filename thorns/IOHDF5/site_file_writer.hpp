// SPDX-License-Identifier: Apache-2.0
// The ranks of a site write a field to one file.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "field_file.hpp"
#include "spare_pages.hpp"
#include "writing_ranks.hpp"

namespace cardon {

class BackgroundWriter;

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
  /// Whether one rank of the site writes, so that its thread can.
  bool writes_alone() const { return group_.count() == 1; }
  /// The same by the thread of outputs of the rank that writes. `begin` is done before the file is
  /// made, `end` when it is complete; they throw for what cannot be done, and what is thrown leaves
  /// no file. Collective over the site, as far as values are gathered.
  void write_behind(BackgroundWriter& background, const std::filesystem::path& file,
                    const FieldFileHeader& header, const Snapshot& snapshot, const FieldView& view,
                    const Box& part, std::function<void()> begin,
                    std::function<void(std::size_t bytes)> end);
  void close() { group_.free(); }

 private:
  Transport* site_ = nullptr;
  StorageOptions options_;
  WritingRanks group_;
  std::shared_ptr<SparePages> spare_ = SparePages::of_process();
};

}  // namespace cardon
