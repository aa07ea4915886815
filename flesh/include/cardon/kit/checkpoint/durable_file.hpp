// SPDX-License-Identifier: Apache-2.0
// Files that are on the disk when a function returns, not only on their way there.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace cardon {

/// A file that is there already, for writing at places of one's choice. All members throw Error
/// "checkpoint/not-written" (exit_environment).
class DurableFile {
 public:
  /// What a file is opened for.
  enum Use {
    for_reading,  ///< by read()
    for_writing   ///< by write() and read()
  };
  /// Opens it.
  explicit DurableFile(const std::filesystem::path& file, Use use = for_writing);
  /// Closes it; what was not flushed may be lost.
  ~DurableFile();
  DurableFile(const DurableFile&) = delete;
  DurableFile& operator=(const DurableFile&) = delete;

  /// Writes at this place, whatever lies there.
  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  /// Reads what was written by others.
  void read(std::uint64_t offset, std::span<std::byte> bytes);
  /// Its length in bytes.
  std::uint64_t size() const;
  /// Lets the system begin to put on the disk what was written, where it can.
  void start_flushing(std::uint64_t offset, std::size_t bytes) const;
  /// Waits until everything is on the disk.
  void flush();

 private:
  [[noreturn]] void fail(const char* what) const;
  std::filesystem::path path_;
  int descriptor_ = -1;
};

/// Writes a new text file and flushes it.
void write_durably(const std::filesystem::path& file, const std::string& text);
/// Flushes the list of names in a folder.
void flush_folder(const std::filesystem::path& folder);
/// An error of the system while a checkpoint was written.
[[noreturn]] void fail_checkpoint(const std::string& what, const std::string& reason);

}  // namespace cardon
