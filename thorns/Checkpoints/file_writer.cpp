// SPDX-License-Identifier: Apache-2.0
#include "file_writer.hpp"

#include <algorithm>
#include <cardon/kit/checkpoint/durable_file.hpp>
#include <cardon/kit/checkpoint/piece_table.hpp>
#include <cardon/kit/data_checksum.hpp>
#include <cardon/services/timings.hpp>
#include <cardon/thorn/error.hpp>
#include <exception>

namespace cardon {
namespace {

// What is checksummed is still in the cache when it is written.
constexpr std::size_t slice = std::size_t{1} << 20;

// Returns the checksum of what it writes.
std::string write_values(DurableFile& file, std::uint64_t offset,
                         std::span<const std::byte> values) {
  DataChecksum checksum;
  while (!values.empty()) {
    const auto part = values.first(std::min(slice, values.size()));
    checksum.add(part);
    file.write(offset, part);
    file.start_flushing(offset, part.size());
    offset += part.size();
    values = values.subspan(part.size());
  }
  return checksum.hex();
}

void make_folder_for_checkpoint(const std::filesystem::path& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) fail_checkpoint("cannot make " + folder.string(), code.message());
}

FileResult write_all(CheckpointFormat& format, const FileJob& job) {
  make_folder_for_checkpoint(job.folder);
  const std::filesystem::path path = job.folder / job.name;
  const std::vector<std::uint64_t> offsets = format.lay_out(path, job.header, job.pieces);
  PieceTable table;
  table.file = job.name;
  table.iteration = job.header.iteration;
  std::vector<ByteRange> ranges;
  {
    DurableFile file(path);
    for (std::size_t n = 0; n < job.pieces.size(); ++n) {
      table.pieces.push_back({job.pieces[n].block, job.fields[n], offsets[n],
                              write_values(file, offsets[n], job.values[n])});
      ranges.push_back({offsets[n], job.values[n].size()});
    }
    file.flush();
    table.bytes = file.size();
  }
  table.rest = rest_checksum(path, std::move(ranges));
  const std::string text = to_text(table);
  write_durably(job.folder / table_file(job.name), text);
  return {table.bytes, seal_of(text, job.name), 0, ""};
}

}  // namespace

FileResult write_file(CheckpointFormat& format, const FileJob& job) noexcept {
  const double start = seconds_now();
  FileResult result;
  try {
    result = write_all(format, job);
  } catch (const Error& error) {
    result.failure = error.problems().front().message;
  } catch (const std::exception& error) {
    result.failure = error.what();
  }
  result.seconds = seconds_now() - start;
  return result;
}

}  // namespace cardon
