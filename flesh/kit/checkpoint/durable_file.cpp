// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cardon/kit/checkpoint/durable_file.hpp>
#include <cardon/thorn/error.hpp>
#include <cerrno>
#include <cstring>

namespace cardon {
namespace {

// The most that Linux takes in one call is just below 2 GiB.
constexpr std::size_t max_at_once = std::size_t{1} << 30;

}  // namespace

void fail_checkpoint(const std::string& what, const std::string& reason) {
  throw Error({.slug = "checkpoint/not-written",
               .message = fmt::format("{}: {}", what, reason),
               .help = "free some space there, or start the run with --out in another place"},
              exit_environment);
}

DurableFile::DurableFile(const std::filesystem::path& file, Use use)
    : path_(file),
      descriptor_(open(file.c_str(), (use == for_reading ? O_RDONLY : O_RDWR) | O_CLOEXEC)) {
  if (descriptor_ < 0) fail("open");
}

DurableFile::~DurableFile() { close(descriptor_); }

void DurableFile::fail(const char* what) const {
  fail_checkpoint(fmt::format("cannot {} {}", what, path_.string()), std::strerror(errno));
}

void DurableFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = pwrite(descriptor_, bytes.data(), std::min(bytes.size(), max_at_once),
                                static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail("write");
    offset += std::uint64_t(done);
    bytes = bytes.subspan(std::size_t(done));
  }
}

void DurableFile::read(std::uint64_t offset, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = pread(descriptor_, bytes.data(), std::min(bytes.size(), max_at_once),
                               static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done == 0) errno = EIO;
    if (done <= 0) fail("read back");
    offset += std::uint64_t(done);
    bytes = bytes.subspan(std::size_t(done));
  }
}

std::uint64_t DurableFile::size() const {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) fail("access");
  return std::uint64_t(status.st_size);
}

void DurableFile::start_flushing(std::uint64_t offset, std::size_t bytes) const {
#ifdef SYNC_FILE_RANGE_WRITE
  sync_file_range(descriptor_, static_cast<off64_t>(offset), static_cast<off64_t>(bytes),
                  SYNC_FILE_RANGE_WRITE);
#else
  static_cast<void>(offset), static_cast<void>(bytes);
#endif
}

void DurableFile::flush() {
  if (fsync(descriptor_) != 0) fail("flush");
}

void write_durably(const std::filesystem::path& file, const std::string& text) {
  const int made = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (made < 0) fail_checkpoint("cannot make " + file.string(), std::strerror(errno));
  close(made);
  DurableFile out(file);
  out.write(0, std::as_bytes(std::span(text)));
  out.flush();
}

void flush_folder(const std::filesystem::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool flushed = descriptor >= 0 && fsync(descriptor) == 0;
  const int reason = errno;
  if (descriptor >= 0) close(descriptor);
  if (!flushed) fail_checkpoint("cannot flush " + folder.string(), std::strerror(reason));
}

}  // namespace cardon
