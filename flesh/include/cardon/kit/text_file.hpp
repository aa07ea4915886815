// SPDX-License-Identifier: Apache-2.0
// Text files that are complete or an Error.
#pragma once
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace cardon {

/// Throws Error "output/write-failed" (exit_environment).
[[noreturn]] void fail_to_write(const std::filesystem::path& file, const std::string& reason);

/// A text file that grows at its end, whatever others do to it. Members throw Error
/// "output/write-failed" (exit_environment) if the disk is full, a folder is missing or may not be
/// written.
class TextFile {
 public:
  TextFile() = default;
  /// Starts an empty file; makes the folders above it.
  explicit TextFile(const std::filesystem::path& file);
  /// Appends all of it, so that others can read it at once, or nothing.
  void append(std::string_view text);
  /// What others have done to it, in words: "it was removed"; empty: it holds what was written.
  std::string change() const;
  /// Goes on at the end of what has its name now, be it a new file.
  void reopen();
  /// Bytes appended so far.
  std::size_t bytes_written() const { return bytes_; }

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void open(int flags);
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::size_t bytes_ = 0;
};

/// Makes a folder and those above it.
void make_folder(const std::filesystem::path& folder);
/// Puts a new file in the place of an old one in one go: a reader sees the one or the other, also
/// where several processes or threads do so at once. Makes the folders above it.
void replace_file(const std::filesystem::path& file, std::string_view content);
/// Renames a complete file to its final name.
void move_file(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace cardon
